package git

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// withPrefix lists the objects whose names begin with some digits.
func (r *repo) withPrefix(prefix string) []hash {
	var list []hash
	add := func(h hash) {
		if !slices.Contains(list, h) {
			list = append(list, h)
		}
	}
	entries, err := linux.ReadDir(r.common + "/objects/" + prefix[:2])
	if err == nil {
		for _, e := range entries {
			if h, ok := parseHash(prefix[:2] + e.Name); ok && strings.HasPrefix(e.Name, prefix[2:]) {
				add(h)
			}
		}
	}
	for _, p := range r.packed() {
		for i := range p.count {
			if h := p.hash(i); strings.HasPrefix(h.String(), prefix) {
				add(h)
			}
		}
	}
	return list
}

// fullRef finds the whole name of a reference that is named as people do.
func (r *repo) fullRef(name string) (string, hash, bool) {
	if name == "HEAD" || name == "@" {
		_, h := r.head()
		return "HEAD", h, !h.zero()
	}
	for _, p := range [...]string{"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"} {
		if p == "" && !strings.HasPrefix(name, "refs/") && strings.ToUpper(name) != name {
			continue
		}
		if !goodRef(name) {
			break
		}
		if h, ok := r.ref(p + name); ok {
			return p + name, h, true
		}
	}
	if h, ok := r.ref("refs/remotes/" + name + "/HEAD"); ok {
		return "refs/remotes/" + name + "/HEAD", h, true
	}
	return "", hash{}, false
}

// resolve finds an object by a revision such as HEAD~2, v1^{}, 1a2b3c or master:file.
func (g *program) resolve(rev string) (hash, bool) {
	if pattern, ok := strings.CutPrefix(rev, ":/"); ok {
		return g.searchMessage(g.allTips(), pattern)
	}
	if i := colonOf(rev); i >= 0 {
		return g.resolvePath(rev[:i], rev[i+1:])
	}
	end := strings.IndexAny(rev, "~^")
	if end < 0 {
		end = len(rev)
	}
	h, ok := g.resolveBase(rev[:end])
	for rest := rev[end:]; ok && rest != ""; {
		h, rest, ok = g.step(h, rest)
	}
	return h, ok
}

// colonOf is where the path of a name such as HEAD:file begins; -1 for none.
func colonOf(rev string) int {
	depth := 0
	for i := range len(rev) {
		switch rev[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			if depth <= 0 {
				return i
			}
		}
	}
	return -1
}

func (g *program) resolveBase(name string) (hash, bool) {
	if base, count, ok := strings.Cut(strings.TrimSuffix(name, "}"), "@{"); ok &&
		strings.HasSuffix(name, "}") {
		return g.resolveLog(base, count)
	}
	if name == "-" {
		if b := g.previousBranch(1); b != "" {
			return g.resolveBase(b)
		}
		return hash{}, false
	}
	if h, ok := parseHash(name); ok {
		return h, true
	}
	if _, h, ok := g.repo.fullRef(name); ok {
		return h, true
	}
	const least = 4
	if len(name) < least || len(name) > 40 {
		return hash{}, false
	}
	if i := strings.LastIndex(name, "-g"); i > 0 { // as describe has it
		name = name[i+2:]
	}
	if _, err := hex.DecodeString(name + strings.Repeat("0", len(name)%2)); err != nil {
		return hash{}, false
	}
	list := g.repo.withPrefix(strings.ToLower(name))
	if len(list) > 1 {
		list = slices.DeleteFunc(list, func(h hash) bool {
			o, err := g.repo.read(h)
			return err != nil || o.kind != "commit"
		})
	}
	if len(list) != 1 {
		return hash{}, false
	}
	return list[0], true
}

// resolveLog is ref@{n}, @{-n} and branch@{upstream}.
func (g *program) resolveLog(base, count string) (hash, bool) {
	if count == "u" || count == "upstream" {
		if base == "" {
			ref, _ := g.repo.head()
			base = shortRef(ref)
		}
		up := g.upstream(base)
		return g.repo.ref(up)
	}
	n, err := strconv.Atoi(count)
	if err != nil {
		g.unsupported("@{" + count + "}")
	}
	if n < 0 {
		b := g.previousBranch(-n)
		if b == "" {
			return hash{}, false
		}
		return g.resolveBase(b)
	}
	name := "HEAD"
	if base != "" && base != "HEAD" {
		full, _, ok := g.repo.fullRef(base)
		if !ok {
			return hash{}, false
		}
		name = full
	}
	list := g.repo.refLog(name)
	switch {
	case n < len(list):
		return list[n].new, true
	case n == len(list) && n > 0 && !list[n-1].old.zero():
		return list[n-1].old, true
	}
	return hash{}, false
}

