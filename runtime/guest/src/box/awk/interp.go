package awk

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// Config is the world of a running program.
type Config struct {
	Args    []string // operands: files and assignments
	Environ []string
	Vars    [][2]string // -v and -F, in order
	Stdout  Writer
	// Open opens a file to read; "-" is standard input.
	Open func(name string) (io.ReadCloser, error)
	// Create opens a file or, with mode "|", a command to write to.
	Create func(mode, name string) (Writer, error)
	// Command starts a command to read from.
	Command func(command string) (io.ReadCloser, error)
	// System runs a command and returns its exit code.
	System   func(command string) int
	Now      func() int64 // ns
	Strftime func(format string, seconds int64, utc bool) string
	Mktime   func(spec string) int64
	Random   func() int64 // a first seed
}

// Writer is where output goes. Close returns the exit code of a command.
type Writer interface {
	io.Writer
	Flush() error
	Close() int
}

// Interp is a running program.
type Interp struct {
	p       *Program
	cfg     *Config
	globals []cell
	frame   []*cell
	result  value
	depth   int

	line     string // $0
	lineGood bool   // $0 is up to date with the fields
	fields   []string
	isSplit  bool
	out      []byte // lines on their way

	args     []string
	argIndex int
	main     *source
	files    map[string]*source
	commands map[string]*source
	outputs  map[string]Writer
	order    []string // of outputs, to close them as they were opened

	regexes  map[string]*regex.Regexp
	exitCode int
	seed     uint64
	lastSeed float64
}

// source is an input and its records.
type source struct {
	r     *bufio.Reader
	c     io.Closer
	done  bool
	lines string // read from r in one piece: lines with their newlines
}

// Run runs a compiled program and returns its exit code.
func Run(p *Program, cfg *Config) (code int, err error) {
	in := &Interp{
		p: p, cfg: cfg, globals: make([]cell,
			len(p.globals)), files: map[string]*source{}, commands: map[string]*source{},
		outputs: map[string]Writer{}, regexes: map[string]*regex.Regexp{}, lineGood: true,
	}
	in.seed = uint64(cfg.Random())
	in.lastSeed = float64(in.seed % (1 << 31))
	in.variables()
	defer func() {
		e := recover()
		if failure, ok := e.(error); ok && !isRuntime(failure) {
			err = failure
		} else if e != nil {
			panic(e)
		}
		if _, named := in.outputs["/dev/stdout"]; named {
			_ = in.cfg.Stdout.Flush() // the output used last goes first
		}
		in.closeAll() // mawk waits for its commands before it writes out what is left
		_ = in.cfg.Stdout.Flush()
		code = in.exitCode
	}()
	in.run()
	return in.exitCode, nil
}

// isRuntime reports whether a panic is Go's own.
func isRuntime(err error) bool {
	var r interface{ RuntimeError() }
	return errors.As(err, &r)
}

func (in *Interp) variables() {
	g := in.globals
	for slot, s := range map[int]string{
		slotFS: " ", slotOFS: " " +
			"", slotORS: "\n", slotRS: "\n", slotSUBSEP: "\x1c", slotCONVFMT: "%.6g", slotOFMT: "%.6g",
		slotFILENAME: "",
	} {
		g[slot].v = text(s)
	}
	g[slotRLENGTH].v = number(-1)
	for _, slot := range []int{slotNF, slotNR, slotFNR, slotRSTART} {
		g[slot].v = number(0)
	}
	env := g[slotENVIRON].array()
	for _, s := range in.cfg.Environ {
		name, v, _ := strings.Cut(s, "=")
		*env.at(name, false) = input(v)
	}
	argv := g[slotARGV].array()
	*argv.at("0", true) = text("awk")
	for i, a := range in.cfg.Args {
		*argv.at(strconv.Itoa(i+1), true) = input(a)
	}
	g[slotARGC].v = number(float64(len(in.cfg.Args) + 1))
	for _, v := range in.cfg.Vars {
		in.assignVariable(v[0], v[1])
	}
}

// assignVariable is -v name=text, with the escapes of strings.
func (in *Interp) assignVariable(name, raw string) {
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' {
			s, n := escape(raw[i+1:])
			b.WriteString(s)
			i += n
			continue
		}
		b.WriteByte(raw[i])
	}
	i, ok := in.p.slots[name]
	if !ok {
		return // the program never asks for it
	}
	if i < slotsSpecial {
		in.setSpecial(i, input(b.String()))
	} else {
		in.globals[i].v = input(b.String())
	}
}

func (in *Interp) globalText(slot int) string {
	v := in.globals[slot].v
	if v.kind == kindNumber {
		return in.str(v)
	}
	return v.s
}

// setSpecial assigns to a variable that means something.
func (in *Interp) setSpecial(slot int, v value) {
	if slot == slotNF {
		in.setNF(int(v.num()))
		return
	}
	if slot == slotFS {
		in.split() // the record keeps the fields that it has
	}
	if slot == slotOFS {
		in.record() // fields changed before are joined by the old one
	}
	in.globals[slot].v = v
}

