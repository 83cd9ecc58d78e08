package tool

// hunk says that lines a0..a1 of one text stand where lines b0..b1 of the other do.
type hunk struct{ a0, a1, b0, b1 int }

// diffSide is one text: what its lines are equal to, and which of them changed. changed has
// an unchanged line before the first and after the last, so that scans stop.
type diffSide struct {
	lines   []int // numbers of equal lines are equal
	changed []bool
	kept    []int // indices of the lines that the comparison sees
}

func (s *diffSide) is(i int) bool { return s.changed[i+1] }

func (s *diffSide) set(i int, on bool) { s.changed[i+1] = on }

// lineDiff finds the changes between two lists as GNU diff does: the same choice among equally
// short ones, so that the output is the same.
func lineDiff(a, b []string) []hunk {
	numbers := map[string]int{}
	side := func(list []string) *diffSide {
		s := &diffSide{changed: make([]bool, len(list)+2)}
		for _, l := range list {
			n, ok := numbers[l]
			if !ok {
				n = len(numbers)
				numbers[l] = n
			}
			s.lines = append(s.lines, n)
		}
		return s
	}
	x, y := side(a), side(b)
	from, end := 0, 0
	for from < len(a) && from < len(b) && x.lines[from] == y.lines[from] {
		from++
	}
	for end < len(a)-from && end < len(b)-from && x.lines[len(a)-1-end] == y.lines[len(b)-1-end] {
		end++
	}
	discard(x, y, from, end, len(numbers))
	m := &compareSeq{x: x, y: y}
	m.forward = make([]int, len(x.kept)+len(y.kept)+3)
	m.backward = make([]int, len(m.forward))
	m.zero = len(y.kept) + 1
	m.compare(0, len(x.kept), 0, len(y.kept))
	shift(x, y)
	shift(y, x)
	return hunksOf(x, y)
}

func hunksOf(x, y *diffSide) []hunk {
	var list []hunk
	for i, j := 0, 0; i < len(x.lines) || j < len(y.lines); {
		h := hunk{i, i, j, j}
		for i < len(x.lines) && x.is(i) {
			i++
		}
		for j < len(y.lines) && y.is(j) {
			j++
		}
		h.a1, h.b1 = i, j
		if h.a0 != h.a1 || h.b0 != h.b1 {
			list = append(list, h)
			continue
		}
		i++
		j++
	}
	return list
}

// compareSeq is gnulib's diffseq: Myers' divide and conquer by the middle of a shortest path.
type compareSeq struct {
	x, y              *diffSide
	forward, backward []int
	zero              int // index of diagonal 0
}

func (m *compareSeq) equal(i, j int) bool { return m.x.lines[m.x.kept[i]] == m.y.lines[m.y.kept[j]] }

func (m *compareSeq) compare(x0, x1, y0, y1 int) {
	for x0 < x1 && y0 < y1 && m.equal(x0, y0) {
		x0++
		y0++
	}
	for x0 < x1 && y0 < y1 && m.equal(x1-1, y1-1) {
		x1--
		y1--
	}
	switch {
	case x0 == x1:
		for ; y0 < y1; y0++ {
			m.y.set(m.y.kept[y0], true)
		}
	case y0 == y1:
		for ; x0 < x1; x0++ {
			m.x.set(m.x.kept[x0], true)
		}
	default:
		x, y := m.middle(x0, x1, y0, y1)
		m.compare(x0, x, y0, y)
		m.compare(x, x1, y, y1)
	}
}

// diagonals are the range of one direction of the search.
type diagonals struct{ min, max int }

// grow widens the range by one on either side, or narrows it at the edge of the matrix.
func (d *diagonals) grow(low, high int, row []int, zero, outside int) {
	if d.min > low {
		d.min--
		row[d.min-1+zero] = outside
	} else {
		d.min++
	}
	if d.max < high {
		d.max++
		row[d.max+1+zero] = outside
	} else {
		d.max--
	}
}

func (m *compareSeq) middle(x0, x1, y0, y1 int) (x, y int) {
	const far = int(^uint(0) >> 1)
	low, high := x0-y1, x1-y0
	f, b := diagonals{x0 - y0, x0 - y0}, diagonals{x1 - y1, x1 - y1}
	odd := (f.min-b.min)&1 != 0
	fd, bd := m.forward, m.backward
	fd[f.min+m.zero], bd[b.min+m.zero] = x0, x1
	for {
		f.grow(low, high, fd, m.zero, -1)
		for d := f.max; d >= f.min; d -= 2 {
			less, more := fd[d-1+m.zero], fd[d+1+m.zero]
			if x = less + 1; less < more {
				x = more
			}
			for y = x - d; x < x1 && y < y1 && m.equal(x, y); x, y = x+1, y+1 {
			}
			fd[d+m.zero] = x
			if odd && b.min <= d && d <= b.max && bd[d+m.zero] <= x {
				return x, y
			}
		}
		b.grow(low, high, bd, m.zero, far)
		for d := b.max; d >= b.min; d -= 2 {
			less, more := bd[d-1+m.zero], bd[d+1+m.zero]
			if x = more - 1; less < more {
				x = less
			}
			for y = x - d; x0 < x && y0 < y && m.equal(x-1, y-1); x, y = x-1, y-1 {
			}
			bd[d+m.zero] = x
			if !odd && f.min <= d && d <= f.max && x <= fd[d+m.zero] {
				return x, y
			}
		}
	}
}

// shift moves each run of changes back and forth over equal lines, to join runs and to stand
// beside a change of the other text.
func shift(s, other *diffSide) {
	n := len(s.lines)
	i, j := 0, 0
	for {
		for i < n && !s.is(i) {
			for other.is(j) {
				j++
			}
			j++
			i++
		}
		if i == n {
			return
		}
		start := i
		for i++; s.is(i); i++ {
		}
		for other.is(j) {
			j++
		}
		i, j = shiftRun(s, other, start, i, j)
	}
}

func shiftRun(s, other *diffSide, start, i, j int) (int, int) {
	n := len(s.lines)
	back := func() {
		start--
		i--
		s.set(start, true)
		s.set(i, false)
		for j--; other.is(j); j-- {
		}
	}
	corresponding := n
	for {
		length := i - start
		for start > 0 && s.lines[start-1] == s.lines[i-1] {
			s.set(start-1, true)
			s.set(i-1, false)
			start--
			i--
			for s.is(start - 1) {
				start--
			}
			for j--; other.is(j); j-- {
			}
		}
		if corresponding = n; other.is(j - 1) {
			corresponding = i
		}
		for i != n && s.lines[start] == s.lines[i] {
			s.set(start, false)
			s.set(i, true)
			start++
			i++
			for s.is(i) {
				i++
			}
			for j++; other.is(j); j++ {
				corresponding = i
			}
		}
		if length == i-start {
			break
		}
	}
	for corresponding < i {
		back()
	}
	return i, j
}
