package tool

import (
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
)

// print writes the files in the chosen format; total is wanted before those of a directory.
func (l *ls) print(files []*lsFile, directory bool) {
	if directory && (l.format == "long" || l.blocks) {
		var sum uint64
		for _, f := range files {
			sum += uint64(f.st.Blocks) * 512
		}
		l.r.print("total ", l.blockCount(sum), l.end)
	}
	columns := l.measure(files)
	switch l.format {
	case "long":
		for _, f := range files {
			l.long(f, columns)
		}
	case "commas":
		l.commas(files, columns)
	case "columns", "across":
		if l.width == 0 && l.format == "columns" {
			l.commas(files, columns)
			return
		}
		l.grid(files, columns)
	default:
		for _, f := range files {
			text, _ := l.cell(f, columns)
			l.r.print(text, l.end)
		}
	}
}

// lsColumns are the widths that align the parts of a line.
type lsColumns struct {
	inode, blocks, links, owner, group, size, major, minor, time int
	padNames                                                     bool // some name is in quotes
}

func (l *ls) measure(files []*lsFile) *lsColumns {
	c := &lsColumns{}
	wide := func(at *int, text string) { *at = max(*at, len(text)) }
	for _, f := range files {
		wide(&c.inode, l.inodeText(f))
		wide(&c.blocks, l.blocksText(f))
		if strings.HasPrefix(l.style, "shell") && l.format != "commas" && l.format != "single" {
			quoted := l.quoteName(f.name)
			c.padNames = c.padNames || quoted != f.name && (quoted[0] == '\'' || quoted[0] == '"')
		}
		if l.format != "long" {
			continue
		}
		if !f.known {
			wide(&c.links, "?")
			wide(&c.owner, "?")
			wide(&c.group, "?")
			wide(&c.size, "?")
			continue
		}
		wide(&c.links, strconv.FormatUint(f.st.Nlink, 10))
		wide(&c.owner, l.user(f))
		wide(&c.group, l.groupName(f))
		wide(&c.time, l.timeText(f))
		if isDevice(f) {
			wide(&c.major, strconv.FormatUint(major(f.st.Rdev), 10))
			wide(&c.minor, strconv.FormatUint(minor(f.st.Rdev), 10))
			c.size = max(c.size, c.major+2+c.minor)
		} else {
			wide(&c.size, l.sizeText(f))
		}
	}
	return c
}

func isDevice(f *lsFile) bool { return f.kind == primitives.S_IFCHR || f.kind == primitives.S_IFBLK }

func (l *ls) inodeText(f *lsFile) string {
	if f.failed || f.st.Ino == 0 {
		return "?"
	}
	return strconv.FormatUint(f.st.Ino, 10)
}

func (l *ls) blocksText(f *lsFile) string {
	if !f.known {
		return "?"
	}
	return l.blockCount(uint64(f.st.Blocks) * 512)
}

func (l *ls) blockCount(bytes uint64) string {
	if l.human != 0 {
		return human(bytes, l.human)
	}
	return strconv.FormatUint(ceilDiv(bytes, l.blockUnit), 10) + l.unitSuffix
}

func (l *ls) sizeText(f *lsFile) string {
	if l.human != 0 {
		return human(uint64(f.st.Size), l.human)
	}
	return strconv.FormatUint(ceilDiv(uint64(f.st.Size), l.unit), 10) + l.unitSuffix
}

func (l *ls) user(f *lsFile) string {
	if l.numeric {
		return strconv.FormatUint(uint64(f.st.UID), 10)
	}
	return nameOf(l.users, int(f.st.UID))
}

func (l *ls) groupName(f *lsFile) string {
	if l.numeric {
		return strconv.FormatUint(uint64(f.st.GID), 10)
	}
	return nameOf(l.groups, int(f.st.GID))
}

const halfYear = 31556952 / 2 * int64(time.Second)

func (l *ls) timeText(f *lsFile) string {
	stamp := l.stamp(f)
	t := time.Unix(0, stamp).In(l.now.Location())
	now := l.now.UnixNano()
	if stamp > now-halfYear && stamp <= now {
		return strftime(l.recent, t)
	}
	return strftime(l.old, t)
}

func pad(text string, n int) string { return strings.Repeat(" ", max(0, n-len(text))) }

// prefix is the inode and the blocks, each followed by a space.
func (l *ls) prefix(f *lsFile, c *lsColumns) string {
	text := ""
	if l.inode {
		inode := l.inodeText(f)
		text += pad(inode, c.inode) + inode + " "
	}
	if l.blocks {
		blocks := l.blocksText(f)
		text += pad(blocks, c.blocks) + blocks + " "
	}
	return text
}