// whereabouts is the line that mawk adds to run time errors.
func (in *Interp) whereabouts() string {
	return "\n\tFILENAME=\"" + in.globalText(slotFILENAME) + "\" FNR=" + in.str(in.globals[slotFNR].v) +
		" NR=" +
		in.str(in.globals[slotNR].v)
}

func compileRegex(source string) (*regex.Regexp, error) {
	return regex.Compile(source, regex.Options{Syntax: regex.Awk, Bytes: true})
}

// regex compiles what an expression made; line is where it stands, 0 if in no program.
func (in *Interp) regex(source string, line int) *regex.Regexp {
	if re, ok := in.regexes[source]; ok {
		return re
	}
	re, err := compileRegex(source)
	if err != nil {
		panic(&Error{"line " + strconv.Itoa(line) + ": regular expression compile failed (" +
			regexProblem(err) + ")\n" + source})
	}
	in.regexes[source] = re
	return re
}

const depthMax = 2000 // calls within calls

func (in *Interp) call(f *function, frame []*cell) value {
	if in.depth++; in.depth > depthMax {
		panic(&Error{"run time error: function call nesting too deep" + in.whereabouts()})
	}
	saved := in.frame
	in.frame = frame
	how := f.body(in)
	in.frame = saved
	in.depth--
	switch how {
	case flowReturn:
		v := in.result
		in.result = value{}
		return v
	case flowExit, flowNext:
		panic(unwind(how))
	}
	return value{}
}

// unwind leaves functions by exit or next.
type unwind flow

// guarded runs an action and catches what unwinds from within functions.
func (in *Interp) guarded(a action) (how flow) {
	defer func() {
		if e := recover(); e != nil {
			u, ok := e.(unwind)
			if !ok {
				panic(e)
			}
			in.depth, in.frame = 0, nil
			how = flow(u)
		}
	}()
	return a(in)
}

func (in *Interp) run() {
	for _, b := range in.p.begin {
		if in.guarded(b) == flowExit {
			in.end()
			return
		}
	}
	if len(in.p.main) == 0 && len(in.p.end) == 0 {
		return
	}
	for in.guarded(in.records()) == flowNext {
	}
	in.end()
}

// records reads all records and runs the rules over each.
func (in *Interp) records() action {
	rules := in.rules()
	return func(in *Interp) flow {
		for in.nextMain(nil) {
			if rules(in) == flowExit {
				return flowExit
			}
		}
		return flowNormal
	}
}

func (in *Interp) end() {
	for _, e := range in.p.end {
		if in.guarded(e) == flowExit {
			return
		}
	}
}

// rules runs the pattern-action pairs over the present record.
func (in *Interp) rules() action {
	return func(in *Interp) flow {
		for i := range in.p.main {
			r := &in.p.main[i]
			if !r.selects(in) {
				continue
			}
			if r.do == nil {
				in.print(nil)
				continue
			}
			if f := r.do(in); f == flowExit || f == flowNext {
				return f
			}
		}
		return flowNormal
	}
}

func (r *rule) selects(in *Interp) bool {
	test := func(e expr) bool {
		v := e(in)
		return v.truth()
	}
	switch {
	case r.from == nil:
		return true
	case r.to == nil:
		return test(r.from)
	case !r.active && !test(r.from):
		return false
	}
	r.active = !test(r.to)
	return true
}

// print writes a line to standard output: the operands, or $0 without any.
func (in *Interp) print(list []expr) {
	base := len(in.out) // an operand's functions may print too
	in.printed(list)
	_, _ = in.cfg.Stdout.Write(in.out[base:])
	in.out = in.out[:base]
}

// printed appends a line to in.out.
func (in *Interp) printed(list []expr) {
	if len(list) == 0 {
		in.out = append(in.out, in.record()...)
	}
	for i, e := range list {
		v := e(in)
		if i > 0 {
			in.out = append(in.out, in.globalText(slotOFS)...)
		}
		if v.kind == kindString || v.kind == kindInput {
			in.out = append(in.out, v.s...)
		} else {
			in.out = append(in.out, formatted(v, in, slotOFMT)...)
		}
	}
	in.out = append(in.out, in.globalText(slotORS)...)
}

// random is a linear congruential generator: one seed, one sequence.
func (in *Interp) random() float64 {
	in.seed = in.seed*6364136223846793005 + 1442695040888963407
	return float64(in.seed>>11) / (1 << 53)
}

func (in *Interp) seedRandom(v []value) value {
	old := in.lastSeed
	if len(v) > 0 {
		in.lastSeed = v[0].num()
	} else {
		in.lastSeed = float64(in.cfg.Now() / 1e9)
	}
	in.seed = uint64(int64(in.lastSeed))*0x9e3779b97f4a7c15 + 1
	return number(old)
}
