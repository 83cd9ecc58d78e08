package tool

import (
	"bytes"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// edit gives the commands of diff -e to ed, which changes the file; of success it says nothing.
func (w *patching) edit() {
	script := w.editScript()
	if w.name == "" {
		w.nameless()
		return
	}
	w.load()
	if w.skip || w.dry {
		return
	}
	name := w.target()
	if w.output == "" {
		w.keep()
	} else {
		w.write(name, bytes.Join(w.lines, nil), w.mode)
	}
	if name == "-" {
		w.r.unsupported("-o - of an ed script")
	}
	rd, wr, err := linux.Pipe2(primitives.O_CLOEXEC)
	if err != nil {
		w.fatal("Can't create pipe : %s", errnoText(err))
	}
	_ = w.r.out.Flush()
	pid, _, err := spawnvp([]string{"ed", "-", name}, &abi.SpawnRequest{
		Actions: []abi.FileAction{{Kind: abi.ActionDup2, Fd: int32(rd), Newfd: 0}},
	})
	_ = linux.Close(rd)
	if err != nil {
		w.fatal("ed FAILED : %s", errnoText(err))
	}
	_, _ = (&linux.File{Fd: wr}).Write(append(script, "w\nq\n"...))
	_ = linux.Close(wr)
	if status, err := wait(pid); err != nil || status != 0 {
		w.fatal("ed FAILED")
	}
	w.written[name] = true
}

// editScript reads commands with their texts, up to what is none.
func (w *patching) editScript() []byte {
	in, script := &w.input, []byte(nil)
	for in.at < len(in.lines) {
		line := in.lines[in.at]
		if !edCommand(string(line)) && string(line) != "s/.//\n" && string(line) != "a\n" {
			break
		}
		in.at++
		script = append(script, line...)
		if end := bytes.TrimRight(line, "\r\n"); end[len(end)-1] != 'a' && end[len(end)-1] != 'c' {
			continue
		}
		for ended := false; !ended && in.at < len(in.lines); in.at++ {
			ended = string(in.lines[in.at]) == ".\n"
			script = append(script, in.lines[in.at]...)
		}
	}
	return script
}