// previousBranch is what was checked out before, by HEAD's log.
func (g *program) previousBranch(n int) string {
	for _, e := range g.repo.refLog("HEAD") {
		if rest, ok := strings.CutPrefix(e.message, "checkout: moving from "); ok {
			if n--; n == 0 {
				from, _, _ := strings.Cut(rest, " to ")
				return from
			}
		}
	}
	return ""
}

// step follows one ~n, ^n or ^{type}.
func (g *program) step(h hash, rest string) (hash, string, bool) {
	how := rest[0]
	rest = rest[1:]
	if how == '^' && strings.HasPrefix(rest, "{") {
		kind, after, ok := strings.Cut(rest[1:], "}")
		if !ok {
			return h, "", false
		}
		if pattern, search := strings.CutPrefix(kind, "/"); search {
			h, ok = g.searchMessage([]hash{g.commitAt(h)}, pattern)
			return h, after, ok
		}
		h, ok = g.peel(h, kind)
		return h, after, ok
	}
	n, digits := 1, 0
	for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
		digits++
	}
	if digits > 0 {
		n, _ = strconv.Atoi(rest[:digits])
	}
	rest = rest[digits:]
	h, ok := g.peel(h, "commit")
	if !ok {
		return h, rest, false
	}
	if how == '^' {
		if n == 0 {
			return h, rest, true
		}
		parents := g.commit(h).parents
		if n > len(parents) {
			return h, rest, false
		}
		return parents[n-1], rest, true
	}
	for range n {
		parents := g.commit(h).parents
		if len(parents) == 0 {
			return h, rest, false
		}
		h = parents[0]
	}
	return h, rest, true
}

// peel follows tags, and commits to their trees, until an object is of a kind; empty stands for no tag.
func (g *program) peel(h hash, kind string) (hash, bool) {
	for {
		o, err := g.repo.read(h)
		switch {
		case err != nil:
			return h, false
		case o.kind == kind, kind == "" && o.kind != "tag", kind == "object":
			return h, true
		case o.kind == "tag":
			h, _ = parseHash(strings.TrimPrefix(firstLine(string(o.data)), "object "))
		case o.kind == "commit" && kind == "tree":
			return parseCommit(h, o.data).tree, true
		default:
			return h, false
		}
	}
}

// commitAt is the commit that an object stands for, or the object.
func (g *program) commitAt(h hash) hash {
	if c, ok := g.peel(h, "commit"); ok {
		return c
	}
	return h
}

func (g *program) resolvePath(rev, p string) (hash, bool) {
	if rest, ok := strings.CutPrefix(p, "./"); ok {
		p = g.repo.prefix + rest
	}
	if rev == "" {
		stage := 0
		if len(p) > 1 && p[1] == ':' && p[0] >= '0' && p[0] <= '3' {
			stage, p = int(p[0]-'0'), p[2:]
		}
		for _, e := range g.readIndex().entries {
			if e.path == p && e.stage == stage {
				return e.file.hash, true
			}
		}
		return hash{}, false
	}
	h, ok := g.resolve(rev)
	if !ok {
		return h, false
	}
	h, ok = g.peel(h, "tree")
	for part := range strings.SplitSeq(strings.Trim(p, "/"), "/") {
		if !ok || part == "" {
			break
		}
		list := parseTree(g.must(h).data)
		i := slices.IndexFunc(list, func(e entry) bool { return e.name == part })
		if i < 0 {
			return h, false
		}
		h = list[i].hash
	}
	return h, ok
}

// needCommit resolves a revision to a commit or ends the command.
func (g *program) needCommit(rev string) hash {
	h, ok := g.resolve(rev)
	if ok {
		h, ok = g.peel(h, "commit")
	}
	if !ok {
		g.badRevision(rev)
	}
	return h
}

func (g *program) badRevision(rev string) {
	if _, h := g.repo.head(); h.zero() && (rev == "HEAD" || rev == "@") {
		g.fatal("ambiguous argument '%s': unknown revision or path not in the working tree.\n"+dashes, rev)
	}
	if h, ok := parseHash(rev); ok {
		g.fatal("bad object %s", h)
	}
	g.fatal("ambiguous argument '%s': unknown revision or path not in the working tree.\n"+dashes, rev)
}

const dashes = "Use '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] " +
	"-- [<file>...]'"

// upstream is the remote-tracking branch of a branch, or empty.
func (g *program) upstream(branch string) string {
	c := g.repo.config
	remote, merge := c.text("branch."+branch+".remote"), c.text("branch."+branch+".merge")
	if remote == "" || merge == "" {
		return ""
	}
	if remote == "." {
		return merge
	}
	return "refs/remotes/" + remote + "/" + strings.TrimPrefix(merge, "refs/heads/")
}
