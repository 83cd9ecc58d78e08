package mcp

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// step plays one step in the session of a call, if its arguments are right, and lets present make the result.
func (s *Server) step(
	ctx context.Context, a *arguments, step *workflow.Step, present func(*played) *mcpgo.CallToolResult,
) (*mcpgo.CallToolResult, error) {
	l, leave, err := s.inside(ctx, a)
	if err != nil {
		return nil, err
	}
	defer leave()
	p, err := l.play(ctx, step)
	if err != nil {
		return nil, err
	}
	return present(p), nil
}
