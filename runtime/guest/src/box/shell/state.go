// Package shell is bash, and dash when it is called sh: an interpreter whose subshells, pipeline
// parts, substitutions and background commands are processes of their own.
//
// A guest cannot fork its memory, so a new instance of the program is started and told the state of
// the shell it descends from: variables, functions, options, and the commands it is to run.
package shell

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/arith"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/pattern"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// Shell is a shell: one process.
type Shell struct {
	arg0   string // $0
	dash   bool   // speaks dash's dialect
	source sourceKind
	params []string
	status int
	pid    int // $$: of the shell that this one descends from by forks
	last   int // $!
	args   lastArgument

	ifsOther    *ifsTable // the one before
	ifsOtherKey ifsKey

	interactive bool
	prompts     int // commands for which there has been a prompt
	hist        history

	opts  [optionCount]bool
	shopt [shoptCount]bool
	utf8  bool // the locale's characters are UTF-8

	slots       map[string]*slot
	funcnest    *slot
	age         int
	frames      []*frame
	temps       []*tempScope
	funcs       map[string]*function
	aliases     map[string]string
	completions map[string]*compspec
	hashed      map[string]hashedPath
	commands    int      // counts changes of what names of commands mean
	environ     []string // what children get; nil after a change
	foreign     []string // of the environment, what cannot be variables

	line   int // of the command being run
	read   int // the last line that has been read, which the deaths of children are told with
	base   int // what the lines of the commands are counted from, within a substitution
	ifs    *ifsTable
	ifsKey ifsKey // what ifs was made of
	flow   flow
	levels int // loops to leave by flow
	loops  int // loops around
	quiet  int // contexts in which errexit does not count
	sub    int // shells between this one and the first
	// uncounted are those of them that $BASH_SUBSHELL leaves out: made for a simple command in a pipeline.
	uncounted    int
	sourced      int // files being read by `source`
	beforeReturn int // $? before the last return
	sets         int // counts the times that `set` gave new parameters

	command       string // name of the builtin being run, for messages of what it calls
	node          tree.Node
	trapNode      tree.Node // what was being run when the outermost trap came
	pipe          []int     // $PIPESTATUS
	statusOfSubst int
	toTop         bool // the flow is discarding all that is nested in the line
	noTilde       bool // ~ stands for itself
	unopened      bool // the last redirection of a compound command failed

	role         role // what this process was forked for
	tame         int  // builtins being run by `command`, which takes the sting from their errors
	decls        []*tree.Assign
	disabled     map[string]bool // builtins
	syntaxFailed bool
	traceFd      int // BASH_XTRACEFD, 0 if it is standard error
	nesting      int // of eval, source, traps and command substitutions, for set -x

	jobs       []*job
	reaped     map[int]primitives.WaitStatus // children that await has still to ask for
	traps      [numTraps]trap
	pending    uint64
	deaths     int      // children whose ends the trap of SIGCHLD has not been told
	ignored    uint64   // signals ignored when the shell began: not to be trapped
	known      uint64   // signals whose disposition the shell has set
	mortal     uint64   // signals caught to run the EXIT trap before they end the shell
	given      []string // the arguments that the shell was started with
	loggedOut  bool     // ~/.bash_logout has been run
	inTrap     int
	trapStatus int // of the last one
	beforeTrap int // $? before the last one
	catches    int // signals that are caught

	saved  []savedFd // descriptors put aside by redirections in force
	procs  []procSubst
	cwd    string
	dirs   []string // the stack of pushd, without its top
	umask  uint32
	start  int64 // clock when SECONDS was 0, ns
	random uint32
	getopt getoptState

	resting      []*expander
	lent         [][]string  // for the arguments of commands: see giveBack
	spare        []*variable // for local ones: see retire
	arithCache   map[string]*arith.Expr
	joined       []byte                  // room for quickJoin
	formats      map[string]*quickFormat // of printf; nil for one that is not plain
	patternCache map[patternKey]*pattern.Pattern
	seeks        seekable
	readBuffer   [inputSize]byte // what read takes at once from a file
	out          outBuffer
}

// sourceKind is where commands come from, which some messages and exit codes depend on.
type sourceKind uint8

const (
	fromFile sourceKind = iota
	fromString
	fromStdin
)

// flow is why commands are not run one after the other.
type flow uint8

const (
	running  flow = iota
	breaking      // leaves loops
	continuing
	returning
	discarding // an error: the rest of the line is not run
	exiting
)

// frame is a call of a function or a file being sourced.
type frame struct {
	name   string
	source string
	line   int // of the call
	saved  []savedVar
	params []string
	isFile bool
	kept   bool // args is what it was called with
	args   []string
	opts   *[optionCount]bool // to be restored: `local -`
}

// savedVar is a variable that a local one hides.
type savedVar struct {
	name string
	old  *variable
	at   *slot // nil: to be looked for
}

type function struct {
	name   string
	source string
	line   int
	base   int // Shell.base where it was defined
	body   tree.Node
	code   string // the encoded body, when it has not been decoded
	attrs  attr
}

// newShell returns a shell without variables.
func newShell() *Shell {
	return &Shell{
		shopt:        shoptDefaults,
		slots:        make(map[string]*slot, 64),
		funcs:        map[string]*function{},
		aliases:      map[string]string{},
		hashed:       map[string]hashedPath{},
		arithCache:   map[string]*arith.Expr{},
		patternCache: map[patternKey]*pattern.Pattern{},
		umask:        unknownMask,
	}
}

const unknownMask = ^uint32(0)

// stop makes the shell leave what it is doing; an earlier reason is kept.
func (sh *Shell) stop(f flow, status int) {
	if sh.flow == running {
		sh.flow, sh.status = f, status
	}
}

// exit ends the shell after what has to be done on the way.
func (sh *Shell) exit(status int) {
	sh.flow = exiting
	sh.status = status & 0xff
}

// discard gives up the current line after an error that has been reported.
func (sh *Shell) discard() {
	if sh.flow == exiting {
		return
	}
	if sh.sub > 0 || sh.dash {
		sh.exit(1)
		if sh.dash {
			sh.status = 2
		}
		return
	}
	sh.stop(discarding, 1)
}

// abandon gives up the current line of the shell, whatever that evaluates and sources, and the whole of a
// -c's string, after an error that has been reported.
func (sh *Shell) abandon() {
	if sh.flow == exiting {
		return
	}
	if sh.source == fromString && sh.sub == 0 && !sh.interactive {
		sh.exit(1)
		return
	}
	sh.toTop = sh.flow == running
	sh.discard()
}

// fatal gives up the shell after an error that has been reported.
func (sh *Shell) fatal() {
	switch {
	case sh.dash:
		sh.exit(2)
	case sh.interactive && sh.sub == 0:
		sh.stop(discarding, 1)
	case sh.source == fromString && sh.sub == 0 && !sh.opts[optErrexit]:
		sh.exit(127)
	default:
		sh.exit(1)
	}
}

// endSpecial ends dash after an error of a special builtin, unless `command` runs it.
func (sh *Shell) endSpecial() {
	if sh.tame == 0 {
		sh.exit(2)
	}
}

func (sh *Shell) now() int64 { return linux.ClockGettime(linux.ClockRealtime) }
