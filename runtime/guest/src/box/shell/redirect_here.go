package shell

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// pipeSize is how long a document may be that goes through a pipe.
const pipeSize = 65536

// hereFd returns a descriptor from which a here-document or a here-string can be read.
func (sh *Shell) hereFd(r *tree.Redir) (int, bool) {
	var text string
	if r.Op == tree.HereString {
		text = sh.str(&r.Word) + "\n"
	} else {
		text = sh.documentText(r.Body)
	}
	if sh.flow != running {
		return 0, false
	}
	if len(text) <= pipeSize {
		fd, err := pipeText(text)
		if err == nil {
			return fd, true
		}
	}
	fd, err := sh.tempText(text)
	if err != nil {
		sh.warn("cannot create temp file for here-document: " + reason(err))
		return 0, false
	}
	return fd, true
}

// documentText expands a here-document, in which $* is joined by spaces, whatever IFS is.
func (sh *Shell) documentText(w *tree.Word) string {
	if w.Plain {
		return w.Text
	}
	e := sh.expander(false)
	e.spaced = true
	e.parts(w.Parts, false)
	s := e.join()
	e.release()
	return s
}

func pipeText(text string) (int, error) {
	r, w, err := linux.Pipe2(primitives.O_CLOEXEC)
	if err != nil {
		return 0, err
	}
	f := linux.File{Fd: w}
	if text != "" {
		_, err = f.Write([]byte(text))
	}
	closeFd(w)
	return r, err
}

// tempTries bounds the search for a free name.
const tempTries = 100

// tempText puts text into a file without a name.
func (sh *Shell) tempText(text string) (int, error) {
	var err error
	dir := sh.tempDir()
	for range tempTries {
		name := dir + "/sh-thd." + randomLetters()
		var w int
		const flags = primitives.O_WRONLY | primitives.O_CREAT | primitives.O_EXCL | primitives.O_CLOEXEC
		w, err = linux.Open(name, flags, 0o600)
		if isErrno(err, primitives.EEXIST) {
			continue
		}
		if err != nil {
			return 0, err
		}
		f := linux.File{Fd: w}
		_, err = f.Write([]byte(text))
		closeFd(w)
		r := -1
		if err == nil {
			r, err = linux.Open(name, primitives.O_RDONLY|primitives.O_CLOEXEC, 0)
		}
		_ = linux.Unlink(name)
		return r, err
	}
	return 0, err
}

// tempDir is the first folder of bash's list that can be written to, or the working directory.
func (sh *Shell) tempDir() string {
	named, _ := sh.get("TMPDIR")
	for _, dir := range [...]string{named, "/tmp", "/var/tmp", "/usr/tmp"} {
		const write = 2
		if dir != "" && isDir(dir) && linux.Access(dir, write) == nil {
			return dir
		}
	}
	return "."
}

func randomLetters() string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	var b [6]byte
	_ = linux.Getrandom(b[:])
	for i := range b {
		b[i] = letters[int(b[i])%len(letters)]
	}
	return string(b[:])
}
