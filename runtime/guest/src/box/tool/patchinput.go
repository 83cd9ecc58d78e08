package tool

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// patchInput is the text of a patch and how far it is read.
type patchInput struct {
	text  []byte
	lines [][]byte
	at    int
	crlf  bool // the lines of this patch end in CR LF, which stands for LF
	named bool // there is an operand that names the file
	only  byte // the kind of diff that may come; 0 = any
}

// patchHeader is what stands before the hunks of one file.
type patchHeader struct {
	start, hunks int       // lines, from 0
	kind         byte      // u unified, c context, n normal, e ed
	name         [2]string // of --- and +++
	stamp        [2]string
	index        string
	wrong        string // with the first hunk of a context diff
	absent       [2]int // 2: that side does not exist; 1: it is empty; 0: it has lines
	git          bool
	mode         uint32 // what git says of the new mode
	crlf         bool
}

// patchHunk is a run of lines; first counts from 1, of an empty range the line after it.
type patchHunk struct {
	first [2]int
	count [2]int
	lines []patchLine
}

type patchLine struct {
	mark byte // ' ', '-' or '+'
	text []byte
	bang bool // a context diff has it as changed
}

// header reads up to the next file's hunks. It returns nil at the end of the input, or what
// kind of patch is not supported.
func (in *patchInput) header() (*patchHeader, string) {
	h := &patchHeader{start: in.at, kind: 'u'}
	in.crlf = false
	var gitNames [2]string
	for ; in.at < len(in.lines); in.at++ {
		line := string(in.lines[in.at])
		if h.git && h.name == [2]string{} && gitEnds(line) {
			break
		}
		switch {
		case strings.HasPrefix(line, "diff --git "):
			h.git = true
			gitNames = gitHeaderNames(line)
		case strings.HasPrefix(line, "Index: "):
			h.index = strings.TrimSpace(line[7:])
		case h.git && strings.HasPrefix(line, "new file mode "):
			h.absent[0], h.mode = 2, gitMode(line)
		case h.git && strings.HasPrefix(line, "deleted file mode "):
			h.absent[1] = 2
		case h.git && strings.HasPrefix(line, "new mode "):
			h.mode = gitMode(line)
		case h.git && (strings.HasPrefix(line, "rename ") || strings.HasPrefix(line, "copy ")):
			return nil, "of git's renames and copies"
		case h.git && strings.HasPrefix(line, "GIT binary patch"):
			return nil, "of git's binary diffs"
		case in.otherHeader(h):
			return h, ""
		case !in.wants('u'):
		case strings.HasPrefix(line, "--- ") && in.starts(1, "+++ ") && in.starts(2, "@@ -"):
			h.crlf = strings.HasSuffix(line, "\r\n")
			h.name[0], h.stamp[0] = patchName(line[4:])
			h.name[1], h.stamp[1] = patchName(string(in.lines[in.at+1][4:]))
			in.at += 2
			h.ranges(string(in.lines[in.at]))
			h.hunks = in.at
			return h, ""
		case strings.HasPrefix(line, "@@ -") && in.at+1 < len(in.lines):
			if _, ok := parseHunkHeader(line); ok {
				h.ranges(line)
				h.hunks = in.at
				return h, ""
			}
		}
	}
	if h.git && (h.absent != [2]int{} || h.mode != 0) {
		h.name, h.hunks = gitNames, in.at
		return h, ""
	}
	if in.at < len(in.lines) {
		return in.header()
	}
	return nil, ""
}

// gitEnds reports whether a line ends a git header that has no hunks; the header's own line
// has been passed by then.
func gitEnds(line string) bool {
	return strings.HasPrefix(line, "diff --git ")
}

func (in *patchInput) starts(ahead int, prefix string) bool {
	return in.at+ahead < len(in.lines) && bytes.HasPrefix(in.lines[in.at+ahead], []byte(prefix))
}

func gitMode(line string) uint32 {
	n, _ := strconv.ParseUint(strings.TrimSpace(line[strings.LastIndex(line, "mode ")+5:]), 8, 32)
	return uint32(n) & 0o777
}

func gitHeaderNames(line string) [2]string {
	rest := strings.TrimSpace(line[len("diff --git "):])
	if i := (len(rest) - 1) / 2; i > 2 && rest[i] == ' ' && rest[2:i] == rest[i+3:] {
		return [2]string{rest[:i], rest[i+1:]}
	}
	return [2]string{}
}

func normalHunk(line string) bool {
	i := strings.IndexAny(line, "acd")
	return i > 0 && strings.Trim(line[:i]+line[i+1:], "0123456789,\r\n") == ""
}

// patchName cuts what follows --- into name and stamp: at a tab, else at a blank.
func patchName(rest string) (name, stamp string) {
	rest = strings.TrimRight(rest, "\r\n")
	if strings.HasPrefix(rest, `"`) {
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			name, _ = strconv.Unquote(quoted)
			return name, ""
		}
	}
	i := strings.IndexByte(rest, '\t')
	if i < 0 {
		i = strings.IndexByte(rest, ' ')
	}
	if i < 0 {
		return rest, ""
	}
	return rest[:i], rest[i+1:]
}

