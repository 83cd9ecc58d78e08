package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// needs makes a command ask for what it lacks by name, with an example.
func needs(what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return nil
		}
		return fmt.Errorf("%s needs %s, as in `%s` (%s --help)",
			nameOf(cmd), what, example, cmd.CommandPath())
	}
}

// needsOne is needs for a command that takes one argument and no more.
func needsOne(what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := needs(what, example)(cmd, args); err != nil {
			return err
		}
		if len(args) == 1 {
			return nil
		}
		return fmt.Errorf("%s takes %s and no more, not %q: as in `%s` (%s --help)",
			nameOf(cmd), what, args, example, cmd.CommandPath())
	}
}

// needsNone refuses arguments of a command that takes flags alone.
func needsNone(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("%s takes no arguments, not %q (%s --help)", nameOf(cmd), args, cmd.CommandPath())
}

// nameOf is a command's path without the program, which stands before every error.
func nameOf(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}
