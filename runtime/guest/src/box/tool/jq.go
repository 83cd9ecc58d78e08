package tool

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/jq"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// jqTool follows jq 1.6.
type jqTool struct {
	r        *run
	program  *string
	fromFile bool
	files    []string
	format   jq.Format
	ending   string // after each result

	slurp, rawIn, nullIn, rawOut, seq, stream, exitStatus bool

	named      *jq.Object
	positional []any
	variables  []jq.Variable
	in         jqInput
	lastTruth  int // of the last result: 0 none yet, 1 null or false, 2 another
}

// Exit codes of jq.
const (
	jqUsage    = 2
	jqCompile  = 3
	jqNoOutput = 4
	jqError    = 5
)

func jqMain(r *run) int {
	j := &jqTool{r: r, named: jq.NewObject(), positional: []any{}, ending: "\n"}
	j.format.Indent = 2
	r.name = "jq"
	j.options()
	if j.program == nil {
		if linux.Isatty(0) && linux.Isatty(1) {
			r.stderr(jqUsageText)
			return jqUsage
		}
		whole := "."
		j.program = &whole
	}
	text := *j.program
	if j.fromFile {
		text = j.programFile(text)
	}
	j.variables = append(j.variables, jq.Variable{Name: "ARGS", Value: jq.NewObject().
		With("positional", j.positional).With("named", j.named)})
	p, err := jq.Compile(text, "<top-level>", j.variables)
	var bad *jq.CompileError
	var missing *jq.Missing
	switch {
	case errors.As(err, &bad):
		r.stderr(bad.Lines + "jq: " + strconv.Itoa(bad.Count) + " compile error" + manyJq(bad.Count) + "\n")
		return jqCompile
	case errors.As(err, &missing):
		r.unsupported(missing.What)
	}
	j.in = jqInput{r: r, files: j.files}
	j.in.decoder = jq.NewDecoder(j.in.line)
	return j.play(p)
}

func manyJq(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func (j *jqTool) programFile(name string) string {
	f, err := openInput(name)
	var b []byte
	if err == nil {
		b, err = readAll(f)
		closeInput(f)
	}
	if st, errStat := linux.Stat(name); errStat == nil && st.IsDir() {
		j.r.die(jqUsage, "Could not open %s: It's a directory", name)
	}
	if err != nil {
		j.r.dieErr(jqUsage, err, "Could not open %s", name)
	}
	return jq.Text(b)
}

// play runs the program over all inputs.
func (j *jqTool) play(p *jq.Program) int {
	status, ran := 0, false
	run := func(v any) {
		ran = true
		before := j.lastTruth
		j.lastTruth = 0
		status = j.process(p, v)
		if j.lastTruth == 0 && status == 0 {
			status = -jqNoOutput
		}
		j.lastTruth = max(j.lastTruth, before*b2n(j.lastTruth == 0))
	}
	if j.nullIn {
		run(nil)
	} else {
		for {
			v, err := j.input()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				j.r.stderr("parse error: " + err.Error() + "\n")
				return jqNoOutput
			}
			run(v)
		}
	}
	switch {
	case j.in.failed:
		return jqUsage
	case status > 0:
		return status
	case !j.exitStatus, !ran:
		return 0
	case j.lastTruth == 0:
		return jqNoOutput
	}
	return b2n(j.lastTruth == 1)
}

func b2n(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (j *jqTool) process(p *jq.Program, v any) int {
	err := p.Run(j, v, func(x any) error {
		j.lastTruth = 2
		if x == nil || x == false {
			j.lastTruth = 1
		}
		j.put(x)
		return nil
	})
	var halt *jq.Halt
	var raised *jq.Error
	var missing *jq.Missing
	var broken *jq.ParseError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &halt):
		j.halt(halt)
	case errors.As(err, &missing):
		j.r.unsupported(missing.What)
	case errors.As(err, &broken):
		j.r.stderr("parse error: " + broken.Text + "\n")
		return jqNoOutput
	case errors.As(err, &raised):
		where := "<unknown>"
		if file, line := j.Place(); file != nil {
			where = sprintf("%v:%d", file, line)
		}
		text, ok := raised.Value.(string)
		if !ok {
			text = "(not a string): " + jq.Encode(raised.Value, jq.Format{Compact: true})
			j.r.stderr("jq: error (at " + where + ") " + text + "\n")
			return jqError
		}
		text, _, _ = strings.Cut(text, "\x00")
		j.r.stderr("jq: error (at " + where + "): " + text + "\n")
	}
	return jqError
}

