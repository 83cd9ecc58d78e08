package git

// Where a group of changed lines could stand in several places, git takes the one that looks best by
// indentation and blank lines. The weights are git's own, found by its authors over many histories.
const (
	maxIndent        = 200
	maxBlanks        = 20
	startOfFile      = 1
	endOfFile        = 21
	totalBlankWeight = -30
	postBlankWeight  = 6
	indentPenalty    = -4
	indentBlank      = 10
	outdentPenalty   = 24
	outdentBlank     = 17
	dedentPenalty    = 23
	dedentBlank      = 17
	indentWeight     = 60
	maxSliding       = 100
)

// indentOf is the column at which a line begins; -1 for one of blanks only.
func indentOf(line []byte) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		case '\n', '\v', '\f', '\r':
		default:
			return n
		}
		if n >= maxIndent {
			return maxIndent
		}
	}
	return -1
}

type score struct{ indent, penalty int }

// add measures a split before a line.
func (s *slider) add(split int, sc *score) {
	end := split >= len(s.lines)
	indent := -1
	if !end {
		indent = indentOf(s.lines[split])
	}
	preBlank, preIndent := 0, -1
	for i := split - 1; i >= 0; i-- {
		if preIndent = indentOf(s.lines[i]); preIndent >= 0 {
			break
		}
		if preBlank++; preBlank == maxBlanks {
			preIndent = 0
			break
		}
	}
	postBlank, postIndent := 0, -1
	for i := split + 1; i < len(s.lines); i++ {
		if postIndent = indentOf(s.lines[i]); postIndent >= 0 {
			break
		}
		if postBlank++; postBlank == maxBlanks {
			postIndent = 0
			break
		}
	}
	if preIndent == -1 && preBlank == 0 {
		sc.penalty += startOfFile
	}
	if end {
		sc.penalty += endOfFile
	}
	post := 0
	if indent == -1 {
		post = 1 + postBlank
	}
	total := preBlank + post
	sc.penalty += totalBlankWeight*total + postBlankWeight*post
	if indent == -1 {
		indent = postIndent
	}
	blank := total != 0
	sc.indent += indent
	pick := func(with, without int) int {
		if blank {
			return with
		}
		return without
	}
	switch {
	case indent == -1 || preIndent == -1 || indent == preIndent:
	case indent > preIndent:
		sc.penalty += pick(indentBlank, indentPenalty)
	case postIndent != -1 && postIndent > indent:
		sc.penalty += pick(outdentBlank, outdentPenalty)
	default:
		sc.penalty += pick(dedentBlank, dedentPenalty)
	}
}

func (a score) less(b score) int {
	c := 0
	switch {
	case a.indent > b.indent:
		c = 1
	case a.indent < b.indent:
		c = -1
	}
	return indentWeight*c + a.penalty - b.penalty
}

// best is the end at which a group of so many lines looks best.
func (s *slider) best(earliest, latest, size int) int {
	from := earliest
	from = max(from, latest-size-1, latest-maxSliding)
	best := -1
	var least score
	for shift := from; shift <= latest; shift++ {
		var sc score
		s.add(shift, &sc)
		s.add(shift-size, &sc)
		if best == -1 || sc.less(least) <= 0 {
			best, least = shift, sc
		}
	}
	return best
}
