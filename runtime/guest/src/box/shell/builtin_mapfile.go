package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// mapping is what mapfile was asked for.
type mapping struct {
	delim                            byte
	limit, origin, skip, fd, quantum int
	trim, keep                       bool
	callback                         string
	bad                              string // what is wrong with an option's argument
}

func (m *mapping) number(arg, what string, to *int) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 {
		m.bad = arg + ": invalid " + what
	}
	*to = n
}

func (m *mapping) option(c byte, arg string) {
	switch c {
	case 'd':
		m.delim = 0
		if arg != "" {
			m.delim = arg[0]
		}
	case 'n':
		m.number(arg, "line count", &m.limit)
	case 'O':
		m.number(arg, "array origin", &m.origin)
		m.keep = true
	case 's':
		m.number(arg, "line count", &m.skip)
	case 't':
		m.trim = true
	case 'u':
		m.number(arg, "file descriptor specification", &m.fd)
	case 'C':
		m.callback = arg
	case 'c':
		if m.number(arg, "callback quantum", &m.quantum); m.quantum == 0 {
			m.bad = arg + ": invalid callback quantum"
		}
	}
}

// mapfile reads lines into an array.
func mapfile(sh *Shell, args []string) int {
	m := mapping{delim: '\n', quantum: 5000}
	rest, ok := sh.options(args, "d:n:O:s:tu:C:c:", m.option)
	switch {
	case !ok:
		return 2
	case m.bad != "":
		return sh.fail(m.bad)
	}
	name := "MAPFILE"
	if len(rest) > 0 {
		name = rest[0]
	}
	if name == "" {
		sh.fail("empty array variable name")
		return 2
	}
	if !validName(name) {
		return sh.fail("`" + name + "': not a valid identifier")
	}
	if _, err := linux.Fcntl(m.fd, linux.FGetfd, 0); err != nil {
		return sh.fail(itoa(m.fd) + ": invalid file descriptor: " + reason(err))
	}
	base, _, _ := sh.target(name)
	v := sh.define(base)
	if v.has(readonly) {
		sh.warn(base + ": readonly variable")
		return 1
	}
	if v.table != nil {
		return sh.fail(name + ": not an indexed array")
	}
	if !m.keep || v.list == nil {
		v.list, v.text = &array{}, ""
	}
	v.attrs |= indexed
	v.set = true
	m.fill(sh, v)
	sh.changed(base, v)
	return 0
}

// fill reads the lines into the array.
func (m *mapping) fill(sh *Shell, v *variable) {
	lines := sh.readLines(m.fd, m.delim, m.skip+m.limit, m.limit > 0)
	lines = lines[min(m.skip, len(lines)):]
	for i, text := range lines {
		if m.trim {
			text = strings.TrimSuffix(text, string(m.delim))
		}
		if m.callback != "" && (i+1)%m.quantum == 0 {
			sh.evalText(m.callback+" "+itoa(m.origin+i)+" "+quoteSingle(text), "mapfile", sh.line)
		}
		if text, ok := sh.convert(v, text, "", false); ok {
			v.list.set(m.origin+i, text)
		}
	}
}

// readLines reads lines with their delimiters, all of them or at most count.
func (sh *Shell) readLines(fd int, delim byte, count int, limited bool) (lines []string) {
	if !limited {
		data, _ := readAll(fd)
		for data != "" {
			n := strings.IndexByte(data, delim) + 1
			if n == 0 {
				n = len(data)
			}
			text, _, _ := strings.Cut(data[:n], "\x00") // as in C, a NUL ends it
			if delim == 0 {
				text = data[:n]
			}
			lines = append(lines, strings.TrimSuffix(text, "\x00"))
			data = data[n:]
		}
		return lines
	}
	in := input{sh: sh, fd: fd}
	in.start()
	defer in.stop()
	var b []byte
	for len(lines) < count {
		c, err := in.next()
		if err != nil {
			if len(b) > 0 {
				lines = append(lines, string(b))
			}
			break
		}
		if c != 0 {
			b = append(b, c)
		}
		if c == delim {
			lines = append(lines, string(b))
			b = nil
		}
	}
	return lines
}
