// Package tree is the form in which the shell keeps commands: what the parser makes, what the
// interpreter runs, what a forked shell is sent, and what `declare -f` prints.
//
// It stands between the shell and its parser because a shell in another process must get commands
// without parsing them again, with their line numbers, and because bash decides late about much
// that a parser wants decided: what $(( )) and [ ] hold is text until it is evaluated.
package tree

// Node is a command: one of the pointer types below.
type Node interface{ node() }

// List is a sequence of commands, `a; b & c`.
type List struct{ Items []Item }

// Item is a command of a list; Async is what ends in `&`.
type Item struct {
	Node  Node
	Async bool
	Line  bool // the end of a line ends it; never sent
}

// AndOr is `Left && Right` or `Left || Right`.
type AndOr struct {
	Left, Right Node
	Or          bool
}

// Pipeline is `! time a | b`; it may have one part, or none after a bare `!` or `time`.
type Pipeline struct {
	Line                      int
	Parts                     []Node
	Negated, Timed, TimePosix bool
}

// Simple is a simple command.
type Simple struct {
	Line    int
	Assigns []Assign
	Words   []Word
	Redirs  []Redir
}

// Redirected is a compound command with redirections.
type Redirected struct {
	Node   Node
	Redirs []Redir
}

// Subshell is `( Body )`.
type Subshell struct {
	Line int
	Body *List
}

// Group is `{ Body; }`.
type Group struct{ Body *List }

// If is `if Cond; then Then; else Else; fi`; Else is nil, an *If (elif) or a *Group.
type If struct {
	Cond, Then *List
	Else       Node
}

// While is `while Cond; do Body; done`, or until.
type While struct {
	Cond, Body *List
	Until      bool
}

// For is `for Name in Words; do Body; done`, or select; without In it goes over "$@".
type For struct {
	Line       int
	Name       string
	Words      []Word
	In, Select bool
	Body       *List
}

// ForArith is `for ((Init; Cond; Post)); do Body; done`.
type ForArith struct {
	Line             int
	Init, Cond, Post Word
	Body             *List
}

// Case is `case Word in Items esac`.
type Case struct {
	Line  int
	Word  Word
	Items []CaseItem
}

// CaseItem is one clause of a case.
type CaseItem struct {
	Patterns []Word
	Body     *List
	End      CaseEnd
}

// CaseEnd is how a clause ends.
type CaseEnd uint8

// The ends of clauses: `;;`, `;&` and `;;&`.
const (
	Break CaseEnd = iota
	FallThrough
	TestNext
)

// Arith is `((Expr))`.
type Arith struct {
	Line int
	Expr Word
}

// Test is `[[ Expr ]]`.
type Test struct {
	Line int
	Expr *TestExpr
}

// TestExpr is an expression of [[ ]]: Op is "&&", "||", "!", "(", a unary or binary operator, or
// "" for a lone word in X.
type TestExpr struct {
	Op          string
	Left, Right *TestExpr // of &&, ||, ! and (
	X, Y        Word
}

// Function is `Name () Body`.
type Function struct {
	Line   int
	Name   string
	Body   Node
	Source string // where it was read, for BASH_SOURCE
}

// Coproc is `coproc Name Body`.
type Coproc struct {
	Line int
	Name string
	Body Node
}

func (*AndOr) node()      {}
func (*Pipeline) node()   {}
func (*Simple) node()     {}
func (*Redirected) node() {}
func (*Subshell) node()   {}
func (*Group) node()      {}
func (*If) node()         {}
func (*While) node()      {}
func (*For) node()        {}
func (*ForArith) node()   {}
func (*Case) node()       {}
func (*Arith) node()      {}
func (*Test) node()       {}
func (*Function) node()   {}
func (*Coproc) node()     {}

// Word is a word before expansion.
type Word struct {
	Raw    string // as it was written
	Parts  []Part
	Plain  bool    // nothing to expand: the value is Text
	Text   string  // of a Plain word
	Brace  bool    // may hold a brace expansion
	Assign *Assign // what declare and its kin take as an assignment
	Cache  any     // what the interpreter derived from the word; never sent
}

// Kind is the kind of a Part.
type Kind uint8

// The kinds of parts.
const (
	Literal  Kind = iota // Text, unquoted: may be a pattern
	Quoted               // Text, quoted
	Double               // Parts between double quotes
	Tilde                // ~Text
	Variable             // Param
	Command              // $(Body); without a Body, Text is source that is found wrong when it is run
	ArithExp             // $((Expr))
	Process              // <(Body), or >(Body) when Text is ">"
)

// Part is a piece of a word.
type Part struct {
	Kind  Kind
	Text  string
	Parts []Part
	Param *Param
	Body  *List
	Expr  *Word
}

// Op is what a parameter expansion does with the value.
type Op uint8

// The operators of parameter expansion.
const (
	NoOp        Op = iota
	Default        // ${x-w} ${x:-w}
	AssignOp       // ${x=w}
	ErrorOp        // ${x?w}
	Alternative    // ${x+w}
	PrefixShort    // ${x#w}
	PrefixLong     // ${x##w}
	SuffixShort    // ${x%w}
	SuffixLong     // ${x%%w}
	ReplaceOne     // ${x/w/v}
	ReplaceAll     // ${x//w/v}
	Slice          // ${x:w:v}
	UpperFirst     // ${x^w}
	UpperAll       // ${x^^w}
	LowerFirst     // ${x,w}
	LowerAll       // ${x,,w}
	ToggleFirst    // ${x~w}
	ToggleAll      // ${x~~w}
	Transform      // ${x@w}
)

// Param is a parameter expansion.
type Param struct {
	Name     string
	Index    *Word // the subscript; All for [@] and [*]
	All      byte  // '@' or '*': ${x[@]}
	Op       Op
	Colon    bool // ${x:-w}: empty counts as unset
	Length   bool // ${#x}
	Indirect bool // ${!x}
	Names    byte // '@' or '*': ${!x@}, the names that begin with x
	Arg      *Word
	Arg2     *Word
	Bad      bool // a bad substitution, found only when it is expanded
	Raw      string
	Cache    any // as Word.Cache
}

// Assign is an assignment.
type Assign struct {
	Name   string
	Index  *Word
	Append bool
	Traced bool // xtrace has shown it
	Naked  bool // `declare x[1]`: no value
	Array  bool // Elems is the value
	Value  *Word
	Elems  []Elem
	Cache  any // as Word.Cache
}

// Elem is an element of an array value: `[Index]=Value`, or a Value that may make several.
type Elem struct {
	Index  *Word
	Append bool
	Value  *Word
}

// RedirOp is the operator of a redirection.
type RedirOp uint8

// The operators of redirection.
const (
	In         RedirOp = iota // <
	Out                       // >
	Clobber                   // >|
	AppendOut                 // >>
	InOut                     // <>
	DupIn                     // <&
	DupOut                    // >&
	OutBoth                   // &>
	AppendBoth                // &>>
	Here                      // << and <<-
	HereString                // <<<
)

// Redir is a redirection.
type Redir struct {
	Op    RedirOp
	Fd    int    // -1: the operator's own
	Var   string // {Var}>
	Word  Word
	Body  *Word // of a here-document
	Quote bool  // the delimiter was quoted: the body is taken as it is
	Tabs  bool  // <<-
	Line  int
	Both  bool // made from |&
}
