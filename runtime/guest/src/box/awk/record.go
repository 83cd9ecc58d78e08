package awk

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// record is $0, built again from the fields if they were changed.
func (in *Interp) record() string {
	if !in.lineGood {
		in.line = strings.Join(in.fields, in.globalText(slotOFS))
		in.lineGood = true
	}
	return in.line
}

func (in *Interp) setRecord(s string) {
	in.line, in.lineGood, in.isSplit = s, true, false
}

// split cuts $0 into fields when somebody asks for them.
func (in *Interp) split() {
	if in.isSplit {
		return
	}
	if fs := in.globalText(slotFS); fs == " " {
		in.fields = blankFields(in.fields[:0], in.record())
	} else if len(fs) == 1 {
		in.fields = charFields(in.fields[:0], in.record(), fs[0])
	} else {
		in.fields = in.cut(in.record(), fs)
	}
	in.isSplit = true
	in.globals[slotNF].v = number(float64(len(in.fields)))
}

func (in *Interp) field(i int) value {
	if i == 0 {
		return input(in.record())
	}
	in.split()
	if i > len(in.fields) {
		return value{}
	}
	return input(in.fields[i-1])
}

func (in *Interp) setField(i int, s string) {
	if i == 0 {
		in.setRecord(s)
		return
	}
	in.split()
	for len(in.fields) < i {
		in.fields = append(in.fields, "")
	}
	in.fields[i-1] = s
	in.lineGood = false
	in.globals[slotNF].v = number(float64(len(in.fields)))
}

func (in *Interp) setNF(n int) {
	in.split()
	if n < 0 || n > 1<<24 {
		panic(&Error{"run time error: negative value assigned to NF" + in.whereabouts()})
	}
	for len(in.fields) < n {
		in.fields = append(in.fields, "")
	}
	in.fields = in.fields[:n]
	in.lineGood = false
	in.globals[slotNF].v = number(float64(n))
}

// cut splits s by a field separator: blanks for " ", a character, or a regex.
func (in *Interp) cut(s, separator string) []string {
	switch {
	case s == "":
		return nil
	case separator == " ":
		return blankFields(nil, s)
	case separator == "":
		parts := make([]string, len(s))
		for i := range len(s) {
			parts[i] = s[i : i+1]
		}
		return parts
	case len(separator) == 1:
		return charFields(nil, s, separator[0])
	}
	return splitRegex(s, in.regex(separator, 0))
}

// blankFields appends what lies between blanks and newlines.
func blankFields(list []string, s string) []string {
	start := -1
	for i := range len(s) {
		if !isSpace(s[i]) {
			if start < 0 {
				start = i
			}
		} else if start >= 0 {
			list = append(list, s[start:i])
			start = -1
		}
	}
	if start >= 0 {
		list = append(list, s[start:])
	}
	return list
}

// charFields appends what lies between separators; there is nothing in an empty text.
func charFields(list []string, s string, separator byte) []string {
	for s != "" {
		i := strings.IndexByte(s, separator)
		if i < 0 {
			return append(list, s)
		}
		list = append(list, s[:i])
		if s = s[i+1:]; s == "" {
			return append(list, "")
		}
	}
	return list
}

func splitRegex(s string, re *regex.Regexp) []string {
	if s == "" {
		return nil
	}
	var parts []string
	at := 0
	for _, loc := range re.All([]byte(s), -1) {
		if loc[0] == loc[1] {
			continue
		}
		parts = append(parts, s[at:loc[0]])
		at = loc[1]
	}
	return append(parts, s[at:])
}

// read reads a record as RS says.
func (in *Interp) read(src *source) (string, bool) {
	if src.done {
		return "", false
	}
	rs := in.globalText(slotRS)
	if rs == "\n" && src.fill() {
		i := strings.IndexByte(src.lines, '\n')
		s := src.lines[:i]
		src.lines = src.lines[i+1:]
		return s, true
	}
	if src.lines != "" { // RS has changed since they were read
		src.r = bufio.NewReaderSize(io.MultiReader(strings.NewReader(src.lines), src.r), 64<<10)
		src.lines = ""
	}
	var s string
	var err error
	switch {
	case rs == "":
		s, err = readParagraph(src.r)
	case len(rs) == 1:
		s, err = src.r.ReadString(rs[0])
		s = strings.TrimSuffix(s, rs)
		if err == nil {
			return s, true
		}
	default:
		s, err = in.readRegex(src.r, rs)
	}
	if err != nil {
		src.done = true
		if !errors.Is(err, io.EOF) {
			panic(&Error{"read error (" + err.Error() + ")"})
		}
		return s, s != ""
	}
	return s, true
}

