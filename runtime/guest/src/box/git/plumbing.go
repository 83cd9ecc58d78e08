package git

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// updateIndexCommand changes the index file by file.
func (g *program) updateIndexCommand(args []string) int {
	g.needWork()
	g.takeLock(g.indexFile())
	defer linux.Unlink(g.indexFile() + ".lock") //nolint:errcheck // it is gone when all went well
	x := g.readIndex()
	u := &indexUpdate{g: g, x: x}
	code := 0
	for i := 0; i < len(args); i++ {
		used, failed := u.option(args[i], args[i+1:])
		i += used
		code = max(code, b2i(failed))
	}
	_ = linux.Unlink(g.indexFile() + ".lock")
	g.writeIndex(x)
	return code
}

// indexUpdate is what the options of update-index so far say.
type indexUpdate struct {
	g                                *program
	x                                *index
	add, remove, force, quiet, ended bool
	assume                           int // 1: mark, -1: unmark
}

func (u *indexUpdate) option(a string, rest []string) (used int, failed bool) {
	g := u.g
	if u.ended || !strings.HasPrefix(a, "--") && a != "-q" {
		u.path(a)
		return 0, false
	}
	switch name, value, _ := strings.Cut(a, "="); name {
	case "--":
		u.ended = true
	case "--add":
		u.add = true
	case "--remove":
		u.remove = true
	case "--force-remove":
		u.remove, u.force = true, true
	case "-q":
		u.quiet = true
	case "--refresh", "--really-refresh":
		return 0, u.refresh()
	case "--cacheinfo":
		return u.cacheInfo(rest)
	case "--index-info":
		u.readInfo()
	case "--chmod":
		for _, p := range rest {
			if e := u.x.find(g.inside(p)); e != nil {
				e.file.mode = map[bool]uint32{true: modeExec, false: modeFile}[value == "+x"]
			}
		}
		return len(rest), false
	case "--assume-unchanged", "--no-assume-unchanged":
		u.assume = 1 - 2*b2i(name == "--no-assume-unchanged")
	case "--stdin":
		b, _ := readFile("/dev/stdin")
		for line := range strings.Lines(string(b)) {
			u.path(strings.TrimSuffix(line, "\n"))
		}
	default:
		g.unsupported("update-index " + a)
	}
	return 0, false
}

func (u *indexUpdate) refresh() (failed bool) {
	for _, c := range u.g.workChanges(u.x, nil) {
		failed = true
		if !u.quiet {
			u.g.print(c.to, ": needs update\n")
		}
	}
	return failed
}

func (u *indexUpdate) path(given string) {
	g, p := u.g, u.g.inside(given)
	e := u.x.find(p)
	switch {
	case u.assume != 0:
		if e == nil {
			g.fatal("Unable to mark file %s", p)
		}
		e.flags &^= 1 << 15
		if u.assume > 0 {
			e.flags |= 1 << 15
		}
	case u.force, u.remove && !exists(g.repo.at(p)):
		u.x.remove(p)
	case !exists(g.repo.at(p)):
		g.tell("error: %s: does not exist and --remove not passed\n", p)
		g.fatal("Unable to process path %s", p)
	case e == nil && !u.add:
		g.tell("error: %s: cannot add to the index - missing --add option?\n", p)
		g.fatal("Unable to process path %s", p)
	default:
		g.stage(u.x, p)
	}
}

// cacheInfo puts in an entry by its mode, hash and path.
func (u *indexUpdate) cacheInfo(rest []string) (used int, failed bool) {
	if len(rest) == 0 {
		u.g.usage("option 'cacheinfo' expects <mode>,<sha1>,<path>")
	}
	words := strings.SplitN(rest[0], ",", 3)
	used = 1
	if len(words) < 3 {
		if len(rest) < 3 {
			u.g.usage("option 'cacheinfo' expects <mode>,<sha1>,<path>")
		}
		words, used = rest[:3], 3
	}
	mode, err := strconv.ParseUint(words[0], 8, 32)
	h, ok := parseHash(words[1])
	if err != nil || !ok {
		u.g.usage("option 'cacheinfo' expects <mode>,<sha1>,<path>")
	}
	if u.x.find(words[2]) == nil && !u.add {
		u.g.tell("error: %s: cannot add to the index - missing --add option?\n", words[2])
		u.g.fatal("git update-index: --cacheinfo cannot add %s", words[2])
	}
	u.x.set(&indexEntry{path: words[2], file: file{uint32(mode), h}})
	return used, false
}

