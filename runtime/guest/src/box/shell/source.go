package shell

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

func (sh *Shell) parseOptions(line int, source string) parse.Options {
	return parse.Options{
		Posix: sh.dash, ExtGlob: sh.shopt[shoptExtglob], Line: line, Source: source, Alias: sh.aliasText,
	}
}

// aliasText returns what an alias stands for, as long as aliases are expanded.
func (sh *Shell) aliasText(name string) (string, bool) {
	if len(sh.aliases) == 0 || !sh.shopt[shoptExpandAliases] && !sh.dash && !sh.opts[optPosix] {
		return "", false
	}
	if sh.opts[optPosix] && parse.Reserved(name) {
		return "", false
	}
	s, ok := sh.aliases[name]
	return s, ok
}

// runSource runs source line by line. where is what messages about its syntax call it.
func (sh *Shell) runSource(src, where string, line int, source string, t tail) {
	p := parse.Parse(src, sh.parseOptions(line, source))
	base, read := sh.base, sh.read
	sh.base = 0
	outer := sh.surroundings()
	defer func() { sh.base, sh.read = base, read }()
	for {
		l, err := p.Next(sh.shopt[shoptExtglob])
		sh.parserWarnings(p.Warnings())
		sh.read = p.Line()
		text := p.Read()
		if sh.opts[optVerbose] && text != "" {
			sh.flush()
			if (where == "eval" || where == "-c") && text[len(text)-1] != '\n' {
				text += "\n"
			}
			sh.stderr(text)
		}
		if where == "" && sh.source == fromFile && len(sh.frames) == 0 && sh.opts[optHistory] {
			sh.remember(text)
		}
		if err != nil {
			sh.syntaxError(where, err)
			switch {
			case err.Resume > 0 && where != "eval":
				continue
			case where == "eval" && sh.opts[optPosix] && !sh.interactive && sh.tame == 0:
				sh.exit(2)
			}
			return
		}
		if l == nil || sh.opts[optNoexec] && sh.flow == running {
			if l == nil {
				return
			}
			continue
		}
		last := noTail
		if p.Last() {
			last = t
		}
		sh.list(l, last)
		if sh.flow == discarding && (sh.nesting == 0 || !sh.toTop) { // the line is what an error costs
			sh.flow, sh.toTop = running, false
			sh.reset(outer)
		}
		if sh.flow != running {
			return
		}
	}
}

// parserWarnings tells what the parser took though it is odd.
func (sh *Shell) parserWarnings(list []parse.Warning) {
	if sh.dash {
		return
	}
	old := sh.line
	for _, w := range list {
		sh.line = w.Line
		sh.warn("warning: " + w.Text)
	}
	sh.line = old
}

// surroundings is what source is read in the middle of.
type surroundings struct{ quiet, loops, fds, temps int }

func (sh *Shell) surroundings() surroundings {
	return surroundings{quiet: sh.quiet, loops: sh.loops, fds: len(sh.saved), temps: len(sh.temps)}
}

// reset forgets what an abandoned line was in the middle of.
func (sh *Shell) reset(outer surroundings) {
	sh.quiet, sh.loops, sh.levels = outer.quiet, outer.loops, 0
	sh.restoreFds(outer.fds)
	for len(sh.temps) > outer.temps {
		sh.popTemp()
	}
}

// syntaxError reports source that is wrong.
func (sh *Shell) syntaxError(where string, err *parse.Error) {
	prefix := sh.label() + ": "
	if sh.dash {
		if where == "eval" {
			where += ": "
		} else {
			where = ""
		}
		sh.stderr(sh.arg0 + ": " + itoa(err.Line) + ": " + where + err.Text + "\n")
		sh.exit(2)
		return
	}
	if where != "" {
		prefix += where + ": "
	}
	prefix += "line " + itoa(err.Line) + ": "
	switch {
	case sh.interactive && where == "":
		prefix, err.HasEcho = sh.label()+": ", false
	case err.Resume > 0 && (where == "eval" || where == "" && sh.source == fromStdin):
		prefix = sh.label() + ": "
	}
	sh.flush()
	if err.Text != "" {
		sh.stderr(prefix + err.Text + "\n")
	}
	if err.Near != "" {
		if err.NearLine > 0 {
			prefix = strings.Replace(prefix, "line "+itoa(err.Line), "line "+itoa(err.NearLine), 1)
		}
		sh.stderr(prefix + err.Near + "\n")
	}
	if err.HasEcho {
		sh.stderr(prefix + "`" + err.Echo + "'\n")
	}
	sh.syntaxFailed = true
	if err.Quiet && where != "eval" {
		return
	}
	sh.status = 2
	if err.Status == substStatus && (where == "eval" || sh.sourced > 0) {
		sh.exit(1)
		if sh.source == fromString {
			sh.status = substStatus
		}
		return
	}
	if err.Status == 1 || err.Status > 0 && where == "-c" {
		sh.status = err.Status
	}
}