// pieceMax is how many bytes of lines become one string at a time. A field that is kept keeps its piece.
const pieceMax = 4 << 10

// fill sees to it that there are lines that were read in one piece, if the reader has one.
func (s *source) fill() bool {
	if s.lines != "" {
		return true
	}
	_, _ = s.r.Peek(1)
	b, _ := s.r.Peek(min(s.r.Buffered(), pieceMax))
	n := bytes.LastIndexByte(b, '\n') + 1
	s.lines = string(b[:n])
	_, _ = s.r.Discard(n)
	return n > 0
}

// readParagraph reads lines up to an empty one, and skips empty lines before.
func readParagraph(r *bufio.Reader) (string, error) {
	var lines []string
	for {
		line, err := r.ReadString('\n')
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line != "":
			lines = append(lines, line)
		case len(lines) > 0 && err == nil:
			return strings.Join(lines, "\n"), nil
		}
		if err != nil {
			return strings.Join(lines, "\n"), err
		}
	}
}

// readRegex reads up to a match of rs, of which the longest wants the text behind it.
func (in *Interp) readRegex(r *bufio.Reader, rs string) (string, error) {
	re := in.regex(rs, 0)
	for size := 4096; ; size *= 2 {
		b, err := r.Peek(min(size, r.Size()))
		loc := re.Find(b, 0)
		if loc != nil && loc[1] > loc[0] && (loc[1] < len(b) || err != nil) {
			s := string(b[:loc[0]])
			_, _ = r.Discard(loc[1])
			return s, nil
		}
		if err != nil || size >= r.Size() {
			all, errAll := io.ReadAll(r)
			if errAll == nil {
				errAll = io.EOF
			}
			if loc := re.Find(all, 0); loc != nil && loc[1] > loc[0] {
				rest := io.MultiReader(strings.NewReader(string(all[loc[1]:])), r)
				r.Reset(rest)
				return string(all[:loc[0]]), nil
			}
			return string(all), errAll
		}
	}
}

// nextMain reads the next record of the main input into $0, or into to.
func (in *Interp) nextMain(to *place) bool {
	for {
		if in.main == nil && !in.openMain() {
			return false
		}
		s, ok := in.read(in.main)
		if !ok {
			_ = in.main.c.Close()
			in.main = nil
			continue
		}
		in.count(slotNR)
		in.count(slotFNR)
		in.deliver(s, to)
		return true
	}
}

func (in *Interp) count(slot int) {
	v := &in.globals[slot].v
	if v.kind == kindNumber {
		v.n++
		return
	}
	*v = number(v.num() + 1)
}

func (in *Interp) deliver(s string, to *place) {
	if to == nil {
		in.setRecord(s)
	} else {
		to.set(in, input(s))
	}
}

func (in *Interp) nextFile() {
	if in.main != nil {
		_ = in.main.c.Close()
		in.main = nil
	}
}

// openMain opens the next file of ARGV; assignments there are made on the way.
func (in *Interp) openMain() bool {
	argv := in.globals[slotARGV].array()
	argc := in.globals[slotARGC].v
	for in.argIndex++; in.argIndex < int(argc.num()); in.argIndex++ {
		it := argv.find(strconv.Itoa(in.argIndex), true)
		if it == nil || in.str(it.v) == "" {
			continue
		}
		arg := in.str(it.v)
		if name, v, ok := Assignment(arg); ok {
			in.assignVariable(name, v)
			continue
		}
		in.args = append(in.args, arg)
		return in.openFile(arg)
	}
	if in.args == nil {
		in.args = []string{"-"}
		return in.openFile("-")
	}
	return false
}

func (in *Interp) openFile(name string) bool {
	f, err := in.cfg.Open(name)
	if err != nil {
		panic(&Error{"cannot open " + name + " (" + err.Error() + ")"})
	}
	in.globals[slotFILENAME].v = text(name)
	in.globals[slotFNR].v = number(0)
	in.main = &source{r: bufio.NewReaderSize(f, 64<<10), c: f}
	return true
}

// Assignment takes name=value apart, if arg is one.
func Assignment(arg string) (name, v string, ok bool) {
	name, v, ok = strings.Cut(arg, "=")
	if !ok || name == "" || !isLetter(name[0]) {
		return "", "", false
	}
	for i := range len(name) {
		if !isLetter(name[i]) && !isDigit(name[i]) {
			return "", "", false
		}
	}
	return name, v, true
}
