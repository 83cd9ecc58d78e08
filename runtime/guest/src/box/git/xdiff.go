package git

import (
	"bytes"
)

// edit is a run of lines that differ: old[a:a+n] became new[b:b+m].
type edit struct{ a, n, b, m int }

func splitLines(b []byte) [][]byte {
	if len(b) == 0 {
		return nil
	}
	lines := bytes.SplitAfter(b, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// compareLines finds a shortest script of edits by Myers' algorithm and slides its parts to where git has
// them.
func compareLines(old, new [][]byte) []edit { return compareParts(old, new, false) }

// compareParts is compareLines; of words, which have no indentation, what could stand in several places
// stands
// at the last of them.
func compareParts(old, new [][]byte, words bool) []edit {
	ids := map[string]int{}
	number := func(lines [][]byte) []int {
		list := make([]int, len(lines))
		for i, l := range lines {
			id, ok := ids[string(l)]
			if !ok {
				id = len(ids)
				ids[string(l)] = id
			}
			list[i] = id
		}
		return list
	}
	m := myers{a: number(old), b: number(new)}
	m.goneA, m.goneB = make([]bool, len(m.a)+1), make([]bool, len(m.b)+1)
	m.compare(0, len(m.a), 0, len(m.b))
	slide(m.a, old, m.goneA, m.goneB, words)
	slide(m.b, new, m.goneB, m.goneA, words)
	return m.edits()
}

type myers struct {
	a, b         []int
	goneA, goneB []bool
}

// compare marks what differs between a[i:j] and b[k:l].
func (m *myers) compare(i, j, k, l int) {
	for i < j && k < l && m.a[i] == m.b[k] {
		i, k = i+1, k+1
	}
	for i < j && k < l && m.a[j-1] == m.b[l-1] {
		j, l = j-1, l-1
	}
	switch {
	case i == j:
		for ; k < l; k++ {
			m.goneB[k] = true
		}
	case k == l:
		for ; i < j; i++ {
			m.goneA[i] = true
		}
	default:
		x, y := m.middle(i, j, k, l)
		m.compare(i, x, k, y)
		m.compare(x, j, y, l)
	}
}

// middle is a point on a shortest way, found from both ends at once.
func (m *myers) middle(i, j, k, l int) (x, y int) {
	n, o := j-i, l-k
	top := (n + o + 1) / 2
	size := 2*top + 2
	forward, backward := make([]int, size), make([]int, size)
	for d := range forward {
		forward[d], backward[d] = -1, -1
	}
	at := func(d int) int { return d + top }
	forward[at(1)], backward[at(1)] = 0, 0
	delta := n - o
	odd := delta&1 != 0
	for d := 0; d <= top; d++ {
		for c := -d; c <= d; c += 2 {
			var x int
			if c == -d || c != d && forward[at(c-1)] < forward[at(c+1)] {
				x = forward[at(c+1)]
			} else {
				x = forward[at(c-1)] + 1
			}
			for x < n && x-c < o && x-c >= 0 && m.a[i+x] == m.b[k+x-c] {
				x++
			}
			forward[at(c)] = x
			if r := delta - c; odd && r >= -(d-1) && r <= d-1 && x <= n && x-c <= o && x-c >= 0 &&
				x+backward[at(r)] >= n {
				return i + x, k + x - c
			}
		}
		for c := -d; c <= d; c += 2 {
			var x int
			if c == -d || c != d && backward[at(c-1)] < backward[at(c+1)] {
				x = backward[at(c+1)]
			} else {
				x = backward[at(c-1)] + 1
			}
			for x < n && x-c < o && x-c >= 0 && m.a[j-1-x] == m.b[l-1-x+c] {
				x++
			}
			backward[at(c)] = x
			if f := delta - c; !odd && f >= -d && f <= d && x <= n && x-c <= o && x-c >= 0 &&
				x+forward[at(f)] >= n {
				return j - x, l - x + c
			}
		}
	}
	return j, k
}

func (m *myers) edits() []edit {
	var list []edit
	i, k := 0, 0
	for i < len(m.a) || k < len(m.b) {
		if !m.goneA[i] && !m.goneB[k] {
			i, k = i+1, k+1
			continue
		}
		e := edit{a: i, b: k}
		for m.goneA[i] {
			i++
		}
		for m.goneB[k] {
			k++
		}
		e.n, e.m = i-e.a, k-e.b
		list = append(list, e)
	}
	return list
}

// group is a run of changed lines, possibly empty. The groups of the two sides, each with the unchanged
// line after it, go in pairs.
type group struct{ start, end int }

func (w *group) next(gone []bool) bool {
	if w.end >= len(gone)-1 {
		return false
	}
	w.start = w.end + 1
	for w.end = w.start; gone[w.end]; {
		w.end++
	}
	return true
}

func (w *group) previous(gone []bool) {
	if w.start == 0 {
		return
	}
	w.end = w.start - 1
	for w.start = w.end; w.start > 0 && gone[w.start-1]; {
		w.start--
	}
}

// slider moves the groups of one side. gone and other have an element more than there are lines.
type slider struct {
	ids         []int
	lines       [][]byte
	gone, other []bool
	g, o        group
	words       bool
}

// slide moves each group of changed lines as far down as it goes, joining those that it meets; then up
// again to where the other side has a group, or to the best place by indentation.
func slide(ids []int, lines [][]byte, gone, other []bool, words bool) {
	s := slider{ids: ids, lines: lines, gone: gone, other: other, words: words}
	for gone[s.g.end] {
		s.g.end++
	}
	for other[s.o.end] {
		s.o.end++
	}
	for {
		if s.g.end > s.g.start {
			s.settle()
		}
		if !s.g.next(gone) {
			return
		}
		s.o.next(other)
	}
}

// up moves the group by one line towards the beginning, if its last line is the one before it.
func (s *slider) up() bool {
	if s.g.start == 0 || s.ids[s.g.start-1] != s.ids[s.g.end-1] {
		return false
	}
	s.g.start--
	s.g.end--
	s.gone[s.g.start], s.gone[s.g.end] = true, false
	for s.g.start > 0 && s.gone[s.g.start-1] {
		s.g.start--
	}
	s.o.previous(s.other)
	return true
}

func (s *slider) down() bool {
	if s.g.end >= len(s.ids) || s.ids[s.g.start] != s.ids[s.g.end] {
		return false
	}
	s.gone[s.g.start], s.gone[s.g.end] = false, true
	s.g.start++
	for s.g.end++; s.gone[s.g.end]; {
		s.g.end++
	}
	s.o.next(s.other)
	return true
}

func (s *slider) settle() {
	var earliest, matching int
	for {
		size := s.g.end - s.g.start
		matching = -1
		for s.up() {
		}
		earliest = s.g.end
		if s.o.end > s.o.start {
			matching = s.g.end
		}
		for s.down() {
			if s.o.end > s.o.start {
				matching = s.g.end
			}
		}
		if size == s.g.end-s.g.start {
			break
		}
	}
	switch {
	case s.g.end == earliest:
	case matching >= 0:
		for s.o.end == s.o.start && s.up() {
		}
	case s.words:
	default:
		best := s.best(earliest, s.g.end, s.g.end-s.g.start)
		for s.g.end > best && s.up() {
		}
	}
}
