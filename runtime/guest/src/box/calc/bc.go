package calc

import (
	"bufio"
	"strings"
)

// bc is a run of bc.
type bc struct {
	host      *IO
	out       *wrapper
	functions map[string]*function
	variables map[string]Number
	arrays    map[string]array
	saved     []savedValue
	frames    []frame
	ibase     int
	obase     int64
	scale     int
	last      Number
	library   bool
	failed    bool
}

// BC runs the programs in files and then standard input; library is -l. It returns the exit code.
func BC(host *IO, files []string, library bool) (code int) {
	b := &bc{
		host: host, out: newWrapper(host, "BC_LINE_LENGTH", 1), functions: map[string]*function{},
		variables: map[string]Number{}, arrays: map[string]array{}, ibase: 10, obase: 10, last: zero,
		library: library,
	}
	if library {
		const scale = 20
		b.scale = scale
	}
	defer func() {
		switch e := recover(); e.(type) {
		case nil, quit:
		case outOfMemory:
			b.flush()
			host.Err("Out of memory for malloc.\n")
			code = 1
		default:
			panic(e)
		}
	}()
	open := func() (*bufio.Reader, string, bool) {
		if len(files) == 0 {
			return nil, "", false
		}
		name := files[0]
		files = files[1:]
		if name == "-" {
			return host.In, "(standard_in)", true
		}
		f, err := host.Open(name)
		if err != nil {
			b.flush()
			host.Err("File " + name + " is unavailable.\n")
			code = 1
			panic(quit{})
		}
		return bufio.NewReader(f), name, true
	}
	files = append(append([]string(nil), files...), "-")
	p := &parser{b: b}
	p.lex = &lexer{line: 1, more: open, error: func(text string) {
		p.bad = true
		p.error(text)
	}}
	p.lex.in, p.lex.file, _ = open()
	for more := true; more; {
		var list []*node
		list, more = p.line()
		b.execute(list)
		b.flush()
	}
	return code
}

// flush writes what is held back, for the next line may take long.
func (b *bc) flush() {
	if f, ok := b.host.Out.(interface{ Flush() error }); ok {
		_ = f.Flush()
	}
}

func (b *bc) show(v Number) {
	if b.obase <= 16 {
		b.out.number(v.format(b.obase, false))
		return
	}
	text := v.format(b.obase, false)
	for text != "" { // digits of large bases are kept together
		end := strings.IndexByte(text[1:], ' ') + 1
		if end == 0 {
			end = len(text)
		}
		b.out.number(text[:end])
		text = text[end:]
	}
}

func (b *bc) about(what string) {
	if what == "limits" {
		b.out.text("BC_BASE_MAX     = 2147483647\nBC_DIM_MAX      = 16777215\nBC_SCALE_MAX    = " +
			"2147483647\n" +
			"BC_STRING_MAX   = 2147483647\nMAX Exponent    = 9223372036854775807\nNumber of vars  = 32767\n")
		return
	}
	b.out.text("bc is free software; see its warranty in the file COPYING of its sources.\n")
}

// random is random(): of the same seed in every run, as random(3) has it.
func (b *bc) random(n *node) Number {
	b.fault(n, "Function random not defined.")
	return zero
}
