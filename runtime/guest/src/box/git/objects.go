package git

import (
	"fmt"
	"strings"
)

func (g *program) catFileCommand(args []string) int {
	o := g.parse(
		args,
		"t s p e batch? batch-check? batch-command?! batch-all-objects textconv! filters! buffer "+
			"unordered follow-symlinks! allow-unknown-type! z!",
	)
	g.need()
	if o.has("batch") || o.has("batch-check") {
		return g.catBatch(o)
	}
	if len(o.args) == 0 {
		g.usage("-p needs an object")
	}
	name := o.args[len(o.args)-1]
	h, ok := g.resolve(name)
	if ok {
		ok = g.repo.has(h)
	}
	if o.has("e") {
		if !ok && colonOf(name) < 0 {
			if _, isHash := parseHash(name); !isHash {
				g.fatal("Not a valid object name %s", name)
			}
		}
		return 1 - b2i(ok)
	}
	if !ok {
		if rev, p, colon := strings.Cut(name, ":"); colon {
			g.badPath(rev, p)
		}
		if _, isHash := parseHash(name); isHash {
			what := map[bool]string{
				true:  "git cat-file: could not get object info",
				false: name + ": bad file",
			}
			if o.has("p") {
				g.fatal("Not a valid object name %s", name)
			}
			g.fatal("%s", what[o.has("t") || o.has("s")])
		}
		g.fatal("Not a valid object name %s", name)
	}
	return g.catOne(h, o)
}

func (g *program) catOne(h hash, o *options) int {
	ob := g.must(h)
	kind := ""
	if len(o.args) > 1 {
		kind = o.args[0]
	}
	switch {
	case o.has("t"):
		g.print(ob.kind, "\n")
	case o.has("s"):
		g.print(itoa(len(ob.data)), "\n")
	case ob.kind == "tree" && o.has("p"):
		(&treeLister{g: g, end: "\n"}).list(ob.data, "")
	case kind != "" && kind != ob.kind:
		to, ok := g.peel(h, kind)
		if !ok {
			g.fatal("git cat-file %s: bad file", o.args[1])
		}
		g.print(string(g.must(to).data))
	default:
		g.print(string(ob.data))
	}
	return 0
}

// catBatch answers names read from standard input.
func (g *program) catBatch(o *options) int {
	format := "%(objectname) %(objecttype) %(objectsize)"
	whole := o.has("batch")
	for _, v := range append(o.values("batch"), o.values("batch-check")...) {
		if v != "" {
			format = v
		}
	}
	var names []string
	if o.has("batch-all-objects") {
		for _, h := range g.repo.looseObjects() {
			names = append(names, h.String())
		}
		for _, p := range g.repo.packed() {
			for i := range p.count {
				names = append(names, p.hash(i).String())
			}
		}
	} else {
		b, _ := readFile("/dev/stdin")
		for line := range strings.Lines(string(b)) {
			names = append(names, strings.TrimSuffix(line, "\n"))
		}
	}
	for _, line := range names {
		name, rest := line, ""
		if strings.Contains(format, "%(rest)") {
			name, rest, _ = strings.Cut(line, " ")
		}
		h, ok := g.resolve(name)
		if !ok || !g.repo.has(h) {
			g.print(name, " missing\n")
			continue
		}
		ob := g.must(h)
		g.print(strings.NewReplacer("%(objectname)", h.String(), "%(objecttype)", ob.kind, "%(objectsize)",
			itoa(len(ob.data)), "%(rest)", rest).Replace(format), "\n")
		if whole {
			g.print(string(ob.data), "\n")
		}
	}
	return 0
}

// treeLister prints the entries of trees.
type treeLister struct {
	g                                *program
	paths                            []string
	recursive, trees, dirsOnly, long bool
	nameOnly, objectOnly, full, zero bool
	abbrev                           int
	format, end, prefix              string
}

