package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// selectLoop is `select name in words`.
func (sh *Shell) selectLoop(n *tree.For) {
	words, ok := sh.loopWords(n)
	if !ok {
		return
	}
	if len(words) == 0 {
		sh.status = 0
		return
	}
	if sh.opts[optXtrace] {
		sh.trace("select " + n.Name + " in " + rawWords(n))
	}
	sh.line, sh.node = n.Line+sh.base, n
	if sh.traps[trapDebug].set && sh.debug() {
		sh.setStatus(0)
		return
	}
	sh.loops++
	status := 0
	menu := true
	for {
		if menu {
			sh.stderr(sh.selectMenu(words))
		}
		sh.stderr(sh.selectPrompt())
		line, ok := sh.readLine(0)
		if !ok {
			sh.out.WriteString("\n")
			sh.flush()
			status = 1
			break
		}
		sh.setVar("REPLY", line)
		if menu = line == ""; menu {
			continue
		}
		choice := ""
		if i, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && i >= 1 && i <= len(words) {
			choice = words[i-1]
		}
		sh.setVar(n.Name, choice)
		sh.list(n.Body, noTail)
		status = sh.status
		if sh.leave() {
			break
		}
		menu = sh.text("REPLY") == ""
	}
	sh.loops--
	if sh.flow == running {
		sh.status = status
	}
}

func (sh *Shell) selectPrompt() string {
	if s, ok := sh.get("PS3"); ok {
		return s
	}
	return "#? "
}

// Columns of a terminal where COLUMNS does not say how many, and between two stops of the tabulator.
const (
	terminalColumns = 80
	tabColumns      = 8
)

// selectMenu lays out the menu in columns.
func (sh *Shell) selectMenu(words []string) string {
	columns := atoi(sh.text("COLUMNS"))
	if columns <= 0 {
		columns = terminalColumns
	}
	digits := len(strconv.Itoa(len(words)))
	width := 0
	for _, w := range words {
		width = max(width, sh.count(w))
	}
	width += digits + len(") ") + 2
	rows := divideUp(len(words), max(columns/width, 1))
	if rows == 1 { // one row is written as a column
		rows = len(words)
	}
	first := len(strconv.Itoa(rows))
	var b strings.Builder
	for r := range rows {
		pos := 0
		for i := r; ; {
			indent := digits
			if pos == 0 {
				indent = first
			}
			number := strconv.Itoa(i + 1)
			b.WriteString(strings.Repeat(" ", max(indent-len(number), 0)) + number + ") " + words[i])
			if i += rows; i >= len(words) {
				break
			}
			tabulate(&b, pos+indent+len(") ")+sh.count(words[i-rows]), pos+width)
			pos += width
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func divideUp(n, by int) int { return (n + by - 1) / by }

// tabulate fills up from one column to another with tabs as far as they go, and then with spaces.
func tabulate(b *strings.Builder, from, to int) {
	for from < to {
		if to/tabColumns > from/tabColumns {
			b.WriteByte('\t')
			from += tabColumns - from%tabColumns
			continue
		}
		b.WriteByte(' ')
		from++
	}
}