func (j *jqTool) halt(h *jq.Halt) {
	if h.Text {
		text, ok := h.Value.(string)
		if !ok {
			text = jq.Encode(h.Value, jq.Format{Compact: true}) + "\n"
		}
		if h.Value != nil {
			j.r.stderr(text)
		}
	}
	panic(exit(h.Code))
}

func (j *jqTool) put(v any) {
	if j.seq {
		j.r.print("\x1e")
	}
	text, ok := v.(string)
	if !ok || !j.rawOut {
		text = jq.Encode(v, j.format)
	} else if j.format.ASCII {
		text = jq.Encode(v, jq.Format{ASCII: true})
	}
	j.r.print(text, j.ending)
}

// input is the next value that the program is to be run over.
func (j *jqTool) input() (any, error) {
	if !j.slurp {
		return j.Input()
	}
	if j.in.slurped {
		return nil, io.EOF
	}
	j.in.slurped = true
	if j.rawIn {
		return j.in.everything()
	}
	list := []any{}
	for {
		v, err := j.Input()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
}

// Input implements jq.Host.
func (j *jqTool) Input() (any, error) {
	if len(j.in.events) > 0 {
		v := j.in.events[0]
		j.in.events = j.in.events[1:]
		return v, nil
	}
	if j.rawIn {
		return j.in.text()
	}
	v, err := j.in.decoder.Next()
	if err != nil || !j.stream {
		return v, err
	}
	_ = jq.Events(v, func(e any) error {
		j.in.events = append(j.in.events, e)
		return nil
	})
	return j.Input()
}

// jqInput is the files, or standard input, as one text.
type jqInput struct {
	r       *run
	decoder *jq.Decoder
	files   []string
	events  []any
	opened  bool
	slurped bool
	failed  bool
	ended   bool
	reader  *bufio.Reader
	file    *linux.File
	name    any
	lines   int
}

// open goes on to the next file; false after the last.
func (in *jqInput) open() bool {
	if !in.opened && len(in.files) == 0 {
		in.opened = true
		in.start("<stdin>", &linux.File{Fd: 0})
		return true
	}
	in.opened = true
	for len(in.files) > 0 {
		name := in.files[0]
		in.files = in.files[1:]
		f, err := linux.OpenFile(name, 0, 0)
		if name == "-" {
			f, err = &linux.File{Fd: 0}, nil
		}
		if err != nil {
			in.r.stderr("jq: error: Could not open file " + name + ": " + errnoText(err) + "\n")
			in.failed = true
			continue
		}
		in.start(name, f)
		return true
	}
	return false
}

func (in *jqInput) start(name string, f *linux.File) {
	in.name, in.file, in.lines = name, f, 0
	in.reader = bufio.NewReaderSize(f, inputSize)
}

// line is the next line with its end. A file is left at the first call after its end was seen: until then it
// is the place of errors.
func (in *jqInput) line() ([]byte, error) {
	for {
		if in.ended {
			closeInput(in.file)
			in.reader, in.name, in.lines, in.ended = nil, nil, 0, false
		}
		if in.reader == nil && !in.open() {
			return nil, io.EOF
		}
		b, err := in.reader.ReadBytes('\n')
		in.ended = err != nil
		in.failed = in.failed || err != nil && !errors.Is(err, io.EOF)
		if len(b) > 0 {
			if b[len(b)-1] == '\n' {
				in.lines++
			}
			return b, nil
		}
		if len(in.files) == 0 {
			return nil, io.EOF
		}
	}
}

// text is the next line without its end.
func (in *jqInput) text() (any, error) {
	b, err := in.line()
	if err != nil {
		return nil, err
	}
	return strings.TrimSuffix(jq.Text(b), "\n"), nil
}

func (in *jqInput) everything() (any, error) {
	var all []byte
	for {
		b, err := in.line()
		if errors.Is(err, io.EOF) {
			return jq.Text(all), nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, b...)
	}
}
