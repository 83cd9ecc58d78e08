package tool

import (
	"bytes"
	"strconv"
	"strings"
)

// Context and normal diffs are read into hunks as unified ones are.

// otherHeader reports whether a diff of another kind than the unified begins here, and reads its header.
func (in *patchInput) otherHeader(h *patchHeader) bool {
	line := string(in.lines[in.at])
	switch {
	case in.wants('c') && strings.HasPrefix(line, "*** ") && in.starts(1, "--- ") &&
		in.starts(2, "***************"):
		h.crlf = strings.HasSuffix(line, "\r\n")
		h.name[0], h.stamp[0] = patchName(line[4:])
		h.name[1], h.stamp[1] = patchName(string(in.lines[in.at+1][4:]))
		in.at += 2
		h.kind, h.hunks = 'c', in.at
		first, wrong := in.peek(h.kind)
		if h.wrong = wrong; first != nil {
			h.emptySides(first)
		}
	case !in.named && h.index == "": // what follows names no file
		return false
	case in.wants('n') && normalHunk(line) && (in.starts(1, "< ") || in.starts(1, "> ")):
		h.kind, h.hunks = 'n', in.at
	case in.wants('e') && edCommand(line):
		h.kind, h.hunks = 'e', in.at
	default:
		return false
	}
	return true
}

// wants reports whether a kind of diff may come: the one that an option names, or any.
func (in *patchInput) wants(kind byte) bool { return in.only == 0 || in.only == kind }

// peek reads a hunk and goes back.
func (in *patchInput) peek(kind byte) (*patchHunk, string) {
	at := in.at
	defer func() { in.at = at }()
	return in.hunk(kind)
}

// edCommand reports whether a line is one of those that diff -e prints.
func edCommand(line string) bool {
	line = strings.TrimRight(line, "\r\n")
	if line == "" || strings.IndexByte("acd", line[len(line)-1]) < 0 || !edDigit(line[0]) {
		return false
	}
	first, last, pair := strings.Cut(line[:len(line)-1], ",")
	return isDigits(first) && (!pair || isDigits(last))
}

// contextHunk reads the next hunk of a context diff; nil if there is none.
func (in *patchInput) contextHunk() (*patchHunk, string) {
	if !in.starts(0, "***************") || !in.starts(1, "*** ") {
		return nil, ""
	}
	in.at++
	h := &patchHunk{}
	var sides [2][]patchLine
	for side, marks := range []string{"*** ", "--- "} {
		if !in.starts(0, marks) {
			return nil, in.malformed()
		}
		first, count, ok := contextRange(string(in.lines[in.at][4:]))
		if !ok {
			return nil, "missing line number at line " + strconv.Itoa(in.at+1) + ": " +
				string(in.lines[in.at])
		}
		h.first[side], h.count[side] = first, count
		in.at++
		sides[side] = in.contextSide(count, side)
	}
	for side := range sides {
		if len(sides[side]) == 0 { // what is all context is left out
			for _, l := range sides[1-side] {
				if l.mark == ' ' {
					sides[side] = append(sides[side], l)
				}
			}
		}
		if len(sides[side]) == 0 && h.count[side] == 1 { // the line before: there are none
			h.first[side]++
			h.count[side] = 0
		}
		if len(sides[side]) != h.count[side] {
			return nil, in.malformed()
		}
	}
	return h, h.weave(sides[0], sides[1])
}

// contextRange reads "1,3 ****".
func contextRange(text string) (first, count int, ok bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return 0, 0, false
	}
	a, b, pair := strings.Cut(words[0], ",")
	n, err := strconv.Atoi(a)
	if err != nil {
		return 0, 0, false
	}
	if !pair {
		if n == 0 {
			return 1, 0, true
		}
		return n, 1, true
	}
	m, err := strconv.Atoi(b)
	if err != nil || m < n-1 {
		return 0, 0, false
	}
	if m == 0 {
		return 1, 0, true
	}
	return n, m - n + 1, true
}

