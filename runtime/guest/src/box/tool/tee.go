package tool

import (
	"io"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type teeOutput struct {
	name string
	f    *linux.File
}

func teeMain(r *run) int {
	opts, files := r.options("a/append i/ignore-interrupts p /output-error?")
	flags := primitives.O_WRONLY | primitives.O_CREAT | primitives.O_TRUNC
	mode := ""
	for _, o := range opts {
		switch o.name {
		case "a":
			flags = primitives.O_WRONLY | primitives.O_CREAT | primitives.O_APPEND
		case "i":
			_, _ = linux.Sigaction(primitives.SIGINT, abi.SigIgnore)
		case "p":
			mode = "warn-nopipe"
		case "output-error":
			mode = "warn-nopipe"
			if o.given {
				mode = r.choose("--output-error", o.value, "warn", "warn-nopipe", "exit", "exit-nopipe")
			}
		}
	}
	if mode != "" {
		_, _ = linux.Sigaction(primitives.SIGPIPE, abi.SigIgnore)
	}
	outputs := []*teeOutput{{"standard output", &linux.File{Fd: 1}}}
	for _, name := range files {
		f, err := linux.OpenFile(name, flags, 0o666)
		if err != nil {
			r.warnErr(err, "%s", r.plain(name))
			if mode == "exit" || mode == "exit-nopipe" {
				return 1
			}
			continue
		}
		outputs = append(outputs, &teeOutput{name, f})
	}
	return r.teeCopy(outputs, mode)
}

func (r *run) teeCopy(outputs []*teeOutput, mode string) int {
	in := &linux.File{Fd: 0}
	buf := make([]byte, inputSize)
	for len(outputs) > 0 {
		n, err := in.Read(buf)
		if err == io.EOF {
			break
		}
		if err != nil {
			r.warnErr(err, "read error")
			break
		}
		var alive []*teeOutput
		for _, o := range outputs {
			_, err := o.f.Write(buf[:n])
			if err == nil {
				alive = append(alive, o)
				continue
			}
			if primitives.ErrnoOf(err) != primitives.EPIPE || mode != "warn-nopipe" && mode != "exit-nopipe" {
				r.warnErr(err, "%s", r.plain(o.name))
				if mode == "exit" || mode == "exit-nopipe" {
					return 1
				}
			}
		}
		outputs = alive
	}
	return r.status
}
