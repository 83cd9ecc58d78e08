package shell

import (
	"slices"
	"strings"
)

// attr is a set of a variable's attributes, those that declare gives.
type attr uint16

const (
	exported attr = 1 << iota
	readonly
	integer
	lower
	upper
	capital
	reference // -n
	indexed   // -a
	associative
	traced // -t, which functions have
	frozen // cannot be unset
)

// variable is a variable with what declare may have said about it. Without a value it is declared
// but unset.
type variable struct {
	text    string  // the value
	buf     *[]byte // of a value that has been appended to
	list    *array  // of an indexed array
	table   *assoc  // of an associative array
	attrs   attr
	set     bool
	gone    bool    // local and unset: hidden, and not known
	fresh   bool    // made by newLocal, and known by the name in its slot alone
	dynamic dynamic // computes the value; 0 for ordinary variables
	level   int     // of the function call that made it local
	age     int     // when it came to be: newer ones lie before older ones in bash's tables
}

func (v *variable) has(a attr) bool { return v != nil && v.attrs&a != 0 }

// array is bash's sparse indexed array. As long as there are no holes keys is nil.
type array struct {
	vals []string
	keys []int
}

func newArray(vals []string) *array { return &array{vals: vals} }

// at returns the position of index i, or where it would have to be put.
func (a *array) at(i int) (int, bool) {
	if a.keys == nil {
		return min(i, len(a.vals)), i < len(a.vals)
	}
	return slices.BinarySearch(a.keys, i)
}

func (a *array) get(i int) (string, bool) {
	p, ok := a.at(i)
	if !ok {
		return "", false
	}
	return a.vals[p], true
}

func (a *array) set(i int, v string) {
	p, ok := a.at(i)
	switch {
	case ok:
		a.vals[p] = v
		return
	case a.keys == nil && i == len(a.vals):
		a.vals = append(a.vals, v)
		return
	}
	a.spread()
	p, _ = a.at(i)
	a.keys = slices.Insert(a.keys, p, i)
	a.vals = slices.Insert(a.vals, p, v)
}

// spread gives an array without holes its keys, before it gets one.
func (a *array) spread() {
	if a.keys != nil {
		return
	}
	a.keys = make([]int, len(a.vals), len(a.vals)+1)
	for i := range a.keys {
		a.keys[i] = i
	}
}

func (a *array) remove(i int) {
	p, ok := a.at(i)
	if !ok {
		return
	}
	if a.keys == nil && i == len(a.vals)-1 {
		a.vals = a.vals[:i]
		return
	}
	a.spread()
	a.keys = slices.Delete(a.keys, p, p+1)
	a.vals = slices.Delete(a.vals, p, p+1)
}

// next returns the index after the last one.
func (a *array) next() int {
	switch {
	case a.keys == nil:
		return len(a.vals)
	case len(a.keys) == 0:
		return 0
	}
	return a.keys[len(a.keys)-1] + 1
}

func (a *array) indices() []int {
	if a.keys != nil {
		return a.keys
	}
	l := make([]int, len(a.vals))
	for i := range l {
		l[i] = i
	}
	return l
}

// values returns the elements of a variable that is or is not an array.
func (v *variable) values() []string {
	switch {
	case v == nil:
		return nil
	case v.table != nil:
		var l []string
		for _, k := range v.table.keys() {
			l = append(l, v.table.text(k))
		}
		return l
	case v.list != nil:
		return v.list.vals
	case v.set:
		return []string{v.text}
	}
	return nil
}

// first returns what a variable's name alone expands to.
func (v *variable) first() (string, bool) {
	switch {
	case v == nil:
		return "", false
	case v.list != nil:
		return v.list.get(0)
	case v.table != nil:
		return v.table.get("0")
	}
	return v.text, v.set
}

// clone copies a variable for another scope.
func (v *variable) clone() *variable {
	w := *v
	w.buf = nil
	if v.list != nil {
		w.list = &array{slices.Clone(v.list.vals), slices.Clone(v.list.keys)}
	}
	if v.table != nil {
		w.table = v.table.clone()
	}
	return &w
}

// shape changes the case of a value as the attributes demand.
func (a attr) shape(s string) string {
	switch {
	case a&lower != 0:
		return strings.ToLower(s)
	case a&upper != 0:
		return strings.ToUpper(s)
	case a&capital != 0 && s != "":
		return changeCase(strings.ToLower(s), true, true)
	}
	return s
}
