package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// patching is the work on one file.
type patching struct {
	*patchTool
	h       *patchHeader
	name    string
	reverse bool
	exists  bool
	mode    uint32
	lines   [][]byte // of the file as it was
	out     [][]byte
	frozen  int // lines of the file that are behind us
	inOff   int // by how many lines the file is off what the patch says
	outOff  int // lines added so far
	skip    bool
	anyway  bool
	quiet   bool // rejects are not kept
	mixed   bool // something did not fit exactly
	failed  int
	count   int
	rejects bytes.Buffer
}

func (p *patchTool) one(h *patchHeader) {
	w := &patching{patchTool: p, h: h, reverse: p.reverse}
	if h.crlf && !p.binary {
		p.input.crlf = true
		p.say("(Stripping trailing CRs from patch; use --binary to disable.)\n")
	}
	if h.wrong != "" {
		w.fatal("%s", h.wrong)
	}
	w.name = p.choose(h)
	if h.kind == 'e' {
		w.edit()
		return
	}
	if w.name == "" {
		w.nameless()
	} else {
		w.load()
	}
	if !w.skip {
		w.announce()
	}
	for hunk := w.next(); hunk != nil; hunk = w.next() {
		w.apply(hunk)
	}
	if !w.skip {
		w.out = append(w.out, w.lines[w.frozen:]...)
		w.finish()
	}
	w.report()
}

// nameless says that no file was found, and asks nobody.
func (w *patching) nameless() {
	w.say("can't find file to patch at input line %d\n", w.h.hunks+1)
	if w.strip < 0 && (strings.Contains(w.h.name[0], "/") || w.h.name != [2]string{}) {
		w.say("Perhaps you should have used the -p or --strip option?\n")
	} else if w.h.name != [2]string{} {
		w.say("Perhaps you used the wrong -p or --strip option?\n")
	}
	if w.h.hunks > w.h.start {
		w.say("The text leading up to this was:\n--------------------------\n")
		for _, l := range w.input.lines[w.h.start:w.h.hunks] {
			w.say("|%s", l)
		}
		w.say("--------------------------\n")
	}
	if w.force || w.batch {
		w.say("No file to patch.  Skipping patch.\n")
	} else {
		w.say("File to patch: \nSkip this patch? [y] \nSkipping patch.\n")
	}
	w.skip, w.quiet = true, true
}

// load reads the file that is to be changed.
func (w *patching) load() {
	st, err := linux.Lstat(w.name)
	w.exists, w.mode = err == nil, 0o666
	if w.exists {
		w.mode = st.Mode & 0o7777
	}
	switch {
	case w.exists && !st.IsRegular():
		w.say("File %s is not a regular file -- refusing to patch\n", w.r.shellWord(w.name))
		w.skip = true
		return
	case w.exists:
		w.readFile()
		if w.skip {
			return
		}
	}
	w.existence()
	if w.exists && !w.skip && linux.Access(w.name, primitives.W_OK) != nil && w.output == "" {
		w.say("File %s is read-only; trying to patch anyway\n", w.r.shellWord(w.name))
	}
}

func (w *patching) readFile() {
	f, err := openInput("./" + w.name)
	if strings.HasPrefix(w.name, "/") {
		f, err = openInput(w.name)
	}
	var text []byte
	if err == nil {
		text, err = readAll(f)
		closeInput(f)
	}
	if err != nil {
		w.fatal("Can't open file %s : %s", w.r.shellWord(w.name), primitives.ErrnoOf(err).Text())
	}
	w.lines = bytes.SplitAfter(text, []byte("\n"))
	if n := len(w.lines); len(w.lines[n-1]) == 0 {
		w.lines = w.lines[:n-1]
	}
}

// from is the side that the file should look like, to the one that it should become.
func (w *patching) from() int {
	if w.reverse {
		return 1
	}
	return 0
}

func (w *patching) to() int { return 1 - w.from() }

// existence asks whether a patch that makes or deletes a file was applied before.
func (w *patching) existence() {
	empty := len(w.lines) == 0
	side, full := w.from(), 1
	verb, state := "create", "already exists"
	if empty {
		side, full = w.to(), 0
		verb, state = "delete", "does not exist"
		if w.exists {
			state = "is already empty"
		}
	}
	if w.h.absent[side] <= full {
		return
	}
	if empty && w.h.absent[side] == 1 {
		verb = "empty out"
	}
	when := ""
	if w.reverse {
		when = ", when reversed,"
	}
	text := sprintf("The next patch%s would %s the file %s,\nwhich %s!", when, verb,
		w.r.shellWord(w.name), state)
	if w.reversible(text) {
		w.reverse = !w.reverse
	} else if w.skip {
		w.quiet = true
	}
}