// substStatus is the exit code of `bash -c` when a command substitution in it is wrong.
const substStatus = 127

// evalText runs text in this shell, as eval and traps do.
func (sh *Shell) evalText(text, where string, line int) {
	if line < 1 {
		line = max(sh.line, 1)
	}
	source := ""
	if n := len(sh.frames); n > 0 {
		source = sh.frames[n-1].source
	}
	sh.nesting++
	sh.runSource(text, where, line, source, noTail)
	sh.nesting--
}

// sourceFile runs a file in this shell.
func (sh *Shell) sourceFile(path string, args []string) {
	data, err := readFile(path)
	if err != nil {
		sh.warn(path + ": " + reason(err))
		sh.status = 1
		return
	}
	if isBinaryText(data) {
		sh.warn(path + ": cannot execute binary file")
		sh.status = exitCannotRun
		return
	}
	f := sh.push()
	f.name, f.source, f.line, f.params, f.isFile = "source", path, sh.line, sh.params, true
	sh.sourced++
	if len(args) > 0 {
		sh.params = args
	}
	sets := sh.sets
	sh.status = 0
	sh.nesting++
	sh.runSource(data, "", 1, path, noTail)
	sh.nesting--
	sh.endCall(sh.line)
	if len(args) > 0 && (sets == sh.sets || sh.inFunction()) {
		sh.params = f.params
	}
	sh.line = f.line
	sh.sourced--
	sh.leaveFrame()
}

// isBinaryText is bash's check_binary_file: a NUL in the first line.
func isBinaryText(s string) bool {
	const looked = 80
	for i := range min(len(s), looked) {
		switch s[i] {
		case '\n':
			return false
		case 0:
			return true
		}
	}
	return false
}

// runScript runs a file without #! as a shell of its own would, in a process made for it.
func (sh *Shell) runScript(p *program) {
	data, err := readFile(p.path)
	if err != nil {
		sh.warn(p.path + ": " + reason(err))
		sh.exit(exitCannotRun)
		return
	}
	fresh := newShell()
	fresh.dash = sh.dash
	fresh.ignored = sh.ignored
	fresh.start = sh.now()
	name := p.args[0]
	if !sh.dash {
		name = p.path
	}
	fresh.init(p.env, name)
	fresh.params = p.args[1:]
	fresh.runSource(data, "", 1, name, noTail)
	*sh = *fresh
	if sh.flow != exiting {
		sh.exit(sh.finish())
	}
}

// spawnScript runs a file without #! in a forked shell.
func (sh *Shell) spawnScript(p *program) (pid, status int) {
	if isBinary(p.path) {
		return 0, sh.execFailed(p, primitives.ENOEXEC)
	}
	return sh.fork(&child{role: asScript, script: p}), sh.status
}

// outBuffer holds what builtins have written until it is time to write it out.
type outBuffer struct {
	buf    []byte
	failed error
}

const outSize = 4096

// WriteString adds to standard output.
func (o *outBuffer) WriteString(s string) { o.buf = append(o.buf, s...) }

// flush writes out what builtins have written.
func (sh *Shell) flush() {
	if len(sh.out.buf) == 0 {
		return
	}
	f := linux.File{Fd: 1}
	_, err := f.Write(sh.out.buf)
	sh.out.buf = sh.out.buf[:0]
	if err != nil {
		sh.out.failed = err
	}
}
