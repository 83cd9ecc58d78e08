package hostabitest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero/sys"

	"github.com/sandfault/sandfault/runtime/hostabi"
)

// What an argument of Play may be, beside a number and a string, which is given as a pointer and its length.
type (
	// At is bytes in memory, given as a pointer; what became of them is told.
	At []byte
	// Room is so many bytes of memory, given as a pointer and the length; what is in them afterwards is told.
	Room int
	// Parts is a list of iovecs, given as a pointer and their number.
	Parts []string
)

// Bad is an address outside of memory.
const Bad = 0xfffffff0

// Play calls a host function and tells in lines what it called for, what it answered and what it
// left in memory.
func (b *Bench) Play(f hostabi.Func, args ...any) string {
	b.next = 64
	b.Process.Said = nil
	var stack hostabi.Args
	var rooms []hostRoom
	for _, a := range args {
		switch a := a.(type) {
		case int:
			stack = append(stack, uint64(a))
		case int64:
			stack = append(stack, uint64(a))
		case string:
			at := b.put([]byte(a))
			stack = append(stack, uint64(at), uint64(len(a)))
		case At:
			at := b.put(a)
			stack = append(stack, uint64(at))
			rooms = append(rooms, hostRoom{at, uint32(len(a))})
		case Room:
			at := b.put(make([]byte, a))
			stack = append(stack, uint64(at), uint64(a))
			rooms = append(rooms, hostRoom{at, uint32(a)})
		case Parts:
			at, list := b.parts(a)
			stack = append(stack, uint64(at), uint64(len(a)))
			rooms = append(rooms, list...)
		default:
			panic(fmt.Sprintf("hostabitest: argument %T", a))
		}
	}
	if len(stack) != len(f.Params) {
		return fmt.Sprintf("%s takes %d arguments, not %d\n", f.Name, len(f.Params), len(stack))
	}
	return b.tell(f, stack, rooms)
}

type hostRoom struct{ at, n uint32 }

func (b *Bench) tell(f hostabi.Func, stack hostabi.Args, rooms []hostRoom) string {
	var out strings.Builder
	result, unwound := enter(b.Guest, f, stack)
	for _, said := range b.Process.Said {
		out.WriteString("  " + said + "\n")
	}
	switch {
	case unwound:
		out.WriteString("  = unwound\n")
	case f.Results == "":
		out.WriteString("  =\n")
	case f.Results == "i":
		fmt.Fprintf(&out, "  = %d\n", int32(result))
	default:
		fmt.Fprintf(&out, "  = %d\n", int64(result))
	}
	for _, r := range rooms {
		fmt.Fprintf(&out, "  %q\n", strings.TrimRight(string(b.Guest.Bytes(r.at, r.n)), "\x00"))
	}
	return out.String()
}

// enter calls the function as wazero would.
func enter(g *hostabi.Guest, f hostabi.Func, stack hostabi.Args) (result uint64, unwound bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			if _, ok := errors.AsType[*sys.ExitError](r); !ok {
				panic(r)
			}
			unwound = true
		default:
			panic(r)
		}
	}()
	g.Begin()
	result = f.Do(g, stack)
	if g.Faulted() {
		return ^uint64(0xfffe), false // told as -65535: EFAULT in whichever numbers
	}
	return result, false
}

func (b *Bench) put(v []byte) uint32 {
	at := b.next
	b.next = (b.next + uint32(len(v)) + 15) &^ 7
	copy(b.Guest.Bytes(at, uint32(len(v))), v)
	return at
}

// parts writes strings and the list of iovecs of them.
func (b *Bench) parts(list Parts) (at uint32, rooms []hostRoom) {
	for _, s := range list {
		rooms = append(rooms, hostRoom{b.put([]byte(s)), uint32(len(s))})
	}
	at = b.put(make([]byte, 8*len(list)))
	for i, r := range rooms {
		b.Guest.PutU32(at+uint32(8*i), r.at)
		b.Guest.PutU32(at+uint32(8*i)+4, r.n)
	}
	return at, rooms
}