func (g *program) lsTreeCommand(args []string) int {
	o := g.parse(args, "r name-only name-status d t l/long z full-name full-tree abbrev? format: object-only")
	g.need()
	if len(o.args) == 0 {
		g.usage("a tree is needed")
	}
	h, ok := g.resolve(o.args[0])
	if !ok {
		g.fatal("Not a valid object name %s", o.args[0])
	}
	if h, ok = g.peel(h, "tree"); !ok {
		g.fatal("not a tree object")
	}
	t := &treeLister{
		g:         g,
		recursive: o.has("r"),
		trees:     o.has("t"),
		dirsOnly:  o.has("d"),
		long:      o.has("long"),
		nameOnly: o.has("name-only") ||
			o.has("name-status"),
		objectOnly: o.has("object-only"),
		zero:       o.has("z"),
		full:       o.has("full-name") || o.has("full-tree"),
		format:     o.value("format"),
		end:        "\n",
	}
	if t.zero {
		t.end = "\x00"
	}
	if o.has("abbrev") {
		t.abbrev = 7
		_, _ = fmt.Sscan(o.value("abbrev"), &t.abbrev)
	}
	if !o.has("full-tree") {
		t.prefix = g.repo.prefix
	}
	for _, a := range o.args[1:] {
		slash := strings.HasSuffix(a, "/")
		p := a
		if g.repo.work != "" && !o.has("full-tree") {
			p = g.inside(a)
		}
		if slash {
			p = strings.TrimSuffix(p, "/") + "/"
		}
		t.paths = append(t.paths, p)
	}
	if len(t.paths) == 0 && t.prefix != "" {
		t.paths = []string{t.prefix}
	}
	t.list(g.must(h).data, "")
	return 0
}

// wants says whether an entry is shown, and whether what is below it may be.
func (t *treeLister) wants(p string, tree bool) (shown, below bool) {
	if len(t.paths) == 0 {
		return true, t.recursive
	}
	for _, want := range t.paths {
		bare := strings.TrimSuffix(want, "/")
		switch {
		case p == bare && tree && want != bare:
			below = true
		case p == bare, strings.HasPrefix(p, bare+"/"):
			shown = true
			below = below || tree && t.recursive
		case tree && strings.HasPrefix(bare, p+"/"):
			below = true
		}
	}
	return shown, below
}

func (t *treeLister) list(b []byte, prefix string) {
	for _, e := range parseTree(b) {
		p := prefix + e.name
		tree := e.mode == modeTree
		shown, below := t.wants(p, tree)
		if tree && below && (!t.dirsOnly || t.recursive || !shown) {
			if shown && (t.trees || t.dirsOnly) {
				t.show(&e, p)
			}
			t.list(t.g.must(e.hash).data, p+"/")
			continue
		}
		if shown && (!t.dirsOnly || tree) {
			t.show(&e, p)
		}
	}
}

func (t *treeLister) show(e *entry, p string) {
	g := t.g
	kind := "blob"
	switch e.mode {
	case modeTree:
		kind = "tree"
	case modeGitlink:
		kind = "commit"
	}
	name := p
	if !t.full && t.prefix != "" {
		name = g.repo.relative(p)
	}
	if !t.zero {
		name = g.quote(name)
	}
	h := e.hash.String()
	if t.abbrev > 0 {
		h = h[:min(max(t.abbrev, 4), 40)]
	}
	size := "-"
	if kind == "blob" && (t.long || strings.Contains(t.format, "objectsize")) {
		size = itoa(len(g.blob(e.hash)))
	}
	switch {
	case t.format != "":
		g.print(strings.NewReplacer(
			"%(objectmode)",
			fmt.Sprintf("%06o", e.mode),
			"%(objecttype)",
			kind,
			"%(objectname)",
			h,
			"%(objectsize:padded)",
			fmt.Sprintf("%7s", size),
			"%(objectsize)",
			size,
			"%(path)",
			name,
			"%x09",
			"\t",
			"%x00",
			"\x00",
			"%%",
			"%",
		).Replace(t.format), t.end)
	case t.nameOnly:
		g.print(name, t.end)
	case t.objectOnly:
		g.print(h, t.end)
	case t.long:
		g.printf("%06o %s %s %7s\t%s%s", e.mode, kind, h, size, name, t.end)
	default:
		g.printf("%06o %s %s\t%s%s", e.mode, kind, h, name, t.end)
	}
}

func (g *program) hashObjectCommand(args []string) int {
	o := g.parse(args, "w t: stdin path: no-filters literally! stdin-paths")
	kind := "blob"
	if v := o.value("t"); v != "" {
		kind = v
	}
	names := o.args
	if o.has("stdin") {
		names = append([]string{"/dev/stdin"}, names...)
	}
	if o.has("stdin-paths") {
		b, _ := readFile("/dev/stdin")
		for line := range strings.Lines(string(b)) {
			names = append(names, strings.TrimSuffix(line, "\n"))
		}
	}
	for _, name := range names {
		b, err := readFile(name)
		if err != nil {
			g.fatal("could not open '%s' for reading: %s", name, text(err))
		}
		if kind == "blob" && !o.has("no-filters") && g.findRepo() && g.repo.work != "" &&
			name != "/dev/stdin" {
			b = g.clean(g.inside(name), b)
		}
		h := hashOf(kind, b)
		if o.has("w") {
			g.need()
			h = g.store(kind, b)
		}
		g.print(h.String(), "\n")
	}
	return 0
}
