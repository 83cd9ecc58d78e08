package tool

import (
	"errors"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// sedInput is the chain of input files, read one line ahead so that $ is known.
type sedInput struct {
	s     *sed
	names []string
	name  string // of the present file
	f     *linux.File
	lines *lineReader
	line  uint64 // number of the present line

	ahead      []byte
	aheadEnded bool
	have       bool

	temp     *linux.File // the edited copy of -i
	tempName string
	mode     primitives.Stat
}

// next returns the next line, which is valid until something is read.
func (in *sedInput) next() (line []byte, ended, ok bool) {
	if !in.have && in.f != nil {
		if line, ended, err := in.lines.next(); err == nil {
			in.line++
			return line, ended, true
		}
	}
	if !in.fill(false) { // meets the end, or the error, again
		return nil, false, false
	}
	in.have = false
	in.line++
	return in.ahead, in.aheadEnded, true
}

// fill reads ahead; at the end of a file it opens the next. Who only peeks is not told of directories.
func (in *sedInput) fill(peek bool) bool {
	for !in.have {
		if in.f == nil && !in.open() {
			return false
		}
		line, ended, err := in.lines.next()
		if err == nil {
			in.ahead, in.aheadEnded, in.have = append(in.ahead[:0], line...), ended, true
			break
		}
		if !errors.Is(err, io.EOF) && !(peek && is(err, primitives.EISDIR)) {
			name := in.name
			if name == "-" {
				name = "stdin"
			}
			in.s.r.dieErr(sedPanic, err, "read error on %s", name)
		}
		in.closeEdited()
		closeInput(in.f)
		in.f = nil
	}
	return true
}

// isLast reports whether no line follows the present one: in the file with -s and -i, else at all.
func (in *sedInput) isLast() bool {
	if !in.s.separate {
		return !in.fill(true)
	}
	if in.have {
		return false
	}
	if in.f == nil {
		return true
	}
	line, ended, err := in.lines.next()
	if err != nil {
		return true // fill meets the end again and goes on to the next file
	}
	in.ahead, in.aheadEnded, in.have = append(in.ahead[:0], line...), ended, true
	return false
}

func (in *sedInput) open() bool {
	for len(in.names) > 0 {
		in.name, in.names = in.names[0], in.names[1:]
		if in.s.separate {
			in.line = 0
			in.s.script.resetRanges()
		}
		if in.s.inPlace && in.name == "-" {
			in.s.r.message("couldn't edit -: not a regular file")
			in.s.code = sedPanic
			continue
		}
		f, err := openInput(in.name)
		if err != nil {
			in.s.r.message("can't read " + in.name + ": " + primitives.ErrnoOf(err).Text())
			in.s.code = sedBadInput
			continue
		}
		if in.s.inPlace && !in.edit(f) {
			closeInput(f)
			continue
		}
		in.f, in.lines = f, newLineReader(in.source(f), in.s.delim)
		return true
	}
	return false
}

// source reads standard input by bytes with -u, so that what follows is left to others.
func (in *sedInput) source(f *linux.File) io.Reader {
	if in.s.unbuffered && f.Fd == 0 {
		return byteReader{f}
	}
	return f
}

// byteReader reads no further than it is asked to.
type byteReader struct{ f *linux.File }

func (b byteReader) Read(p []byte) (int, error) { return b.f.Read(p[:min(1, len(p))]) }

// giveBack leaves a file that is standard input where the lines that were used end.
func (in *sedInput) giveBack() {
	if in.f == nil || in.f.Fd != 0 {
		return
	}
	left := in.lines.buffered()
	if in.have {
		left += len(in.ahead) + btoi(in.aheadEnded)
	}
	giveBack(in.f, left)
}

// edit makes the temporary file beside the one that -i edits.
func (in *sedInput) edit(f *linux.File) bool {
	st, err := linux.Fstat(f.Fd)
	if err != nil || !st.IsRegular() {
		in.s.r.message("couldn't edit " + in.name + ": not a regular file")
		in.s.code = sedPanic
		return false
	}
	in.mode = st
	base := join(dirName(in.name), "sed")
	if dirName(in.name) == "." {
		base = "./sed"
	}
	const flags = primitives.O_RDWR | primitives.O_CREAT | primitives.O_EXCL
	for range tempAttempts {
		in.tempName = randomName(base+"XXXXXX", len(base), 6)
		if in.temp, err = linux.OpenFile(in.tempName, flags, 0o600); !is(err, primitives.EEXIST) {
			break
		}
	}
	if err != nil {
		in.s.r.dieErr(sedPanic, err, "couldn't open temporary file %s", in.tempName)
	}
	in.s.out = &sedOutput{w: linux.NewWriter(in.temp.Fd), name: in.tempName}
	return true
}

// closeEdited puts the edited copy in the place of the file.
func (in *sedInput) closeEdited() {
	if in.temp == nil {
		return
	}
	s := in.s
	if err := s.out.w.Flush(); err != nil {
		_ = linux.Unlink(in.tempName)
		s.r.dieErr(sedPanic, err, "couldn't flush %s", in.tempName)
	}
	_ = linux.Fchown(in.temp.Fd, int(in.mode.UID), int(in.mode.GID))
	_ = linux.Fchmod(in.temp.Fd, in.mode.Mode&0o7777)
	_ = in.temp.Close()
	in.temp, s.out = nil, s.stdout
	if s.suffix != "" {
		backup := in.name + s.suffix
		if strings.Contains(s.suffix, "*") {
			backup = strings.ReplaceAll(s.suffix, "*", baseName(in.name))
			if !strings.Contains(backup, "/") {
				backup = join(dirName(in.name), backup)
			}
		}
		if err := linux.Rename(in.name, backup); err != nil {
			_ = linux.Unlink(in.tempName)
			s.r.dieErr(sedPanic, err, "cannot rename %s", in.name)
		}
	}
	if err := linux.Rename(in.tempName, in.name); err != nil {
		_ = linux.Unlink(in.tempName)
		s.r.dieErr(sedPanic, err, "cannot rename %s", in.tempName)
	}
}
