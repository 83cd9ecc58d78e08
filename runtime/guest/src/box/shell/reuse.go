package shell

// What each turn of a loop would allocate and leave behind is used again here, where nobody can hold it.

// lastArgument is $_. That of local is put together only when somebody asks for it.
type lastArgument struct {
	name string // of an assignment, "" if it is none
	text string
}

func (a *lastArgument) value() string {
	if a.name == "" {
		return a.text
	}
	return a.name + "=" + a.text
}

// Bounds of what is kept.
const (
	maxLent     = 16 // slices
	maxLentRoom = 16 // arguments in one
	maxSpare    = 64 // variables
)

// lend returns an empty slice for the arguments of a command.
func (sh *Shell) lend(room int) []string {
	if n := len(sh.lent); n > 0 {
		if l := sh.lent[n-1]; cap(l) >= room {
			sh.lent = sh.lent[:n-1]
			return l
		}
	}
	return make([]string, 0, room)
}

// giveBack takes the arguments of a command that has ended and kept none of the slice: a call's parameters
// are gone with it.
func (sh *Shell) giveBack(args []string) {
	if len(sh.lent) < maxLent && cap(args) <= maxLentRoom {
		clear(args)
		sh.lent = append(sh.lent, args[:0])
	}
}

// newLocal returns a variable for a call.
func (sh *Shell) newLocal(level, age int) *variable {
	n := len(sh.spare)
	if n == 0 {
		return &variable{level: level, age: age, fresh: true}
	}
	v := sh.spare[n-1]
	sh.spare = sh.spare[:n-1]
	v.level, v.age, v.fresh = level, age, true
	return v
}

// retire takes a variable of the call that ends and out of its slot.
func (sh *Shell) retire(v *variable) {
	if v == nil || !v.fresh || v.level != len(sh.frames) || len(sh.spare) >= maxSpare {
		return
	}
	*v = variable{}
	sh.spare = append(sh.spare, v)
}
