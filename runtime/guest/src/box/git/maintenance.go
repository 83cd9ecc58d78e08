package git

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// looseObjects lists the objects that are files of their own.
func (r *repo) looseObjects() []hash {
	var list []hash
	for i := range 256 {
		const digits = "0123456789abcdef"
		dir := string([]byte{digits[i>>4], digits[i&15]})
		entries, err := linux.ReadDir(r.common + "/objects/" + dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if h, ok := parseHash(dir + e.Name); ok {
				list = append(list, h)
			}
		}
	}
	slices.SortFunc(list, func(a, b hash) int { return strings.Compare(string(a[:]), string(b[:])) })
	return list
}

func (g *program) countObjectsCommand(args []string) int {
	o := g.parse(args, "v/verbose H/human-readable")
	r := g.need()
	list := r.looseObjects()
	blocks := int64(0)
	for _, h := range list {
		if st, err := linux.Lstat(r.loose(h)); err == nil {
			blocks += st.Blocks
		}
	}
	size := blocks * 512
	kilo := func(n int64) string {
		if o.has("human-readable") {
			return humanSize(n)
		}
		return itoa(int(n / 1024))
	}
	if !o.has("verbose") {
		unit := ""
		if !o.has("human-readable") {
			unit = " kilobytes"
		}
		g.printf("%d objects, %s%s\n", len(list), kilo(size), unit)
		return 0
	}
	inPack, packBytes := 0, int64(0)
	for _, p := range r.packed() {
		inPack += p.count
		for _, end := range [...]string{p.name, strings.TrimSuffix(p.name, ".pack") + ".idx"} {
			if st, err := linux.Stat(end); err == nil {
				packBytes += st.Size
			}
		}
	}
	prunable := 0
	for _, h := range list {
		for _, p := range r.packed() {
			if _, ok := p.find(h); ok {
				prunable++
				break
			}
		}
	}
	g.printf("count: %d\nsize: %s\nin-pack: %d\npacks: %d\nsize-pack: %s\nprune-packable: %d\ngarbage: 0\n"+
		"size-garbage: %s\n", len(list), kilo(size), inPack, len(r.packed()), kilo(packBytes), prunable,
		kilo(0))
	return 0
}

// humanSize is a size as git tells it to people.
func humanSize(n int64) string {
	const k = 1 << 10
	units := [...]struct {
		over, unit int64
		name       string
	}{{1 << 30, 1 << 30, "GiB"}, {1 << 20, 1 << 20, "MiB"}, {k, k, "KiB"}}
	for _, u := range units {
		if n > u.over {
			rest := (n%u.unit*100 + u.unit/2) / u.unit
			whole := n / u.unit
			if rest == 100 {
				whole, rest = whole+1, 0
			}
			return itoa(int(whole)) + "." + itoa(int(rest/10)) + itoa(int(rest%10)) + " " + u.name
		}
	}
	if n == 1 {
		return "1 byte"
	}
	return itoa(int(n)) + " bytes"
}

// reachable are all objects that references, logs, the index and the heads name, with what they need.
func (g *program) reachable(logs bool) map[hash]bool {
	seen := map[hash]bool{}
	queue := g.allTips()
	for _, name := range g.repo.refsBelow("refs/") {
		if h, ok := g.repo.ref(name); ok {
			queue = append(queue, h)
		}
	}
	for _, e := range g.readIndex().entries {
		queue = append(queue, e.file.hash)
	}
	if logs {
		for _, name := range append([]string{"HEAD"}, g.repo.refsBelow("refs/")...) {
			for _, e := range g.repo.refLog(name) {
				queue = append(queue, e.old, e.new)
			}
		}
	}
	for len(queue) > 0 {
		h := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[h] || h.zero() {
			continue
		}
		o, err := g.repo.read(h)
		if err != nil {
			continue
		}
		seen[h] = true
		queue = append(queue, children(h, o)...)
	}
	return seen
}

