package vfstest

import (
	"io"
	"os"

	"github.com/spf13/afero"
)

func fileChecks() []check {
	return []check{
		{"open of nothing", func(s *suite) error {
			_, err := s.fs.Open("/nope")
			return first(matches("open", err, os.ErrNotExist), pathError(err, "/nope"))
		}},
		{"open of an empty name", func(s *suite) error {
			_, err := s.fs.Open("")
			return matches("open", err, os.ErrNotExist)
		}},
		{"create and read back", func(s *suite) error {
			s.write("/f", "hello")
			return s.reads("/f", "hello")
		}},
		{"create in a missing directory", func(s *suite) error {
			_, err := s.fs.Create("/no/f")
			return matches("create", err, os.ErrNotExist)
		}},
		{"create below a file", func(s *suite) error {
			s.write("/f", "")
			_, err := s.fs.Create("/f/x")
			return first(s.err, matches("create", err))
		}},
		{"create truncates", func(s *suite) error {
			s.write("/f", "hello")
			f, err := s.fs.Create("/f")
			return first(err, f.Close(), s.reads("/f", ""))
		}},
		{"exclusive create", func(s *suite) error {
			s.write("/f", "hello")
			_, err := s.fs.OpenFile("/f", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
			return first(matches("open", err, os.ErrExist), s.reads("/f", "hello"))
		}},
	}
}

func handleChecks() []check {
	return []check{
		{"read of a file opened for writing", func(s *suite) error {
			return s.refused(os.O_WRONLY, func(f afero.File) error {
				_, err := f.Read(make([]byte, 1))
				return err
			})
		}},
		{"write of a file opened for reading", func(s *suite) error {
			return s.refused(os.O_RDONLY, func(f afero.File) error {
				_, err := f.Write([]byte("x"))
				return err
			})
		}},
		{"truncate of a file opened for reading", func(s *suite) error {
			return s.refused(os.O_RDONLY, func(f afero.File) error { return f.Truncate(0) })
		}},
		{"two handles share the content", twoHandles},
		{"use after close", func(s *suite) error {
			s.write("/f", "hello")
			f, err := s.fs.Open("/f")
			if err := first(s.err, err, f.Close()); err != nil {
				return err
			}
			_, err = f.Read(make([]byte, 1))
			return matches("read", err)
		}},
		{"the file's name is the one it was opened by", func(s *suite) error {
			s.write("/f", "")
			f, err := s.fs.Open("/f")
			return first(s.err, err, equal("name", f.Name(), "/f"), f.Close())
		}},
		{"end of file", endOfFile},
	}
}

func endOfFile(s *suite) error {
	s.write("/f", "ab")
	f, err := s.fs.Open("/f")
	if err := first(s.err, err); err != nil {
		return err
	}
	defer f.Close()
	b := make([]byte, 5)
	n, err := f.ReadAt(b, 0)
	if err := first(equal("count of ReadAt", n, 2), equal("error of ReadAt", err, io.EOF)); err != nil {
		return err
	}
	n, err = f.Read(b)
	if err := first(equal("count of Read", n, 2), err); err != nil {
		return err
	}
	_, err = f.Read(b)
	return equal("error of Read", err, io.EOF)
}

// refused opens a file and expects a call on it to fail and the content to stay.
func (s *suite) refused(flag int, call func(f afero.File) error) error {
	s.write("/f", "hello")
	f, err := s.fs.OpenFile("/f", flag, 0)
	if err := first(s.err, err); err != nil {
		return err
	}
	defer f.Close()
	return first(matches("the call", call(f)), s.reads("/f", "hello"))
}

func twoHandles(s *suite) error {
	w, err := s.fs.Create("/f")
	if err != nil {
		return err
	}
	defer w.Close()
	r, err := s.fs.Open("/f")
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err := w.WriteString("shared"); err != nil {
		return err
	}
	b := make([]byte, 10)
	n, err := r.Read(b)
	return first(err, equal("content", string(b[:n]), "shared"))
}

// digits opens a file of ten digits.
func (s *suite) digits(flag int) (afero.File, error) {
	s.write("/f", "0123456789")
	f, err := s.fs.OpenFile("/f", flag, 0o644)
	return f, first(s.err, err)
}

func offsetChecks() []check {
	return []check{
		{"append ignores seek", func(s *suite) error {
			f, err := s.digits(os.O_RDWR | os.O_APPEND)
			if err != nil {
				return err
			}
			_, err1 := f.Seek(0, io.SeekStart)
			_, err2 := f.WriteString("x")
			return first(err1, err2, f.Close(), s.reads("/f", "0123456789x"))
		}},
		{"write in the middle", func(s *suite) error {
			f, err := s.digits(os.O_RDWR)
			if err != nil {
				return err
			}
			_, err1 := f.Seek(-3, io.SeekEnd)
			_, err2 := f.WriteString("ab")
			return first(err1, err2, f.Close(), s.reads("/f", "0123456ab9"))
		}},
		{"write beyond the end leaves zeros", func(s *suite) error {
			f, err := s.digits(os.O_RDWR)
			if err != nil {
				return err
			}
			_, err = f.WriteAt([]byte("x"), 12)
			return first(err, f.Close(), s.reads("/f", "0123456789\x00\x00x"))
		}},
		{"seek before the beginning", func(s *suite) error {
			f, err := s.digits(os.O_RDWR)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = f.Seek(-1, io.SeekStart)
			return matches("seek", err)
		}},
		{"truncate shrinks and grows", func(s *suite) error {
			f, err := s.digits(os.O_RDWR)
			if err != nil {
				return err
			}
			return first(f.Truncate(3), f.Truncate(5), f.Close(), s.reads("/f", "012\x00\x00"))
		}},
		{"truncate to less than nothing", func(s *suite) error {
			f, err := s.digits(os.O_RDWR)
			if err != nil {
				return err
			}
			defer f.Close()
			return matches("truncate", f.Truncate(-1))
		}},
		{"size after a write", func(s *suite) error {
			f, err := s.digits(os.O_RDWR | os.O_APPEND)
			if err != nil {
				return err
			}
			_, err = f.WriteString("abc")
			info, serr := f.Stat()
			if err := first(err, serr, f.Close()); err != nil {
				return err
			}
			return equal("size", info.Size(), 13)
		}},
	}
}