func (l *ls) long(f *lsFile, c *lsColumns) {
	l.r.print(l.prefix(f, c))
	id := func(text string, n int) string {
		if l.numeric || isDigits(text) {
			return pad(text, n) + text + " "
		}
		return text + pad(text, n) + " "
	}
	if !f.known {
		l.unknown(f, c, id)
		return
	}
	links := strconv.FormatUint(f.st.Nlink, 10)
	l.r.print(modeString(f.st.Mode), " ", pad(links, c.links), links, " ")
	if l.owner {
		l.r.print(id(l.user(f), c.owner))
	}
	if l.group {
		l.r.print(id(l.groupName(f), c.group))
	}
	if l.author {
		l.r.print(id(l.user(f), c.owner))
	}
	size := l.sizeText(f)
	if isDevice(f) {
		low := strconv.FormatUint(minor(f.st.Rdev), 10)
		high := strconv.FormatUint(major(f.st.Rdev), 10)
		size = pad(high, c.major) + high + ", " + pad(low, c.minor) + low
	}
	name, _ := l.name(f, c)
	l.r.print(pad(size, c.size), size, " ", l.timeText(f), " ", name)
	if f.target != "" {
		l.r.print(" -> ", l.targetName(f))
	} else {
		l.r.print(l.indicatorOf(f.kind, f.st.Mode))
	}
	l.r.print(l.end)
}

func (l *ls) unknown(f *lsFile, c *lsColumns, id func(string, int) string) {
	letter := fileTypeLetter(f.kind)
	if f.kind == 0 {
		letter = '?'
	}
	l.r.print(string(letter), "????????? ", pad("?", c.links), "? ")
	owner, group := "?"+pad("?", c.owner)+" ", "?"+pad("?", c.group)+" "
	if l.numeric {
		owner, group = id("?", c.owner), id("?", c.group)
	}
	if l.owner {
		l.r.print(owner)
	}
	if l.group {
		l.r.print(group)
	}
	name, _ := l.name(f, c)
	wide := c.time
	if wide == 0 {
		wide = len(strftime(l.recent, l.now))
	}
	l.r.print(pad("?", c.size), "? ", pad("?", wide), "? ", name, l.end)
}

func (l *ls) targetName(f *lsFile) string {
	text := l.quoteName(f.target)
	if l.color {
		text = l.paint(text, f.target, &f.to, f.broken)
	}
	if !f.broken && l.indicator != "none" {
		text += l.indicatorOf(f.to.Mode&primitives.S_IFMT, f.to.Mode)
	}
	return text
}

// name is the file's name in its style and colour, and its width on a terminal.
func (l *ls) name(f *lsFile, c *lsColumns) (string, int) {
	text := l.quoteName(f.name)
	lead := ""
	if c.padNames && text == f.name {
		lead = " "
	}
	n := width(text) + len(lead)
	if l.color {
		st := &f.st
		if st.IsSymlink() && l.colors.target {
			st = &f.to
		}
		text = l.paint(text, f.name, st, f.broken)
	}
	return lead + text, n
}

func (l *ls) quoteName(name string) string {
	switch l.style {
	case "escape", "c":
		return l.escaped(name)
	case "shell-escape":
		return shellQuote(name, l.utf, false)
	case "shell-escape-always":
		return shellQuote(name, l.utf, true)
	case "locale", "clocale":
		open, shut := "‘", "’"
		if !l.utf {
			open, shut = "'", "'"
		}
		return open + strings.ReplaceAll(l.escaped(name), shut, "\\"+shut) + shut
	case "shell", "shell-always":
		return rawQuote(name, l.utf, l.style == "shell-always")
	}
	if l.quote {
		return graphic(name, l.utf)
	}
	return name
}

// escaped is -b, or -Q with its quotation marks.
func (l *ls) escaped(s string) string {
	var b strings.Builder
	for s != "" {
		c, size, ok := nextChar(s, l.utf)
		switch {
		case c == '\\', c == '"' && l.style == "c", c == ' ' && l.style == "escape":
			b.WriteByte('\\')
			b.WriteString(s[:size])
		case !ok || !printable(c):
			escapeC(&b, s[:size])
		default:
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	if l.style == "c" {
		return `"` + b.String() + `"`
	}
	return b.String()
}

func (l *ls) indicatorOf(kind, mode uint32) string {
	if l.indicator == "none" {
		return ""
	}
	if kind == primitives.S_IFDIR {
		return "/"
	}
	if l.indicator == "slash" {
		return ""
	}
	switch kind {
	case primitives.S_IFLNK:
		return "@"
	case primitives.S_IFIFO:
		return "|"
	case primitives.S_IFSOCK:
		return "="
	case primitives.S_IFREG:
		if l.indicator == "classify" && mode&0o111 != 0 {
			return "*"
		}
	}
	return ""
}

// cell is what stands for a file outside -l, and its width.
func (l *ls) cell(f *lsFile, c *lsColumns) (string, int) {
	name, n := l.name(f, c)
	prefix, indicator := l.prefix(f, c), l.indicatorOf(f.kind, f.st.Mode)
	return prefix + name + indicator, n + len(prefix) + len(indicator)
}

func (l *ls) commas(files []*lsFile, c *lsColumns) {
	at := 0
	for i, f := range files {
		text, n := l.cell(f, &lsColumns{padNames: c.padNames})
		if i > 0 {
			if l.width == 0 || at+n+2 < l.width {
				l.r.print(", ")
				at += 2
			} else {
				l.r.print(",\n")
				at = 0
			}
		}
		l.r.print(text)
		at += n
	}
	l.r.print(l.end)
}
