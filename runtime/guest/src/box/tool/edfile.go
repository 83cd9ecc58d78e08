package tool

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// file are the commands about files and the shell.
func (e *ed) file(c byte) {
	switch c {
	case 'e', 'E':
		if c == 'e' && e.modified && !e.warned {
			panic(edModified)
		}
		e.noAddress()
		e.edit(e.fileName())
	case 'f':
		e.noAddress()
		e.rename()
	case 'r':
		e.readInto()
	case 'w', 'W':
		e.save(c)
	case '!':
		e.noAddress()
		e.system(e.shellCommand())
		if !e.scripted {
			e.r.print("!\n")
		}
	}
}

// fileName reads the operand of a command: blanks and a name, or `!` and a command; "" if there is none.
func (e *ed) fileName() string {
	if c := e.text[0]; c != ' ' && c != '\t' && c != '\n' {
		panic(edError("Unexpected command suffix"))
	}
	e.blanks()
	if e.text[0] == '!' {
		e.text = e.text[1:]
		return "!" + e.shellCommand()
	}
	end := bytes.IndexByte(e.text, '\n')
	name := string(e.text[:end])
	e.text = e.text[end+1:]
	if name != "" {
		e.restrict(name)
	} else if e.name == "" {
		panic(edError("No current filename"))
	}
	return name
}

func (e *ed) restrict(name string) {
	if e.restricted && strings.HasPrefix(name, "!") {
		panic(edError("Shell access restricted"))
	}
	if e.restricted && (strings.Contains(name, "/") || name == "..") {
		panic(edError("Directory access restricted"))
	}
}

func (e *ed) edit(name string) {
	e.lines, e.current, e.partial, e.binary = nil, 0, false, false
	if name != "" && name[0] != '!' {
		e.name = name
	}
	if name == "" {
		name = e.name
	}
	_, err := e.read(name, 0)
	e.modified, e.undone = false, nil
	if err != nil {
		panic(edError("Cannot open input file"))
	}
}

func (e *ed) rename() {
	named := string(e.text) != "\n"
	if !named && e.name == "" {
		panic(edError("No current filename"))
	}
	if name := e.fileName(); name != "" {
		if name[0] == '!' {
			panic(edError("Invalid redirection"))
		}
		e.name = name
	}
	e.r.print(e.name, "\n")
}

func (e *ed) readInto() {
	name := e.fileName()
	if e.count == 0 {
		e.second = len(e.lines)
	}
	e.keep()
	if e.name == "" && name != "" && name[0] != '!' {
		e.name = name
	}
	if name == "" {
		name = e.name
	}
	n, err := e.read(name, e.second)
	if err != nil {
		panic(edError("Cannot open input file"))
	}
	e.modified = e.modified || n > 0
}

// read puts a file, or what a command prints, after a line.
func (e *ed) read(name string, after int) (lines int, err error) {
	var text []byte
	failed := edError("")
	if command, ok := strings.CutPrefix(name, "!"); ok {
		text, failed = e.output(command)
	} else {
		var f *linux.File
		if f, err = linux.OpenFile(name, primitives.O_RDONLY, 0); err == nil {
			text, err = readAll(f)
			_ = f.Close()
		}
	}
	if err != nil {
		if !e.quiet {
			e.r.stderr(name + ": " + errnoText(err) + "\n")
		}
		return 0, err
	}
	if failed != "" {
		panic(failed)
	}
	return e.insert(text, after), nil
}

// insert splits a text into lines and puts them after a line.
func (e *ed) insert(text []byte, after int) int {
	size := len(text)
	before := e.binary
	open := size > 0 && text[size-1] != '\n'
	e.binary = before || bytes.IndexByte(text, 0) >= 0
	var list []*edLine
	for line := range bytes.SplitSeq(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		if size == 0 {
			break
		}
		if e.noCR && bytes.HasSuffix(line, []byte("\r")) {
			line = line[:len(line)-1]
			size--
		}
		list = append(list, &edLine{bytes.Clone(line)})
	}
	appended, was := after == len(e.lines), e.partial && e.binary
	switch {
	case after > 0 && appended && size > 0 && was:
		e.r.print("Newline inserted\n")
	case open && (!appended || !e.binary):
		e.r.print("Newline appended\n")
	}
	if open && (!e.binary || !appended && !before) {
		size++
	}
	if appended {
		e.partial = e.binary && (open || size == 0 && was)
	}
	e.splice(after, 0, list)
	e.current = after + len(list)
	if !e.scripted {
		e.r.print(strconv.Itoa(size), "\n")
	}
	return len(list)
}

