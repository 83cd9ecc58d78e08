package session

import (
	"bytes"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

// store is an innermost handler that keeps one file and answers commands with what it was given.
type store struct{ data []byte }

func (s *store) serve(q *Request) Response {
	switch q.Op {
	case OpUpload, OpWrite:
		s.data = q.Data
		return Response{Message: q.Path}
	case OpDownload, OpRead:
		return Response{Data: s.data}
	default:
		return Response{Started: true, Exit: 3, Stdout: []byte("a\nb\n"), Stderr: []byte("bad\n")}
	}
}

// TestFaults has for each fault of the tool layer what it changes, and what it must leave alone.
func TestFaults(t *testing.T) {
	t.Parallel()
	binary, text := []byte("\x89PNG\x00\xff"), []byte("plain\n")
	for _, tc := range []struct {
		fault  string
		args   map[string]string
		stored []byte
		want   []byte
	}{
		{"image-decoded-as-text", nil, binary, []byte("\ufffdPNG\x00\ufffd")},
		{"image-decoded-as-text", nil, text, text},
		{"download-cut-at-nul", nil, binary, []byte("\x89PNG")},
		{"download-cut-at-nul", nil, text, text},
		{"base64-applied-twice", nil, binary, []byte("iVBORwD/")},
		{"base64-applied-twice", nil, text, text},
		{"payload-limit-silent-truncation", map[string]string{"bytes": "3"}, text, []byte("pla")},
		{"crlf-added", nil, text, text}, // of commands only
	} {
		p := primitives.DefaultProfile().WithFault(primitives.FaultSpec{Name: tc.fault, Args: tc.args})
		h := Chain((&store{}).serve, middlewares(&p)...)
		up := h(&Request{Op: OpUpload, Path: "f", Data: tc.stored})
		down := h(&Request{Op: OpDownload, Path: "f"})
		if !bytes.Equal(down.Data, tc.want) {
			t.Errorf("%s: %q came back as %q, want %q", tc.fault, tc.stored, down.Data, tc.want)
		}
		touched := len(up.Denials)+len(down.Denials) > 0
		if touched == bytes.Equal(tc.stored, tc.want) {
			t.Errorf("%s on %q: noted as touched: %v", tc.fault, tc.stored, touched)
		}
	}
}

func TestFaultsOfCommands(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		fault          string
		exit           int
		stdout, stderr string
	}{
		{"crlf-added", 3, "a\r\nb\r\n", "bad\r\n"},
		{"stderr-dropped", 3, "a\nb\n", ""},
		{"exit-code-zero", 0, "a\nb\n", "bad\n"},
	} {
		p := primitives.DefaultProfile().WithFault(primitives.FaultSpec{Name: tc.fault})
		h := Chain((&store{}).serve, middlewares(&p)...)
		r := h(&Request{Op: OpRun})
		if r.Exit != tc.exit || string(r.Stdout) != tc.stdout || string(r.Stderr) != tc.stderr || len(r.Denials) != 1 {
			t.Errorf("%s: %d %q %q, %d notes", tc.fault, r.Exit, r.Stdout, r.Stderr, len(r.Denials))
		}
	}
}

func TestASCIINames(t *testing.T) {
	t.Parallel()
	p := primitives.DefaultProfile().WithFault(primitives.FaultSpec{Name: "name-ascii-only"})
	h := Chain((&store{}).serve, middlewares(&p)...)
	for name, want := range map[string]string{"d/r\u00e9sum\u00e9.txt": "d/rsum.txt", "d/plain.txt": "d/plain.txt"} {
		if r := h(&Request{Op: OpUpload, Path: name}); r.Message != want {
			t.Errorf("%q is stored as %q, want %q", name, r.Message, want)
		}
	}
}

// appendNames reads what a hostile kernel might hand over without leaving its bounds.
func TestAppendNames(t *testing.T) {
	t.Parallel()
	record := func(name string) []byte {
		b := make([]byte, 19+len(name)+1)
		b[16] = byte(len(b))
		copy(b[19:], name)
		return b
	}
	good := append(append(record("."), record("a")...), record("b\xff")...)
	if got := appendNames(nil, good); len(got) != 2 || got[0] != "a" || got[1] != "b\xff" {
		t.Errorf("got %q", got)
	}
	for cut := range good {
		appendNames(nil, good[:cut])
	}
	appendNames(nil, make([]byte, 64)) // records of no length
}
