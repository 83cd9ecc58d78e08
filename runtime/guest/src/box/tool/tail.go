package tool

import (
	"errors"
	"io"
	"math"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type tail struct {
	r             *run
	count         uint64
	bytes         bool
	fromStart     bool
	quiet, titles bool
	delim         byte
	printed       bool
	follow        string // "", "descriptor" or "name"
	retry         bool
	pid           int
	interval      float64
}

func tailMain(r *run) int {
	t := &tail{r: r, count: 10, delim: '\n', interval: 1}
	r.args = t.obsolete(r.args)
	opts, files := r.options("c:/bytes f F n:/lines q/quiet /silent v/verbose z/zero-terminated " +
		"0 1 2 3 4 5 6 7 8 9 /follow? /pid: /retry s:/sleep-interval /max-unchanged-stats:")
	for _, o := range opts {
		t.option(o)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	t.titles = t.titles || len(files) > 1 && !t.quiet
	if t.fromStart && t.count > 0 {
		t.count--
	}
	switch {
	case t.retry && t.follow == "":
		t.r.message("warning: --retry ignored; --retry is useful only when following")
	case t.retry && t.follow == "descriptor":
		t.r.message("warning: --retry only effective for the initial open")
	}
	if t.pid != 0 && t.follow == "" {
		t.r.message("warning: PID ignored; --pid=PID is useful only when following")
	}
	if t.count == 0 && t.follow == "" && !t.fromStart {
		return r.status // nothing is wanted: no file is looked at
	}
	var open []*followed
	for _, name := range files {
		if f := t.file(name); f != nil && t.follow != "" {
			open = append(open, f)
		}
	}
	if t.follow != "" {
		t.followAll(open)
	}
	return r.status
}

func (t *tail) option(o option) {
	switch o.name {
	case "c":
		t.bytes = true
		t.amount(o.value, "bytes")
	case "n":
		t.bytes = false
		t.amount(o.value, "lines")
	case "q", "silent":
		t.quiet, t.titles = true, false
	case "v":
		t.quiet, t.titles = false, true
	case "z":
		t.delim = 0
	case "f":
		t.follow = "descriptor"
	case "F":
		t.follow, t.retry = "name", true
	case "follow":
		t.follow = "descriptor"
		if o.given {
			t.follow = t.r.choose("--follow", o.value, "descriptor", "name")
		}
	case "retry":
		t.retry = true
	case "max-unchanged-stats":
		t.r.amount(o.value, "", "invalid maximum number of unchanged stats between opens", 0, math.MaxUint64)
	case "pid":
		n, ok := parseUint(o.value)
		if !ok || n > math.MaxInt32 {
			t.r.die(1, "invalid PID: %s", t.r.curly(o.value))
		}
		t.pid = int(n)
	case "s":
		seconds, ok := parseSeconds(o.value)
		if !ok {
			t.r.die(1, "invalid number of seconds: %s", t.r.curly(o.value))
		}
		t.interval = seconds
	default:
		t.r.die(1, "option used in invalid context -- %s", o.name)
	}
}

// obsolete turns `tail -5` and `tail +5` into options that getopt knows.
func (t *tail) obsolete(args []string) []string {
	ours := len(args) == 1 || len(args) == 2 && (args[1] == "-" || !strings.HasPrefix(args[1], "-")) ||
		(len(args) == 2 || len(args) == 3) && args[1] == "--"
	if !ours || len(args[0]) < 2 {
		return args
	}
	sign, word := args[0][:1], args[0][1:]
	if sign != "-" && sign != "+" || word[0] < '0' || word[0] > '9' {
		return args
	}
	digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
	kind := "-n"
	rest := word[digits:]
	unit := ""
	if rest != "" && strings.ContainsAny(rest[:1], "bcl") {
		if rest[0] != 'l' {
			kind = "-c"
		}
		if rest[0] == 'b' {
			unit = "b"
		}
		rest = rest[1:]
	}
	if rest != "" && rest != "f" {
		return args
	}
	if sign == "-" {
		sign = ""
	}
	out := []string{kind + sign + word[:digits] + unit}
	if rest == "f" {
		out = append(out, "-f")
	}
	return append(out, args[1:]...)
}

func (t *tail) amount(s, what string) {
	number := s
	if strings.HasPrefix(s, "+") || strings.HasPrefix(s, "-") {
		number = s[1:]
	}
	n := t.r.amount(number, sizeSuffixes, "invalid number of "+what, 0, math.MaxUint64)
	t.count, t.fromStart = n, t.fromStart || strings.HasPrefix(s, "+")
}

func (t *tail) title(label string) {
	if t.titles {
		if t.printed {
			t.r.print("\n")
		}
		t.r.print("==> ", label, " <==\n")
	}
	t.printed = true
}

// file prints the end of one file and leaves it open if it is to be followed.
func (t *tail) file(name string) *followed {
	label := name
	if name == "-" {
		label = "standard input"
	}
	f, err := openInput(name)
	if err != nil {
		t.r.warnErr(err, "cannot open %s for reading", t.r.quoted(name))
		if t.follow == "name" && t.retry {
			return &followed{name: name, label: label}
		}
		return nil
	}
	t.title(label)
	switch {
	case t.fromStart && t.bytes:
		err = t.skipBytes(f)
	case t.fromStart:
		err = t.skipLines(f)
	case t.bytes:
		err = t.lastBytes(f)
	default:
		err = t.lastLines(f)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		t.r.warnErr(err, "error reading %s", t.r.quoted(label))
		closeInput(f)
		return nil
	}
	if t.follow == "" {
		closeInput(f)
	}
	return &followed{name: name, label: label, f: f}
}

func (t *tail) copyRest(f io.Reader) error {
	_, err := io.CopyBuffer(struct{ io.Writer }{t.r.out}, struct{ io.Reader }{f}, make([]byte, inputSize))
	if t.r.out.Err != nil {
		return nil // told at the end
	}
	return err
}

func (t *tail) skipBytes(f *linux.File) error {
	if size, ok := sizeLeft(f); ok {
		_, _ = f.Seek(min(size, int64(min(t.count, math.MaxInt64))), linux.SeekCur)
		return t.copyRest(f)
	}
	if _, err := io.CopyN(io.Discard, f, int64(min(t.count, math.MaxInt64))); err != nil {
		return err
	}
	return t.copyRest(f)
}

func (t *tail) skipLines(f *linux.File) error {
	lines := newLineReader(f, t.delim)
	for range t.count {
		if _, _, err := lines.next(); err != nil {
			return err
		}
	}
	return t.copyRest(lines.rest())
}

// sizeLeft returns the bytes from a regular file's position to its end.
func sizeLeft(f *linux.File) (int64, bool) {
	st, err := linux.Fstat(f.Fd)
	if err != nil || !st.IsRegular() || st.Size == 0 {
		return 0, false
	}
	at, err := f.Seek(0, linux.SeekCur)
	return max(0, st.Size-at), err == nil
}

func (t *tail) lastBytes(f *linux.File) error {
	if size, ok := sizeLeft(f); ok {
		if uint64(size) > t.count {
			_, _ = f.Seek(size-int64(t.count), linux.SeekCur)
		}
		return t.copyRest(f)
	}
	var held []byte
	buf := make([]byte, inputSize)
	for {
		n, err := f.Read(buf)
		if err != nil {
			_, _ = t.r.out.Write(held)
			return err
		}
		held = append(held, buf[:n]...)
		if extra := len(held) - int(min(t.count, 1<<40)); extra > 0 {
			held = append(held[:0], held[extra:]...)
		}
	}
}

func (t *tail) lastLines(f *linux.File) error {
	if there, err := t.seekToLines(f); err != nil {
		return err
	} else if there {
		return t.copyRest(f)
	}
	ring := make([][]byte, 0, min(t.count, 1024))
	at := 0
	lines := newLineReader(f, t.delim)
	for {
		line, ended, err := lines.next()
		if err != nil {
			for i := range ring {
				_, _ = t.r.out.Write(ring[(at+i)%len(ring)])
			}
			return err
		}
		if t.count == 0 {
			continue
		}
		if uint64(len(ring)) < t.count {
			ring = append(ring, nil)
			at = len(ring) - 1
		}
		ring[at] = append(ring[at][:0], line...)
		if ended {
			ring[at] = append(ring[at], t.delim)
		}
		at = (at + 1) % len(ring)
	}
}

// seekToLines moves to the wanted lines of a large regular file, so that it need not be read.
func (t *tail) seekToLines(f *linux.File) (there bool, err error) {
	size, ok := sizeLeft(f)
	if !ok || size < 4*inputSize || t.count == 0 || t.count == math.MaxUint64 {
		return false, nil
	}
	start, err := f.Seek(0, linux.SeekCur)
	if err != nil {
		return false, err
	}
	buf := make([]byte, inputSize)
	wanted := t.count // delimiters behind which the lines begin
	for end := start + size; end > start; end -= inputSize {
		from := max(start, end-inputSize)
		n, err := f.ReadAt(buf[:end-from], from)
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		if end == start+size && n > 0 && buf[n-1] == t.delim {
			wanted++ // the last line has its own
		}
		if some := uint64(countByte(buf[:n], t.delim)); some < wanted {
			wanted -= some
			continue
		}
		for i := n - 1; i >= 0; i-- {
			if buf[i] != t.delim {
				continue
			}
			if wanted--; wanted == 0 {
				_, err = f.Seek(from+int64(i)+1, linux.SeekSet)
				return true, err
			}
		}
	}
	return true, nil // all of it
}
