package main

import "github.com/spf13/cobra"

func newMCP(*app) *cobra.Command { return &cobra.Command{Use: "mcp", Hidden: true} }