// fsckCommand checks that all objects are what their names say, and tells of those that nothing needs.
func (g *program) fsckCommand(args []string) int {
	o := g.parse(args, "full no-full strict unreachable dangling no-dangling root tags cache no-reflogs "+
		"connectivity-only lost-found! v/verbose progress no-progress name-objects")
	g.need()
	code := 0
	all := g.repo.looseObjects()
	for _, h := range all {
		ob, err := g.repo.readLoose(h)
		switch {
		case err != nil:
			g.tell("error: %s: object corrupt or missing: %s\n", h, strings.TrimPrefix(g.repo.loose(h),
				g.repo.work+"/"))
			code = 1
		case hashOf(ob.kind, ob.data) != h:
			g.tell(
				"error: hash mismatch for %s (expected %s)\n",
				strings.TrimPrefix(g.repo.loose(h), g.repo.work+"/"),
				h,
			)
			code = 1
		}
	}
	for _, p := range g.repo.packed() {
		for i := range p.count {
			all = append(all, p.hash(i))
		}
	}
	if _, h := g.repo.head(); h.zero() {
		ref, _ := g.repo.head()
		g.tell("notice: HEAD points to an unborn branch (%s)\n", shortRef(ref))
		if len(g.repo.refsBelow("refs/")) == 0 {
			g.tell("notice: No default references\n")
		}
	}
	code = max(code, g.missing())
	kept := g.reachable(!o.has("no-reflogs"))
	needed := map[hash]bool{}
	for _, h := range all {
		if !kept[h] {
			if ob, err := g.repo.read(h); err == nil {
				for _, c := range children(h, ob) {
					needed[c] = true
				}
			}
		}
	}
	for _, h := range all {
		ob, err := g.repo.read(h)
		if err != nil || kept[h] {
			continue
		}
		switch {
		case o.has("unreachable"):
			g.print("unreachable ", ob.kind, " ", h.String(), "\n")
		case !needed[h] && !o.has("no-dangling"):
			g.print("dangling ", ob.kind, " ", h.String(), "\n")
		}
	}
	return code
}

// missing tells of objects that are needed and are not there.
func (g *program) missing() int {
	seen, code := map[hash]bool{}, 0
	queue := g.allTips()
	for len(queue) > 0 {
		h := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[h] {
			continue
		}
		seen[h] = true
		o, err := g.repo.read(h)
		if err != nil {
			continue
		}
		for _, c := range children(h, o) {
			if !g.repo.has(c) && !seen[c] {
				seen[c] = true
				kind := "blob"
				if o.kind == "commit" {
					kind = map[bool]string{true: "tree", false: "commit"}[c == parseCommit(h, o.data).tree]
				}
				g.printf(
					"broken link from %7s %s\n              to %7s %s\nmissing %s %s\n",
					o.kind,
					h,
					kind,
					c,
					kind,
					c,
				)
				code = 2
				continue
			}
			queue = append(queue, c)
		}
	}
	return code
}

// pruneCommand removes objects that nothing needs.
func (g *program) pruneCommand(args []string) int {
	o := g.parse(args, "n/dry-run v/verbose progress no-progress expire: exclude-promisor-objects")
	g.need()
	if v := o.value("expire"); v != "" && v != "now" && v != "all" {
		if v == "never" || strings.Contains(v, "ago") || strings.Contains(v, "week") ||
			strings.Contains(v, "month") {
			return 0
		}
		g.unsupported("prune --expire=" + v)
	}
	kept := g.reachable(true)
	for _, h := range g.repo.looseObjects() {
		if kept[h] {
			continue
		}
		if o.has("dry-run") || o.has("verbose") {
			ob, err := g.repo.read(h)
			if err == nil {
				g.print(h.String(), " ", ob.kind, "\n")
			}
		}
		if !o.has("dry-run") {
			g.removeLoose(h)
		}
	}
	return 0
}

func (g *program) removeLoose(h hash) {
	name := g.repo.loose(h)
	_ = linux.Unlink(name)
	_ = linux.Rmdir(name[:strings.LastIndexByte(name, '/')])
}

// gcCommand packs references and objects and forgets what nothing needs any more.
func (g *program) gcCommand(args []string) int {
	o := g.parse(args, "q/quiet prune? no-prune auto aggressive force keep-largest-pack! cruft! no-cruft")
	g.need()
	if o.has("auto") {
		return 0 // there is little to do while there are less than 6,700 objects
	}
	g.packRefs(true, true)
	g.repack(o.value("prune") == "now" || o.value("prune") == "all")
	return 0
}

func (g *program) repackCommand(args []string) int {
	o := g.parse(
		args,
		"a A d f F l n q/quiet b! m! g! window: depth: threads: max-pack-size:! k/keep-unreachable!",
	)
	g.need()
	n := len(g.repo.looseObjects())
	if n == 0 && !o.has("a") && !o.has("A") {
		if !o.has("quiet") {
			g.print("Nothing new to pack.\n")
		}
		return 0
	}
	g.repack(false)
	return 0
}
