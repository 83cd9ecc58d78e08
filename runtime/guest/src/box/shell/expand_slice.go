package shell

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// count is the number of characters of s in the locale.
func (sh *Shell) count(s string) int {
	if sh.utf8 {
		return utf8.RuneCountInString(s)
	}
	return len(s)
}

// slicing is the evaluated :offset:length of an expansion.
type slicing struct {
	offset, length int64
	limited        bool // there is a length
}

func (sh *Shell) slicing(p *tree.Param) (r slicing, ok bool) {
	old := sh.command
	sh.command, _, _ = strings.Cut(strings.TrimPrefix(p.Raw, "${"), ":") // as errors show it
	r.offset, ok = sh.arithWord(p.Arg)
	if ok && p.Arg2 != nil {
		r.limited = true
		r.length, ok = sh.arithWord(p.Arg2)
	}
	sh.command = old
	if !ok {
		sh.discard()
	}
	return r, ok
}

// slice is ${x:offset:length} of a string.
func (sh *Shell) slice(p *tree.Param, s string) string {
	r, ok := sh.slicing(p)
	if !ok {
		return ""
	}
	offset, length := r.offset, r.length
	size := int64(sh.count(s))
	if offset < 0 {
		offset += size
	}
	if offset < 0 || offset > size {
		return ""
	}
	end := size
	if r.limited {
		if end = offset + length; length < 0 {
			end = size + length
		}
		if end < offset {
			sh.substringError(p)
			return ""
		}
		end = min(end, size)
	}
	if !sh.utf8 {
		return s[offset:end]
	}
	return runes(s, int(offset), int(end))
}

func (sh *Shell) substringError(p *tree.Param) {
	sh.warn(sh.str(p.Arg2) + ": substring expression < 0")
	sh.discard()
}

// runes returns the characters from index start to index end.
func runes(s string, start, end int) string {
	from, i := 0, 0
	for at := range s {
		if i == start {
			from = at
		}
		if i == end {
			return s[from:at]
		}
		i++
	}
	if start >= i {
		return ""
	}
	return s[from:]
}

// sliceList is ${a[@]:offset:length}; of $@ element 0 is $0.
func (sh *Shell) sliceList(p *tree.Param, o operand) []string {
	r, ok := sh.slicing(p)
	if !ok {
		return nil
	}
	offset, length := r.offset, r.length
	list, from := o.list, int64(0)
	positional := o.base == "@" || o.base == "*"
	if positional {
		list = append([]string{sh.arg0}, sh.params...)
	}
	size := int64(len(list))
	v := sh.lookup(o.base)
	sparse := !positional && v != nil && v.list != nil
	end := size
	if sparse {
		end = int64(v.list.next())
	}
	if offset < 0 {
		if offset += end; offset < 0 {
			return nil
		}
	}
	if v != nil && v.table != nil && offset > 0 { // bash counts these from 1
		offset--
	}
	from = offset
	if sparse { // the offset is an index, the length a number of elements
		keys := v.list.indices()
		n, _ := slices.BinarySearch(keys, int(offset))
		from = int64(n)
	}
	if from > size {
		return nil
	}
	if !r.limited {
		return list[from:]
	}
	if length < 0 {
		sh.substringError(p)
		return nil
	}
	return list[from:min(from+length, size)]
}
