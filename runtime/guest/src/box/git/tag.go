package git

import (
	"slices"
	"strings"
)

func (g *program) tagCommand(args []string) int {
	o := g.parse(args, "l/list a/annotate m/message: d/delete f/force n? F/file: s/sign! u:! v/verify! "+
		"contains? no-contains? sort: format: points-at: merged? no-merged? column?! i/ignore-case "+
		"create-reflog no-sign no-column color? e/edit! cleanup:!")
	g.need()
	switch {
	case o.has("delete"):
		code := 0
		for _, name := range o.args {
			h, ok := g.repo.ref("refs/tags/" + name)
			if !ok {
				g.tell("error: tag '%s' not found.\n", name)
				code = 1
				continue
			}
			g.deleteRef("refs/tags/" + name)
			g.printf("Deleted tag '%s' (was %s)\n", name, g.abbreviate(h))
		}
		return code
	case o.has("list") || len(o.args) == 0 || o.has("n") || o.has("contains") || o.has("no-contains") ||
		o.has("merged") || o.has("no-merged") || o.has("points-at"):
		return g.listTags(o)
	}
	name, target := o.args[0], "HEAD"
	if len(o.args) > 1 {
		target = o.args[1]
	}
	if !goodRef(name) {
		g.fatal("'%s' is not a valid tag name.", name)
	}
	h, ok := g.resolve(target)
	if !ok || h.zero() {
		g.fatal("Failed to resolve '%s' as a valid ref.", target)
	}
	old, taken := g.repo.ref("refs/tags/" + name)
	if taken && !o.has("force") {
		g.fatal("tag '%s' already exists", name)
	}
	if o.has("annotate") || o.has("message") || o.has("file") {
		if !o.has("message") && !o.has("file") {
			g.tell("error: Terminal is dumb, but EDITOR unset\nPlease supply the message using either " +
				"-m or -F option.\n")
			return 1
		}
		who := g.identity("COMMITTER", true)
		message := cleaned(strings.Join(o.values("message"), "\n\n"), false)
		if f := o.value("file"); f != "" {
			b, err := readFile(f)
			if err != nil {
				g.fatal("could not open or read '%s': %s", f, text(err))
			}
			message = cleaned(string(b), false)
		}
		kind := g.must(h).kind
		h = g.store("tag", []byte("object "+h.String()+"\ntype "+kind+"\ntag "+name+"\ntagger "+
			""+who.String()+"\n\n"+message))
	}
	g.setRef("refs/tags/"+name, h, "")
	if taken && old != h {
		g.printf("Updated tag '%s' (was %s)\n", name, g.abbreviate(old))
	}
	return 0
}

func (g *program) listTags(o *options) int {
	_, head := g.repo.head()
	var list []*refItem
	for _, n := range g.repo.refsBelow("refs/tags/") {
		short := strings.TrimPrefix(n, "refs/tags/")
		if g.listed(o, n, head) && (len(o.args) == 0 || slices.ContainsFunc(o.args, func(a string) bool {
			return wildmatch(a, short, false)
		})) {
			h, _ := g.repo.ref(n)
			list = append(list, &refItem{name: n, h: h})
		}
	}
	keys := o.values("sort")
	if v := g.repo.config.text("tag.sort"); len(keys) == 0 && v != "" {
		keys = []string{v}
	}
	g.sortRefs(list, keys, o.has("ignore-case"))
	format := "%(refname:lstrip=2)"
	lines := o.value("n")
	if o.has("n") {
		if lines == "" {
			lines = "1"
		}
		format = "%(align:15)%(refname:lstrip=2)%(end) %(contents:lines=" + lines + ")"
	}
	if o.has("format") {
		format = o.value("format")
	}
	for _, r := range list {
		g.print(g.expandRef(format, r), "\n")
	}
	return 0
}
