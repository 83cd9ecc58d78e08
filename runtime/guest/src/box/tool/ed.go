package tool

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// ed is the line editor, as GNU's 1.19.
type ed struct {
	r    *run
	name string // the default file name

	prompt                                                           string
	prompting, quiet, scripted, traditional, restricted, loose, noCR bool
	verbose                                                          bool
	syntax                                                           regex.Syntax

	edBuffer
	undone *edBuffer // what u brings back; nil = nothing
	edited bool      // the buffer is another one since
	cut    []*edLine // what y, d, c, j and s took, for x
	marks  [26]*edLine
	window int

	text          []byte // of the command, up to and with its newline
	first, second int    // the addresses
	count         int    // how many were given
	global        bool   // within g or v
	suffix        edSuffix
	lastError     string
	subst         edSubst
	shell         string // the last command of !
	status        int
	warned        bool // the last command was refused since the buffer is modified: a second one is not
}

// edLine has an identity, by which marks and global commands find it again.
type edLine struct{ text []byte }

// edBuffer is what u exchanges.
type edBuffer struct {
	lines    []*edLine
	current  int
	modified bool
	binary   bool // it has NUL bytes: no newline is added
	partial  bool // the last line has no newline
}

// edSuffix is how lines are printed.
type edSuffix struct{ print, list, number bool }

// edError ends a command; edQuit is no error.
type edError string

const (
	edQuit     edError = "quit"
	edModified edError = "Warning: buffer modified"
)

func edMain(r *run) int {
	e := &ed{r: r, window: 22, restricted: r.which == "red"}
	opts, words := r.options("E/extended-regexp G/traditional l/loose-exit-status p:/prompt q/quiet " +
		"/silent r/restricted s/script v/verbose /strip-trailing-cr h/help V/version")
	for _, o := range opts {
		e.option(o)
	}
	if len(words) > 1 && words[0] == "-" {
		e.scripted, words = true, words[1:]
	}
	for len(words) > 0 && words[0] == "-" {
		e.scripted, words = true, words[1:]
	}
	if len(words) > 0 && e.open(words[0]) {
		return 2
	}
	return e.run()
}

func (e *ed) option(o option) {
	switch o.name {
	case "E":
		e.syntax = regex.Extended
	case "G":
		e.traditional = true
	case "l":
		e.loose = true
	case "p":
		e.prompt, e.prompting = o.value, true
	case "q", "silent":
		e.quiet = true
	case "r":
		e.restricted = true
	case "s":
		e.scripted = true
	case "v":
		e.verbose = true
	case "strip-trailing-cr":
		e.noCR = true
	case "h":
		e.r.help()
	case "V":
		e.r.version()
	}
}

// open reads the file of the command line; one that cannot be read is a new one. It reports whether that
// ends the program, as in a script of a regular file.
func (e *ed) open(name string) bool {
	failed := e.guard(func() {
		if e.restricted {
			e.restrict(name)
		}
		if name[:min(1, len(name))] != "!" {
			e.name = name
		}
		_, err := e.read(name, 0)
		e.modified = false
		if is(err, primitives.ENOENT) {
			return
		}
		if err != nil {
			panic(edError("Cannot open input file"))
		}
	})
	if failed == "" {
		return false
	}
	e.complain(string(failed))
	e.status = 1
	return edStdinIsFile()
}

func edStdinIsFile() bool {
	st, err := linux.Fstat(0)
	return err == nil && st.IsRegular()
}

// guard runs f and returns the error that ended it.
func (e *ed) guard(f func()) (failed edError) {
	defer func() {
		if p := recover(); p != nil {
			text, ok := p.(edError)
			if !ok {
				panic(p)
			}
			failed = text
		}
	}()
	f()
	return ""
}

func (e *ed) run() int {
	for {
		if e.prompting {
			e.r.print(e.promptText())
		}
		_ = e.r.out.Flush()
		text, ended := e.command()
		if ended {
			if !e.modified || e.warned {
				return e.status
			}
			e.complain(string(edModified))
			return 2
		}
		e.text, e.global = text, false
		failed := e.guard(e.execute)
		switch failed {
		case "":
			e.warned = false
			continue
		case edQuit:
			return e.status
		}
		e.complain(string(failed))
		if !e.loose {
			e.status = 1
		}
		if e.warned = failed == edModified; !e.warned && edStdinIsFile() {
			return 1
		}
	}
}

func (e *ed) promptText() string {
	if e.prompt == "" {
		return "*"
	}
	return e.prompt
}

func (e *ed) complain(text string) {
	e.lastError = text
	e.r.print("?\n")
	if e.verbose {
		e.r.print(text, "\n")
	}
	_ = e.r.out.Flush()
}

// command reads a line of standard input with its newline, byte by byte: what follows is for the programs
// that it starts. At the end of the input there is none.
func (e *ed) command() (text []byte, ended bool) {
	for c := []byte{0}; c[0] != '\n'; text = append(text, c[0]) {
		if n, err := linux.Read(0, c); n == 0 || err != nil {
			return nil, true
		}
	}
	return text, false
}

// keep remembers the buffer for u, once a command of the user.
func (e *ed) keep() {
	if e.global {
		return
	}
	before := e.edBuffer
	before.lines = append([]*edLine(nil), e.lines...)
	e.undone, e.edited = &before, false
}

func (e *ed) undo() {
	if e.undone == nil || !e.edited {
		panic(edError("Nothing to undo"))
	}
	e.edBuffer, *e.undone = *e.undone, e.edBuffer
}

// splice puts lines in the place of those from at on, which counts from 0.
func (e *ed) splice(at, length int, with []*edLine) {
	lines := make([]*edLine, 0, len(e.lines)-length+len(with))
	lines = append(append(append(lines, e.lines[:at]...), with...), e.lines[at+length:]...)
	e.lines, e.modified, e.edited = lines, true, true
}

// find is the number of a line; 0 if it is not there any more.
func (e *ed) find(line *edLine) int {
	for i, l := range e.lines {
		if l == line {
			return i + 1
		}
	}
	return 0
}
