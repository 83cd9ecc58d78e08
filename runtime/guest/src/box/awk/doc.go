// Package awk is an interpreter of AWK, written after mawk 1.3.4, which is Debian's awk: its
// messages, the order of its arrays, and strings that are bytes.
//
// A program is compiled to closures over an interpreter; there is no other form of it.
package awk

import "strings"

// Error ends the program; the text is what mawk says behind its name.
type Error struct{ Text string }

// Error implements error.
func (e *Error) Error() string { return e.Text }

// Program is a compiled program.
type Program struct {
	globals   []string // names by slot
	slots     map[string]int
	functions map[string]*function
	begin     []action
	main      []rule
	end       []action
}

// action runs statements.
type action func(in *Interp) flow

// expr evaluates an expression.
type expr func(in *Interp) value

// rule is one pattern with its action.
type rule struct {
	from, to expr // to is nil but for ranges; from is nil for every line
	do       action
	active   bool
}

type function struct {
	name   string
	params []string
	body   action
	known  bool
	line   int
}

// flow says how a statement ended.
type flow int

const (
	flowNormal flow = iota
	flowBreak
	flowContinue
	flowNext
	flowExit
	flowReturn
)

// The slots of the variables that mean something to the interpreter.
const (
	slotNF = iota
	slotNR
	slotFNR
	slotFS
	slotOFS
	slotORS
	slotRS
	slotSUBSEP
	slotCONVFMT
	slotOFMT
	slotRSTART
	slotRLENGTH
	slotFILENAME
	slotENVIRON
	slotARGC
	slotARGV
	slotsSpecial
)

const specialNames = "NF NR FNR FS OFS ORS RS SUBSEP CONVFMT OFMT RSTART RLENGTH FILENAME ENVIRON ARGC ARGV"

// Compile parses a program.
func Compile(src string) (p *Program, err error) {
	c := &compiler{lex: lexer{src: src, line: 1}, p: &Program{
		slots: map[string]int{}, functions: map[string]*function{},
	}, kinds: map[string]byte{"ENVIRON": 'a', "ARGV": 'a'}}
	for name := range strings.FieldsSeq(specialNames) {
		c.slot(name)
	}
	defer func() {
		if e, ok := recover().(error); ok {
			err = e
		}
	}()
	c.program()
	return c.p, nil
}
