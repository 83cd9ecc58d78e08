package tool

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const (
	arMagic  = "!<arch>\n"
	arHeader = 60
)

// arMember is a file in an archive of ar.
type arMember struct {
	name     string
	mtime    int64
	uid, gid int
	mode     uint32
	data     []byte
	position int64 // of its header
	symbols  bool  // it is the table of symbols
}

// arTool is ar of binutils 2.40.
type arTool struct {
	r         *run
	operation byte
	modifiers string
	archive   string
	names     []string
	members   []arMember
	relative  string // of a and b
	output    string
	count     int // of N
}

func (a *arTool) has(letter byte) bool { return strings.IndexByte(a.modifiers, letter) >= 0 }

func arMain(r *run) int {
	a := &arTool{r: r}
	words := a.own(r.args)
	if len(words) == 0 {
		a.usage()
	}
	a.letters(strings.TrimPrefix(words[0], "-"))
	words = words[1:]
	if a.has('a') || a.has('b') || a.has('i') {
		words = a.next(words, &a.relative)
	}
	if a.has('N') {
		text := ""
		words = a.next(words, &text)
		n, _ := parseUint(text)
		a.count = int(min(n, 1<<20))
	}
	if len(words) == 0 {
		a.usage()
	}
	a.archive, a.names = words[0], words[1:]
	return a.do()
}

// own takes the options that have names, and leaves the rest.
func (a *arTool) own(args []string) []string {
	var words []string
	for i := range args {
		name, value, _ := strings.Cut(args[i], "=")
		switch name {
		case "--version":
			a.r.print("GNU ar (GNU Binutils for Debian) 2.40\n")
			unsupportedNote("ar --version")
			panic(exit(0))
		case "--output":
			a.output = value
		case "--thin", "--record-libdeps", "--plugin", "-M", "--target":
			a.r.unsupported(name)
		case "--help":
			a.usage()
		default:
			words = append(words, args[i])
		}
	}
	return words
}

func (a *arTool) usage() {
	unsupportedNote("the usage of ar")
	a.r.stderr("Usage: " + a.r.name + " [emulation options] [-]{dmpqrstx}[abcDfilMNoOPsSTuvV] [--plugin " +
		"<name>] " +
		"[member-name] [count] archive-file file...\n")
	panic(exit(1))
}

func (a *arTool) next(words []string, value *string) []string {
	if len(words) == 0 {
		a.usage()
	}
	*value = words[0]
	return words[1:]
}

func (a *arTool) letters(text string) {
	for _, c := range []byte(text) {
		switch {
		case strings.IndexByte("dmpqrtx", c) >= 0:
			if a.operation != 0 && a.operation != c {
				a.r.die(1, "two different operation options specified")
			}
			a.operation = c
		case strings.IndexByte("abcDfilNoOPsSuUvV", c) >= 0:
			a.modifiers += string(c)
		case c == 'T':
			a.r.unsupported("T")
		default:
			a.r.message(sprintf("invalid option -- '%c'", c))
			a.usage()
		}
	}
	if a.operation == 0 {
		if !a.has('s') {
			a.r.die(1, "no operation specified")
		}
		a.operation = 's'
	}
}

func (a *arTool) do() int {
	if a.has('u') && !a.has('U') && a.operation == 'r' {
		a.r.message("`u' modifier ignored since `D' is the default (see `U')")
	}
	found := a.load()
	switch a.operation {
	case 't', 'p', 'x':
		return a.look()
	case 's':
		return 0
	case 'd':
		a.remove()
	case 'm':
		a.moveMembers()
	default:
		a.insert()
	}
	if !found && !a.has('c') {
		a.r.message("creating " + a.archive)
	}
	a.store()
	return 0
}

// load reads the archive and reports whether there is one.
func (a *arTool) load() bool {
	b, err := readFile(a.archive)
	if err != nil {
		if strings.IndexByte("rq", a.operation) >= 0 && is(err, primitives.ENOENT) {
			return false
		}
		if is(err, primitives.ENOENT) {
			a.r.dieErr(9, err, "%s", a.archive)
		}
		a.r.dieErr(1, err, "%s", a.archive)
	}
	if !bytes.HasPrefix(b, []byte(arMagic)) {
		a.r.die(1, "%s: file format not recognized", a.archive)
	}
	if err := a.parse(b); err != "" {
		a.r.die(1, "%s: %s", a.archive, err)
	}
	return true
}