// contextSide reads up to count lines of one side.
func (in *patchInput) contextSide(count, side int) []patchLine {
	var list []patchLine
	for len(list) < count && in.at < len(in.lines) {
		line := in.text1()
		if len(line) < 2 || line[1] != ' ' && line[1] != '\t' || strings.IndexByte(" !-+", line[0]) < 0 {
			if string(line) != "\n" {
				break
			}
			line = []byte("  \n")
		}
		if len(list) == 0 && bytes.HasPrefix(line, []byte("--- ")) && in.rangeLine() {
			break
		}
		l := patchLine{mark: line[0], text: line[2:]}
		if l.bang = line[0] == '!'; l.bang {
			l.mark = "-+"[side]
		}
		list = append(list, l)
		in.at++
		if in.starts(0, `\`) {
			list[len(list)-1].text = bytes.TrimSuffix(l.text, []byte("\n"))
			in.at++
		}
	}
	return list
}

// rangeLine reports whether the line here is the range of the new side.
func (in *patchInput) rangeLine() bool {
	_, _, ok := contextRange(string(in.lines[in.at][4:]))
	return ok && bytes.HasSuffix(bytes.TrimRight(in.lines[in.at], "\r\n"), []byte(" ----"))
}

// weave puts the two sides into one list.
func (h *patchHunk) weave(old, changed []patchLine) string {
	i, j := 0, 0
	for i < len(old) || j < len(changed) {
		switch {
		case i < len(old) && old[i].mark != ' ':
			h.lines = append(h.lines, old[i])
			i++
		case j < len(changed) && changed[j].mark != ' ':
			h.lines = append(h.lines, changed[j])
			j++
		case i < len(old) && j < len(changed):
			h.lines = append(h.lines, old[i])
			i++
			j++
		default:
			return "context mangled in hunk"
		}
	}
	return ""
}

// normalHunkLines reads the next hunk of a normal diff; nil if there is none.
func (in *patchInput) normalHunkLines() (*patchHunk, string) {
	if in.at >= len(in.lines) || !normalHunk(string(in.lines[in.at])) {
		return nil, ""
	}
	line := strings.TrimRight(string(in.lines[in.at]), "\r\n")
	op := strings.IndexAny(line, "acd")
	h := &patchHunk{}
	for side, text := range []string{line[:op], line[op+1:]} {
		first, count, ok := contextRange(text)
		if !ok {
			return nil, in.malformed()
		}
		if line[op] == "ad"[side] { // the line before: there are none
			if text != "0" {
				first++
			}
			count = 0
		}
		h.first[side], h.count[side] = first, count
	}
	in.at++
	for side, mark := range []string{"< ", "> "} {
		if side == 1 && line[op] == 'c' {
			if in.at >= len(in.lines) {
				return nil, "unexpected end of file in patch at line " + strconv.Itoa(in.at)
			}
			if !in.starts(0, "---") {
				return nil, in.malformed()
			}
			in.at++
		}
		for range h.count[side] {
			if !in.starts(0, mark) {
				return nil, in.malformed()
			}
			h.add("-+"[side], in.text1()[2:])
			in.at++
		}
		if in.starts(0, `\`) {
			h.chop()
			in.at++
		}
	}
	return h, ""
}

// rejectContext writes a rejected hunk of a patch that is no unified one.
func (w *patching) rejectContext(h *patchHunk) {
	stars, dashes := " ****", " ----"
	if w.h.kind == 'n' {
		stars, dashes = "", " -----"
	}
	b := &w.rejects
	b.WriteString("***************\n*** " + rejectRange(h.first[0]+w.outOff, h.count[0]) + stars + "\n")
	w.rejectSide(h, '-', '+')
	b.WriteString("--- " + rejectRange(h.first[1]+w.outOff, h.count[1]) + dashes + "\n")
	w.rejectSide(h, '+', '-')
}

func (w *patching) rejectSide(h *patchHunk, mark, other byte) {
	for _, l := range h.lines {
		if l.mark == other {
			continue
		}
		if l.bang && l.mark == mark {
			w.rejects.WriteString("! ")
		} else {
			w.rejects.WriteString(string(l.mark) + " ")
		}
		w.rejects.Write(l.text)
	}
}

func rejectRange(first, count int) string {
	switch count {
	case 0:
		return "0"
	case 1:
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "," + strconv.Itoa(first+count-1)
}
