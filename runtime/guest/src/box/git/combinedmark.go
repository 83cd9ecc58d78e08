package git

// markHunks decides which lines of a combined diff are shown, and whether any is.
func markHunks(lines []combinedLine, parents, context int, dense bool) bool {
	m := &hunkMarks{lines: lines[:len(lines)-1], all: 1<<parents - 1, context: context}
	for i := range m.lines {
		m.lines[i].shown = m.lines[i].added != 0 || len(m.lines[i].lost) > 0
	}
	if dense {
		m.dropOneSided()
	}
	return m.addContext()
}

type hunkMarks struct {
	lines   []combinedLine
	all     uint
	context int
}

// next is the first line from i on that is shown, or is not.
func (m *hunkMarks) next(i int, shown bool) int {
	for i < len(m.lines) && m.lines[i].shown != shown {
		i++
	}
	return i
}

// tail is where a hunk ends if its last line is there only for what was lost before it.
func (m *hunkMarks) tail(begin, end int) int {
	if begin+1 <= end && m.lines[end-1].added == 0 {
		return end - 1
	}
	return end
}

// dropOneSided forgets the hunks in which the result is what one of the parents has.
func (m *hunkMarks) dropOneSided() {
	for i := m.next(0, true); i < len(m.lines); i = m.next(i, true) {
		begin := i
		end := m.hunkEnd(begin)
		if !m.interesting(begin, end) {
			for j := begin; j < end; j++ {
				m.lines[j].shown = false
			}
		}
		i = end
	}
}

func (m *hunkMarks) hunkEnd(begin int) int {
	j := begin + 1
	for ; j < len(m.lines); j++ {
		if m.lines[j].shown {
			continue
		}
		ahead := min(m.tail(begin, j)+m.context, len(m.lines))
		found := -1
		for ahead--; ahead >= j; ahead-- {
			if m.lines[ahead].shown {
				found = ahead
				break
			}
		}
		if found < 0 {
			break
		}
		j = found
	}
	return j
}

// interesting reports whether more than two versions meet in a hunk, or the result is none of them.
func (m *hunkMarks) interesting(begin, end int) bool {
	same := uint(0)
	for j := begin; j < end; j++ {
		sets := []uint{}
		if m.lines[j].added != 0 {
			sets = append(sets, m.lines[j].added)
		}
		for _, l := range m.lines[j].lost {
			sets = append(sets, l.parents)
		}
		for _, s := range sets {
			if same == 0 {
				same = s
			}
			if s != same {
				return true
			}
		}
	}
	return same == m.all
}

// addContext shows the lines around what is interesting, and the short gaps between.
func (m *hunkMarks) addContext() bool {
	i := m.next(0, true)
	if i == len(m.lines) {
		return false
	}
	for i < len(m.lines) {
		for j := max(i-m.context, 0); j < i; j++ {
			if !m.lines[j].shown {
				m.lines[j].noLost = true
			}
			m.lines[j].shown = true
		}
		for {
			j := m.next(i, false)
			if j == len(m.lines) {
				return true
			}
			k := m.next(j, true)
			j = m.tail(i, j)
			if k < j+m.context {
				for ; j < k; j++ {
					m.lines[j].shown = true
				}
				if i = k; i == len(m.lines) {
					return true
				}
				continue
			}
			for end := min(j+m.context, len(m.lines)); j < end; j++ {
				m.lines[j].shown = true
			}
			i = k
			break
		}
	}
	return true
}