func (a *arTool) parse(b []byte) string {
	var long []byte
	for at := len(arMagic); at < len(b); {
		if at+arHeader > len(b) {
			return "malformed archive"
		}
		h := b[at : at+arHeader]
		field := func(from, to int) string { return strings.TrimRight(string(h[from:to]), " ") }
		size, err := strconv.Atoi(field(48, 58))
		if err != nil || size < 0 || at+arHeader+size > len(b) || string(h[58:]) != "`\n" {
			return "malformed archive"
		}
		data := b[at+arHeader : at+arHeader+size]
		m := arMember{name: field(0, 16), data: data, position: int64(at)}
		m.mtime, _ = strconv.ParseInt(field(16, 28), 10, 64)
		m.uid, _ = strconv.Atoi(field(28, 34))
		m.gid, _ = strconv.Atoi(field(34, 40))
		mode, _ := strconv.ParseUint(field(40, 48), 8, 32)
		m.mode = uint32(mode)
		at += arHeader + size + size%2
		switch {
		case m.name == "//":
			long = data
			continue
		case m.name == "/" || m.name == "__.SYMDEF":
			m.symbols = true
		case strings.HasPrefix(m.name, "#1/"):
			n, err := strconv.Atoi(m.name[3:])
			if err != nil || n < 0 || n > len(data) {
				return "malformed archive"
			}
			m.name, m.data = strings.TrimRight(string(data[:n]), "\x00"), data[n:]
		case strings.HasPrefix(m.name, "/"):
			n, err := strconv.Atoi(m.name[1:])
			if err != nil || n < 0 || n >= len(long) {
				return "malformed archive"
			}
			m.name, _, _ = strings.Cut(string(long[n:]), "/\n")
		default:
			m.name = strings.TrimSuffix(m.name, "/")
		}
		if m.symbols {
			continue // made anew by who writes one
		}
		a.members = append(a.members, m)
	}
	return ""
}

// look is t, p and x.
func (a *arTool) look() int {
	status := 0
	use := map[byte]func(m *arMember){'t': a.list, 'p': a.show, 'x': a.extract}[a.operation]
	if len(a.names) == 0 {
		for i := range a.members {
			use(&a.members[i])
		}
		return 0
	}
	for _, name := range a.names {
		if !a.each(name, use) {
			a.r.stderr("no entry " + name + " in archive\n")
		}
	}
	return status
}

// each calls use for the members of that name: the first, or that of N.
func (a *arTool) each(name string, use func(m *arMember)) bool {
	n := 0
	for i := range a.members {
		if a.members[i].name != a.short(name) {
			continue
		}
		if n++; n == max(a.count, 1) {
			use(&a.members[i])
			return true
		}
	}
	return false
}

// short is the name that a file has in the archive.
func (a *arTool) short(path string) string {
	if a.has('P') {
		return path
	}
	return baseName(path)
}

func (a *arTool) list(m *arMember) {
	line := m.name
	if a.has('v') {
		at := time.Unix(m.mtime, 0).In(a.r.zone())
		line = sprintf("%s %d/%d %6d %s %s", modeString(m.mode)[1:], m.uid, m.gid, len(m.data),
			strftime("%b %e %H:%M %Y", at), m.name)
	}
	if a.has('O') {
		line += sprintf(" 0x%x", m.position+arHeader)
	}
	a.r.print(line, "\n")
}

func (a *arTool) show(m *arMember) {
	if a.has('v') {
		a.r.print("\n<", m.name, ">\n\n")
	}
	a.r.print(string(m.data))
}

