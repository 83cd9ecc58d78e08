package shell

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// historyBuiltin is history.
func historyBuiltin(sh *Shell, args []string) int {
	mode, position := byte(0), ""
	files := 0
	rest, ok := sh.options(args, "acd:nrwps", func(c byte, arg string) {
		if strings.IndexByte("anrw", c) >= 0 && c != mode {
			files++
		}
		mode = c
		if c == 'd' {
			position = arg
		}
	})
	if !ok {
		return 2
	}
	if files > 1 {
		return sh.fail("cannot use more than one of -anrw")
	}
	h := &sh.hist
	switch mode {
	case 'c':
		h.list, h.first, h.added = nil, 0, 0
		return 0
	case 'd':
		return sh.deleteHistory(position)
	case 's':
		return sh.storeHistory(rest)
	case 'p':
		if n := len(h.list); sh.interactive && n > 0 { // what expands is no history itself
			h.list, h.added = h.list[:n-1], max(h.added-1, 0)
		}
		return sh.showExpanded(rest)
	case 'a', 'n', 'r', 'w':
		return sh.historyFile(mode, rest)
	}
	return sh.showHistory(rest)
}

// showExpanded is history -p.
func (sh *Shell) showExpanded(words []string) (status int) {
	for _, text := range words {
		x := historyExpander{sh: sh}
		out := x.line(text)
		if x.bad != "" {
			status = sh.fail(text + ": history expansion failed")
			continue
		}
		sh.print(out, "\n")
	}
	return status
}

// showHistory lists the history, or its last entries.
func (sh *Shell) showHistory(args []string) int {
	list := sh.hist.list
	if len(args) > 0 {
		n, ok := number(args[0])
		switch {
		case !ok:
			return sh.fail(args[0] + ": numeric argument required")
		case len(args) > 1:
			return sh.fail("too many arguments")
		}
		list = list[len(list)-min(max(n, -n), len(list)):]
	}
	format, timed := sh.get("HISTTIMEFORMAT")
	at := sh.hist.first + len(sh.hist.list) - len(list)
	for i, e := range list {
		stamp := ""
		if timed && format != "" {
			stamp = sh.strftime(format, e.at)
		}
		sh.print(fmt.Sprintf("%5d  %s%s\n", at+i+1, stamp, e.text))
	}
	return 0
}

// storeHistory is history -s: one entry of all words, in the place of the command itself.
func (sh *Shell) storeHistory(words []string) int {
	if len(words) == 0 {
		return 0
	}
	sh.forgetLast()
	sh.addHistory(strings.Join(words, " "))
	return 0
}

// forgetLast takes the command that is being run out of the history, if it is there.
func (sh *Shell) forgetLast() {
	if n := len(sh.hist.list); n > 0 && sh.opts[optHistory] && sh.source != fromString {
		sh.hist.list = sh.hist.list[:n-1]
		sh.hist.added = max(sh.hist.added-1, 0)
	}
}

func (sh *Shell) deleteHistory(position string) int {
	from, to, isRange := position, position, false
	if i := strings.IndexByte(position[min(1, len(position)):], '-'); i >= 0 {
		from, to, isRange = position[:i+1], position[i+2:], true
	}
	a, ok := sh.historyIndex(from)
	b, ok2 := sh.historyIndex(to)
	if !ok || !ok2 || a > b {
		if isRange && ok {
			return sh.fail(to + ": history position out of range")
		}
		return sh.fail(position + ": history position out of range")
	}
	sh.hist.list = append(sh.hist.list[:a:a], sh.hist.list[b+1:]...)
	sh.hist.added = min(sh.hist.added, len(sh.hist.list))
	return 0
}

// historyIndex finds the entry of a number; one below 0 counts from the end.
func (sh *Shell) historyIndex(s string) (int, bool) {
	n, ok := number(s)
	if n < 0 {
		n += len(sh.hist.list)
	} else {
		n -= sh.hist.first + 1
	}
	return n, ok && n >= 0 && n < len(sh.hist.list)
}

// historyFile is history -a, -n, -r and -w.
func (sh *Shell) historyFile(mode byte, args []string) int {
	file := sh.text("HISTFILE")
	if len(args) > 0 {
		file = args[0]
	}
	if file == "" {
		return 0
	}
	h := &sh.hist
	var err error
	switch mode {
	case 'a':
		fresh := h.list[len(h.list)-min(h.added, len(h.list)):]
		err = writeHistory(file, primitives.O_APPEND, sh.historyText(fresh))
		h.added = 0
	case 'w':
		err = writeHistory(file, primitives.O_TRUNC, sh.historyText(h.list))
		h.added = 0
	default:
		var list []entryRead
		list, err = sh.readHistory(file)
		h.list = append(h.list, list...)
		sh.stifle()
	}
	if err != nil {
		return sh.fail(file + ": cannot open: " + reason(err))
	}
	return 0
}
