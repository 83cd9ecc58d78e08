package tool

import (
	"bytes"
	"strings"
)

const joinSpec = "a: e: i/ignore-case j: o: t: v: 1: 2: /check-order /nocheck-order /header z/zero-terminated"

type joiner struct {
	unpairable   bool // a line without a partner was seen
	r            *run
	separator    int // -1: blanks
	unpaired     [2]bool
	paired       bool
	field        [2]int
	empty        string
	output       [][2]int // file and field; file 0 is the join field
	auto         bool
	fold, header bool
	fieldGiven   [2]bool
	end          byte
	check        int
	told         [2]bool
	inputs       [2]*pairReader
	widths       [2]int
}

func joinMain(r *run) int {
	j := &joiner{r: r, separator: -1, paired: true, end: '\n'}
	opts, files := r.options(joinSpec)
	for _, o := range opts {
		j.option(o)
	}
	switch {
	case len(files) == 0:
		r.usage("missing operand")
	case len(files) == 1:
		r.usage("missing operand after %s", r.curly(files[0]))
	case len(files) > 2:
		r.usage("extra operand %s", r.quoted(files[2]))
	}
	if files[0] == "-" && files[1] == "-" {
		r.die(1, "both files cannot be standard input: No such file or directory")
	}
	for i, name := range files {
		j.inputs[i] = r.openPair(name, j.end)
	}
	j.run()
	return r.status
}

func (j *joiner) option(o option) {
	field := func() int {
		n, ok := parseUint(o.value)
		if !ok || n == 0 {
			j.r.die(1, "invalid field number: %s", j.r.curly(o.value))
		}
		return int(min(n, 1<<30)) - 1
	}
	which := func() int {
		if o.value != "1" && o.value != "2" {
			j.r.die(1, "invalid field number: %s", j.r.curly(o.value))
		}
		return int(o.value[0] - '1')
	}
	switch o.name {
	case "a":
		j.unpaired[which()] = true
	case "v":
		j.unpaired[which()], j.paired = true, false
	case "e":
		if j.empty != "" && j.empty != o.value {
			j.r.die(1, "conflicting empty-field replacement strings")
		}
		j.empty = o.value
	case "i":
		j.fold = true
	case "j":
		j.joinField(0, field())
		j.joinField(1, j.field[0])
	case "1":
		j.joinField(0, field())
	case "2":
		j.joinField(1, field())
	case "o":
		j.format(o.value)
	case "t":
		switch {
		case o.value == "":
			j.separator = '\n'
		case o.value == `\0`:
			j.separator = 0
		case len(o.value) > 1:
			j.r.die(1, "multi-character tab %s", j.r.curly(o.value))
		default:
			j.separator = int(o.value[0])
		}
	case "check-order":
		j.check = 1
	case "nocheck-order":
		j.check = -1
	case "header":
		j.header = true
	case "z":
		j.end = 0
	}
}

// joinField sets the field of one file that is compared; it may be told once only, or twice alike.
func (j *joiner) joinField(which, n int) {
	if j.fieldGiven[which] && j.field[which] != n {
		j.r.die(1, "incompatible join fields %d, %d", j.field[which]+1, n+1)
	}
	j.field[which], j.fieldGiven[which] = n, true
}

func (j *joiner) format(list string) {
	if list == "auto" {
		j.auto = true
		return
	}
	for w := range strings.FieldsFuncSeq(list, func(c rune) bool { return c == ',' || c == ' ' }) {
		file, field, two := strings.Cut(w, ".")
		n, ok := parseUint(field)
		switch {
		case w == "0":
			j.output = append(j.output, [2]int{})
		case !two && (file == "1" || file == "2"):
			j.r.die(1, "invalid field specifier: %s", j.r.curly(w))
		case !two || file != "1" && file != "2":
			j.r.die(1, "invalid file number in field spec: %s", j.r.curly(w))
		case !ok || n == 0:
			j.r.die(1, "invalid field number: %s", j.r.curly(field))
		default:
			j.output = append(j.output, [2]int{int(file[0] - '0'), int(n) - 1})
		}
	}
}

func (j *joiner) fields(line []byte) [][]byte {
	if j.separator >= 0 {
		return bytes.Split(line, []byte{byte(j.separator)})
	}
	fields := bytes.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' })
	if len(line) > 0 && isBlank(line[len(line)-1]) {
		fields = append(fields, nil) // what follows the last blank
	}
	return fields
}

