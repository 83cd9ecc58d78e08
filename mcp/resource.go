package mcp

import (
	"context"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

const workflowURI = "sandfault://workflow/"

// addResources offers the recorded workflows as resources too, for clients that show such to people.
func (s *Server) addResources() {
	s.protocol.AddResourceTemplate(mcpgo.NewResourceTemplate(workflowURI+"{session}", "workflow",
		mcpgo.WithTemplateDescription("What was done in a session so far, as a workflow in YAML."),
		mcpgo.WithTemplateMIMEType("application/yaml")), s.readWorkflow)
}

func (s *Server) readWorkflow(
	ctx context.Context, q mcpgo.ReadResourceRequest,
) ([]mcpgo.ResourceContents, error) {
	l, leave, err := s.enter(ctx, strings.TrimPrefix(q.Params.URI, workflowURI))
	if err != nil {
		return nil, err
	}
	defer leave()
	text, err := l.written()
	if err != nil {
		return nil, err
	}
	return []mcpgo.ResourceContents{mcpgo.TextResourceContents{
		URI: q.Params.URI, MIMEType: "application/yaml", Text: string(text),
	}}, nil
}
