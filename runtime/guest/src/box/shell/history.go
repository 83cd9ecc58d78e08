package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

// history is the list of the commands that were read. Lines come into it while `set -o history` is on, which
// is so in interactive shells.
type history struct {
	list   []entryRead
	first  int // number of the first entry, less 1
	added  int // entries of this session that no file has
	loaded bool
}

// entryRead is a command of the history, with the time at which it was read.
type entryRead struct {
	text string
	at   int64 // s; 0: not known
}

// enableHistory is what turning on `set -o history` does besides: it reads HISTFILE.
func (sh *Shell) enableHistory() {
	if sh.hist.loaded || sh.dash {
		return
	}
	sh.hist.loaded = true
	sh.preset("HISTSIZE", "500", 0)
	sh.preset("HISTFILESIZE", sh.text("HISTSIZE"), 0)
	if file := sh.text("HISTFILE"); file != "" {
		sh.hist.list, _ = sh.readHistory(file)
		sh.stifle()
	}
}

// readHistory reads a file of history: a command a line, or between lines with times.
func (sh *Shell) readHistory(file string) ([]entryRead, error) {
	data, err := readFile(file)
	if err != nil {
		return nil, err
	}
	var list []entryRead
	at, timed, fresh := int64(0), false, true
	for line := range strings.SplitSeq(strings.TrimSuffix(data, "\n"), "\n") {
		if n, ok := historyTime(line); ok {
			at, timed, fresh = n, true, true
			continue
		}
		if timed && !fresh {
			list[len(list)-1].text += "\n" + line
			continue
		}
		if line != "" {
			list = append(list, entryRead{line, at})
			fresh = false
		}
	}
	return list, nil
}

// historyTime reads a line like #1700000000.
func historyTime(line string) (int64, bool) {
	if len(line) < 2 || line[0] != '#' {
		return 0, false
	}
	n, err := strconv.ParseInt(line[1:], 10, 64)
	return n, err == nil && n >= 0
}

// historyText is what a file gets of entries.
func (sh *Shell) historyText(list []entryRead) string {
	_, timed := sh.get("HISTTIMEFORMAT")
	var b strings.Builder
	for _, e := range list {
		if timed && e.at > 0 {
			b.WriteString("#" + strconv.FormatInt(e.at, 10) + "\n")
		}
		b.WriteString(e.text + "\n")
	}
	return b.String()
}

// saveHistory writes what HISTFILE has not got yet, when the shell ends.
func (sh *Shell) saveHistory() {
	file := sh.text("HISTFILE")
	if sh.sub > 0 || sh.hist.added == 0 || !sh.opts[optHistory] || file == "" {
		return
	}
	new := sh.hist.list[len(sh.hist.list)-min(sh.hist.added, len(sh.hist.list)):]
	list, _ := sh.readHistory(file)
	list = append(list, new...)
	if n, ok := digits(sh.text("HISTFILESIZE")); ok && len(list) > n {
		list = list[len(list)-n:]
	}
	_ = writeHistory(file, primitives.O_TRUNC, sh.historyText(list))
}

func writeHistory(file string, flag int, text string) error {
	const privateMode = 0o600
	fd, err := linux.Open(file, primitives.O_WRONLY|primitives.O_CREAT|flag|primitives.O_CLOEXEC, privateMode)
	if err != nil {
		return err
	}
	writeTo(fd, text)
	return linux.Close(fd)
}

// remember adds the lines of a command to the history, as HISTCONTROL and HISTIGNORE let it.
func (sh *Shell) remember(lines string) {
	text := joinHistory(lines)
	if strings.TrimSpace(text) == "" || sh.dash {
		return
	}
	control := ":" + sh.text("HISTCONTROL") + ":"
	has := func(word string) bool { return strings.Contains(control, ":"+word+":") }
	n := len(sh.hist.list)
	switch {
	case (has("ignorespace") || has("ignoreboth")) && text[0] == ' ',
		(has("ignoredups") || has("ignoreboth")) && n > 0 && sh.hist.list[n-1].text == text,
		sh.historyIgnored(text):
		return
	case has("erasedups"):
		kept := sh.hist.list[:0]
		for _, e := range sh.hist.list {
			if e.text != text {
				kept = append(kept, e)
			}
		}
		sh.hist.list = kept
	}
	sh.addHistory(text)
}

func (sh *Shell) addHistory(text string) {
	sh.hist.list = append(sh.hist.list, entryRead{text, sh.now() / second})
	sh.hist.added++
	sh.stifle()
}

// stifle keeps the history as short as HISTSIZE says.
func (sh *Shell) stifle() {
	if n, ok := digits(sh.text("HISTSIZE")); ok && len(sh.hist.list) > n {
		over := len(sh.hist.list) - n
		sh.hist.list = sh.hist.list[over:]
		sh.hist.first += over
	}
}

func (sh *Shell) historyIgnored(text string) bool {
	patterns := sh.text("HISTIGNORE")
	if patterns == "" {
		return false
	}
	last := ""
	if n := len(sh.hist.list); n > 0 {
		last = sh.hist.list[n-1].text
	}
	for p := range strings.SplitSeq(patterns, ":") {
		if sh.compile(strings.ReplaceAll(p, "&", last)).Match(text) {
			return true
		}
	}
	return false
}

// joinHistory makes one entry of a command's lines, as `shopt -s cmdhist` does.
func joinHistory(lines string) string {
	list := strings.Split(strings.TrimSuffix(lines, "\n"), "\n")
	text := list[0]
	here := strings.Contains(text, "<<") && !strings.Contains(text, "<<<")
	for _, line := range list[1:] {
		switch {
		case here || parse.OpenQuote(text) != "":
			text += "\n" + line
			continue
		case strings.HasSuffix(text, `\`):
			text = text[:len(text)-1] + line
		case strings.TrimSpace(line) == "":
		case opensCommand(text):
			text += " " + strings.TrimLeft(line, " \t")
		default:
			text += "; " + strings.TrimLeft(line, " \t")
		}
		here = here || strings.Contains(line, "<<") && !strings.Contains(line, "<<<")
	}
	if here {
		text += "\n"
	}
	return text
}

// opensCommand reports whether no ; may come after text.
func opensCommand(text string) bool {
	text = strings.TrimRight(text, " \t")
	if text == "" || strings.IndexByte(";&|({)", text[len(text)-1]) >= 0 {
		return true
	}
	switch text[strings.LastIndexAny(text, " \t;")+1:] {
	case "then", "do", "else", "elif", "if", "while", "until", "in", "!":
		return true
	}
	return false
}
