package linux

import (
	"io"

	"github.com/sandfault/sandfault/primitives"
)

// File is an open descriptor as a Go reader and writer: interrupted calls are made again and
// short writes are completed. Errors other than io.EOF are Errno.
type File struct{ Fd int }

// OpenFile opens path for a program's own use, closed by exec.
func OpenFile(path string, flags int, mode uint32) (*File, error) {
	fd, err := Open(path, flags|primitives.O_CLOEXEC, mode)
	if err != nil {
		return nil, err
	}
	return &File{fd}, nil
}

// Read implements io.Reader.
func (f *File) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	for {
		n, err := Read(f.Fd, b)
		switch {
		case err == primitives.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// Write implements io.Writer.
func (f *File) Write(b []byte) (int, error) {
	done := 0
	for done < len(b) {
		n, err := Write(f.Fd, b[done:])
		if err == primitives.EINTR {
			continue
		}
		if err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

// ReadAt implements io.ReaderAt.
func (f *File) ReadAt(b []byte, off int64) (int, error) {
	done := 0
	for done < len(b) {
		n, err := Pread(f.Fd, b[done:], off+int64(done))
		switch {
		case err == primitives.EINTR:
			continue
		case err != nil:
			return done, err
		case n == 0:
			return done, io.EOF
		}
		done += n
	}
	return done, nil
}

// Seek implements io.Seeker.
func (f *File) Seek(off int64, whence int) (int64, error) { return Lseek(f.Fd, off, whence) }

// Close implements io.Closer.
func (f *File) Close() error { return Close(f.Fd) }

// Writer buffers what goes to a descriptor and remembers the first error, which stdio does
// for GNU's programs: they check once, at their end.
type Writer struct {
	File
	Err  error
	buf  []byte
	size int64 // bytes that were to be written so far
	line bool  // flush after every write, as stdio does on a terminal and for stderr
}

const (
	bufferSize = 32 << 10
	stdioSize  = 4 << 10
)

// NewWriter returns a Writer for fd.
func NewWriter(fd int) *Writer { return &Writer{File: File{fd}} }

// Unbuffered makes every later write a call of its own.
func (w *Writer) Unbuffered() { w.line = true }

// Write implements io.Writer; after an error it drops everything.
func (w *Writer) Write(b []byte) (int, error) {
	if w.Err != nil {
		return 0, w.Err
	}
	if len(w.buf)+len(b) > bufferSize {
		if err := w.Flush(); err != nil {
			return 0, err
		}
		if len(b) >= bufferSize {
			w.size += int64(len(b))
			n, err := w.File.Write(b)
			w.Err = err
			return n, err
		}
	}
	if w.buf == nil {
		w.buf = make([]byte, 0, bufferSize)
	}
	w.buf = append(w.buf, b...)
	if w.line {
		return len(b), w.Flush()
	}
	return len(b), nil
}

// WriteString implements io.StringWriter.
func (w *Writer) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

// WriteByte implements io.ByteWriter.
func (w *Writer) WriteByte(c byte) error {
	if w.Err != nil || w.line || len(w.buf) == 0 || len(w.buf) == bufferSize {
		_, err := w.Write([]byte{c})
		return err
	}
	w.buf = append(w.buf, c)
	return nil
}

// Early reports whether stdio's buffer of 4 KiB would have been full by what could not be written, so that a
// GNU program met the error in the midst of its work and not at its end.
func (w *Writer) Early() bool { return w.size > stdioSize }

// Flush writes what is buffered.
func (w *Writer) Flush() error {
	if w.Err == nil && len(w.buf) > 0 {
		w.size += int64(len(w.buf))
		_, w.Err = w.File.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.Err
}
