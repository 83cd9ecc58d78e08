package mcp

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/primitives"
)

// result is the result of a call: the whole for programs, and a text for those who read.
func result(structured any, format string, args ...any) *mcpgo.CallToolResult {
	return &mcpgo.CallToolResult{
		Content:           []mcpgo.Content{mcpgo.NewTextContent(readable(fmt.Sprintf(format, args...)))},
		StructuredContent: structured,
	}
}

// common is what the results of all steps have.
type common struct {
	Session     string   `json:"session"`
	Step        int      `json:"step"`
	WallMS      float64  `json:"wall_ms"` // virtual
	Error       string   `json:"error,omitempty"`
	Message     string   `json:"message,omitempty"`
	Cause       *cause   `json:"cause,omitempty"`
	Denials     []denial `json:"denials,omitempty"`
	Unsupported []string `json:"unsupported,omitempty"`
	// Before are what earlier steps met: a machine names each once, so that this step may have met them too.
	Before []string `json:"unsupported_before,omitempty"`
	Failed bool     `json:"-"`
}

// cause is what decided a denial.
type cause struct {
	Primitive string `json:"primitive"`
	Rule      string `json:"rule"`
	Detail    string `json:"detail,omitempty"`
}

func causeOf(c *primitives.Cause) *cause {
	if c == nil {
		return nil
	}
	return &cause{Primitive: string(c.Primitive), Rule: c.Rule, Detail: readable(c.Detail)}
}

// denial is one refusal inside the sandbox while the step was played.
type denial struct {
	Call  string `json:"call,omitempty"`
	Error string `json:"error,omitempty"`
	cause
}

// maxNotes bounds how many denials and features a result names; a loop over a tree meets one a file.
const maxNotes = 20

func few(list []string) []string {
	out := make([]string, 0, maxNotes)
	for _, s := range list[:min(len(list), maxNotes)] {
		out = append(out, readable(s))
	}
	return out
}

func (p *played) common() common {
	o := &p.outcome
	c := common{
		Session: p.session, Step: p.index, WallMS: float64(o.WallNS) / 1e6, Error: o.Error,
		Message: readable(o.Message), Cause: causeOf(o.Cause),
		Unsupported: few(p.lacks), Before: few(p.lacked), Failed: o.Error != "" || o.Exit != 0,
	}
	for i := range o.Denials[:min(len(o.Denials), maxNotes)] {
		d := &o.Denials[i]
		c.Denials = append(c.Denials, denial{Call: d.Call, Error: d.Errno, cause: *causeOf(&d.Cause)})
	}
	return c
}

// stream is an output in a result: text, or base64 where it is no UTF-8, under a key that says so.
type stream struct {
	Text   *string
	Base64 *string
	Bytes  int
	SHA256 string // of the whole, where the result holds only its beginning
}

func newStream(b []byte) stream {
	s := stream{Bytes: len(b)}
	if len(b) > maxStream {
		s.SHA256 = sum(b)
		b = []byte(wholeRunes(b[:maxStream]))
	}
	if utf8.Valid(b) {
		s.Text = new(string(b))
	} else {
		s.Base64 = new(base64.StdEncoding.EncodeToString(b))
	}
	return s
}

// wholeRunes drops a character that a cut went through.
func wholeRunes(b []byte) string {
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		if tail := b[len(b)-i:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return string(b[:len(b)-i])
			}
			break
		}
	}
	return string(b)
}

// shown is the stream for readers, under its name.
func (s *stream) shown(name string) string {
	switch {
	case s.Bytes == 0:
		return ""
	case s.SHA256 != "":
		name = fmt.Sprintf("%s of %d bytes, of which the result holds the first %d", name, s.Bytes, maxStream)
	}
	if s.Text != nil {
		return "\n" + excerpt(name, *s.Text)
	}
	return fmt.Sprintf("\n--- %s: %d bytes, no UTF-8 text; in base64:\n%s", name, s.Bytes,
		excerpt("base64", *s.Base64))
}

// excerpt is a text under its name, or the beginning of a long one.
func excerpt(name, text string) string {
	begin := head(text, maxShown)
	if len(begin) == len(text) {
		return fmt.Sprintf("--- %s\n%s", name, strings.TrimSuffix(text, "\n"))
	}
	return fmt.Sprintf("--- %s: the first %d of %d bytes, structuredContent has all\n%s",
		name, len(begin), len(text), begin)
}

// notes tells what was denied and what is missing.
func (c *common) notes() string {
	var b strings.Builder
	for i := range c.Denials {
		d := &c.Denials[i]
		did := "denied: "
		if d.Error == "" { // a fault changed what the step gave
			did = "altered "
		}
		b.WriteString("\n--- " + did + strings.TrimSpace(d.Call+" "+d.Error+" by "+d.Primitive+"/"+d.Rule))
		if d.Detail != "" {
			b.WriteString(": " + d.Detail)
		}
	}
	for _, f := range c.Unsupported {
		b.WriteString("\n--- unsupported, which is the emulator's lack and no failure of the sandbox: " + f)
	}
	if len(c.Before) > 0 && c.Failed {
		b.WriteString("\n--- unsupported by the emulator, met before and perhaps again: ")
		b.WriteString(strings.Join(c.Before, ", "))
	}
	return b.String()
}

// where is the end of a result's first line.
func (c *common) where() string { return fmt.Sprintf("(step %d, %.6g ms)", c.Step, c.WallMS) }

// failed is the result of a step that the sandbox refused: an error of the tool, for an agent must not take
// it for done.
func (p *played) failed() *mcpgo.CallToolResult {
	c := p.common()
	text := c.Error
	if c.Message != "" {
		text += ": " + c.Message
	}
	if c.Cause != nil {
		text += " [" + strings.TrimSuffix(c.Cause.Primitive+"/"+c.Cause.Rule+": "+c.Cause.Detail, ": ") + "]"
	}
	if o := &p.outcome; o.Error == "ESHUTDOWN" && o.Cause != nil && o.Cause.Primitive == primitives.Lifetime {
		text += "; restart_session starts it anew, start_session starts another"
	}
	r := result(c, "%s %s%s", text, c.where(), c.notes())
	r.IsError = true
	return r
}

// done is the result of an operation that gave structured, unless the sandbox refused it.
func (p *played) done(structured any, format string, args ...any) *mcpgo.CallToolResult {
	if p.outcome.Error != "" {
		return p.failed()
	}
	c := p.common()
	return result(structured, "%s %s%s", fmt.Sprintf(format, args...), c.where(), c.notes())
}
