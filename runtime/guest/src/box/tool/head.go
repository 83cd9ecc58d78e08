package tool

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type head struct {
	r             *run
	count         uint64
	bytes         bool
	butLast       bool
	quiet, titles bool
	delim         byte
	printed       bool
}

func headMain(r *run) int {
	h := &head{r: r, count: 10, delim: '\n'}
	r.args = h.obsolete(r.args)
	opts, files := r.options("c:/bytes n:/lines q/quiet /silent v/verbose z/zero-terminated " +
		"0 1 2 3 4 5 6 7 8 9")
	for _, o := range opts {
		switch o.name {
		case "c":
			h.bytes = true
			h.amount(o.value, "bytes")
		case "n":
			h.bytes = false
			h.amount(o.value, "lines")
		case "q", "silent":
			h.quiet, h.titles = true, false
		case "v":
			h.quiet, h.titles = false, true
		case "z":
			h.delim = 0
		default:
			r.usage("invalid trailing option -- %s", o.name)
		}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	h.titles = h.titles || len(files) > 1 && !h.quiet
	for _, name := range files {
		h.file(name)
	}
	return r.status
}

// obsolete turns `head -5c` into options that getopt knows.
func (h *head) obsolete(args []string) []string {
	if len(args) == 0 || len(args[0]) < 2 || args[0][0] != '-' || args[0][1] < '0' || args[0][1] > '9' {
		return args
	}
	word := args[0][1:]
	digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
	kind, unit := "-n", ""
	var more []string
	for _, c := range word[digits:] {
		switch c {
		case 'c':
			kind, unit = "-c", ""
		case 'b', 'k', 'm':
			kind, unit = "-c", string(c)
		case 'l':
			kind = "-n"
		case 'q', 'v', 'z':
			more = append(more, "-"+string(c))
		default:
			h.r.usage("invalid trailing option -- %c", c)
		}
	}
	return append(append([]string{kind + word[:digits] + unit}, more...), args[1:]...)
}

func (h *head) amount(s, what string) {
	number, minus := strings.CutPrefix(s, "-")
	h.count = h.r.amount(number, sizeSuffixes, "invalid number of "+what, 0, math.MaxUint64)
	h.butLast = minus
}

func (h *head) file(name string) {
	f, err := openInput(name)
	if err != nil {
		h.r.warnErr(err, "cannot open %s for reading", h.r.quoted(name))
		return
	}
	defer closeInput(f)
	label := name
	if name == "-" {
		label = "standard input"
	}
	if h.titles {
		if h.printed {
			h.print([]byte("\n"))
		}
		h.print([]byte("==> " + label + " <==\n"))
	}
	h.printed = true
	switch {
	case h.butLast && h.bytes:
		err = h.allButBytes(f)
	case h.butLast:
		err = h.allButLines(f)
	case h.bytes:
		err = h.firstBytes(f)
	default:
		err = h.firstLines(f)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		h.r.warnErr(err, "error reading %s", h.r.quoted(label))
	}
}

// print writes and ends the tool at an error, as xwrite_stdout does.
func (h *head) print(b []byte) {
	if _, err := h.r.out.Write(b); err != nil {
		h.r.out.Err = nil
		h.r.dieErr(1, err, "error writing 'standard output'")
	}
}

func (h *head) firstBytes(f *linux.File) error {
	buf := make([]byte, inputSize)
	for left := h.count; left > 0; {
		n, err := f.Read(buf[:min(left, uint64(len(buf)))])
		if err != nil {
			return err
		}
		h.print(buf[:n])
		left -= uint64(n)
	}
	return nil
}

func (h *head) firstLines(f *linux.File) error {
	buf := make([]byte, 8<<10)
	for left := h.count; left > 0; {
		n, err := f.Read(buf)
		if err != nil {
			return err
		}
		used := 0
		for left > 0 && used < n {
			i := bytes.IndexByte(buf[used:n], h.delim)
			if i < 0 {
				used = n
				break
			}
			used += i + 1
			left--
		}
		h.print(buf[:used])
		if left == 0 && used < n {
			giveBack(f, n-used)
		}
	}
	return nil
}

// giveBack leaves a shared file where the next reader expects it.
func giveBack(f *linux.File, n int) {
	if st, err := linux.Fstat(f.Fd); err == nil && st.Mode&primitives.S_IFMT == primitives.S_IFREG {
		_, _ = f.Seek(-int64(n), linux.SeekCur)
	}
}

func (h *head) allButBytes(f *linux.File) error {
	var held []byte
	buf := make([]byte, inputSize)
	for {
		n, err := f.Read(buf)
		if err != nil {
			giveBack(f, len(held))
			return err
		}
		held = append(held, buf[:n]...)
		if extra := len(held) - int(min(h.count, 1<<40)); extra > 0 {
			h.print(held[:extra])
			held = append(held[:0], held[extra:]...)
		}
	}
}

func (h *head) allButLines(f *linux.File) error {
	var held [][]byte
	size := 0 // of what is held
	lines := newLineReader(f, h.delim)
	for {
		line, ended, err := lines.next()
		if err != nil {
			giveBack(f, size)
			return err
		}
		line = append([]byte(nil), line...)
		if ended {
			line = append(line, h.delim)
		}
		size += len(line)
		held = append(held, line)
		if uint64(len(held)) > h.count {
			h.print(held[0])
			size -= len(held[0])
			held = held[1:]
		}
	}
}
