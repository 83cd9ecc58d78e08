package primitives

import (
	"fmt"
	"slices"
	"strconv"
)

// Fault is one way in which real sandboxes get a primitive wrong, and which a profile
// may switch on by name.
type Fault struct {
	Name      string
	Primitive Primitive
	Layer     Layer
	Doc       string
	Lax       bool // it lets through what the profile denies
	Args      []FaultArg
}

// FaultArg is one argument of a fault.
type FaultArg struct {
	Name    string
	Default string
	Kind    ArgKind
	Doc     string
}

// ArgKind is the type of a fault's argument.
type ArgKind uint8

// The kinds of arguments.
const (
	ArgText   ArgKind = iota
	ArgNumber         // a whole number, not negative
	ArgCall           // the name of a system call
	ArgErrno          // the name of an error number
)

// Faults returns every fault that a profile can switch on: those of the primitives in the order
// of All, then those of system calls.
func Faults() []Fault {
	var out []Fault
	for _, p := range All() {
		out = append(out, bySettings[p].describe().Faults...)
	}
	return append(out, callFaults()...)
}

// FaultByName returns a fault by its name.
func FaultByName(name string) (Fault, bool) {
	for _, f := range Faults() {
		if f.Name == name {
			return f, true
		}
	}
	return Fault{}, false
}

// Arg returns an argument of the spec, or its default.
func (s FaultSpec) Arg(name string) string {
	if v, ok := s.Args[name]; ok {
		return v
	}
	if f, ok := FaultByName(s.Name); ok {
		for _, a := range f.Args {
			if a.Name == name {
				return a.Default
			}
		}
	}
	return ""
}

// Int returns a number that is an argument of the spec, or its default; 0 if there is neither.
func (s FaultSpec) Int(name string) int64 {
	n, _ := strconv.ParseInt(s.Arg(name), 10, 64) // validated with the profile
	return n
}

// Primitive returns the primitive that the fault belongs to: where its findings are attributed.
func (s FaultSpec) Primitive() Primitive {
	if c, ok := s.callFault(); ok {
		return c.Primitive
	}
	f, _ := FaultByName(s.Name)
	return f.Primitive
}

// Cause returns the cause of what the fault does: its primitive, its name as the rule, and about what.
func (s FaultSpec) Cause(detail string) *Cause {
	return &Cause{Primitive: s.Primitive(), Rule: s.Name, Detail: detail}
}

// HasFault returns the profile's fault of a name; ok is false if it is off.
func (p *Profile) HasFault(name string) (spec FaultSpec, ok bool) {
	for _, s := range p.Faults {
		if s.Name == name {
			return s, true
		}
	}
	return FaultSpec{}, false
}

// WithFault returns the profile with a fault added at the end.
func (p Profile) WithFault(s FaultSpec) Profile {
	p.Faults = append(slices.Clone(p.Faults), s)
	return p
}

// WithoutFault returns the profile with every fault of a name off.
func (p Profile) WithoutFault(name string) Profile {
	p.Faults = without(p.Faults, func(s FaultSpec) bool { return s.Name == name })
	return p
}

func withoutFaultsOf(prim Primitive, p Profile) Profile {
	p.Faults = without(p.Faults, func(s FaultSpec) bool { return s.Primitive() == prim })
	return p
}

// without returns a copy of a list without some of its elements; nil where none is left.
func without[T any](list []T, drop func(T) bool) []T {
	var out []T
	for _, x := range list {
		if !drop(x) {
			out = append(out, x)
		}
	}
	return out
}

func validateFaults(specs []FaultSpec) []Problem {
	var c checker
	for i, s := range specs {
		field := fmt.Sprintf("faults[%d]", i)
		f, ok := FaultByName(s.Name)
		if !ok {
			c.add(field, fmt.Sprintf("no fault is called %q", s.Name), Suggest(s.Name, faultNames()))
			continue
		}
		c.primitive = f.Primitive
		for _, name := range sortedKeys(s.Args) {
			c.faultArg(field, f, name, s.Args[name])
		}
		if _, isCall := s.callFault(); !isCall && isCallFault(s.Name) {
			c.add(field, "it does not say which call and which error", "give call and errno")
		}
	}
	return c.problems
}

func (c *checker) faultArg(field string, f Fault, name, value string) {
	var names []string
	for _, a := range f.Args {
		if a.Name != name {
			names = append(names, a.Name)
			continue
		}
		if text := a.wrong(value); text != "" {
			c.add(field+"."+name, text, a.Doc)
		}
		return
	}
	c.add(field+"."+name, fmt.Sprintf("fault %s has no argument %q", f.Name, name), Suggest(name, names))
}

// wrong says what is wrong with a value, or "".
func (a *FaultArg) wrong(v string) string {
	switch a.Kind {
	case ArgNumber:
		if n, err := strconv.ParseInt(v, 10, 64); err != nil || n < 0 {
			return fmt.Sprintf("%q is not a number from 0", v)
		}
	case ArgCall:
		if _, ok := SysnoByName(v); !ok {
			return fmt.Sprintf("%q is not a system call that the kernel knows", v)
		}
	case ArgErrno:
		if _, ok := ErrnoByName(v); !ok {
			return fmt.Sprintf("%q is not an error number such as EIO", v)
		}
	case ArgText:
	}
	return ""
}

func faultNames() []string {
	var names []string
	for _, f := range Faults() {
		names = append(names, f.Name)
	}
	return names
}
