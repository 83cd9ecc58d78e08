package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/mcp"
)

type mcpFlags struct {
	profile string
	seed    uint64
	db      string
	record  string
}

func newMCP(a *app) *cobra.Command {
	var f mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Serve an agent over MCP: sessions, commands, files, findings",
		Long: "Mcp speaks the Model Context Protocol on standard input and output, until the input ends.\n" +
			"An agent starts sandboxes, works in them and claims what it thinks is broken; a claim that\n" +
			"holds is stored as a finding. With --record each session is written there as a workflow when\n" +
			"it ends, which `sandfault run` plays again. docs/MCP.md describes the tools.",
		Example: "  sandfault mcp --profile agentcore-code-interpreter --record sessions",
		Args:    needsNone,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.mcp(cmd.Context(), &f) },
	}
	addProfile(cmd, &f.profile, "default")
	addSeed(cmd, &f.seed)
	addDB(cmd, &f.db)
	cmd.Flags().StringVar(&f.record, "record", "", "write each session as a workflow into this `folder`")
	return cmd
}

func (a *app) mcp(ctx context.Context, f *mcpFlags) (err error) {
	// A client that goes away closes both ends. Unless it is ignored, the signal for the output ends the
	// process before the recordings are written.
	signal.Ignore(syscall.SIGPIPE)
	doc, err := loadProfile(f.profile)
	if err != nil {
		return err
	}
	db, err := database(f.db)
	if err != nil {
		return err
	}
	store, err := findings.Open(context.WithoutCancel(ctx), db)
	if err != nil {
		return err
	}
	defer closing(store, &err)
	engine, err := a.openEngine()
	if err != nil {
		return err
	}
	defer closing(engine, &err)
	if err := a.box(engine); err != nil {
		return fmt.Errorf("no session can run anything: %w", err)
	}
	server, err := mcp.New(mcp.Config{
		Boot: mcp.Machines(engine.Engine), Target: local(engine), Store: store, Profile: doc, Seed: f.seed,
		Record: f.record, Guests: engine.Digests, Version: version, Database: f.db, Log: a.err,
	})
	if err != nil {
		return err
	}
	// The end of the input and a signal are both how a client ends its server: neither is an error.
	return errors.Join(server.Serve(ctx, a.in, a.out), server.Close())
}
