package mcp

import (
	"context"
	"errors"
	godebug "runtime/debug"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// tool is one thing that an agent can ask for.
type tool struct {
	definition mcpgo.Tool
	run        func(context.Context, *arguments) (*mcpgo.CallToolResult, error)
}

// tools returns all of them, in the order of the documentation.
func (s *Server) tools() []tool {
	return slices.Concat(s.sessionTools(), s.commandTools(), s.fileTools(), s.findingTools())
}

// handler serves calls of a tool. Whatever goes wrong becomes the result of the call.
func (s *Server) handler(t tool) server.ToolHandlerFunc {
	return func(ctx context.Context, q mcpgo.CallToolRequest) (result *mcpgo.CallToolResult, _ error) {
		defer func() {
			if bug := recover(); bug != nil {
				s.logf("%s: %v\n%s", t.definition.Name, bug, godebug.Stack())
				result = failure(problemf(codeInternal, "a mistake of the server: %v", bug))
			}
		}()
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(s.life, func() { cancel(context.Cause(s.life)) })()
		result, err := t.run(ctx, newArguments(q.Params.Arguments, &t.definition.InputSchema))
		if err != nil {
			s.report(t.definition.Name, err)
			return failure(err), nil
		}
		return result, nil
	}
}

// report logs what is wrong with the server itself.
func (s *Server) report(name string, err error) {
	if bug, ok := errors.AsType[*bugError](err); ok {
		s.logf("%s: %v\n%s", name, bug.said, bug.stack)
		return
	}
	if _, ours := errors.AsType[*problem](err); !ours {
		s.logf("%s: %v", name, err)
	}
}
