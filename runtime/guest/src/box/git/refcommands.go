package git

import (
	"slices"
	"strconv"
	"strings"
)

func (g *program) forEachRefCommand(args []string) int {
	o := g.parse(
		args,
		"format: sort: count: points-at: contains? no-contains? merged? no-merged? s/shell! p/perl! "+
			"python! tcl! color? i/ignore-case",
	)
	g.need()
	var list []*refItem
	_, head := g.repo.head()
	for _, name := range g.repo.refsBelow("refs/") {
		h, ok := g.repo.ref(name)
		if ok && refMatches(o.args, name) && g.listed(o, name, head) {
			list = append(list, &refItem{name: name, h: h})
		}
	}
	g.sortRefs(list, o.values("sort"), o.has("ignore-case"))
	format := "%(objectname) %(objecttype)\t%(refname)"
	if o.has("format") {
		format = o.value("format")
	}
	if v := o.value("count"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil {
			g.usage("option `count' expects a numerical value")
		}
		list = list[:min(n, len(list))]
	}
	for _, r := range list {
		g.print(g.expandRef(format, r), "\n")
	}
	return 0
}

// refMatches reports whether a reference is one of the patterns, or below one.
func refMatches(patterns []string, name string) bool {
	return len(patterns) == 0 || slices.ContainsFunc(patterns, func(p string) bool {
		return name == p || strings.HasPrefix(name, strings.TrimSuffix(p, "/")+"/") ||
			wildmatch(p, name, true)
	})
}

// listed applies --merged, --contains and --points-at.
func (g *program) listed(o *options, name string, head hash) bool {
	h, _ := g.repo.ref(name)
	at, isCommit := g.peel(h, "commit")
	of := func(option string) []hash {
		var list []hash
		for _, v := range o.values(option) {
			if v == "" {
				list = append(list, head)
				continue
			}
			c, ok := g.resolve(v)
			if !ok {
				g.fail("malformed object name %s", v)
			}
			if c, ok = g.peel(c, "commit"); !ok {
				g.fail("no such commit %s", v)
			}
			list = append(list, c)
		}
		return list
	}
	any := func(option string, test func(h hash) bool) bool {
		return !o.has(option) || isCommit && slices.ContainsFunc(of(option), test)
	}
	if v := o.value("points-at"); o.has("points-at") {
		to := head
		if v != "" {
			to, _ = g.resolve(v)
		}
		if peeled, _ := g.peel(h, ""); h != to && peeled != to {
			return false
		}
	}
	return any("merged", func(c hash) bool { return g.isAncestor(at, c) }) &&
		any("no-merged", func(c hash) bool { return !g.isAncestor(at, c) }) &&
		any("contains", func(c hash) bool { return g.isAncestor(c, at) }) &&
		any("no-contains", func(c hash) bool { return !g.isAncestor(c, at) })
}

// updateRefCommand is the plumbing below branch and tag.
func (g *program) updateRefCommand(args []string) int {
	o := g.parse(args, "d m: no-deref create-reflog stdin z!")
	g.need()
	if o.has("stdin") {
		return g.updateRefs()
	}
	if len(o.args) == 0 {
		g.usage("a reference is needed")
	}
	name := o.args[0]
	if o.has("d") {
		old, there := g.repo.ref(name)
		if len(o.args) > 1 {
			g.checkOld(name, o.args[1], old, there)
		}
		if there {
			g.deleteRef(name)
		}
		return 0
	}
	if len(o.args) < 2 {
		g.usage("a new value is needed")
	}
	h, ok := g.resolve(o.args[1])
	if !ok {
		g.fatal("%s: not a valid SHA1", o.args[1])
	}
	if len(o.args) > 2 {
		old, there := g.repo.ref(name)
		g.checkOld(name, o.args[2], old, there)
	}
	g.updateRef(name, h, o.value("m"), o.has("no-deref"))
	return 0
}