func (u *indexUpdate) readInfo() {
	b, _ := readFile("/dev/stdin")
	for line := range strings.Lines(string(b)) {
		head, p, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		words := strings.Fields(head)
		if !ok || len(words) < 2 {
			u.g.fatal("malformed index info %s", strings.TrimSuffix(line, "\n"))
		}
		mode, _ := strconv.ParseUint(words[0], 8, 32)
		name := words[1]
		if len(words) > 2 && len(words[2]) == 40 {
			name = words[2]
		}
		h, _ := parseHash(name)
		if mode == 0 {
			u.x.remove(p)
			continue
		}
		u.x.set(&indexEntry{path: p, file: file{uint32(mode), h}})
	}
}

func (g *program) writeTreeCommand(args []string) int {
	o := g.parse(args, "missing-ok prefix:")
	g.need()
	x := g.readIndex()
	if unmerged := x.unmerged(); len(unmerged) > 0 {
		for _, p := range sorted(unmerged) {
			h := unmerged[p]
			for i := 1; i < 4; i++ {
				if h[i].mode != 0 {
					g.tell("%s: unmerged (%s)\n", p, h[i].hash)
				}
			}
		}
		g.fatal("git-write-tree: error building trees")
	}
	files := x.files()
	if p := o.value("prefix"); p != "" {
		p = strings.TrimSuffix(p, "/") + "/"
		below := map[string]file{}
		for name, f := range files {
			if rest, ok := strings.CutPrefix(name, p); ok {
				below[rest] = f
			}
		}
		if files = below; len(files) == 0 {
			g.fatal("git-write-tree: prefix %s not found", p)
		}
	}
	g.print(g.plant(files).String(), "\n")
	return 0
}

// readTreeCommand makes the index that of a tree; -u changes the work tree too.
func (g *program) readTreeCommand(args []string) int {
	o := g.parse(args, "m u reset i! prefix: empty v n/dry-run! trivial! aggressive! index-output:! q/quiet")
	g.need()
	x := &index{}
	if o.has("empty") {
		g.writeIndex(x)
		return 0
	}
	if len(o.args) != 1 || o.has("m") && o.has("prefix") {
		g.unsupported("read-tree of several trees")
	}
	h, ok := g.resolve(o.args[0])
	if ok {
		h, ok = g.peel(h, "tree")
	}
	if !ok {
		g.fatal("Not a valid object name %s", o.args[0])
	}
	files := g.flatten(h)
	if p := o.value("prefix"); o.has("prefix") {
		x = g.readIndex()
		for name, f := range files {
			if x.find(p+name) != nil {
				g.tell("error: Entry '%s' overlaps with '%s'.  Cannot bind.\n", p+name, p+name)
				return 128
			}
			x.set(&indexEntry{path: p + name, file: f})
		}
		g.writeIndex(x)
		return 0
	}
	if o.has("u") && (o.has("m") || o.has("reset")) {
		if o.has("reset") {
			g.resetTo(files)
			return 0
		}
		local, foreign := g.move(g.readIndex().files(), files, false)
		if len(local)+len(foreign) > 0 {
			g.tell("error: Entry '%s' not uptodate. Cannot merge.\n", append(local, foreign...)[0])
			return 128
		}
		return 0
	}
	old := g.readIndex().byPath()
	for _, p := range sorted(files) {
		if e := old[p]; e != nil && e.file == files[p] && (o.has("m") || o.has("reset")) {
			x.entries = append(x.entries, e)
			continue
		}
		x.entries = append(x.entries, &indexEntry{path: p, file: files[p]})
	}
	g.writeIndex(x)
	return 0
}

