package mcp

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

func (s *Server) transferTools() []tool {
	return []tool{
		{mcpgo.NewTool("upload_file", sessionArgument(), pathArgument(), pathBytesArgument(), sets(),
			about(fmt.Sprintf("Stores the exact bytes of a file, at most %d.", maxPayload)+aboutFileAPI),
			textArgument("content_base64", "the bytes in base64", mcpgo.Required()),
			modeArgument()), s.uploadFile},
		{mcpgo.NewTool("download_file", sessionArgument(), pathArgument(), pathBytesArgument(), readOnly(),
			about(`Fetches the exact bytes of a file: content_base64, bytes and sha256 in the structured
				result; an image is shown too.`+aboutFileAPI)), s.downloadFile},
	}
}

func (s *Server) uploadFile(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	step := &workflow.Step{Op: workflow.OpUpload, Path: a.path(), Mode: a.mode("mode")}
	step.Data, _ = a.base64("content_base64", maxPayload)
	return s.step(ctx, a, step, (*played).stored)
}

func (s *Server) downloadFile(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	return s.step(ctx, a, &workflow.Step{Op: workflow.OpDownload, Path: a.path()}, (*played).fetched)
}

// fetchedAnswer is what downloading a file gives: all of it.
type fetchedAnswer struct {
	common
	ContentBase64 string `json:"content_base64"`
	Bytes         int    `json:"bytes"`
	SHA256        string `json:"sha256"`
	Mode          string `json:"mode"`
	Type          string `json:"type"` // guessed from the bytes
}

func (p *played) fetched() *mcpgo.CallToolResult {
	o := &p.outcome
	if len(o.Data) > primitives.DefaultMaxPayload {
		return failure(problemf(codeLimit, "the file has %d bytes, more than the %d that a result may have; "+
			"step %d is recorded", len(o.Data), primitives.DefaultMaxPayload, p.index))
	}
	answer := fetchedAnswer{
		common: p.common(), ContentBase64: base64.StdEncoding.EncodeToString(o.Data), Bytes: len(o.Data),
		SHA256: sum(o.Data), Mode: octal(o.Mode), Type: http.DetectContentType(o.Data),
	}
	r := p.done(answer, "%s, sha256 %s, %s; the bytes are in structuredContent.content_base64",
		plural(answer.Bytes, "byte"), answer.SHA256, answer.Type)
	images := []string{"image/png", "image/jpeg", "image/gif", "image/webp"} // what clients show
	if !r.IsError && len(o.Data) <= maxImage && slices.Contains(images, answer.Type) {
		r.Content = append(r.Content, mcpgo.NewImageContent(answer.ContentBase64, answer.Type))
	}
	return r
}

func octal(mode uint32) string { return fmt.Sprintf("%04o", mode) }
