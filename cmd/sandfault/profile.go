package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/primitives/profile"
)

func newProfile(a *app) *cobra.Command {
	return grouped(&cobra.Command{Use: "profile", Short: "List, show and check profiles"},
		&cobra.Command{
			Use: "list", Short: "The built-in profiles", Args: needsNone,
			RunE: func(*cobra.Command, []string) error { return a.listProfiles() },
		},
		&cobra.Command{
			Use: "show NAME|FILE", Short: "Every setting with its value, and where that is from",
			Args: needsOne("a profile", "sandfault profile show default"),
			RunE: func(_ *cobra.Command, args []string) error { return a.showProfile(args[0]) },
		},
		&cobra.Command{
			Use: "validate FILE...", Short: "Check profile files",
			Args: needs("a profile file", "sandfault profile validate mine.yaml"),
			RunE: func(_ *cobra.Command, args []string) error { return a.validateProfiles(args) },
		},
	)
}

func (a *app) listProfiles() error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, name := range profile.Builtins() {
		doc, err := profile.Load(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%s\n", name, doc.Summary)
	}
	return w.Flush()
}

func (a *app) showProfile(name string) error {
	doc, err := loadProfile(name)
	if err != nil {
		return err
	}
	settings, err := profile.Explain(&doc)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, s := range settings {
		lines := wrap(s.Value)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Primitive, s.Key, lines[0], origin(&s.Provenance))
		for _, more := range lines[1:] {
			fmt.Fprintf(w, "\t\t%s\t\n", more)
		}
	}
	return w.Flush()
}

func (a *app) validateProfiles(files []string) error {
	failed := false
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err == nil {
			_, err = profile.Parse(f, data)
		}
		if err != nil {
			failed = true
			fmt.Fprintln(a.err, "sandfault:", err)
			continue
		}
		fmt.Fprintf(a.out, "ok  %s\n", f)
	}
	if failed {
		return &exitError{exitUsage}
	}
	return nil
}

// origin says where a value is from, in a few words.
func origin(p *profile.Provenance) string {
	if p.Confidence == "" {
		return ""
	}
	text := string(p.Confidence)
	for _, part := range []string{p.Source, p.ObservedAt, p.Note} {
		if part != "" {
			text += "; " + part
		}
	}
	return text
}

// maxValue is how much of a value a line of the table has, in bytes, if there are spaces to part it at.
const maxValue = 60

// wrap parts a value at spaces into lines for the table, one at least.
func wrap(s string) (lines []string) {
	for len(s) > maxValue {
		at := strings.LastIndexByte(s[:maxValue+1], ' ')
		if at <= 0 {
			at = strings.IndexByte(s, ' ')
		}
		if at <= 0 {
			break
		}
		lines = append(lines, s[:at])
		s = s[at+1:]
	}
	return append(lines, s)
}