func (g *program) commitTreeCommand(args []string) int {
	o := g.parse(args, "p: m: F: S?! no-gpg-sign")
	g.need()
	if len(o.args) != 1 {
		g.fatal("must give exactly one tree")
	}
	tree, ok := g.resolve(o.args[0])
	if !ok {
		g.fatal("not a valid object name %s", o.args[0])
	}
	if kind := g.must(tree).kind; kind != "tree" {
		g.fatal("%s is not a valid 'tree' object", tree)
	}
	var parents []hash
	for _, p := range o.values("p") {
		h, ok := g.resolve(p)
		if !ok {
			g.fatal("not a valid object name %s", p)
		}
		if !slices.Contains(parents, h) {
			parents = append(parents, h)
		} else {
			g.tell("error: duplicate parent %s ignored\n", h)
		}
	}
	message := strings.Join(o.values("m"), "\n\n")
	if message != "" {
		message += "\n"
	}
	if f := o.value("F"); f != "" || !o.has("m") {
		if f == "" || f == "-" {
			f = "/dev/stdin"
		}
		b, err := readFile(f)
		if err != nil {
			g.fatal("git commit-tree: failed to open '%s': %s", f, textOf(err))
		}
		message += string(b)
	}
	h := g.makeCommit(tree, parents, g.identity("AUTHOR", true), g.identity("COMMITTER", true), message)
	g.print(h.String(), "\n")
	return 0
}

// mktreeCommand makes a tree of what ls-tree prints.
func (g *program) mktreeCommand(args []string) int {
	o := g.parse(args, "z missing batch!")
	g.need()
	b, _ := readFile("/dev/stdin")
	var list []entry
	end := "\n"
	if o.has("z") {
		end = "\x00"
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(b), end), end) {
		if line == "" {
			continue
		}
		head, name, ok := strings.Cut(line, "\t")
		words := strings.Fields(head)
		if !ok || len(words) < 3 {
			g.fatal("input format error: %s", line)
		}
		mode, _ := strconv.ParseUint(words[0], 8, 32)
		h, okHash := parseHash(words[2])
		if !okHash {
			g.fatal("input format error: %s", line)
		}
		if !o.has("missing") && !g.repo.has(h) {
			g.fatal("entry '%s' object %s is unavailable", name, h)
		}
		list = append(list, entry{uint32(mode), name, h})
	}
	g.print(g.store("tree", encodeTree(list)).String(), "\n")
	return 0
}

// rawDiff is the common part of diff-tree, diff-index and diff-files: raw unless something else is asked for.
func (g *program) rawDiff(o *options) diffOptions {
	d := g.diffOptions(o)
	d.noRenames = !o.has("find-renames")
	if !d.chosen() && !o.has("no-patch") && !o.has("s") {
		d.raw = true
	}
	if d.raw && d.abbrev == 0 && !o.has("abbrev") {
		d.fullRaw = true
	}
	return d
}

func (g *program) diffFilesCommand(args []string) int {
	o := g.parse(args, diffSpec+" 0 1 2 3 base! ours! theirs! c! cc!")
	g.needWork()
	d := g.rawDiff(o)
	return g.diffTell(g.diffSides(nil, false, g.pathspecs(o.args)), &d)
}

func (g *program) diffIndexCommand(args []string) int {
	o := g.parse(args, diffSpec+" cached m merge-base")
	g.need()
	if len(o.args) == 0 {
		g.usage("a tree is needed")
	}
	d := g.rawDiff(o)
	if d.quiet {
		d.exitCode = true
	}
	return g.diffTell(g.diffSides(o.args[:1], o.has("cached"), g.pathspecs(o.args[1:])), &d)
}

