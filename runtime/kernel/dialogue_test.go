package kernel_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

var update = flag.Bool("update", false, "rewrite the transcripts of testdata; commit them only when understood")

// TestDialogues plays each file of testdata and compares the transcript at its end.
func TestDialogues(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no dialogues", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := readArchive(path)
			if err != nil {
				t.Fatal(err)
			}
			golden := a.transcript()
			w := newWorld(t, a, 1)
			w.run(t)
			got := w.out.String()
			if *update {
				golden.data = got
				if err := os.WriteFile(path, []byte(a.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != golden.data {
				t.Errorf("transcript differs (-update rewrites it):\n%s", diff(golden.data, got))
			}
		})
	}
}

// diff shows the first lines in which two transcripts differ.
func diff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-3)
	return fmt.Sprintf("line %d\nwant:\n%s\ngot:\n%s", i+1,
		strings.Join(a[from:min(len(a), i+6)], "\n"), strings.Join(b[from:min(len(b), i+6)], "\n"))
}

// render writes a call as strace would.
func render(c *primitives.Call) string {
	var b strings.Builder
	b.WriteString(c.No.String())
	b.WriteByte('(')
	last := len(c.Args)
	for last > 0 && c.Args[last-1] == 0 {
		last--
	}
	if c.Path != "" || c.Path2 != "" {
		if c.Path != "" {
			fmt.Fprintf(&b, "%s", short([]byte(c.Path)))
		}
		if c.Path2 != "" {
			if c.No == primitives.SysSendto {
				fmt.Fprintf(&b, "%s", address([]byte(c.Path2)))
			} else {
				fmt.Fprintf(&b, " %s", short([]byte(c.Path2)))
			}
		}
		b.WriteString("; ")
	}
	for i := range last {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(strconv.FormatInt(c.Args[i], 10))
	}
	if len(c.Argv) > 0 {
		fmt.Fprintf(&b, " %q", c.Argv)
	}
	switch c.No {
	case primitives.SysBind, primitives.SysConnect:
		return b.String() + " " + address(c.In) + ")"
	case primitives.SysPrlimit64:
		for in := c.In; len(in) >= 8; in = in[8:] {
			fmt.Fprintf(&b, " %d", int64(binary.LittleEndian.Uint64(in)))
		}
		return b.String() + ")"
	}
	if len(c.In) > 0 && c.No != primitives.SysPoll {
		fmt.Fprintf(&b, " %s", short(c.In))
	}
	b.WriteByte(')')
	return b.String()
}

func renderResult(c *primitives.Call, r *primitives.Result) string {
	switch {
	case r.Errno != primitives.OK:
		s := " = " + r.Errno.Name()
		if r.Aux != 0 {
			s += fmt.Sprintf(", %d left", r.Aux)
		}
		if r.Cause != nil {
			s += " (" + r.Cause.String() + ")"
		}
		return s
	}
	s := fmt.Sprintf(" = %d", r.Val)
	if from, truncated := primitives.UnpackSender(r.Aux); c.No == primitives.SysRecvfrom && truncated {
		s += " of more"
		r.Aux = primitives.PackSender(from, from.Addr().Is6(), false)
	}
	if r.Aux != 0 {
		s += fmt.Sprintf(", %d", r.Aux)
	}
	switch {
	case c.No == primitives.SysPoll && r.Val > 0:
		s += fmt.Sprintf(" revents %#x", binary.LittleEndian.Uint16(c.Out[6:]))
	case c.No == primitives.SysPrlimit64:
		s += fmt.Sprintf(" %d %d", int64(binary.LittleEndian.Uint64(c.Out)), int64(binary.LittleEndian.Uint64(c.Out[8:])))
	case c.No == primitives.SysGetaddrinfo || c.No == primitives.SysGetsockopt:
		s += fmt.Sprintf(" %v", c.Out[:r.N])
	case c.No == primitives.SysAccept4 || c.No == primitives.SysGetsockname || c.No == primitives.SysGetpeername:
		s += " " + address(c.Out[:r.N])
	case c.Stat != nil:
		s += fmt.Sprintf(" mode %o size %d", c.Stat.Mode, c.Stat.Size)
	case c.No == primitives.SysGetdents64:
		s += names(c.Out[:r.Val])
	case c.No == primitives.SysGetcwd || c.No == primitives.SysRead || c.No == primitives.SysPread64 ||
		c.No == primitives.SysReadlinkat || c.No == primitives.SysRecvfrom:
		if r.Val > 0 {
			s += " " + short(c.Out[:r.Val])
		}
	}
	return s
}

// address writes a struct sockaddr as scripts do.
func address(b []byte) string {
	if b[0] == 1 {
		return "unix:" + strings.Trim(strings.ReplaceAll(string(b[2:]), "\x00", "@"), "@")
	}
	return fmt.Sprintf("inet:%d.%d.%d.%d:%d", b[4], b[5], b[6], b[7], binary.BigEndian.Uint16(b[2:]))
}

func names(b []byte) string {
	var s strings.Builder
	for len(b) > 0 {
		size := binary.LittleEndian.Uint16(b[16:])
		name, _, _ := bytes.Cut(b[19:size], []byte{0})
		s.WriteString(" " + string(name))
		b = b[size:]
	}
	return s.String()
}

func short(b []byte) string {
	if len(b) > 60 {
		return fmt.Sprintf("%q... (%d)", b[:8], len(b))
	}
	return strconv.Quote(string(b))
}
