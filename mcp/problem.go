package mcp

import (
	"errors"
	"fmt"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// Codes of problems: what a client can act on. Errors of the sandbox itself have the name of an errno
// instead.
const (
	codeArguments = "invalid_arguments"
	codeSession   = "no_such_session"
	codeEnded     = "session_ended"
	codeLimit     = "limit"
	codeUndone    = "undone"
	codeRefused   = "refused"
	codeNotFound  = "not_found"
	codeClosing   = "shutting_down"
	codeInternal  = "internal"
)

// problem is why the server did not do what a call asked for.
type problem struct {
	code string
	text string
}

// Error implements error.
func (p *problem) Error() string { return p.text }

func problemf(code, format string, args ...any) error {
	return &problem{code: code, text: fmt.Sprintf(format, args...)}
}

// failure is the result of a call that ended with an error: a tool's error, which the agent sees, and none of
// the protocol, which its client may keep to itself.
func failure(err error) *mcpgo.CallToolResult {
	code := codeInternal
	if p, ours := errors.AsType[*problem](err); ours {
		code = p.code
	}
	text := readable(err.Error())
	return &mcpgo.CallToolResult{
		IsError:           true,
		Content:           []mcpgo.Content{mcpgo.NewTextContent(text)},
		StructuredContent: map[string]any{"error": code, "message": text},
	}
}