func (j *joiner) key(which int, fields [][]byte) []byte {
	if j.field[which] < len(fields) {
		return fields[j.field[which]]
	}
	return nil
}

func (j *joiner) compare(a, b []byte) int {
	if j.fold {
		a, b = asciiLower(a), asciiLower(b)
	}
	return bytes.Compare(a, b)
}

func (j *joiner) advance(which int) {
	p := j.inputs[which]
	p.next(j.r)
	if !p.ok || p.n < 2 || j.check < 0 || j.check == 0 && !j.unpairable || j.told[which] ||
		j.header && p.n == 2 {
		return
	}
	if j.compare(j.key(which, j.fields(p.last)), j.key(which, j.fields(p.line))) <= 0 {
		return
	}
	text := sprintf("%s:%d: is not sorted: %s", j.r.plain(p.name), p.n, p.line)
	if j.check > 0 {
		j.r.die(1, "%s", text)
	}
	j.told[which] = true
	j.r.message(text)
	j.r.status = 1
}

// group reads the lines of one input that share a key.
func (j *joiner) group(which int) (key []byte, lines [][][]byte) {
	p := j.inputs[which]
	fields := j.fields(p.line)
	key = j.key(which, fields)
	lines = [][][]byte{fields}
	for {
		j.advance(which)
		if !p.ok {
			return key, lines
		}
		fields = j.fields(p.line)
		if j.compare(j.key(which, fields), key) != 0 {
			return key, lines
		}
		lines = append(lines, fields)
	}
}

func (j *joiner) run() {
	a, b := j.inputs[0], j.inputs[1]
	j.advance(0)
	j.advance(1)
	for i, p := range j.inputs {
		if p.ok {
			j.widths[i] = len(j.fields(p.line))
		}
	}
	if j.header && (a.ok || b.ok) {
		j.print(j.fields(a.line), j.fields(b.line))
		j.advance(0)
		j.advance(1)
	}
	for a.ok && b.ok {
		x, y := j.fields(a.line), j.fields(b.line)
		order := j.compare(j.key(0, x), j.key(1, y))
		switch {
		case order < 0:
			j.alone(0, x)
			j.advance(0)
			j.unpairable = true
		case order > 0:
			j.alone(1, y)
			j.advance(1)
			j.unpairable = true
		default:
			_, left := j.group(0)
			_, right := j.group(1)
			for _, l := range left {
				for _, m := range right {
					if j.paired {
						j.print(l, m)
					}
				}
			}
		}
	}
	if a.ok || b.ok {
		j.unpairable = true
	}
	for i, p := range j.inputs {
		for p.ok {
			j.alone(i, j.fields(p.line))
			j.advance(i)
		}
	}
	if j.told[0] || j.told[1] {
		j.r.message("input is not in sorted order")
	}
}

func (j *joiner) alone(which int, fields [][]byte) {
	if !j.unpaired[which] {
		return
	}
	if which == 0 {
		j.print(fields, nil)
	} else {
		j.print(nil, fields)
	}
}

// print writes a pair; a side that is nil is missing.
func (j *joiner) print(left, right [][]byte) {
	sep := byte(' ')
	if j.separator >= 0 {
		sep = byte(j.separator)
	}
	at := func(fields [][]byte, i int) []byte {
		if i < len(fields) && len(fields[i]) > 0 {
			return fields[i]
		}
		return []byte(j.empty)
	}
	key := at(left, j.field[0])
	if left == nil {
		key = at(right, j.field[1])
	}
	var out [][]byte
	rest := func(fields [][]byte, which int) {
		n := len(fields)
		if j.auto {
			n = j.widths[which]
		}
		for i := range n {
			if i != j.field[which] {
				out = append(out, at(fields, i))
			}
		}
	}
	if j.output != nil {
		for _, f := range j.output {
			switch f[0] {
			case 0:
				out = append(out, key)
			case 1:
				out = append(out, at(left, f[1]))
			default:
				out = append(out, at(right, f[1]))
			}
		}
	} else {
		out = [][]byte{key}
		rest(left, 0)
		rest(right, 1)
	}
	_, _ = j.r.out.Write(bytes.Join(out, []byte{sep}))
	_ = j.r.out.WriteByte(j.end)
}
