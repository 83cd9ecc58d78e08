package tool

import "bytes"

// execute runs the command in e.text.
func (e *ed) execute() {
	e.addresses()
	e.blanks()
	e.suffix = edSuffix{}
	c := e.text[0]
	e.text = e.text[1:]
	switch c {
	case 'a', 'i', 'c', 'd', 'j', 'k', 'm', 't', 'y', 'x', 's', 'u':
		e.change(c)
	case 'e', 'E', 'f', 'r', 'w', 'W', '!':
		e.file(c)
	case 'g', 'v', 'G', 'V':
		e.everywhere(c)
	case 'h', 'H', 'P', 'q', 'Q':
		e.mode(c)
	case 'l', 'n', 'p', 'z', '=', '\n':
		e.show(c)
	case '#':
	default:
		panic(edError("Unknown command"))
	}
	if e.suffix != (edSuffix{}) {
		e.printLines(e.current, e.current, e.suffix)
	}
}

// ranged gives the addresses that were left out, and checks them.
func (e *ed) ranged(first, second int) {
	if e.count == 0 {
		e.first, e.second = first, second
	}
	if e.first < 1 || e.first > e.second || e.second > len(e.lines) {
		panic(edInvalidAddress)
	}
}

func (e *ed) here() { e.ranged(e.current, e.current) }

// noAddress refuses addresses.
func (e *ed) noAddress() {
	if e.count > 0 {
		panic(edError("Unexpected address"))
	}
}

// ending reads p, l and n after a command, and the end of the line.
func (e *ed) ending() {
	for e.printSuffix(e.text[0]) {
		e.text = e.text[1:]
	}
	if e.text[0] != '\n' {
		panic(edError("Invalid command suffix"))
	}
	e.text = e.text[1:]
}

// printSuffix takes p, l or n, each once.
func (e *ed) printSuffix(c byte) bool {
	flag := map[byte]*bool{'p': &e.suffix.print, 'l': &e.suffix.list, 'n': &e.suffix.number}[c]
	if flag == nil || *flag {
		return false
	}
	*flag = true
	return true
}

// change are the commands that make the buffer another one.
func (e *ed) change(c byte) {
	switch c {
	case 'a', 'i', 'c':
		e.input(c)
	case 'd':
		e.here()
		e.ending()
		e.keep()
		e.remove(e.first, e.second)
		e.current = min(e.first, len(e.lines))
	case 'j':
		e.ranged(e.current, e.current+1)
		e.ending()
		if e.keep(); e.first != e.second {
			e.join(e.first, e.second)
		}
	case 'k':
		e.mark()
	case 'm', 't':
		e.move(c)
	case 'y':
		e.here()
		e.ending()
		e.yank(e.first, e.second)
	case 'x':
		e.put()
	case 's':
		e.substitute()
	case 'u':
		e.noAddress()
		e.ending()
		e.undo()
	}
}

// input is a, i and c.
func (e *ed) input(c byte) {
	at := e.second
	switch c {
	case 'i':
		at = max(at, 1) - 1
	case 'c':
		e.first, e.second = max(e.first, 1), max(e.second, 1)
		e.ranged(e.current, e.current)
	}
	e.ending()
	e.keep()
	if c == 'c' {
		e.remove(e.first, e.second)
		at = e.first - 1
	}
	added := e.inputLines()
	if len(added) > 0 {
		e.splice(at, 0, added)
	}
	switch {
	case len(added) > 0:
		e.current = at + len(added)
	case c == 'c':
		e.current = min(at+1, len(e.lines))
	default:
		e.current = e.second
		if c == 'i' {
			e.current = max(e.second, 1)
			e.current = min(e.current, len(e.lines))
		}
	}
}

// inputLines reads up to a line of one dot; within g they are in the command.
func (e *ed) inputLines() []*edLine {
	var list []*edLine
	for {
		var line []byte
		if e.global {
			if len(e.text) == 0 {
				return list
			}
			i := bytes.IndexByte(e.text, '\n')
			line, e.text = bytes.Clone(e.text[:i]), e.text[i+1:]
		} else {
			text, ended := e.command()
			if ended {
				return list
			}
			line = text[:len(text)-1]
		}
		if string(line) == "." {
			return list
		}
		list = append(list, &edLine{line})
	}
}

func (e *ed) remove(first, second int) {
	e.yank(first, second)
	e.splice(first-1, second-first+1, nil)
	e.current = first - 1
}

func (e *ed) yank(first, second int) {
	e.cut = nil
	for _, l := range e.lines[first-1 : second] {
		e.cut = append(e.cut, &edLine{l.text})
	}
}

func (e *ed) put() {
	if e.second < 0 || e.second > len(e.lines) {
		panic(edInvalidAddress)
	}
	e.ending()
	if e.keep(); len(e.cut) == 0 {
		panic(edError("Nothing to put"))
	}
	e.splice(e.second, 0, edCopies(e.cut))
	e.current = e.second + len(e.cut)
}

func edCopies(lines []*edLine) []*edLine {
	list := make([]*edLine, len(lines))
	for i, l := range lines {
		list[i] = &edLine{l.text}
	}
	return list
}

func (e *ed) join(first, second int) {
	var text []byte
	for _, l := range e.lines[first-1 : second] {
		text = append(text, l.text...)
	}
	e.remove(first, second)
	e.splice(first-1, 0, []*edLine{{text}})
	e.current = first
}

func (e *ed) mark() {
	name := e.text[0]
	e.text = e.text[1:]
	if e.second == 0 {
		panic(edInvalidAddress)
	}
	if name == '\n' {
		panic(edError("Invalid command suffix"))
	}
	e.ending()
	if name < 'a' || name > 'z' {
		panic(edError("Invalid mark character"))
	}
	e.marks[name-'a'] = e.lines[e.second-1]
}

// move is m and t.
func (e *ed) move(c byte) {
	e.here()
	first, second := e.first, e.second
	before := e.current
	e.addresses()
	to := e.second
	if e.count == 0 {
		to = before
	}
	e.first, e.second = first, second
	if c == 'm' && to >= first && to < second {
		panic(edError("Invalid destination"))
	}
	e.ending()
	e.keep()
	n := second - first + 1
	lines := append([]*edLine(nil), e.lines[first-1:second]...)
	if c == 't' {
		e.splice(to, 0, edCopies(lines))
		e.current = to + n
		return
	}
	if to == first-1 || to == second {
		e.modified = true
		e.current = second
		return
	}
	e.splice(first-1, n, nil)
	if to > second {
		to -= n
	}
	e.splice(to, 0, lines)
	e.current = to + n
}

// mode are the commands about ed itself.
func (e *ed) mode(c byte) {
	e.noAddress()
	e.ending()
	e.suffix = edSuffix{}
	switch c {
	case 'h', 'H':
		if c == 'H' {
			e.verbose = !e.verbose
		}
		if e.lastError != "" && (c == 'h' || e.verbose) {
			e.r.print(e.lastError, "\n")
		}
	case 'P':
		e.prompting = !e.prompting
	case 'q':
		if e.modified && !e.warned {
			panic(edModified)
		}
		panic(edQuit)
	case 'Q':
		panic(edQuit)
	}
}
