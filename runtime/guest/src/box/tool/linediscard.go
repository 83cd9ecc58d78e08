package tool

// What discard thinks of a line.
const (
	keepLine    = 0
	dropLine    = 1 // it has no equal in the other text
	dropPerhaps = 2 // it has so many that it tells little
)

// discard chooses the lines that the comparison sees. Lines without an equal in the other text
// are changes anyway; frequent lines go too where they stand among such.
func discard(x, y *diffSide, from, end, kinds int) {
	count := func(s *diffSide) []int {
		n := make([]int, kinds)
		for _, l := range s.lines[from : len(s.lines)-end] {
			n[l]++
		}
		return n
	}
	inX, inY := count(x), count(y)
	for _, c := range []struct {
		s     *diffSide
		other []int
	}{{x, inY}, {y, inX}} {
		lines := c.s.lines[from : len(c.s.lines)-end]
		marks := make([]byte, len(lines))
		many := 5
		for t := len(lines) / 64 >> 2; t > 0; t >>= 2 {
			many *= 2
		}
		for i, l := range lines {
			switch n := c.other[l]; {
			case n == 0:
				marks[i] = dropLine
			case n > many:
				marks[i] = dropPerhaps
			}
		}
		settle(marks)
		for i, mark := range marks {
			if mark == keepLine {
				c.s.kept = append(c.s.kept, from+i)
			} else {
				c.s.set(from+i, true)
			}
		}
	}
}

// settle lets provisional marks stand only within runs of certain ones.
func settle(marks []byte) {
	for i := 0; i < len(marks); i++ {
		switch marks[i] {
		case dropPerhaps:
			marks[i] = keepLine
		case dropLine:
			j, provisional := i, 0
			for j < len(marks) && marks[j] != keepLine {
				provisional += btoi(marks[j] == dropPerhaps)
				j++
			}
			for j > i && marks[j-1] == dropPerhaps {
				j--
				marks[j] = keepLine
				provisional--
			}
			run := marks[i:j]
			if provisional*4 > len(run) {
				cancel(run)
				continue
			}
			thin(run)
			i = j - 1
		}
	}
}

func cancel(run []byte) {
	for k := range run {
		if run[k] == dropPerhaps {
			run[k] = keepLine
		}
	}
}

// thin cancels provisional marks that stand in long rows or near the ends of a run.
func thin(run []byte) {
	minimum := 1
	for t := len(run) >> 2 >> 2; t > 0; t >>= 2 {
		minimum <<= 1
	}
	minimum++
	for k, row := 0, 0; k < len(run); k++ {
		switch {
		case run[k] != dropPerhaps:
			row = 0
		default:
			if row++; row == minimum {
				k -= row // back to the start of the row, to cancel all of it
			} else if row > minimum {
				run[k] = keepLine
			}
		}
	}
	edge := func(at func(k int) *byte) {
		for k, row := 0, 0; k < len(run); k++ {
			m := at(k)
			if k >= 8 && *m == dropLine {
				return
			}
			if *m == dropLine {
				row++
			} else {
				row, *m = 0, keepLine
			}
			if row == 3 {
				return
			}
		}
	}
	edge(func(k int) *byte { return &run[k] })
	edge(func(k int) *byte { return &run[len(run)-1-k] })
}
