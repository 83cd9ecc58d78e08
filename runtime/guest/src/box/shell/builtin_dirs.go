package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// stack is the directory stack, its top first.
func (sh *Shell) stack() []string { return append([]string{sh.pwd()}, sh.dirs...) }

// stackIndex reads +N or -N.
func stackIndex(s string, size int) (int, bool) {
	if len(s) < 2 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	n, err := strconv.Atoi(s[1:])
	if err != nil {
		return 0, false
	}
	if s[0] == '-' {
		n = size - 1 - n
	}
	return n, true
}

// listing is what dirs was asked for.
type listing struct {
	clearAll, long, lines, numbered bool
	pick                            int // the entry to show, -1: all
}

// argument reads one argument of dirs; a status other than 0 ends it.
func (l *listing) argument(sh *Shell, a string) int {
	n, isIndex := stackIndex(a, len(sh.dirs)+1)
	switch {
	case isIndex && n >= 0 && n <= len(sh.dirs):
		l.pick = n
		return 0
	case isIndex && len(sh.dirs) == 0:
		return sh.fail("directory stack empty")
	case isIndex:
		return sh.fail(a[1:] + ": directory stack index out of range")
	case len(a) < 2 || a[0] != '-':
		return sh.usageError(a + ": invalid option")
	}
	for _, c := range []byte(a[1:]) {
		switch c {
		case 'c':
			l.clearAll = true
		case 'l':
			l.long = true
		case 'p':
			l.lines = true
		case 'v':
			l.lines, l.numbered = true, true
		default:
			return sh.usageError(a + ": invalid number")
		}
	}
	return 0
}

func dirs(sh *Shell, args []string) int {
	l := listing{pick: -1}
	for _, a := range args[1:] {
		if status := l.argument(sh, a); status != 0 {
			return status
		}
	}
	if l.clearAll {
		sh.dirs = nil
		return 0
	}
	list := sh.stack()
	first := 0
	if l.pick >= 0 {
		list, first = list[l.pick:l.pick+1], l.pick
	}
	for i, d := range list {
		if !l.long {
			d = sh.shortPath(d)
		}
		switch {
		case l.numbered:
			sh.print(fmt.Sprintf("%2d  %s\n", first+i, d))
		case l.lines, i == len(list)-1:
			sh.print(d, "\n")
		default:
			sh.print(d, " ")
		}
	}
	return 0
}

func pushd(sh *Shell, args []string) int {
	args = args[1:]
	quiet := false
	for len(args) > 0 && (args[0] == "-n" || args[0] == "--") {
		quiet = quiet || args[0] == "-n"
		args = args[1:]
	}
	switch {
	case len(args) > 0 && sh.wrongNumber(args[0]):
		return sh.usageError(args[0] + ": invalid number")
	case len(args) > 1:
		return sh.fail("too many arguments")
	}
	st := sh.stack()
	switch {
	case len(args) == 0:
		if len(st) < 2 {
			return sh.fail("no other directory")
		}
		st[0], st[1] = st[1], st[0]
	case args[0] == "-":
		old, ok := sh.get("OLDPWD")
		if !ok {
			return sh.fail("OLDPWD not set")
		}
		if !sh.changeDir(old, sh.opts[optPhysical]) {
			return 1
		}
		sh.print(old, "\n")
		sh.dirs = st
		return sh.showDirs()
	default:
		n, isIndex := stackIndex(args[0], len(st))
		switch {
		case isIndex && (n < 0 || n >= len(st)):
			if len(st) == 1 {
				return sh.fail("directory stack empty")
			}
			return sh.fail(args[0] + ": directory stack index out of range")
		case isIndex:
			st = append(slices.Clone(st[n:]), st[:n]...)
		case quiet:
			sh.dirs = append([]string{args[0]}, sh.dirs...)
			return sh.showDirs()
		default:
			if !sh.changeDir(args[0], sh.opts[optPhysical]) {
				return 1
			}
			sh.dirs = st
			return sh.showDirs()
		}
	}
	if !quiet && !sh.changeDir(st[0], sh.opts[optPhysical]) {
		return 1
	}
	sh.dirs = st[1:]
	if quiet {
		return 0
	}
	return sh.showDirs()
}

// wrongNumber reports whether s begins like an index of the stack and is none.
func (sh *Shell) wrongNumber(s string) bool {
	_, ok := stackIndex(s, len(sh.dirs)+1)
	return !ok && len(s) > 1 && s[0] == '-' && s != "--"
}

func popd(sh *Shell, args []string) int {
	args = args[1:]
	quiet := false
	if len(args) > 0 && args[0] == "-n" {
		quiet, args = true, args[1:]
	}
	st := sh.stack()
	if len(args) > 0 {
		switch _, ok := stackIndex(args[0], len(st)); {
		case sh.wrongNumber(args[0]):
			return sh.usageError(args[0] + ": invalid number")
		case !ok:
			return sh.usageError(args[0] + ": invalid argument")
		}
	}
	if len(st) < 2 {
		return sh.fail("directory stack empty")
	}
	n := 0
	if len(args) > 0 {
		i, _ := stackIndex(args[0], len(st))
		switch {
		case i < 0 || i >= len(st):
			return sh.fail(args[0] + ": directory stack index out of range")
		}
		n = i
	}
	if n == 0 && quiet {
		n = 1
	}
	if n == 0 && !sh.changeDir(st[1], sh.opts[optPhysical]) {
		return 1
	}
	st = slices.Delete(st, n, n+1)
	sh.dirs = st[1:]
	return sh.showDirs()
}

func (sh *Shell) showDirs() int {
	var l []string
	for _, d := range sh.stack() {
		l = append(l, sh.shortPath(d))
	}
	sh.print(strings.Join(l, " "), "\n")
	return 0
}
