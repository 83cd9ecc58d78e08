package shell

import (
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// print writes to standard error at once.
func (sh *Shell) stderr(text string) {
	f := linux.File{Fd: 2}
	_, _ = f.Write([]byte(text))
}

// label is the name that messages begin with: the file being read, or the shell.
func (sh *Shell) label() string {
	for _, f := range slices.Backward(sh.frames) {
		if f.source != "" {
			return f.source
		}
	}
	return sh.arg0
}

// prefix begins messages about a command.
func (sh *Shell) prefix() string {
	if sh.dash {
		return sh.arg0 + ": " + strconv.Itoa(sh.line) + ": "
	}
	if sh.interactive {
		return sh.label() + ": "
	}
	return sh.label() + ": line " + strconv.Itoa(max(sh.line, 1)) + ": "
}

// warn reports something about the command being run. What was said before comes out first.
func (sh *Shell) warn(text string) {
	sh.flush()
	sh.stderr(sh.prefix() + text + "\n")
}

// complain is warn in the name of a builtin.
func (sh *Shell) complain(name, text string) { sh.warn(name + ": " + text) }

// note is a message without a line, as bash writes about itself.
func (sh *Shell) note(text string) { sh.stderr(sh.label() + ": " + text + "\n") }

// reason is the text of an error.
func reason(err error) string { return primitives.ErrnoOf(err).Text() }

func isErrno(err error, e primitives.Errno) bool { return errors.Is(err, e) }

// writeTo writes text to a descriptor.
func writeTo(fd int, text string) {
	f := linux.File{Fd: fd}
	_, _ = f.Write([]byte(text))
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) }
