package git

import (
	"fmt"
	"strings"
)

const lsFilesSpec = "c/cached d/deleted m/modified o/others i/ignored s/stage u/unmerged k/killed! z t " +
	"v f! " +
	"exclude-standard full-name error-unmatch x/exclude: X/exclude-from: exclude-per-directory:! directory " +
	"no-empty-directory abbrev? deduplicate eol! with-tree:! recurse-submodules! resolve-undo! format: debug!"

// fileLister prints paths for ls-files.
type fileLister struct {
	g     *program
	o     *options
	paths []pathspec
	used  map[int]bool
	last  string
	end   string
}

func (g *program) lsFilesCommand(args []string) int {
	o := g.parse(args, lsFilesSpec)
	g.needWork()
	x := g.readIndex()
	l := &fileLister{g: g, o: o, paths: g.pathspecs(o.args), used: map[int]bool{}, end: "\n"}
	if o.has("z") {
		l.end = "\x00"
	}
	if o.has("ignored") && !o.has("others") && !o.has("cached") {
		g.fatal("ls-files -i must be used with either -o or -c")
	}
	l.extra()
	if o.has("others") {
		l.others(x)
	}
	cached := o.has("cached") || o.has("stage") || o.has("unmerged") ||
		!o.has("others") && !o.has("deleted") && !o.has("modified")
	if cached {
		l.cached(x)
	}
	if o.has("deleted") || o.has("modified") {
		for _, c := range g.workChanges(x, nil) {
			if o.has("deleted") && c.status == 'D' {
				l.show(c.to, "R ")
			}
			if o.has("modified") {
				l.show(c.to, "C ")
			}
		}
	}
	if o.has("error-unmatch") {
		return l.unmatched()
	}
	return 0
}

// extra takes the patterns of -x and -X, which are looked at first.
func (l *fileLister) extra() {
	for _, v := range l.o.values("exclude") {
		l.g.moreIgnores = append(l.g.moreIgnores, parseIgnores([]byte(v+"\n"), "", "")...)
	}
	for _, v := range l.o.values("exclude-from") {
		b, err := readFile(v)
		if err != nil {
			l.g.fatal("cannot use %s as exclude file", v)
		}
		l.g.moreIgnores = append(l.g.moreIgnores, parseIgnores(b, "", v)...)
	}
	if !l.o.has("exclude-standard") {
		l.g.onlyMore = true
	}
}

func (l *fileLister) others(x *index) {
	all := !l.o.has("directory")
	for _, p := range l.g.untracked(x, all, l.o.has("ignored")) {
		l.show(p, "? ")
	}
}

func (l *fileLister) cached(x *index) {
	for _, e := range x.entries {
		if l.o.has("unmerged") && e.stage == 0 ||
			l.o.has("ignored") && l.g.ignoring(e.path, false) == nil {
			continue
		}
		head, tag := "", "H "
		if e.stage > 0 {
			tag = "M "
		}
		if l.o.has("v") && e.flags&(1<<15) != 0 {
			tag = strings.ToLower(tag)
		}
		if l.o.has("stage") || l.o.has("unmerged") {
			h := e.file.hash.String()
			if l.o.has("abbrev") {
				h = l.g.abbreviate(e.file.hash)
			}
			head = fmt.Sprintf("%06o %s %d\t", e.file.mode, h, e.stage)
		}
		if f := l.o.value("format"); f != "" {
			l.formatted(e, f)
			continue
		}
		if l.o.has("t") || l.o.has("v") {
			head = tag + head
		}
		l.showAs(e.path, head)
	}
}

func (l *fileLister) formatted(e *indexEntry, format string) {
	if !l.wants(e.path) {
		return
	}
	l.g.print(strings.NewReplacer(
		"%(objectmode)",
		fmt.Sprintf("%06o", e.file.mode),
		"%(objectname)",
		e.file.hash.String(),
		"%(stage)",
		itoa(e.stage),
		"%(path)",
		l.g.quote(l.g.repo.relative(e.path)),
		"%x09",
		"\t",
		"%x00",
		"\x00",
	).Replace(format), l.end)
}

func (l *fileLister) show(p, tag string) {
	if !l.o.has("t") {
		tag = ""
	}
	l.showAs(p, tag)
}

func (l *fileLister) wants(p string) bool {
	bare := strings.TrimSuffix(p, "/")
	for i := range l.paths {
		if !l.paths[i].exclude && l.paths[i].matches(bare) {
			l.used[i] = true
		}
	}
	return wanted(l.paths, bare) && (len(l.paths) > 0 || strings.HasPrefix(p, l.g.repo.prefix))
}

func (l *fileLister) showAs(p, head string) {
	if !l.wants(p) || l.o.has("deduplicate") && p == l.last && head == "" {
		return
	}
	l.last = p
	name := p
	if !l.o.has("full-name") {
		name = l.g.repo.relative(p)
	}
	if !l.o.has("z") {
		name = l.g.quote(name)
	}
	l.g.print(head, name, l.end)
}

func (l *fileLister) unmatched() int {
	code := 0
	for i := range l.paths {
		if !l.used[i] {
			l.g.tell("error: pathspec '%s' did not match any file(s) known to git\n", l.paths[i].given)
			code = 1
		}
	}
	if code == 1 {
		l.g.tell("Did you forget to 'git add'?\n")
	}
	return code
}