func (g *program) diffTreeCommand(args []string) int {
	o := g.parse(args, logSpec+" r t root no-commit-id v stdin merge-base!")
	g.need()
	l := g.logOptions(o)
	d := g.rawDiff(o)
	if l.merges == "c" || l.merges == "cc" {
		d.raw, d.patch = false, true
	}
	if len(o.args) == 0 {
		g.usage("a tree is needed")
	}
	revs, files := o.args[:1], o.args[1:]
	if a, b, ok := strings.Cut(revs[0], ".."); ok {
		revs = []string{orHead(a), orHead(b)}
	} else if len(files) > 0 && o.dashed != 1 && g.isRevision(files[0]) {
		revs, files = o.args[:2], o.args[2:]
	}
	d.paths = g.pathspecs(files)
	trees := make([]hash, len(revs))
	for i, rev := range revs {
		h, ok := g.resolve(rev)
		if !ok {
			g.badRevision(rev)
		}
		trees[i] = h
	}
	if len(trees) == 2 {
		a, _ := g.peel(trees[0], "tree")
		b, _ := g.peel(trees[1], "tree")
		return g.diffTell(g.treeChanges(a, b, o, &d), &d)
	}
	c := g.commit(g.needCommit(revs[0]))
	if len(c.parents) == 0 && !o.has("root") {
		return 0
	}
	head := func() {
		if o.has("pretty") || o.has("format") || o.has("v") {
			p := &logPrinter{g: g, l: &l, names: g.decorations(&l), end: "\n"}
			p.head(c)
			p.gap(&d)
			return
		}
		if !o.has("no-commit-id") {
			g.print(c.hash.String(), "\n")
		}
	}
	if len(c.parents) > 1 {
		switch l.merges {
		case "c", "cc":
			head()
			g.showCombined(c, &d, l.merges == "cc", 0)
		case "each":
			for _, p := range c.parents {
				head()
				g.diffTell(g.treeChanges(g.treeOf(p), c.tree, o, &d), &d)
			}
		}
		return 0
	}
	base := hash{}
	if len(c.parents) > 0 {
		base = g.treeOf(c.parents[0])
	}
	list := g.treeChanges(base, c.tree, o, &d)
	if len(g.prepare(slices.Clone(list), &d)) == 0 {
		return 0
	}
	head()
	return g.diffTell(list, &d)
}

// treeChanges compares two trees, of directories only that they changed unless -r or a patch is wanted.
func (g *program) treeChanges(a, b hash, o *options, d *diffOptions) []*change {
	if o.has("r") || o.has("t") || d.patch || d.stat || d.numstat || d.shortstat || d.summary {
		return compareFiles(g.flatten(a), g.flatten(b), d.paths)
	}
	top := func(tree hash) map[string]file {
		m := map[string]file{}
		if tree.zero() {
			return m
		}
		for _, e := range parseTree(g.must(tree).data) {
			m[e.name] = file{e.mode, e.hash}
		}
		return m
	}
	return compareFiles(top(a), top(b), d.paths)
}

// varCommand prints one of git's own variables.
func (g *program) varCommand(args []string) int {
	if len(args) != 1 {
		g.usage("a variable is needed")
	}
	if !g.findRepo() {
		g.repo = &repo{config: g.outerConfig(), cache: map[hash]object{}}
	}
	switch args[0] {
	case "GIT_AUTHOR_IDENT":
		g.print(g.identity("AUTHOR", true).String(), "\n")
	case "GIT_COMMITTER_IDENT":
		g.print(g.identity("COMMITTER", true).String(), "\n")
	case "GIT_EDITOR":
		if g.editor() == "" {
			return 1
		}
		g.print(g.editor(), "\n")
	case "GIT_DEFAULT_BRANCH":
		b := g.repo.config.text("init.defaultbranch")
		if b == "" {
			b = "master"
		}
		g.print(b, "\n")
	default:
		g.unsupported("var " + args[0])
	}
	return 0
}

// stripspaceCommand cleans a text as commit does its message.
func (g *program) stripspaceCommand(args []string) int {
	o := g.parse(args, "s/strip-comments c/comment-lines")
	b, _ := readFile("/dev/stdin")
	if o.has("comment-lines") {
		for line := range strings.Lines(string(b)) {
			if strings.TrimSpace(line) == "" {
				g.print("#", line)
				continue
			}
			g.print("# ", line)
		}
		return 0
	}
	g.print(cleaned(string(b), o.has("strip-comments")))
	return 0
}
