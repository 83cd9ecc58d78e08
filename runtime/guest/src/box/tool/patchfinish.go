package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// reject keeps a hunk for the file of rejects.
func (w *patching) reject(h *patchHunk) {
	b := &w.rejects
	if b.Len() == 0 {
		w.rejectHeader()
	}
	if w.h.kind != 'u' {
		w.rejectContext(h)
		return
	}
	b.WriteString("@@ -" + patchRange(h.first[0]+w.outOff, h.count[0]) +
		" +" + patchRange(h.first[1]+w.outOff, h.count[1]) + " @@\n")
	for _, l := range h.lines {
		b.WriteByte(l.mark)
		b.Write(l.text)
		if !bytes.HasSuffix(l.text, []byte("\n")) {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

func (w *patching) rejectHeader() {
	signs := []string{"--- ", "+++ "}
	if w.h.kind != 'u' {
		signs = []string{"*** ", "--- "}
	}
	for i, sign := range signs {
		side := i
		if w.reverse {
			side = 1 - i
		}
		name, stamp := w.h.name[side], w.h.stamp[side]
		switch {
		case w.h.kind == 'n':
			name = "/dev/null"
		case w.h.git && name != "/dev/null" || name == "" || w.h.git && w.file == "":
			name = w.name
		}
		if stamp != "" {
			name += "\t" + stamp
		}
		w.rejects.WriteString(sign + name + "\n")
	}
}

// report tells how many hunks were rejected, and saves them.
func (w *patching) report() {
	if w.failed == 0 {
		return
	}
	w.r.status = max(w.r.status, 1)
	plural, what := "s", "FAILED"
	if w.count == 1 {
		plural = ""
	}
	if w.skip {
		what = "ignored"
	}
	text := sprintf("%d out of %d hunk%s %s", w.failed, w.count, plural, what)
	name := w.patchTool.rejects
	if name == "" {
		name = w.target() + ".rej"
	}
	if !w.quiet && !w.dry && name != "-" && w.name != "" {
		text += " -- saving rejects to file " + w.r.shellWord(name)
		w.write(name, w.rejects.Bytes(), 0o666)
	}
	if !w.silent || !w.skip {
		w.say("%s\n", text)
	}
}

// target is the file that is written.
func (w *patching) target() string {
	if w.output != "" {
		return w.output
	}
	return w.name
}

// finish puts the result where the file was, and the file where backups are.
func (w *patching) finish() {
	text := bytes.Join(w.out, nil)
	if w.output == "-" {
		if !w.dry {
			_, _ = w.r.out.Write(text)
		}
		return
	}
	gone := len(text) == 0 && (w.h.absent[w.to()] == 2 || w.remove) && w.output == ""
	if len(text) > 0 && w.h.absent[w.to()] == 2 && w.failed == 0 {
		w.say("Not deleting file %s as content differs from patch\n", w.r.shellWord(w.name))
		w.r.status = max(w.r.status, 1)
	}
	if w.dry {
		return
	}
	if w.output == "" {
		w.keep()
	}
	if gone {
		w.delete()
		return
	}
	if w.failed == w.count && w.count > 0 && w.exists && w.output == "" {
		return
	}
	mode := w.mode
	if w.h.mode != 0 && !w.reverse {
		mode = w.h.mode
	}
	w.write(w.target(), text, mode)
	if w.exists && w.output == "" || w.h.mode != 0 {
		_ = linux.Fchmodat(linux.AtFdcwd, w.target(), mode, 0)
	}
}

// keep makes the backup: if it was asked for, or if the patch did not fit exactly.
func (w *patching) keep() {
	mixed := (w.mixed || w.failed > 0) && !w.noMis
	if !w.backup && !mixed || w.written[w.name] {
		return
	}
	var text []byte
	if w.exists {
		text = bytes.Join(w.lines, nil)
	}
	dir, base := "", w.name
	if i := strings.LastIndexByte(w.name, '/'); i >= 0 && w.prefix == "" {
		dir, base = w.name[:i+1], w.name[i+1:]
	}
	w.write(dir+w.prefix+base+w.suffix, text, w.mode)
}

// delete removes the file, and the directories that it leaves empty.
func (w *patching) delete() {
	if err := linux.Unlinkat(linux.AtFdcwd, w.name, 0); err != nil {
		w.fatal("Can't remove file %s : %s", w.r.shellWord(w.name), primitives.ErrnoOf(err).Text())
	}
	for dir := w.name; ; {
		i := strings.LastIndexByte(dir, '/')
		if i <= 0 {
			return
		}
		dir = dir[:i]
		if linux.Unlinkat(linux.AtFdcwd, dir, primitives.AT_REMOVEDIR) != nil {
			return
		}
	}
}

// write makes a file anew, so that other links to the old one keep what they have.
func (w *patching) write(name string, text []byte, mode uint32) {
	for i := range len(name) {
		if name[i] == '/' && i > 0 {
			_ = linux.Mkdirat(linux.AtFdcwd, name[:i], 0o777)
		}
	}
	_ = linux.Unlinkat(linux.AtFdcwd, name, 0)
	f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, mode)
	if err == nil {
		_, err = f.Write(text)
		if e := f.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		w.fatal("Can't create file %s : %s", w.r.shellWord(name), primitives.ErrnoOf(err).Text())
	}
	w.written[name] = true
}
