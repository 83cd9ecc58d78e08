package awk

import (
	"bufio"
)

// write sends text to standard output or where a redirection says.
func (in *Interp) write(open func(in *Interp) (mode, name string), s string) {
	if open == nil {
		_, _ = in.cfg.Stdout.Write([]byte(s))
		return
	}
	mode, name := open(in)
	w, ok := in.outputs[name]
	if !ok {
		if mode == "|" {
			in.flush()
		}
		var err error
		if w, err = in.cfg.Create(mode, name); err != nil {
			panic(&Error{"cannot open \"" + name + "\" for output (" + err.Error() + ")"})
		}
		in.outputs[name] = w
		in.order = append(in.order, name)
	}
	_, _ = w.Write([]byte(s))
}

// flush writes out everything, before a command looks at it.
func (in *Interp) flush() {
	_ = in.cfg.Stdout.Flush()
	for _, name := range in.order {
		if w, ok := in.outputs[name]; ok {
			_ = w.Flush()
		}
	}
}

func (in *Interp) system(command string) int {
	in.flush()
	return in.cfg.System(command)
}

func (in *Interp) close(name string) int {
	code := -1
	if w, ok := in.outputs[name]; ok {
		delete(in.outputs, name)
		code = w.Close()
	}
	for _, set := range []map[string]*source{in.files, in.commands} {
		if s, ok := set[name]; ok {
			delete(set, name)
			code = 0
			if err := s.c.Close(); err != nil {
				code = exitOf(err)
			}
		}
	}
	return code
}

// exitOf is the exit code that an error carries, if it does.
func exitOf(err error) int {
	if c, ok := err.(interface{ ExitCode() int }); ok {
		return c.ExitCode()
	}
	return -1
}

func (in *Interp) closeAll() {
	for _, name := range in.order {
		if w, ok := in.outputs[name]; ok {
			w.Close()
		}
	}
	for _, set := range []map[string]*source{in.files, in.commands} {
		for _, s := range set {
			_ = s.c.Close()
		}
	}
}

// getlineMain is getline alone: the next record of the main input.
func (in *Interp) getlineMain(to *place) value { return boolean(in.nextMain(to)) }

func (in *Interp) getlineFile(name string, to *place) value {
	src, ok := in.files[name]
	if !ok {
		f, err := in.cfg.Open(name)
		if err != nil {
			return number(-1)
		}
		src = &source{r: bufio.NewReaderSize(f, 64<<10), c: f}
		in.files[name] = src
	}
	s, ok := in.read(src)
	if !ok {
		return number(0)
	}
	in.deliver(s, to)
	return number(1)
}

func (in *Interp) getlineCommand(command string, to *place) value {
	src, ok := in.commands[command]
	if !ok {
		in.flush()
		f, err := in.cfg.Command(command)
		if err != nil {
			return number(-1)
		}
		src = &source{r: bufio.NewReaderSize(f, 64<<10), c: f}
		in.commands[command] = src
	}
	s, ok := in.read(src)
	if !ok {
		return number(0)
	}
	in.deliver(s, to) // NR stays as it is, against POSIX
	return number(1)
}