// ranges tells from the first hunk whether a side is empty, or, of the time 0, not there.
func (h *patchHeader) ranges(line string) {
	if first, ok := parseHunkHeader(line); ok {
		h.emptySides(first)
	}
}

func (h *patchHeader) emptySides(first *patchHunk) {
	for side := range h.absent {
		if first.zero(side) && h.absent[side] == 0 {
			h.absent[side] = 1
			when, err := time.Parse("2006-01-02 15:04:05 -0700", h.stamp[side])
			if h.name[side] == "/dev/null" || err == nil && when.Unix() == 0 {
				h.absent[side] = 2
			}
		}
	}
}

// zero reports whether a side of the hunk is line 0 and no lines.
func (h *patchHunk) zero(side int) bool { return h.count[side] == 0 && h.first[side] == 1 }

// parseHunkHeader reads "@@ -1,2 +3 @@".
func parseHunkHeader(line string) (*patchHunk, bool) {
	h := &patchHunk{}
	rest := line[len("@@ "):]
	for side, sign := range "-+" {
		word, after, ok := strings.Cut(rest, " ")
		rest = after
		if !ok || !strings.HasPrefix(word, string(sign)) {
			return nil, false
		}
		first, count, given := strings.Cut(word[1:], ",")
		n, ok1 := parseUint(first)
		m, ok2 := uint64(1), true
		if given {
			m, ok2 = parseUint(count)
		}
		if !ok1 || !ok2 || n > 1<<31 || m > 1<<31 {
			return nil, false
		}
		if m == 0 {
			n++
		}
		h.first[side], h.count[side] = int(n), int(m)
	}
	return h, strings.HasPrefix(rest, "@@")
}

// hunk reads the next hunk of this file, or nil. What is wrong with it is returned as text.
func (in *patchInput) hunk(kind byte) (*patchHunk, string) {
	switch kind {
	case 'c':
		return in.contextHunk()
	case 'n':
		return in.normalHunkLines()
	}
	if !in.starts(0, "@@ -") {
		return nil, ""
	}
	h, ok := parseHunkHeader(string(in.lines[in.at]))
	if !ok {
		return nil, in.malformed()
	}
	in.at++
	for left := h.count; left[0] > 0 || left[1] > 0; {
		if in.at == len(in.lines) {
			if left[0] == left[1] && left[0] < 3 { // blank lines got lost at the end
				h.add(' ', []byte("\n"))
				left[0]--
				left[1]--
				continue
			}
			return nil, "unexpected end of file in patch"
		}
		line := in.text1()
		mark := line[0]
		switch mark {
		case '\n':
			mark = ' '
		case '\t':
			mark, line = ' ', append([]byte(" "), line...)
		case '\\':
			h.chop()
			in.at++
			continue
		}
		if mark != '+' {
			left[0]--
		}
		if mark != '-' {
			left[1]--
		}
		if strings.IndexByte(" +-", mark) < 0 || left[0] < 0 || left[1] < 0 {
			return nil, in.malformed()
		}
		if line[0] == '\n' {
			line = []byte(" \n")
		}
		h.add(mark, line[1:])
		in.at++
	}
	if in.starts(0, `\`) {
		h.chop()
		in.at++
	}
	return h, ""
}

// text1 is the line that is read next, without the CR of a patch that came through DOS.
func (in *patchInput) text1() []byte {
	line := in.lines[in.at]
	if in.crlf && bytes.HasSuffix(line, []byte("\r\n")) {
		return append(bytes.Clone(line[:len(line)-2]), '\n')
	}
	return line
}

func (in *patchInput) malformed() string {
	if in.at >= len(in.lines) {
		return "unexpected end of file in patch"
	}
	return "malformed patch at line " + strconv.Itoa(in.at+1) + ": " + string(in.lines[in.at])
}

func (h *patchHunk) add(mark byte, text []byte) {
	h.lines = append(h.lines, patchLine{mark: mark, text: text})
}

// chop takes the newline from the last line: "\ No newline at end of file".
func (h *patchHunk) chop() {
	if n := len(h.lines); n > 0 {
		h.lines[n-1].text = bytes.TrimSuffix(h.lines[n-1].text, []byte("\n"))
	}
}

// reversed is the hunk that takes this one back.
func (h *patchHunk) reversed() *patchHunk {
	back := &patchHunk{first: [2]int{h.first[1], h.first[0]}, count: [2]int{h.count[1], h.count[0]}}
	var added []patchLine
	for _, l := range h.lines {
		switch l.mark {
		case '-':
			added = append(added, patchLine{'+', l.text, l.bang})
		case '+':
			back.lines = append(back.lines, patchLine{'-', l.text, l.bang})
		default:
			back.lines = append(append(back.lines, added...), l)
			added = nil
		}
	}
	back.lines = append(back.lines, added...)
	return back
}

// pattern is what must stand in the file.
func (h *patchHunk) pattern() [][]byte {
	var list [][]byte
	for _, l := range h.lines {
		if l.mark != '+' {
			list = append(list, l.text)
		}
	}
	return list
}

// context counts the lines before the first change and after the last.
func (h *patchHunk) context() (before, after int) {
	for before < len(h.lines) && h.lines[before].mark == ' ' {
		before++
	}
	for after < len(h.lines)-before && h.lines[len(h.lines)-1-after].mark == ' ' {
		after++
	}
	return before, after
}
