package tool

import "bytes"

// everywhere is g, v, G and V: the lines are marked first, then the commands are run at each that is left.
func (e *ed) everywhere(c byte) {
	if e.global {
		panic(edError("Cannot nest global commands"))
	}
	e.ranged(min(1, len(e.lines)), len(e.lines))
	active := e.active(c == 'g' || c == 'G')
	interactive := c == 'G' || c == 'V'
	commands := []byte(nil)
	if interactive {
		e.ending()
	} else {
		commands = e.commandList()
	}
	how := e.suffix
	e.keep()
	e.global = true
	defer func() { e.global = false }()
	for _, line := range active {
		at := e.find(line)
		if at == 0 {
			continue
		}
		e.current = at
		if interactive {
			e.printLines(at, at, how)
			var skip bool
			if commands, skip = e.asked(commands); skip {
				continue
			}
		}
		for e.text = bytes.Clone(commands); len(e.text) > 0; {
			e.execute()
		}
	}
	e.suffix, e.text = how, nil
}

// active are the lines that match the pattern, or do not.
func (e *ed) active(matching bool) []*edLine {
	delim := e.text[0]
	if e.text = e.text[1:]; delim == ' ' || delim == '\n' {
		panic(edError("Invalid pattern delimiter"))
	}
	re := e.pattern(delim)
	if e.text[0] == delim {
		e.text = e.text[1:]
		if e.text[0] == 'I' {
			e.text = e.text[1:]
		}
	}
	var list []*edLine
	if e.first == 0 {
		return nil
	}
	for _, l := range e.lines[e.first-1 : e.second] {
		if re.Match(l.text) == matching {
			list = append(list, l)
		}
	}
	return list
}

// commandList reads the commands of g: lines that end in a backslash go on; none is p.
func (e *ed) commandList() []byte {
	if string(e.text) == "\n" {
		return []byte("p\n")
	}
	text := e.continued(e.text)
	e.text = nil
	return text
}

// continued joins a line with those that follow it by a backslash, which goes.
func (e *ed) continued(text []byte) []byte {
	var all []byte
	for {
		n := len(text) - 1 // of the text without its newline
		slashes := 0
		for slashes < n && text[n-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return append(all, text...)
		}
		all = append(append(all, text[:n-1]...), '\n')
		more, ended := e.command()
		if ended {
			panic(edError("Unexpected end-of-file"))
		}
		text = more
	}
}

// asked reads the command for one line of G; & is the last one, and an empty line none.
func (e *ed) asked(last []byte) (commands []byte, skip bool) {
	_ = e.r.out.Flush()
	line, ended := e.command()
	switch {
	case ended:
		panic(edError("Unexpected end-of-file"))
	case string(line) == "\n":
		return last, true
	case string(line) == "&\n":
		if last == nil {
			panic(edError("No previous command"))
		}
		return last, false
	}
	return e.continued(line), false
}
