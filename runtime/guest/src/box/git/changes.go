package git

import (
	"slices"
	"strings"
)

// change is what became of a file: A added, D deleted, M modified, T another type, R renamed, U unmerged.
type change struct {
	status   byte
	from, to string
	old, new file
	work     bool // the new content is the work tree's
	workOld  bool // the old one is, in a reversed diff
	dirty    bool // the work tree's is not the index's
	score    int  // of a rename, of maxScore

	shownFrom, shownTo string // the names where they are shown relative to a directory
	oldData, newData   []byte // what is not in the repository, for diff --no-index
	outside            bool   // of oldData and newData
	beside             bool   // our side of a file in conflict, of which a combined diff may tell already
}

const maxScore = 60000

// compareFiles lists what differs between two lists of files, by path.
func compareFiles(old, new map[string]file, paths []pathspec) []*change {
	all := map[string]bool{}
	for p := range old {
		all[p] = true
	}
	for p := range new {
		all[p] = true
	}
	var list []*change
	for _, p := range sorted(all) {
		a, inOld := old[p]
		b, inNew := new[p]
		if !wanted(paths, p) || inOld && inNew && a == b {
			continue
		}
		c := &change{status: 'M', from: p, to: p, old: a, new: b}
		switch {
		case !inOld:
			c.status = 'A'
		case !inNew:
			c.status = 'D'
		case a.mode&0o170000 != b.mode&0o170000:
			c.status = 'T'
		}
		list = append(list, c)
	}
	return list
}

// workChanges lists what differs between the index and the work tree.
func (g *program) workChanges(x *index, paths []pathspec) []*change {
	var list []*change
	for _, e := range x.entries {
		if e.stage > 0 || !wanted(paths, e.path) {
			continue
		}
		now, there := g.look(x, e)
		c := &change{status: 'M', from: e.path, to: e.path, old: e.file, new: now, work: true, dirty: true}
		switch {
		case !there:
			c.status = 'D'
		case e.intent:
			c.status, c.old = 'A', file{}
		case now == e.file:
			continue
		case now.mode&0o170000 != e.file.mode&0o170000:
			c.status = 'T'
		}
		list = append(list, c)
	}
	return list
}

// data is the content of either side.
func (g *program) data(c *change, new bool) []byte {
	switch {
	case c.outside && new:
		return c.newData
	case c.outside:
		return c.oldData
	case !new && c.workOld && c.status != 'A' && !g.repo.has(c.old.hash):
		return g.workData(c.from)
	case !new && (c.status == 'A' || c.old.hash.zero()):
		return nil
	case !new:
		return g.side(c.old)
	case c.status == 'D':
		return nil
	case c.work && !g.repo.has(c.new.hash):
		return g.workData(c.to)
	}
	return g.side(c.new)
}

func (g *program) side(f file) []byte {
	if f.mode == modeGitlink {
		return []byte("Subproject commit " + f.hash.String() + "\n")
	}
	return g.blob(f.hash)
}

// renames joins deletions and additions of like contents.
func (g *program) renames(list []*change, least int) []*change {
	var gone, came []*change
	for _, c := range list {
		switch {
		case c.status == 'D' && c.old.mode != modeGitlink:
			gone = append(gone, c)
		case c.status == 'A' && c.new.mode != modeGitlink:
			came = append(came, c)
		}
	}
	if len(gone) == 0 || len(came) == 0 || g.repo.config.text("diff.renames") == "false" {
		return list
	}
	used := map[*change]bool{}
	for _, exact := range [...]bool{true, false} {
		for _, p := range g.pairs(gone, came, used, exact, least) {
			if used[p.gone] || used[p.came] {
				continue
			}
			used[p.gone], used[p.came] = true, true
			p.came.status, p.came.from, p.came.old, p.came.score = 'R', p.gone.from, p.gone.old, p.score
		}
	}
	return slices.DeleteFunc(list, func(c *change) bool { return used[c] && c.status == 'D' })
}

type renamePair struct {
	gone, came *change
	score      int
	name       int
}

// pairs lists candidates, the best first.
func (g *program) pairs(gone, came []*change, used map[*change]bool, exact bool, least int) []renamePair {
	var list []renamePair
	counts := map[hash]map[string]int{}
	for _, a := range came {
		for _, d := range gone {
			if used[a] || used[d] || a.new.mode&0o170000 != d.old.mode&0o170000 {
				continue
			}
			p := renamePair{gone: d, came: a, name: b2i(base(d.from) == base(a.to))}
			switch {
			case exact && d.old.hash == a.new.hash:
				p.score = maxScore
			case !exact:
				p.score = g.similarity(counts, d, a)
			}
			if p.score >= least && p.score > 0 {
				list = append(list, p)
			}
		}
	}
	slices.SortStableFunc(list, func(x, y renamePair) int {
		if x.score != y.score {
			return y.score - x.score
		}
		return y.name - x.name
	})
	return list
}

func base(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }

// similarity is how much of the larger file the two share, counted in lines, or pieces of 64 bytes.
func (g *program) similarity(counts map[hash]map[string]int, d, a *change) int {
	old, new := g.data(d, false), g.data(a, true)
	if len(old) == 0 || len(new) == 0 {
		return 0
	}
	largest, least := max(len(old), len(new)), min(len(old), len(new))
	if (largest-least)*maxScore > largest*(maxScore-maxScore/2) {
		return 0
	}
	count := func(h hash, b []byte) map[string]int {
		if counts[h] == nil {
			counts[h] = pieces(b)
		}
		return counts[h]
	}
	x, y := count(d.old.hash, old), count(a.new.hash, new)
	shared := 0
	for k, n := range x {
		shared += min(n, y[k])
	}
	return shared * maxScore / largest
}

func pieces(b []byte) map[string]int {
	m := map[string]int{}
	for len(b) > 0 {
		const longest = 64
		n := 0
		for n < len(b) && n < longest {
			n++
			if b[n-1] == '\n' {
				break
			}
		}
		m[string(b[:n])] += n
		b = b[n:]
	}
	return m
}
