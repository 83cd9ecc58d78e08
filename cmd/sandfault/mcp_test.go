package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// startFed starts a program whose input is a pipe, and keeps what it says on standard error.
func startFed(t *testing.T, c *exec.Cmd) (in io.WriteCloser, said *bytes.Buffer) {
	t.Helper()
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	said = new(bytes.Buffer)
	c.Stderr = said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return in, said
}

// program is this test binary under the name by which TestMain makes it the command.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "sandfault")
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	return link
}

func hasBox(t *testing.T) bool {
	t.Helper()
	guests, err := store.New(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = guests.Guest(guest.Box)
	return err == nil
}

// A client of the protocol's library drives the program as an agent's would.
func TestMCPOverStreams(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, err := client.NewStdioMCPClient(program(t), nil, "mcp", "--db", filepath.Join(dir, "db"), "--record", dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := c.Initialize(t.Context(), mcpgo.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	call := func(tool string, args map[string]any) map[string]any {
		t.Helper()
		var q mcpgo.CallToolRequest
		q.Params.Name, q.Params.Arguments = tool, args
		r, err := c.CallTool(t.Context(), q)
		if err != nil || r.IsError {
			t.Fatalf("%s: %v, %+v", tool, err, r)
		}
		return r.StructuredContent.(map[string]any)
	}
	id := call("start_session", nil)["session"]
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	coded := base64.StdEncoding.EncodeToString(all)
	call("upload_file", map[string]any{"session": id, "path": "all", "content_base64": coded})
	if r := call("download_file", map[string]any{"session": id, "path": "all"}); r["content_base64"] != coded {
		t.Errorf("%v", r)
	}
	if hasBox(t) {
		r := call("run_command", map[string]any{"session": id, "command": "cat all; echo no >&2; exit 3"})
		if r["stdout_base64"] != coded || r["stderr"] != "no\n" || r["exit_code"] != 3.0 {
			t.Errorf("%v", r)
		}
		r = call("run_command", map[string]any{"session": id, "command": "cat", "stdin_base64": coded})
		if r["stdout_base64"] != coded {
			t.Errorf("%v", r)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var q mcpgo.CallToolRequest
		q.Params.Name = "run_command"
		q.Params.Arguments = map[string]any{"session": id, "command": "rm all; while :; do :; done"}
		if _, err := c.CallTool(ctx, q); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		r = call("run_command", map[string]any{"session": id, "command": "sha256sum < all"})
		if r["step"] != 4.0 || r["exit_code"] != 0.0 {
			t.Errorf("a cancelled call left something: %v", r)
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	recorded := filepath.Join(dir, "s1.yaml")
	play := exec.Command(program(t), "run", recorded)
	if text, err := play.CombinedOutput(); err != nil || !bytes.HasPrefix(text, []byte("PASS")) {
		t.Errorf("%v: %s", err, text)
	}
	if !hasBox(t) {
		t.Skip("guest box is not built (make guests): commands are left out")
	}
}

// However a client ends its server, what was done is recorded.
func TestMCPEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*exec.Cmd, io.Closer, io.Closer) error{
		"end of input": func(_ *exec.Cmd, in, _ io.Closer) error { return in.Close() },
		"SIGTERM":      func(c *exec.Cmd, _, _ io.Closer) error { return c.Process.Signal(syscall.SIGTERM) },
		"SIGINT":       func(c *exec.Cmd, _, _ io.Closer) error { return c.Process.Signal(syscall.SIGINT) },
		"nobody reads": func(_ *exec.Cmd, in, out io.Closer) error {
			if err := out.Close(); err != nil {
				return err
			}
			_, err := io.WriteString(in.(io.Writer), `{"jsonrpc":"2.0","id":9,"method":"ping"}`+"\n")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			c := exec.Command(program(t), "mcp", "--db", filepath.Join(dir, "db"), "--record", filepath.Join(dir, "r"))
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			in, said := startFed(t, c)
			lines := bufio.NewScanner(out)
			for i, line := range []string{
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_session"}}`,
				`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_files","arguments":{"session":"s1"}}}`,
			} {
				_, err := io.WriteString(in, line+"\n")
				if err != nil || !lines.Scan() || !json.Valid(lines.Bytes()) || strings.Contains(lines.Text(), "isError") {
					t.Fatalf("line %d: %v, %s, %s", i, err, lines.Text(), said)
				}
			}
			if err := end(c, in, out); err != nil {
				t.Fatal(err)
			}
			err = c.Wait()
			if broken := name == "nobody reads"; (err != nil) != broken || broken != strings.Contains(said.String(), "broken pipe") {
				t.Errorf("%v: %s", err, said)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "r", "s1.yaml")); err != nil || !bytes.Contains(text, []byte("list:")) {
				t.Errorf("%v: %s", err, text)
			}
		})
	}
}
