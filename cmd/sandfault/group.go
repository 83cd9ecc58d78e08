package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// grouped makes a command one that does nothing by itself: to name none of its commands is a mistake as any
// other, and a wrong name is told as the root's.
func grouped(cmd *cobra.Command, list ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(list...)
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		names := make([]string, 0, len(list))
		for _, c := range list {
			names = append(names, c.Name())
		}
		path := cmd.CommandPath()
		return fmt.Errorf("%s: name what to do: %s (%s --help)", path, strings.Join(names, ", "), path)
	}
	return cmd
}