func (g *program) updateRef(name string, h hash, message string, bare bool) {
	if h.zero() {
		g.deleteRef(name)
		return
	}
	if !strings.HasPrefix(name, "refs/") && name != "HEAD" && strings.ToUpper(name) != name ||
		!goodRef(name) {
		g.fatal("update_ref failed for ref '%s': refusing to update ref with bad name '%s'", name, name)
	}
	if !g.repo.has(h) {
		g.fatal(
			"update_ref failed for ref '%s': trying to write ref '%s' with nonexistent object %s",
			name,
			name,
			h,
		)
	}
	if name == "HEAD" && !bare {
		if ref, _ := g.repo.head(); ref != "" {
			name = ref
		}
	}
	if name != "HEAD" && !strings.HasPrefix(name, "refs/heads/") &&
		!strings.HasPrefix(name, "refs/remotes/") {
		g.setRef(name, h, "")
		return
	}
	g.setRefLogged(name, h, message)
}

func (g *program) checkOld(name, given string, old hash, there bool) {
	want, ok := g.resolve(given)
	if parsed, isHash := parseHash(given); isHash {
		want, ok = parsed, true
	}
	if given == "" {
		ok = true
	}
	switch {
	case !ok:
		g.fatal("%s: not a valid old SHA1", given)
	case want.zero() && there:
		g.fatal("update_ref failed for ref '%s': cannot lock ref '%s': reference already exists", name, name)
	case !want.zero() && !there:
		g.fatal(
			"update_ref failed for ref '%s': cannot lock ref '%s': unable to resolve reference '%s'",
			name,
			name,
			name,
		)
	case want != old:
		g.fatal(
			"update_ref failed for ref '%s': cannot lock ref '%s': is at %s but expected %s",
			name,
			name,
			old,
			want,
		)
	}
}

// updateRefs reads commands, one a line: create, update, delete, verify.
func (g *program) updateRefs() int {
	b, _ := readFile("/dev/stdin")
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		name := words[1]
		old, there := g.repo.ref(name)
		switch words[0] {
		case "create", "update":
			if len(words) < 3 {
				g.fatal("%s %s: missing <new-oid>", words[0], name)
			}
			h, ok := g.resolve(words[2])
			if !ok {
				g.fatal("%s %s: invalid <new-oid>: %s", words[0], name, words[2])
			}
			if words[0] == "create" && there {
				g.fatal("cannot lock ref '%s': reference already exists", name)
			}
			if len(words) > 3 {
				g.checkOld(name, words[3], old, there)
			}
			g.updateRef(name, h, "", false)
		case "delete":
			if len(words) > 2 {
				g.checkOld(name, words[2], old, there)
			}
			g.deleteRef(name)
		case "verify":
			if len(words) > 2 {
				g.checkOld(name, words[2], old, there)
			}
		default:
			g.unsupported("update-ref --stdin: " + words[0])
		}
	}
	return 0
}

// packRefsCommand puts references into one file.
func (g *program) packRefsCommand(args []string) int {
	o := g.parse(args, "all no-prune prune no-all")
	g.need()
	g.packRefs(o.has("all"), !o.has("no-prune"))
	return 0
}

// checkRefFormatCommand says whether a name may be a reference's.
func (g *program) checkRefFormatCommand(args []string) int {
	o := g.parse(args, "allow-onelevel no-allow-onelevel refspec-pattern! normalize print! branch")
	if len(o.args) != 1 {
		g.usage("a name is needed")
	}
	name := o.args[0]
	if o.has("branch") {
		if g.findRepo() && strings.HasPrefix(name, "@{-") {
			n, _ := strconv.Atoi(strings.Trim(name, "@{-}"))
			if b := g.previousBranch(n); b != "" {
				name = b
			}
		}
		if !goodRef(name) {
			g.fatal("'%s' is not a valid branch name", name)
		}
		g.print(name, "\n")
		return 0
	}
	if o.has("normalize") {
		for strings.Contains(name, "//") {
			name = strings.ReplaceAll(name, "//", "/")
		}
		name = strings.TrimPrefix(name, "/")
	}
	if !goodRef(name) || !strings.Contains(name, "/") && !o.has("allow-onelevel") {
		return 1
	}
	if o.has("normalize") {
		g.print(name, "\n")
	}
	return 0
}
