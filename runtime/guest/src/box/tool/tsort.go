package tool

import (
	"slices"
	"strings"
)

// tsortNode is a word and what must come after it.
type tsortNode struct {
	name   string
	before int
	after  []*tsortNode
	done   bool
}

// tsortMain prints the words of pairs in an order in which the first of each pair comes first.
func tsortMain(r *run) int {
	_, files := r.options("")
	if len(files) > 1 {
		r.usage("extra operand %s", r.curly(files[1]))
	}
	name := append(files, "-")[0]
	f, err := openInput(name)
	var text []byte
	if err == nil {
		text, err = readAll(f)
	}
	if err != nil {
		r.dieErr(1, err, "%s", r.plain(name))
	}
	words := strings.Fields(string(text))
	if len(words)%2 != 0 {
		r.die(1, "%s: input contains an odd number of tokens", r.plain(name))
	}
	nodes := map[string]*tsortNode{}
	var order []*tsortNode
	node := func(s string) *tsortNode {
		if nodes[s] == nil {
			nodes[s] = &tsortNode{name: s}
			order = append(order, nodes[s])
		}
		return nodes[s]
	}
	for i := 0; i < len(words); i += 2 {
		a, b := node(words[i]), node(words[i+1])
		if a != b {
			a.after = append([]*tsortNode{b}, a.after...)
			b.before++
		}
	}
	r.topological(order, name)
	return r.status
}

// topological prints nodes that nothing comes before; where there is none, a loop is told and broken.
func (r *run) topological(order []*tsortNode, file string) {
	slices.SortFunc(order, func(a, b *tsortNode) int { return strings.Compare(a.name, b.name) })
	left := len(order)
	var queue []*tsortNode
	for _, n := range order {
		if n.before == 0 {
			queue = append(queue, n)
		}
	}
	for left > 0 {
		for len(queue) > 0 {
			n := queue[0]
			queue = queue[1:]
			r.print(n.name, "\n")
			n.done = true
			left--
			for _, m := range n.after {
				if m.before--; m.before == 0 {
					queue = append(queue, m)
				}
			}
		}
		if left > 0 {
			queue = append(queue, r.breakLoop(order, file))
		}
	}
}

// breakLoop tells of a loop among the nodes that are left, and returns one of it to go on with.
func (r *run) breakLoop(order []*tsortNode, file string) *tsortNode {
	at := slices.IndexFunc(order, func(n *tsortNode) bool { return !n.done })
	var path []*tsortNode
	n := order[at]
	for !slices.Contains(path, n) { // backwards: everything left has something before it
		path = append(path, n)
		n = r.predecessor(order, n)
	}
	loop := path[slices.Index(path, n):]
	slices.Reverse(loop[1:])
	r.warn("%s: input contains a loop:", r.plain(file))
	for _, m := range loop {
		r.warn("%s", m.name)
	}
	last := loop[len(loop)-1]
	i := slices.Index(last.after, loop[0])
	last.after = slices.Delete(last.after, i, i+1)
	loop[0].before--
	if loop[0].before > 0 {
		return r.breakLoop(order, file)
	}
	return loop[0]
}

func (r *run) predecessor(order []*tsortNode, n *tsortNode) *tsortNode {
	for _, m := range order {
		if !m.done && slices.Contains(m.after, n) {
			return m
		}
	}
	return n
}
