package shell

import (
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// trace writes a line of `set -x`.
func (sh *Shell) trace(text string) {
	sh.flush()
	line := sh.tracePrefix() + text + "\n"
	if sh.traceFd > 0 {
		writeTo(sh.traceFd, line)
		return
	}
	sh.stderr(line)
}

// setTraceFd takes over BASH_XTRACEFD.
func (sh *Shell) setTraceFd(v *variable) {
	sh.traceFd = 0
	if sh.dash || !v.set || v.text == "" {
		return
	}
	n, ok := number(v.text)
	if ok {
		_, err := linux.Fcntl(n, fGetfd, 0)
		ok = err == nil
	}
	if !ok {
		sh.warn("BASH_XTRACEFD: " + v.text + ": invalid value for trace file descriptor")
		return
	}
	sh.traceFd = n
}

const fGetfd = 1 // F_GETFD

// tracePrefix is PS4, whose first character is repeated for every level of nesting.
func (sh *Shell) tracePrefix() string {
	ps4, ok := sh.get("PS4")
	if !ok {
		return ""
	}
	if strings.ContainsAny(ps4, "$`\\") {
		sh.opts[optXtrace] = false
		status := sh.status
		if sh.dash {
			ps4 = sh.expandText(ps4)
		} else {
			ps4 = sh.prompt(ps4)
		}
		sh.status = status
		sh.opts[optXtrace] = true
	}
	if ps4 == "" || sh.dash {
		return ps4
	}
	_, n := utf8.DecodeRuneInString(ps4)
	return strings.Repeat(ps4[:n], sh.nesting) + ps4
}

// traceCommand writes a command as it will be run.
func (sh *Shell) traceCommand(temp, args []string) {
	if sh.dash {
		sh.trace(strings.Join(append(append([]string(nil), temp...), args...), " "))
		return
	}
	for _, t := range temp {
		name, value, _ := strings.Cut(t, "=")
		sh.trace(name + "=" + quoteTrace(value))
	}
	l := make([]string, len(args))
	for i, a := range args {
		l[i] = quoteTraced(a)
	}
	sh.trace(strings.Join(l, " "))
}

// commandText is BASH_COMMAND.
func (sh *Shell) commandText() string {
	n := sh.node
	if sh.inTrap > 0 {
		n = sh.trapNode
	}
	switch n := n.(type) {
	case nil:
		return ""
	case *tree.For:
		if n.Select {
			return "select " + n.Name + " in " + rawWords(n)
		}
		return "for " + n.Name + " in " + rawWords(n)
	case *tree.Case:
		return "case " + n.Word.Raw + " in "
	default:
		return tree.Text(n)
	}
}

// expandText expands text as a word between double quotes.
func (sh *Shell) expandText(text string) string {
	if !strings.ContainsAny(text, "$`\\\"'") {
		return text
	}
	w := parse.Word(text, sh.parseOptions(sh.line, ""))
	return sh.str(&w)
}

// parseOne parses a simple command, nil if text is none.
func (sh *Shell) parseOne(text string) *tree.Simple {
	p := parse.Parse(text, sh.parseOptions(sh.line, ""))
	l, err := p.Next(true)
	if err != nil || l == nil || len(l.Items) != 1 {
		return nil
	}
	s, _ := l.Items[0].Node.(*tree.Simple)
	return s
}
