package tool

import (
	"bytes"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// shellOutput runs a command by the shell and returns what it wrote to its standard output.
func (s *sed) shellOutput(command string) []byte {
	_ = s.out.w.Flush()
	_ = s.r.out.Flush()
	fd, pid, err := awkPipe("sh", command, 1)
	if err != nil {
		s.r.die(sedPanic, "error running command")
	}
	f := &linux.File{Fd: fd}
	text, _ := readAll(f)
	_ = f.Close()
	_, _ = wait(pid)
	return text
}

// run is the e command: with a command its output is written at once, without one the pattern
// space is the command and then its output.
func (s *sed) runCommand(c *sedCommand) {
	if c.file != "" {
		s.writeText(s.shellOutput(c.file))
		return
	}
	s.runPattern()
}

func (s *sed) runPattern() {
	text := s.shellOutput(string(s.pattern))
	s.pattern = append(s.pattern[:0], bytes.TrimSuffix(text, []byte{s.delim})...)
}
