package tool

import (
	"archive/tar"
	"math"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// tarModes are the options that say what to do.
var tarModes = map[string]byte{
	"c": 'c', "d": 'd', "compare": 'd', "r": 'r', "t": 't', "x": 'x', "get": 'x', "u": 'u', "A": 'A',
	"concatenate": 'A', "delete": 'D', "test-label": 'l',
}

// tarPrograms are the options that name how the archive is compressed.
var tarPrograms = map[string]string{
	"z": "gzip", "gunzip": "gzip", "ungzip": "gzip", "j": "bzip2", "J": "xz", "zstd": "zstd",
}

func (t *tarTool) option(o option) {
	if mode, ok := tarModes[o.name]; ok {
		if t.mode != 0 && t.mode != mode {
			t.usage("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option")
		}
		t.mode = mode
		return
	}
	if program, ok := tarPrograms[o.name]; ok {
		t.setProgram(program)
		return
	}
	switch o.name {
	case "f":
		if t.archive != "-" && t.archive != t.r.getenv("TAPE") {
			t.usage("Multiple archive files require '-M' option")
		}
		t.archive = o.value
	case "v":
		t.verbose++
	case "I":
		t.setProgram(o.value)
	case "b", "record-size":
		t.setRecord(o)
	case "strip-components":
		n, ok := parseUint(o.value)
		if !ok {
			t.usage("%s: Invalid number of elements", o.value)
		}
		t.strip = int(min(n, 1<<20))
	case "transform", "xform":
		t.addTransform(o.value)
	case "mtime":
		t.mtime = t.date(o)
	case "N", "after-date", "newer-mtime":
		t.newerThan, t.mtimeOnly = t.date(o), o.name == "newer-mtime"
	case "mode":
		if t.setMode, _ = parseMode(o.value); t.setMode == nil {
			t.fatal("Invalid mode given on option")
		}
	case "occurrence":
		if t.occurrence = 1; o.given {
			n, ok := parseUint(o.value)
			if !ok {
				t.usage("Invalid number: %s", o.value)
			}
			t.occurrence = int(min(n, math.MaxInt32))
		}
	default:
		t.nameOption(o)
	}
}

func (t *tarTool) setProgram(program string) {
	if t.compress != "" && t.compress != program {
		t.usage("Conflicting compression options")
	}
	t.compress = program
}

func (t *tarTool) setRecord(o option) {
	n, ok := parseUint(o.value)
	if o.name == "b" {
		if n *= tarBlock; !ok || n == 0 || n > math.MaxInt32 {
			t.usage("%s: Invalid blocking factor", o.value)
		}
	} else {
		if n, ok = parseSize(o.value); !ok || n == 0 {
			t.usage("%s: Invalid record size", t.r.curly(o.value))
		}
		if n%tarBlock != 0 {
			t.usage("Record size must be a multiple of %d.", tarBlock)
		}
	}
	t.record = int64(n)
}

// date is a time that an option gives: by a file that begins with a slash or a dot, or in words.
func (t *tarTool) date(o option) int64 {
	value := o.value
	if strings.HasPrefix(value, "/") || strings.HasPrefix(value, ".") {
		st, err := linux.Stat(value)
		if err != nil {
			t.fatal("%s: Cannot stat: %s", value, primitives.ErrnoOf(err).Text())
		}
		return st.Mtime
	}
	when, ok := parseDate(value, t.r.now())
	if !ok {
		t.r.message("Substituting -9223372036854775807 for unknown date format " + t.r.curly(value))
		return math.MinInt64 // as it says
	}
	if t.verbose > 0 && !strings.HasPrefix(value, "@") {
		name := map[string]string{"N": "after-date"}[o.name]
		if name == "" {
			name = o.name
		}
		t.r.message(sprintf("Option --%s: Treating date '%s' as %s", name, value,
			strftime("%Y-%m-%d %H:%M:%S", when.In(t.r.zone()))))
	}
	return when.UnixNano()
}

// nameOption takes the options that are about names.
func (t *tarTool) nameOption(o option) {
	m := &t.match
	switch o.name {
	case "C":
		t.changeDir(o.value)
	case "T":
		t.listFile(o.value)
	case "add-file":
		t.add(o.value)
	case "exclude":
		t.addExclude(o.value)
		t.positional = append(t.positional, "--exclude "+t.r.curly(o.value))
	case "X":
		text, err := readFile(o.value)
		if err != nil {
			t.fatal("%s: Cannot open: %s", o.value, primitives.ErrnoOf(err).Text())
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			if line != "" {
				t.addExclude(line)
			}
		}
		t.positional = append(t.positional, "--exclude-from "+t.r.curly(o.value))
	case "exclude-vcs":
		for _, name := range []string{
			"CVS", "RCS", "SCCS", ".git", ".gitignore", ".gitmodules", ".gitattributes", ".cvsignore", ".svn",
			".arch-ids", "{arch}", "=RELEASE-ID", "=meta-update", "=update", ".bzr", ".bzrignore", ".bzrtags",
			".hg", ".hgignore", ".hgtags", "_darcs",
		} {
			t.exclude = append(t.exclude, tarExclude{name, tarMatch{recurse: true, slash: true}})
		}
	case "exclude-backups":
		for _, name := range []string{".#*", "*~", "#*#"} {
			t.exclude = append(t.exclude, tarExclude{name, tarMatch{recurse: true, slash: true, wild: 1}})
		}
	case "exclude-tag":
		t.excludeTags = append(t.excludeTags, o.value)
	case "wildcards":
		m.wild = 1
	case "no-wildcards":
		m.wild = -1
	case "anchored":
		m.anchored, m.anchorGiven = true, true
	case "no-anchored":
		m.anchored, m.anchorGiven = false, false
	case "ignore-case":
		m.fold = true
	case "no-ignore-case":
		m.fold = false
	case "wildcards-match-slash":
		m.slash = true
	case "no-wildcards-match-slash":
		m.slash = false
	case "no-recursion":
		m.recurse = false
	case "recursion":
		m.recurse = true
	default:
		t.wordOption(o)
	}
}

// wordOption takes the options whose value is a word.
func (t *tarTool) wordOption(o option) {
	switch o.name {
	case "H":
		t.setFormat(o.value)
	case "posix":
		t.setFormat("posix")
	case "old-archive", "portability":
		t.setFormat("v7")
	case "o":
		t.noOwner = true
		if t.mode == 'c' {
			t.setFormat("v7")
		}
	case "sort":
		t.sorted = t.choose("--sort", o.value, "none", "name", "inode") == "name"
	case "owner":
		t.ownerName = o.value
	case "group":
		t.groupName = o.value
	case "V":
		t.label = o.value
	case "one-top-level":
		t.topGiven, t.topLevel = true, o.value
	case "to-command":
		t.command, t.toStdout = o.value, true
	case "ignore-command-error", "no-ignore-command-error":
		t.anyCommand = o.name == "ignore-command-error"
	case "a":
		t.autoName = true
	case "no-auto-compress":
		t.autoName = false
	case "index-file":
		t.index = o.value
	case "quoting-style":
		t.quoting = t.choose("--quoting-style", o.value, "literal", "shell", "shell-always", "shell-escape",
			"shell-escape-always", "c", "c-maybe", "escape", "locale", "clocale")
		if t.quoting != "literal" && t.quoting != "escape" && t.quoting != "c" {
			t.r.unsupported("--quoting-style=" + t.quoting)
		}
	case "checkpoint":
		t.r.unsupported("--checkpoint")
	case "pax-option":
		t.r.unsupported("--pax-option=" + o.value)
	default:
		t.flag(o)
	}
}

// choose is the word that a value may be.
func (t *tarTool) choose(option, value string, words ...string) string {
	for _, w := range words {
		if w == value {
			return w
		}
	}
	t.r.message(sprintf("invalid argument %s for %s", t.r.curly(value), t.r.curly(option)))
	text := "Valid arguments are:\n"
	for _, w := range words {
		text += "  - " + t.r.curly(w) + "\n"
	}
	t.r.stderr(text)
	panic(exit(2))
}

func (t *tarTool) setFormat(name string) {
	t.v7 = false
	switch name {
	case "gnu", "oldgnu":
		t.format = tar.FormatGNU
	case "pax", "posix":
		t.format = tar.FormatPAX
	case "ustar":
		t.format = tar.FormatUSTAR
	case "v7":
		t.format, t.v7 = tar.FormatUSTAR, true
	default:
		t.usage("%s: Invalid archive format", name)
	}
}

func (t *tarTool) flag(o option) {
	flags := map[string]*bool{
		"h": &t.dereference, "hard-dereference": &t.hardDereference, "P": &t.absolute, "k": &t.keep,
		"skip-old-files": &t.skipOld, "keep-newer-files": &t.newer, "overwrite": &t.overwrite,
		"U": &t.unlink, "recursive-unlink": &t.recursiveUnlink, "remove-files": &t.removeFiles,
		"keep-directory-symlink": &t.keepLinks,
		"O":                      &t.toStdout, "p": &t.permissions, "same-permissions": &t.permissions,
		"no-same-permissions": &t.noPermissions, "same-owner": &t.owner, "no-same-owner": &t.noOwner,
		"numeric-owner": &t.numeric, "m": &t.touch, "one-file-system": &t.oneFileSystem,
		"null": &t.null, "verbatim-files-from": &t.literal, "utc": &t.utc, "full-time": &t.fullTime,
		"totals": &t.totals, "S": &t.sparse, "clamp-mtime": &t.clamp, "i": &t.ignoreZeros,
		"R":                      &t.blockNumber,
		"show-transformed-names": &t.showTransformed, "show-stored-names": &t.showTransformed,
		"ignore-failed-read": &t.ignoreFailed, "exclude-caches": &t.excludeCaches,
	}
	if f, ok := flags[o.name]; ok {
		*f = true
		return
	}
	switch o.name {
	case "no-null":
		t.null = false
	case "no-verbatim-files-from":
		t.literal = false
	}
}