// reversible reports whether a patch that looks reversed shall be reversed; else the patch
// is skipped or applied as it is.
func (w *patching) reversible(text string) bool {
	switch {
	case w.forward:
		w.say("%s  Skipping patch.\n", text)
		w.skip = true
	case w.force:
		w.say("%s  Applying it anyway.\n", text)
		w.anyway = true
	case w.batch:
		assume := "Assuming"
		if w.reverse {
			assume = "Ignoring"
		}
		w.say("%s  %s -R.\n", text, assume)
		return true
	default: // nobody answers: there is no terminal
		ask := "Assume"
		if w.reverse {
			ask = "Ignore"
		}
		w.say("%s  %s -R? [n] \nApply anyway? [n] \nSkipping patch.\n", text, ask)
		w.skip = true
	}
	return false
}

func (w *patching) announce() {
	if w.silent {
		return
	}
	verb, name := "patching", w.r.shellWord(w.name)
	if w.dry {
		verb = "checking"
	}
	if w.output != "" {
		w.say("%s file %s (read from %s)\n", verb, w.r.shellWord(w.output), name)
		return
	}
	w.say("%s file %s\n", verb, name)
}

func (w *patching) next() *patchHunk {
	h, wrong := w.input.hunk(w.h.kind)
	if wrong != "" {
		w.fatal("%s", wrong)
	}
	if h == nil {
		return nil
	}
	w.count++
	if w.reverse {
		return h.reversed()
	}
	return h
}

// apply changes the file by one hunk, or rejects the hunk.
func (w *patching) apply(h *patchHunk) {
	where, fuzz := 0, 0
	if !w.skip {
		h, where, fuzz = w.locate(h)
	}
	at := h.first[0] + w.outOff
	if where == 0 {
		w.reject(h)
		w.failed++
		if !w.skip && !w.silent {
			ending := ""
			if w.otherEndings(h) {
				ending = " (different line endings)"
			}
			w.say("Hunk #%d FAILED at %d%s.\n", w.count, at, ending)
		}
		return
	}
	at = where + w.outOff
	w.change(h, where)
	if fuzz == 0 && w.inOff == 0 {
		return
	}
	w.mixed = true
	text := sprintf("Hunk #%d succeeded at %d", w.count, at)
	if fuzz > 0 {
		text += sprintf(" with fuzz %d", fuzz)
	}
	if w.inOff != 0 {
		plural := "s"
		if w.inOff == 1 {
			plural = ""
		}
		text += sprintf(" (offset %d line%s)", w.inOff, plural)
	}
	if !w.silent {
		w.say("%s.\n", text)
	}
}

// locate finds where a hunk fits, by ever more fuzz. The first hunk is tried in reverse too.
func (w *patching) locate(h *patchHunk) (hunk *patchHunk, where, fuzz int) {
	before, after := h.context()
	most := min(w.fuzz, max(before, after))
	for fuzz = 0; fuzz <= most && !w.skip; fuzz++ {
		if where = w.place(h, fuzz); where > 0 {
			return h, where, fuzz
		}
		if w.count > 1 || w.force || w.anyway || w.reverse != w.patchTool.reverse {
			continue
		}
		if back := h.reversed(); w.place(back, fuzz) > 0 {
			off := w.inOff
			w.inOff = 0
			kind := "Reversed (or previously applied)"
			if w.reverse {
				kind = "Unreversed"
			}
			if w.reversible(kind + " patch detected!") {
				w.reverse = !w.reverse
				w.inOff = off
				return back, w.place(back, fuzz), fuzz
			}
		}
	}
	return h, 0, fuzz
}

// otherEndings reports whether a hunk failed because one of the two has CR LF at its lines' ends.
func (w *patching) otherEndings(h *patchHunk) bool {
	pattern := h.pattern()
	if len(pattern) == 0 || len(w.lines) == 0 {
		return false
	}
	line := w.lines[max(0, min(h.first[0]-1, len(w.lines)-1))]
	crlf := []byte("\r\n")
	return bytes.HasSuffix(line, crlf) != bytes.HasSuffix(pattern[0], crlf)
}

// change copies the file up to each changed line; context after the last one is not behind us yet.
func (w *patching) change(h *patchHunk, where int) {
	at := where - 1
	for _, l := range h.lines {
		if l.mark == ' ' {
			at++
			continue
		}
		if to := min(at, len(w.lines)); to > w.frozen {
			w.out = append(w.out, w.lines[w.frozen:to]...)
			w.frozen = to
		}
		if l.mark == '+' {
			w.out = append(w.out, l.text)
		} else {
			at++
			w.frozen = max(w.frozen, min(at, len(w.lines)))
		}
	}
	w.outOff += h.count[1] - h.count[0]
}