func (e *ed) save(c byte) {
	quit := e.text[0] == 'q' || e.text[0] == 'Q'
	ask := e.text[0] == 'q'
	if quit {
		e.text = e.text[1:]
	}
	name := e.fileName()
	if e.count == 0 && len(e.lines) == 0 {
		e.first, e.second = 0, 0
	} else {
		e.ranged(1, len(e.lines))
	}
	if e.name == "" && name != "" && name[0] != '!' {
		e.name = name
	}
	if name == "" {
		name = e.name
	}
	e.write(name, c == 'W')
	if n := e.second - e.first + 1; n >= len(e.lines) && name[0] != '!' {
		e.modified = false
	} else if e.modified && !e.warned && ask {
		panic(edModified)
	}
	if quit {
		panic(edQuit)
	}
}

func (e *ed) write(name string, add bool) {
	var text []byte
	for n := e.first; n > 0 && n <= e.second; n++ {
		text = append(text, e.lines[n-1].text...)
		if n < len(e.lines) || !e.partial || !e.binary {
			text = append(text, '\n')
		}
	}
	if command, ok := strings.CutPrefix(name, "!"); ok {
		e.feed(command, text)
	} else {
		e.store(name, text, add)
	}
	if !e.scripted {
		e.r.print(strconv.Itoa(len(text)), "\n")
	}
}

func (e *ed) store(name string, text []byte, add bool) {
	how := primitives.O_TRUNC
	if add {
		how = primitives.O_APPEND
	}
	f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|how, 0o666)
	if err != nil {
		e.r.stderr(name + ": " + errnoText(err) + "\n")
		panic(edError("Cannot open output file"))
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		e.r.stderr(name + ": " + errnoText(err) + "\n")
		panic(edError("Cannot write file"))
	}
}

// shellCommand reads a command: % is the file's name, and ! at its start the last command. What that
// changed is shown.
func (e *ed) shellCommand() string {
	if e.restricted {
		panic(edError("Shell access restricted"))
	}
	end := bytes.IndexByte(e.text, '\n')
	text := string(e.text[:end])
	e.text = e.text[end+1:]
	if strings.HasPrefix(text, "!") {
		if e.shell == "" {
			panic(edError("No previous command"))
		}
		text = e.shell + text[1:]
		defer func() { e.r.print(e.shell, "\n") }()
	}
	var b strings.Builder
	replaced := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			if i++; text[i] != '%' {
				b.WriteByte('\\')
			}
			b.WriteByte(text[i])
		case text[i] == '%':
			if e.name == "" {
				panic(edError("No current filename"))
			}
			b.WriteString(e.name)
			replaced = true
		default:
			b.WriteByte(text[i])
		}
	}
	e.shell = b.String()
	if replaced {
		e.r.print(e.shell, "\n")
	}
	return e.shell
}

// start runs a command of the shell, with one of its descriptors moved.
func (e *ed) start(command string, actions ...abi.FileAction) int {
	_ = e.r.out.Flush()
	pid, _, err := linux.Spawn(&abi.SpawnRequest{
		Path: "/bin/sh", Argv: []string{"sh", "-c", "--", command}, Env: linux.Environ(), Actions: actions,
	})
	if err != nil {
		panic(edError("Cannot fork"))
	}
	return pid
}

func (e *ed) system(command string) { _, _ = wait(e.start(command)) }

// output is what a command prints; failed if it did not end well.
func (e *ed) output(command string) (text []byte, failed edError) {
	from, to := e.pipe()
	pid := e.start(command, abi.FileAction{Kind: abi.ActionDup2, Fd: int32(to), Newfd: 1})
	_ = linux.Close(to)
	text, _ = readAll(&linux.File{Fd: from})
	_ = linux.Close(from)
	if status, err := wait(pid); err == nil && status != 0 {
		e.r.stderr("!" + command + ": Success\n")
		failed = "Cannot close input file"
	}
	return text, failed
}

// feed gives a text to a command.
func (e *ed) feed(command string, text []byte) {
	from, to := e.pipe()
	pid := e.start(command, abi.FileAction{Kind: abi.ActionDup2, Fd: int32(from), Newfd: 0})
	_ = linux.Close(from)
	_, _ = (&linux.File{Fd: to}).Write(text)
	_ = linux.Close(to)
	if status, err := wait(pid); err == nil && status != 0 {
		e.r.stderr("!" + command + ": Success\n")
		panic(edError("Cannot close output file"))
	}
}

func (e *ed) pipe() (from, to int) {
	from, to, err := linux.Pipe2(primitives.O_CLOEXEC)
	if err != nil {
		panic(edError("Cannot open pipe"))
	}
	return from, to
}
