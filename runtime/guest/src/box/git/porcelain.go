package git

import (
	"strings"
)

// porcelain2 is status --porcelain=v2.
func (g *program) porcelain2(s *state, branch, stash, zero bool) {
	end := "\n"
	name := g.quote
	if zero {
		end = "\x00"
		name = func(p string) string { return p }
	}
	if branch {
		g.branchHead(s, end)
	}
	if n := len(g.repo.refLog(stashRef)); stash && n > 0 {
		g.printf("# stash %d%s", n, end)
	}
	old := g.flatten(g.treeOf(s.head))
	entries := s.index.byPath()
	rows := map[string]*statusRow{}
	row := func(p string) *statusRow {
		if rows[p] == nil {
			r := &statusRow{code: [2]byte{'.', '.'}, from: p}
			r.head = old[p]
			if e := entries[p]; e != nil && !e.intent {
				r.index = e.file
				r.mode = e.file.mode
			} else if e != nil {
				r.mode = e.file.mode
			}
			rows[p] = r
		}
		return rows[p]
	}
	for _, c := range s.staged {
		r := row(c.to)
		r.code[0], r.head, r.from, r.score = c.status, c.old, c.from, c.score*100/maxScore
	}
	for _, c := range s.unstaged {
		r := row(c.to)
		r.code[1], r.mode = c.status, c.new.mode
	}
	for _, p := range sorted(rows) {
		r := rows[p]
		kind, score, tail := "1", "", name(p)
		if r.code[0] == 'R' {
			kind, score = "2", "R"+itoa(r.score)+" "
			tail += map[bool]string{true: "\x00", false: "\t"}[zero] + name(r.from)
		}
		g.printf("%s %s N... %06o %06o %06o %s %s %s%s%s", kind, r.code[:], r.head.mode, r.index.mode, r.mode,
			r.head.hash, r.index.hash, score, tail, end)
	}
	for _, p := range sorted(s.unmerged) {
		m := s.unmerged[p]
		now, _ := g.look(s.index, &indexEntry{path: p})
		g.printf(
			"u %s N... %06o %06o %06o %06o %s %s %s %s%s",
			unmergedCode(m)[0],
			m[1].mode,
			m[2].mode,
			m[3].mode,
			now.mode,
			m[1].hash,
			m[2].hash,
			m[3].hash,
			name(p),
			end,
		)
	}
	for _, p := range s.untracked {
		g.print("? ", name(p), end)
	}
	for _, p := range s.ignored {
		g.print("! ", name(p), end)
	}
}

// statusRow is a file as HEAD, the index and the work tree have it.
type statusRow struct {
	code        [2]byte
	head, index file
	mode        uint32 // in the work tree
	from        string
	score       int
}

func (g *program) branchHead(s *state, end string) {
	oid, head := s.head.String(), s.branch
	if s.head.zero() {
		oid = "(initial)"
	}
	if head == "" {
		head = "(detached)"
	}
	g.print("# branch.oid ", oid, end, "# branch.head ", head, end)
	up := g.upstream(s.branch)
	if s.branch == "" || up == "" {
		return
	}
	g.print("# branch.upstream ", shortRef(up), end)
	if h, ok := g.repo.ref(up); ok && !s.head.zero() {
		ahead, behind := g.distance(s.head, h)
		g.printf("# branch.ab +%d -%d%s", ahead, behind, end)
	}
}

// stashText tells how many stashes there are, for status --show-stash.
func (g *program) stashText() {
	n := len(g.repo.refLog(stashRef))
	if n == 0 {
		return
	}
	g.printf("Your stash currently has %d %s\n", n, map[bool]string{true: "entry", false: "entries"}[n == 1])
}

// searchMessage finds the latest commit whose message matches, of those that can be reached.
func (g *program) searchMessage(from []hash, pattern string) (hash, bool) {
	wanted := true
	switch {
	case strings.HasPrefix(pattern, "!-"):
		wanted, pattern = false, pattern[2:]
	case strings.HasPrefix(pattern, "!!"):
		pattern = pattern[1:]
	}
	re := g.compilePatterns(&options{}, []string{pattern})
	for _, c := range g.reach(from, nil) {
		if matchesAny(re, c.message) == wanted {
			return c.hash, true
		}
	}
	return hash{}, false
}

// allTips are the commits of all references and HEAD.
func (g *program) allTips() []hash {
	var tips []hash
	for _, name := range g.repo.refsBelow("refs/") {
		if h, ok := g.repo.ref(name); ok {
			if h, ok = g.peel(h, "commit"); ok {
				tips = append(tips, h)
			}
		}
	}
	if _, h := g.repo.head(); !h.zero() {
		tips = append(tips, h)
	}
	return tips
}
