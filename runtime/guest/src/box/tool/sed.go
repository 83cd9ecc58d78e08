package tool

import (
	"bufio"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

const sedSpec = "/debug e:/expression E/regexp-extended r f:/file /follow-symlinks i?/in-place? " +
	"l:/line-length " +
	"n/quiet /silent /posix s/separate u/unbuffered z/null-data /zero-terminated /sandbox b/binary"

const sedUsage = "[OPTION]... {script-only-if-no-other-script} [input-file]...\n\n"

// sed's exit codes.
const (
	sedBadUsage = 1
	sedBadInput = 2
	sedPanic    = 4
)

type sed struct {
	r                        *run
	quiet, separate, inPlace bool
	suffix                   string
	extended, sandbox, posix bool
	unbuffered               bool
	bytes                    bool // every byte is a character
	delim                    byte
	lineLength               int
	script                   *sedScript

	input   *sedInput
	out     *sedOutput
	stdout  *sedOutput
	files   map[string]*sedOutput
	readers map[string]*bufio.Reader
	pattern []byte
	spare   []byte // room for the next pattern space
	found   [2]int // the match that is replaced
	hold    []byte
	held    bool // the line that was held had its delimiter
	chomped bool // the present line had its delimiter
	queue   []sedAppend
	replace bool // a substitution was made since the last line was read, for t
	last    *regex.Regexp
	quit    bool
	code    int
}

// sedAppend is what waits for the end of the cycle: a text, a file or a line of a file.
type sedAppend struct {
	text []byte
	file string
	line bool
}

func sedMain(r *run) int {
	r.usageStatus = sedBadUsage
	s := &sed{
		r: r, delim: '\n', lineLength: 70, files: map[string]*sedOutput{},
		readers: map[string]*bufio.Reader{}, held: true, bytes: !r.utf8Locale(),
	}
	if _, posix := r.lookupEnv("POSIXLY_CORRECT"); posix {
		s.posix = true
	}
	r.usageTry = "Usage: " + r.name + " " + sedUsage + describeAll(parseSpec(sedSpec))
	opts, words := r.options(sedSpec)
	var sources []sedSource
	for _, o := range opts {
		switch o.name {
		case "debug":
			r.unsupported("--debug")
		case "e":
			sources = append(sources, sedSource{text: o.value, name: "-e"})
		case "f":
			sources = append(sources, s.scriptFile(o.value))
		case "E", "r":
			s.extended = true
		case "i", "in-place":
			s.inPlace, s.separate, s.suffix = true, true, o.value
		case "l":
			s.lineLength = atoi(o.value)
		case "n", "silent":
			s.quiet = true
		case "posix":
			s.posix = true
		case "s":
			s.separate = true
		case "u":
			s.unbuffered = true
			r.out.Unbuffered()
		case "z", "zero-terminated":
			s.delim = 0
		case "sandbox":
			s.sandbox = true
		}
	}
	if len(sources) == 0 {
		if len(words) == 0 {
			r.usage("")
		}
		sources, words = []sedSource{{text: words[0], name: "-e"}}, words[1:]
	}
	s.script = parseSed(s, sources)
	s.stdout = &sedOutput{w: r.out, name: "stdout"}
	s.out = s.stdout
	noFiles := len(words) == 0
	if noFiles {
		words = []string{"-"}
	}
	s.input = &sedInput{s: s, names: words}
	if s.inPlace && noFiles {
		r.die(sedPanic, "no input files")
	}
	s.run()
	return max(s.code, r.status)
}

func (s *sed) scriptFile(name string) sedSource {
	f, err := openInput(name)
	if err != nil {
		s.r.dieErr(sedPanic, err, "couldn't open file %s", name)
	}
	text, err := readAll(f)
	closeInput(f)
	if err != nil {
		s.r.dieErr(sedBadUsage, err, "read error on %s", name)
	}
	return sedSource{text: strings.TrimSuffix(string(text), "\n"), name: name}
}

// sedOutput is a place where lines go. A last line without its newline gets one when
// another line follows.
type sedOutput struct {
	w       *linux.Writer
	name    string
	missing bool
}

func (s *sed) write(o *sedOutput, line []byte, ended bool) {
	if o.missing {
		_ = o.w.WriteByte(s.delim)
		o.missing = false
	}
	_, _ = o.w.Write(line)
	if ended {
		_ = o.w.WriteByte(s.delim)
	} else {
		o.missing = true
	}
	if o != s.stdout && o != s.out {
		_ = o.w.Flush()
	}
	s.checkOutput(o, len(line))
}

func (s *sed) checkOutput(o *sedOutput, n int) {
	if err := o.w.Err; err != nil {
		o.w.Err = nil
		s.r.dieErr(sedPanic, err, "couldn't write %d item%s to %s", n,
			map[bool]string{true: "", false: "s"}[n == 1], o.name)
	}
}

// output is the file of a w command.
func (s *sed) output(name string) *sedOutput {
	if o, ok := s.files[name]; ok {
		return o
	}
	var o *sedOutput
	switch name {
	case "/dev/stdout":
		o = &sedOutput{w: s.r.out, name: "stdout"}
	case "/dev/stderr":
		o = &sedOutput{w: linux.NewWriter(2), name: "stderr"}
	default:
		f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
		if err != nil {
			s.r.dieErr(sedPanic, err, "couldn't open file %s", name)
		}
		o = &sedOutput{w: linux.NewWriter(f.Fd), name: name}
	}
	s.files[name] = o
	return o
}

func (s *sed) run() {
	lines := s.onlyLines()
	for !s.quit {
		if lines != nil {
			s.passOver(lines)
		}
		if !s.readPattern() {
			break
		}
		s.cycle()
	}
	s.input.closeEdited()
	s.input.giveBack()
	if err := s.r.out.Flush(); err != nil {
		s.r.out.Err = nil
		s.r.dieErr(sedPanic, err, "couldn't flush stdout")
	}
}

// readPattern reads the next line into the pattern space.
func (s *sed) readPattern() bool {
	line, ended, ok := s.input.next()
	if !ok {
		return false
	}
	s.pattern, s.chomped = append(s.pattern[:0], line...), ended
	s.replace = false
	if s.input.line == 1 {
		s.readBefore()
	}
	return true
}

// readBefore writes the files of the commands 0r.
func (s *sed) readBefore() {
	for _, c := range s.script.commands {
		if c.name == 'r' && c.to == nil && c.from != nil && c.from.kind == 'n' && c.from.n == 0 {
			s.appendFile(c.file)
		}
	}
}

// cycle runs the script over the pattern space; D begins again without reading.
func (s *sed) cycle() {
	for {
		again := s.execute()
		if !s.quiet && !again.deleted {
			s.write(s.out, s.pattern, s.chomped)
		}
		s.flushQueue()
		if !again.restart {
			return
		}
	}
}

// flushQueue writes what a, r and R have left for the end of the cycle.
func (s *sed) flushQueue() {
	if len(s.queue) == 0 {
		return
	}
	queue := s.queue
	s.queue = nil
	for _, a := range queue {
		switch {
		case a.file == "":
			s.writeText(a.text)
		case a.line:
			s.appendLine(a.file)
		default:
			s.appendFile(a.file)
		}
	}
}

func (s *sed) writeText(text []byte) {
	if s.out.missing {
		_ = s.out.w.WriteByte(s.delim)
		s.out.missing = false
	}
	_, _ = s.out.w.Write(text)
	s.checkOutput(s.out, len(text))
}

func (s *sed) appendFile(name string) {
	if name == "/dev/stdin" {
		name = "-"
	}
	f, err := openInput(name)
	if err != nil {
		return
	}
	text, _ := readAll(f)
	closeInput(f)
	s.writeText(text)
}

func (s *sed) appendLine(name string) {
	b, ok := s.readers[name]
	if !ok {
		if f, err := openInput(strings.Replace(name, "/dev/stdin", "-", 1)); err == nil {
			b = bufio.NewReader(f)
		}
		s.readers[name] = b
	}
	if b == nil {
		return
	}
	line, err := b.ReadBytes(s.delim)
	if err == nil {
		s.write(s.out, line[:len(line)-1], true)
	} else if len(line) > 0 {
		s.write(s.out, line, false)
	}
}