func (a *arTool) extract(m *arMember) {
	if a.has('v') {
		a.r.print("x - ", m.name, "\n")
	}
	to := m.name
	if !a.has('P') {
		to = baseName(to)
	}
	if a.output != "" {
		to = join(a.output, to)
	}
	f, err := linux.OpenFile(to, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		a.r.dieErr(1, err, "%s", to)
	}
	defer f.Close() //nolint:errcheck // writes were checked
	if _, err := f.Write(m.data); err != nil {
		a.r.dieErr(1, err, "%s", to)
	}
	_ = linux.Chmod(to, m.mode&0o777&^currentUmask())
	if a.has('o') {
		_ = linux.Utimens(to, m.mtime*1e9, m.mtime*1e9, 0)
	}
}

func (a *arTool) remove() {
	for _, name := range a.names {
		i := slices.IndexFunc(a.members, func(m arMember) bool { return m.name == a.short(name) })
		if i < 0 {
			if a.has('v') {
				a.r.print("No member named `", name, "'\n")
			}
			continue
		}
		if a.has('v') {
			a.r.print("d - ", a.members[i].name, "\n")
		}
		a.members = slices.Delete(a.members, i, i+1)
	}
}

// place is where new and moved members go.
func (a *arTool) place() int {
	i := slices.IndexFunc(a.members, func(m arMember) bool { return m.name == a.short(a.relative) })
	switch {
	case a.relative == "" || i < 0:
		return len(a.members)
	case a.has('a'):
		return i + 1
	}
	return i
}

func (a *arTool) moveMembers() {
	for _, name := range a.names {
		i := slices.IndexFunc(a.members, func(m arMember) bool { return m.name == a.short(name) })
		if i < 0 {
			a.r.die(1, "no entry %s in archive %s!", name, a.archive)
		}
		m := a.members[i]
		a.members = slices.Delete(a.members, i, i+1)
		a.members = slices.Insert(a.members, a.place(), m)
		if a.has('v') {
			a.r.print("m - ", m.name, "\n")
		}
	}
}

// insert is r and q.
func (a *arTool) insert() {
	for _, path := range a.names {
		st, err := linux.Stat(path)
		var data []byte
		if err == nil {
			data, err = readFile(path)
		}
		if err != nil {
			a.r.dieErr(1, err, "%s", path)
		}
		m := arMember{name: a.short(path), mode: 0o644, data: data}
		if a.has('U') {
			m.mode, m.mtime, m.uid, m.gid = st.Mode, st.Mtime/1e9, int(st.UID), int(st.GID)
		}
		i := -1
		if a.operation == 'r' {
			i = slices.IndexFunc(a.members, func(old arMember) bool { return old.name == m.name })
		}
		switch {
		case i < 0:
			a.members = slices.Insert(a.members, a.place(), m)
			a.tell("a", path)
		case a.has('u') && a.has('U') && m.mtime <= a.members[i].mtime:
		default:
			a.members[i] = m
			a.tell("r", path)
		}
	}
}

func (a *arTool) tell(what, path string) {
	if a.has('v') {
		a.r.print(what, " - ", path, "\n")
	}
}

// store writes the archive; names that do not fit into a header stand in a table before the members.
func (a *arTool) store() {
	const longest = 15
	var long strings.Builder
	var body bytes.Buffer
	for i := range a.members {
		m := &a.members[i]
		if bytes.HasPrefix(m.data, []byte("\x7fELF")) && !a.has('S') {
			unsupportedNote("the symbol table of ar")
		}
		name := m.name + "/"
		if len(m.name) > longest {
			name = sprintf("/%d", long.Len())
			long.WriteString(m.name + "/\n")
		}
		body.WriteString(sprintf("%-16s%-12d%-6d%-6d%-8o%-10d`\n", name, m.mtime, m.uid, m.gid, m.mode,
			len(m.data)))
		body.Write(m.data)
		if len(m.data)%2 != 0 {
			body.WriteByte('\n')
		}
	}
	out := []byte(arMagic)
	if table := long.String(); table != "" {
		if len(table)%2 != 0 {
			table += "\n"
		}
		out = append(out, sprintf("%-48s%-10d`\n%s", "//", len(table), table)...)
	}
	f, err := linux.OpenFile(a.archive, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		a.r.dieErr(1, err, "%s", a.archive)
	}
	defer f.Close() //nolint:errcheck // writes were checked
	if _, err := f.Write(append(out, body.Bytes()...)); err != nil {
		a.r.dieErr(1, err, "%s", a.archive)
	}
}
