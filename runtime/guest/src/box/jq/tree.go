package jq

// op is what a node of the tree does.
type op int

const (
	opIdentity    op = iota
	opRecurse        // ..
	opIndex          // a[b]
	opSlice          // a[b:c], either of which may be missing
	opIterate        // a[]
	opLiteral        // value
	opString         // parts by format
	opFormat         // @name
	opArray          // [a], a may be missing
	opObject         // pairs
	opNegate         // -a
	opPipe           // a | b
	opComma          // a , b
	opBinary         // a name b
	opAnd            // a and b
	opOr             // a or b
	opAlternative    // a // b
	opAssign         // a name b
	opTry            // try a catch b, b may be missing
	opReduce         // reduce a as patterns (b; c)
	opForeach        // foreach a as patterns (b; c; d), d may be missing
	opIf             // if a then b else c
	opDefine         // def; a
	opCall           // name(args)
	opVariable       // $name
	opAs             // a as patterns | b
	opLabel          // label $name | a
	opBreak          // break $name
)

type node struct {
	op         op
	name       string
	value      any
	a, b, c, d *node
	args       []*node // arguments, parts of a string, keys and values of an object in turn
	patterns   []*pattern
	def        *definition
	start      int // in the source, for messages
}

// pattern is what `as` takes a value apart with: a variable, an array or an object.
type pattern struct {
	variable string
	array    []*pattern
	pairs    []patternPair
}

type patternPair struct {
	variable string // {$name} or {$name: ...}
	key      *node  // or nil
	value    *pattern
}

// variables calls f with each name that the pattern binds.
func (p *pattern) variables(f func(string)) {
	if p == nil {
		return
	}
	if p.variable != "" {
		f(p.variable)
	}
	for _, e := range p.array {
		e.variables(f)
	}
	for _, e := range p.pairs {
		if e.variable != "" {
			f(e.variable)
		}
		e.value.variables(f)
	}
}

type definition struct {
	name   string
	params []string // with $ for those that are values
	body   *node
}
