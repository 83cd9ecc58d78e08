package mcp

import (
	"context"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// aboutFileAPI is what sets the file API apart from commands.
const aboutFileAPI = ` This is the provider's file API beside the sandbox: it has path rules, limits and an
	identity of its own.`

func (s *Server) fileTools() []tool {
	return append([]tool{
		{mcpgo.NewTool("write_file", sessionArgument(), pathArgument(), pathBytesArgument(), sets(),
			about("Writes a file, and the directories above it, in place of what was there."+aboutFileAPI),
			textArgument("content", "the text; for bytes that are no text give content_base64 instead"),
			textArgument("content_base64", "the bytes in base64"), modeArgument()), s.writeFile},
		{mcpgo.NewTool("read_file", sessionArgument(), pathArgument(), pathBytesArgument(), readOnly(),
			about(`Reads a file as text. Bytes that are no UTF-8 are not given, only their number and
				SHA-256: use download_file for them.`+aboutFileAPI)), s.readFile},
		{mcpgo.NewTool("list_files", sessionArgument(), pathArgument(), pathBytesArgument(), readOnly(),
			about(`Lists the names in a directory, sorted; without a path, where the file API begins. Where
				one name is no UTF-8, all come as entries_base64.`+aboutFileAPI)), s.listFiles},
		{mcpgo.NewTool("remove_file", sessionArgument(), pathArgument(), pathBytesArgument(), sets(),
			about("Removes a file or an empty directory."+aboutFileAPI)), s.removeFile},
	}, s.transferTools()...)
}

// path reads the path of a file.
func (a *arguments) path() string {
	b := a.bytes("path", workflow.MaxPathBytes)
	if len(b) == 0 && !a.has("path_base64") {
		a.mistake("path: it is missing")
	}
	return string(b)
}

func (s *Server) writeFile(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	step := &workflow.Step{Op: workflow.OpWrite, Path: a.path(), Mode: a.mode("mode")}
	step.Data = a.bytes("content", maxPayload)
	if !a.has("content") && !a.has("content_base64") {
		a.mistake("content: it is missing; give it or content_base64")
	}
	return s.step(ctx, a, step, (*played).stored)
}

// storedAnswer is what writing a file gives. The digest is of what was sent, not of what the sandbox holds.
type storedAnswer struct {
	common
	SentBytes  int    `json:"sent_bytes"`
	SentSHA256 string `json:"sent_sha256"`
}

func (p *played) stored() *mcpgo.CallToolResult {
	answer := storedAnswer{common: p.common(), SentBytes: len(p.step.Data), SentSHA256: sum(p.step.Data)}
	return p.done(answer, "stored %s as %s", plural(len(p.step.Data), "byte"), p.step.Path)
}

func (s *Server) readFile(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	return s.step(ctx, a, &workflow.Step{Op: workflow.OpRead, Path: a.path()}, (*played).read)
}

// readAnswer is what reading a file gives. Without UTF-8 there is no content.
type readAnswer struct {
	common
	Content *string `json:"content,omitempty"`
	UTF8    bool    `json:"utf8"`
	Cut     bool    `json:"cut,omitempty"` // content is only the beginning
	Bytes   int     `json:"bytes"`
	SHA256  string  `json:"sha256"`
	Mode    string  `json:"mode"`
}

func (p *played) read() *mcpgo.CallToolResult {
	o := &p.outcome
	answer := readAnswer{common: p.common(), Bytes: len(o.Data), SHA256: sum(o.Data), Mode: octal(o.Mode)}
	answer.UTF8 = utf8.Valid(o.Data)
	if !answer.UTF8 {
		return p.done(answer, "%s that are no UTF-8 text; use download_file", plural(len(o.Data), "byte"))
	}
	text := head(string(o.Data), maxStream)
	answer.Content, answer.Cut = &text, len(text) < len(o.Data)
	return p.done(answer, "%s\n%s\n---", plural(len(o.Data), "byte"), excerpt("content", text))
}

func (s *Server) listFiles(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	step := &workflow.Step{Op: workflow.OpList, Path: "."}
	if a.has("path") || a.has("path_base64") {
		step.Path = a.path()
	}
	return s.step(ctx, a, step, (*played).list)
}

// listAnswer is what listing a directory gives.
type listAnswer struct {
	common
	Entries       []string `json:"entries,omitempty"`
	EntriesBase64 []string `json:"entries_base64,omitempty"`
	Count         int      `json:"count"`
}

func (p *played) list() *mcpgo.CallToolResult {
	names := p.outcome.Entries
	answer := listAnswer{common: p.common(), Count: len(names), Entries: names}
	if text := strings.Join(names, "\n"); !utf8.ValidString(text) {
		answer.Entries = nil
		for _, n := range names {
			answer.EntriesBase64 = append(answer.EntriesBase64, base64.StdEncoding.EncodeToString([]byte(n)))
		}
	}
	shown := make([]string, len(names))
	for i, n := range names {
		shown[i] = readable(n)
	}
	text := excerpt("entries", strings.Join(shown, "\n"))
	return p.done(answer, "%s\n%s\n---", plural(len(names), "name"), text)
}

func (s *Server) removeFile(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	step := &workflow.Step{Op: workflow.OpRemove, Path: a.path()}
	return s.step(ctx, a, step, func(p *played) *mcpgo.CallToolResult {
		return p.done(p.common(), "removed %s", p.step.Path)
	})
}
