package tool

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// patchMaxFuzz is how many lines of context may differ unless -F says else.
const patchMaxFuzz = 2

// patchTool applies unified diffs as GNU patch 2.7 does.
type patchTool struct {
	r       *run
	strip   int // components of names to leave out; -1 for all but the last
	reverse bool
	forward bool // -N
	force   bool // -f
	batch   bool // -t
	dry     bool
	silent  bool
	remove  bool // -E
	blanks  bool // -l
	binary  bool
	backup  bool
	noMis   bool // --no-backup-if-mismatch
	suffix  string
	prefix  string
	fuzz    int
	file    string // the operand
	output  string
	rejects string
	input   patchInput
	warned  map[string]bool // names that were refused
	written map[string]bool // files that this run wrote: their backup is the first one's
}

func patchMain(r *run) int {
	r.usageStatus, r.usageLine = 2, r.name+": "
	p := &patchTool{
		r: r, strip: -1, suffix: ".orig", fuzz: patchMaxFuzz, written: map[string]bool{},
		warned: map[string]bool{},
	}
	opts, files := r.options("b/backup /backup-if-mismatch /no-backup-if-mismatch B:/prefix " +
		"/binary d:/directory /dry-run E/remove-empty-files f/force F:/fuzz i:/input " +
		"l/ignore-whitespace N/forward c/context e/ed n/normal o:/output p:/strip r:/reject-file " +
		"R/reverse s/silent s/quiet " +
		"t/batch u/unified z:/suffix v !D:/ifdef !g:/get !T/set-time " +
		"!V:/version-control !Y:/basename-prefix !Z/set-utc !/follow-symlinks !/merge? !/posix " +
		"!/quoting-style: !/read-only: !/reject-format: !/verbose")
	input, dir := "-", ""
	for _, o := range opts {
		switch o.name {
		case "i":
			input = o.value
		case "d":
			dir = o.value
		case "v":
			r.version()
		default:
			p.option(o)
		}
	}
	if len(files) > 2 {
		r.usage("%s: extra operand", files[2])
	}
	if len(files) > 0 {
		p.file, p.input.named = files[0], true
	}
	if len(files) == 2 {
		input = files[1]
	}
	if dir != "" {
		if err := linux.Chdir(dir); err != nil {
			p.fatal("Can't change to directory %s : %s", dir, primitives.ErrnoOf(err).Text())
		}
	}
	p.read(input)
	p.all()
	return r.status
}

func (p *patchTool) option(o option) {
	switch o.name {
	case "b":
		p.backup = true
	case "backup-if-mismatch":
		p.noMis = false
	case "no-backup-if-mismatch":
		p.noMis = true
	case "B":
		p.prefix, p.suffix, p.backup = o.value, "", true
	case "binary":
		p.binary = true
	case "dry-run":
		p.dry = true
	case "E":
		p.remove = true
	case "f":
		p.force = true
	case "F":
		p.fuzz = p.number(o.value, "fuzz factor")
	case "l":
		p.blanks = true
	case "N":
		p.forward = true
	case "o":
		p.output = o.value
	case "p":
		p.strip = p.number(o.value, "strip count")
	case "r":
		p.rejects = o.value
	case "R":
		p.reverse = true
	case "s":
		p.silent = true
	case "t":
		p.batch = true
	case "z":
		p.suffix = o.value
	case "c", "e", "n", "u":
		p.input.only = o.name[0]
	}
}

func (p *patchTool) number(s, what string) int {
	n, ok := parseUint(s)
	if !ok {
		p.fatal("%s %s is not a number", what, p.r.shellWord(s))
	}
	return int(min(n, 1<<30))
}

// shellWord is a name as messages show it: quoted only if a shell would need it.
func (r *run) shellWord(s string) string { return shellQuote(s, r.utf8Locale(), false) }

// fatal ends the run as pfatal does: what was not yet written stays as it was.
func (p *patchTool) fatal(format string, args ...any) {
	p.r.stderr(p.r.name + ": **** " + sprintf(format, args...) + "\n")
	panic(exit(2))
}

// say tells of progress: on standard error if -o - takes standard output.
func (p *patchTool) say(format string, args ...any) {
	if p.output == "-" {
		p.r.stderr(sprintf(format, args...))
		return
	}
	p.r.printf(format, args...)
}

func (p *patchTool) read(name string) {
	f, err := openInput(name)
	if err == nil {
		defer closeInput(f)
		p.input.text, err = readAll(f)
	}
	if err != nil {
		p.fatal("Can't open patch file %s : %s", p.r.shellWord(name), primitives.ErrnoOf(err).Text())
	}
	p.input.lines = bytes.SplitAfter(p.input.text, []byte("\n"))
	if n := len(p.input.lines); len(p.input.lines[n-1]) == 0 {
		p.input.lines = p.input.lines[:n-1]
	}
}

func (p *patchTool) all() {
	found := false
	for {
		h, err := p.input.header()
		if err != "" {
			p.r.unsupported(err)
		}
		if h == nil {
			break
		}
		found = true
		p.one(h)
	}
	if !found && len(p.input.lines) > 0 {
		p.fatal("Only garbage was found in the patch input.")
	}
}

// stripped is a name of the patch without its first components; "" if it is of no use.
func (p *patchTool) stripped(name string) string {
	if name == "" || name == "/dev/null" {
		return ""
	}
	for n := 0; p.strip < 0 || n < p.strip; n++ {
		i := strings.IndexByte(name, '/')
		if i < 0 {
			if p.strip >= 0 {
				return ""
			}
			break
		}
		name = strings.TrimLeft(name[i:], "/")
	}
	dangerous := strings.HasPrefix(name, "/")
	for part := range strings.SplitSeq(name, "/") {
		dangerous = dangerous || part == ".."
	}
	if dangerous && !p.warned[name] {
		p.warned[name] = true
		p.say("Ignoring potentially dangerous file name %s\n", p.r.shellWord(name))
	}
	if dangerous {
		return ""
	}
	return name
}

// choose finds the file that a header means: of the names that exist, else, if the patch
// makes a file, of all names, the one of fewest components, shortest base name and length.
func (p *patchTool) choose(h *patchHeader) string {
	if p.file != "" {
		return p.file
	}
	var all, there []string
	for _, name := range []string{p.stripped(h.name[0]), p.stripped(h.name[1])} {
		if name == "" {
			continue
		}
		all = append(all, name)
		if _, err := linux.Lstat(name); err == nil {
			there = append(there, name)
		}
	}
	index := p.stripped(h.index)
	if len(all) == 0 && index != "" {
		all = append(all, index)
		if _, err := linux.Lstat(index); err == nil {
			there = append(there, index)
		}
	}
	if len(there) > 0 {
		return bestName(there)
	}
	if h.absent != [2]int{} {
		return bestName(all)
	}
	return ""
}

// bestName is the name of fewest components, of these the one of shortest base name and length.
func bestName(names []string) string {
	best := ""
	key := func(s string) [3]int {
		return [3]int{strings.Count(s, "/"), len(baseName(s)), len(s)}
	}
	for _, name := range names {
		a, b := key(name), key(best)
		if best == "" || a[0] < b[0] || a[0] == b[0] && (a[1] < b[1] || a[1] == b[1] && a[2] < b[2]) {
			best = name
		}
	}
	return best
}

// patchRange writes the lines of one side of a hunk.
func patchRange(first, count int) string {
	switch count {
	case 0:
		return strconv.Itoa(first-1) + ",0"
	case 1:
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "," + strconv.Itoa(count)
}
