package shell

import (
	"slices"
	"strings"
)

// fc lists commands of the history (-l), or runs one again (-s). Without either it would start an editor.
func fc(sh *Shell, args []string) int {
	if sh.dash {
		sh.unsupported("fc")
		return 1
	}
	var f fixing
	rest := args[1:]
	for len(rest) > 0 && len(rest[0]) > 1 && rest[0][0] == '-' && !isDigit(rest[0][1]) {
		a := rest[0]
		rest = rest[1:]
		if a == "--" {
			break
		}
		for i, c := range []byte(a[1:]) {
			switch c {
			case 'l':
				f.list = true
			case 'n':
				f.bare = true
			case 'r':
				f.reverse = true
			case 's':
				f.again = true
			case 'e':
				editor := a[i+2:]
				if editor == "" && len(rest) > 0 {
					editor, rest = rest[0], rest[1:]
				}
				f.again = f.again || editor == "-"
			default:
				return sh.usageError("-" + string(c) + ": invalid option")
			}
		}
	}
	switch {
	case f.again:
		return sh.runAgain(rest)
	case f.list:
		return f.show(sh, rest)
	}
	sh.unsupported("fc with an editor")
	return 1
}

type fixing struct{ list, bare, reverse, again bool }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// shown are the entries that fc sees: all but the command itself.
func (sh *Shell) shown() []entryRead {
	list := sh.hist.list
	if n := len(list); n > 0 && sh.opts[optHistory] && sh.source != fromString {
		return list[:n-1]
	}
	return list
}

// show is fc -l.
func (f *fixing) show(sh *Shell, args []string) int {
	list := sh.shown()
	if len(list) == 0 {
		return 0
	}
	const lines = 16
	from, to := max(len(list)-lines, 0), len(list)-1
	for i, at := range []*int{&from, &to} {
		if i >= len(args) {
			break
		}
		n, ok := sh.historySpec(list, args[i])
		if !ok {
			return sh.fail("no command found")
		}
		*at = n
	}
	reverse := f.reverse
	if from > to {
		from, to, reverse = to, from, !reverse
	}
	order := make([]int, 0, to-from+1)
	for i := from; i <= to; i++ {
		order = append(order, i)
	}
	if reverse {
		slices.Reverse(order)
	}
	for _, i := range order {
		label := ""
		if !f.bare {
			label = itoa(sh.hist.first + i + 1)
		}
		sh.print(label, "\t ", list[i].text, "\n")
	}
	return 0
}

// historySpec finds an entry by its number, by how far back it lies, or by how it begins.
func (sh *Shell) historySpec(list []entryRead, s string) (int, bool) {
	if n, ok := number(s); ok {
		switch {
		case n < 0:
			n += len(list)
		case n == 0:
			n = len(list) - 1
		default:
			n -= sh.hist.first + 1
		}
		return min(max(n, 0), len(list)-1), true
	}
	for i, e := range slices.Backward(list) {
		if strings.HasPrefix(e.text, s) {
			return i, true
		}
	}
	return 0, false
}

// runAgain is fc -s: the last command, or the one that begins so, with words replaced by old=new.
func (sh *Shell) runAgain(args []string) int {
	list := sh.shown()
	var swaps [][2]string
	for len(args) > 0 {
		old, with, ok := strings.Cut(args[0], "=")
		if !ok {
			break
		}
		swaps = append(swaps, [2]string{old, with})
		args = args[1:]
	}
	at := len(list) - 1
	if len(args) > 0 {
		n, ok := sh.historySpec(list, args[0])
		if !ok {
			return sh.fail("no command found")
		}
		at = n
	}
	if at < 0 {
		return sh.fail("no command found")
	}
	text := list[at].text
	for _, s := range swaps {
		text = strings.ReplaceAll(text, s[0], s[1])
	}
	sh.forgetLast()
	sh.flush()
	sh.stderr(text + "\n")
	if sh.opts[optHistory] {
		sh.addHistory(text)
	}
	sh.command = ""
	sh.evalText(text, "fc", sh.line)
	return sh.status
}
