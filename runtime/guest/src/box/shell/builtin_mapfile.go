package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// mapfile reads lines into an array.
func mapfile(sh *Shell, args []string) int {
	delim, bad := byte('\n'), ""
	var limit, origin, skip, fd int
	quantum := 5000
	trim, fromOrigin := false, false
	callback := ""
	num := func(arg, what string, to *int) {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 0 {
			bad = arg + ": invalid " + what
		}
		*to = n
	}
	rest, ok := sh.options(args, "d:n:O:s:tu:C:c:", func(c byte, arg string) {
		switch c {
		case 'd':
			delim = 0
			if arg != "" {
				delim = arg[0]
			}
		case 'n':
			num(arg, "line count", &limit)
		case 'O':
			num(arg, "array origin", &origin)
			fromOrigin = true
		case 's':
			num(arg, "line count", &skip)
		case 't':
			trim = true
		case 'u':
			num(arg, "file descriptor specification", &fd)
		case 'C':
			callback = arg
		case 'c':
			num(arg, "callback quantum", &quantum)
		}
	})
	switch {
	case !ok:
		return 2
	case bad != "":
		return sh.fail(bad)
	}
	name := "MAPFILE"
	if len(rest) > 0 {
		name = rest[0]
	}
	if !validName(name) {
		return sh.fail("`" + name + "': not a valid identifier")
	}
	if _, err := linux.Fcntl(fd, linux.FGetfd, 0); err != nil {
		return sh.fail(itoa(fd) + ": invalid file descriptor: " + reason(err))
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
	if !fromOrigin || v.list == nil {
		v.list, v.text = &array{}, ""
	}
	v.attrs |= indexed
	v.set = true
	lines := sh.readLines(fd, delim, skip+limit, limit > 0)
	lines = lines[min(skip, len(lines)):]
	for i, line := range lines {
		text := line
		if trim {
			text = strings.TrimSuffix(line, string(delim))
		}
		if callback != "" && (i+1)%quantum == 0 {
			sh.evalText(callback+" "+itoa(origin+i)+" "+quoteSingle(text), "mapfile", sh.line)
		}
		v.list.set(origin+i, text)
	}
	sh.changed(base, v)
	return 0
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
			lines = append(lines, strings.ReplaceAll(data[:n], "\x00", ""))
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
