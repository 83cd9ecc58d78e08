package pattern

type opcode uint8

const (
	opChar opcode = iota
	opOne
	opSet
	opSplit // go on at next and at alt
	opNot   // anything that sub does not match, then next
	opEnd
)

type inst struct {
	op   opcode
	r    rune
	set  *class
	next int
	alt  int
	sub  *program
}

// program is an automaton; it starts at its last instruction, for it is built from the end.
type program struct {
	code     []inst
	backward bool
	idle     *machine
}

func (p *program) add(i inst) int {
	p.code = append(p.code, i)
	return len(p.code) - 1
}

// assemble builds the automaton of seq, or of its mirror image.
func assemble(seq []node, backward bool) *program {
	p := &program{backward: backward}
	end := p.add(inst{op: opEnd})
	start := p.sequence(seq, end)
	p.add(inst{op: opSplit, next: start, alt: start})
	return p
}

// sequence adds seq before the instruction next and returns where it starts.
func (p *program) sequence(seq []node, next int) int {
	for i := range seq {
		n := &seq[len(seq)-1-i]
		if p.backward {
			n = &seq[i]
		}
		next = p.node(n, next)
	}
	return next
}

func (p *program) node(n *node, next int) int {
	switch n.kind {
	case char:
		return p.add(inst{op: opChar, r: n.r, next: next})
	case one:
		return p.add(inst{op: opOne, next: next})
	case set:
		return p.add(inst{op: opSet, set: n.set, next: next})
	case many:
		loop := p.add(inst{op: opSplit, next: next})
		p.code[loop].alt = p.add(inst{op: opOne, next: loop})
		return loop
	case group:
	}
	switch n.op {
	case '@':
		return p.choice(n.alts, next)
	case '?':
		return p.add(inst{op: opSplit, next: next, alt: p.choice(n.alts, next)})
	case '*', '+':
		loop := p.add(inst{op: opSplit, next: next})
		body := p.choice(n.alts, loop)
		p.code[loop].alt = body
		if n.op == '+' {
			return body
		}
		return loop
	default:
		sub := &program{backward: p.backward}
		end := sub.add(inst{op: opEnd})
		start := sub.choice(n.alts, end)
		sub.add(inst{op: opSplit, next: start, alt: start})
		return p.add(inst{op: opNot, sub: sub, next: next})
	}
}

func (p *program) choice(alts [][]node, next int) int {
	start := p.sequence(alts[0], next)
	for _, a := range alts[1:] {
		start = p.add(inst{op: opSplit, next: p.sequence(a, next), alt: start})
	}
	return start
}

// goal is which of the places where a program can end is wanted.
type goal uint8

const (
	first goal = iota
	last
	whole
)

// machine is a run of a program: the states it may be in, and the runs within its opNots.
type machine struct {
	p     *program
	on    []bool
	list  []int
	spare []int
	nots  []notRun
}

type notRun struct {
	m    *machine
	next int
}

func newMachine(p *program) *machine {
	m := &machine{p: p, on: make([]bool, len(p.code))}
	m.enter(len(p.code) - 1)
	return m
}

// enter adds a state and what is reached from it without reading.
func (m *machine) enter(pc int) {
	if m.on[pc] {
		return
	}
	m.on[pc] = true
	i := &m.p.code[pc]
	switch i.op {
	case opSplit:
		m.enter(i.next)
		m.enter(i.alt)
	case opNot:
		sub := newMachine(i.sub)
		m.nots = append(m.nots, notRun{sub, i.next})
		if !sub.ended() {
			m.enter(i.next)
		}
	default:
		m.list = append(m.list, pc)
	}
}

func (m *machine) ended() bool { return m.on[0] }

func (m *machine) dead() bool { return len(m.list) == 0 && len(m.nots) == 0 }

func (m *machine) step(r rune, opt Options) {
	old := m.list
	m.list = m.spare[:0]
	clear(m.on)
	nots := m.nots
	for i := range nots {
		nots[i].m.step(r, opt)
	}
	m.nots = append([]notRun(nil), nots...)
	for _, n := range nots {
		if !n.m.ended() {
			m.enter(n.next)
		}
	}
	for _, pc := range old {
		i := &m.p.code[pc]
		ok := false
		switch i.op {
		case opChar:
			ok = i.r == r || opt.NoCase && fold(i.r) == fold(r)
		case opOne:
			ok = true
		case opSet:
			ok = i.set.has(r, opt.NoCase)
		case opSplit, opNot, opEnd:
		}
		if ok {
			m.enter(i.next)
		}
	}
	m.spare = old
}

// run reads s and returns how much of it is matched, or -1.
func (p *program) run(s string, opt Options, g goal) int {
	m := p.machine()
	best := -1
	read := 0
	for {
		if m.ended() {
			best = read
			if g == first {
				return best
			}
		}
		if read == len(s) || m.dead() {
			break
		}
		var r rune
		var n int
		if p.backward {
			r, n = opt.decodeLast(s[:len(s)-read])
		} else {
			r, n = opt.decode(s[read:])
		}
		m.step(r, opt)
		read += n
	}
	if g == whole && best != len(s) {
		return -1
	}
	return best
}

// machine returns a machine at its start, the one that ran last if it is simple.
func (p *program) machine() *machine {
	m := p.idle
	if m == nil {
		p.idle = newMachine(p)
		return p.idle
	}
	m.list, m.nots = m.list[:0], nil
	clear(m.on)
	m.enter(len(p.code) - 1)
	return m
}
