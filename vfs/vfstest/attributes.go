package vfstest

import (
	"io/fs"
	"os"
	"time"

	"github.com/spf13/afero"
)

func attributeChecks() []check {
	return []check{
		{"stat of a file", func(s *suite) error {
			s.write("/f", "hello")
			info, err := s.fs.Stat("/f")
			if err := first(s.err, err); err != nil {
				return err
			}
			return first(equal("name", info.Name(), "f"), equal("size", info.Size(), 5),
				equal("mode", info.Mode(), fs.FileMode(0o644)), equal("is a directory", info.IsDir(), false))
		}},
		{"stat of a directory", func(s *suite) error {
			s.mkdir("/d")
			info, err := s.fs.Stat("/d")
			if err := first(s.err, err); err != nil {
				return err
			}
			return first(equal("mode", info.Mode(), fs.ModeDir|0o755),
				equal("is a directory", info.IsDir(), true))
		}},
		{"chmod", func(s *suite) error {
			s.write("/f", "")
			if err := first(s.err, s.fs.Chmod("/f", 0o750|fs.ModeSetgid)); err != nil {
				return err
			}
			info, err := s.fs.Stat("/f")
			return first(err, equal("mode", info.Mode(), 0o750|fs.ModeSetgid))
		}},
		{"chmod of nothing", func(s *suite) error {
			return matches("chmod", s.fs.Chmod("/nope", 0o644), os.ErrNotExist)
		}},
		{"chmod of a directory keeps it one", func(s *suite) error {
			s.mkdir("/d")
			if err := first(s.err, s.fs.Chmod("/d", 0o700)); err != nil {
				return err
			}
			info, err := s.fs.Stat("/d")
			return first(err, equal("mode", info.Mode(), fs.ModeDir|0o700))
		}},
		{"chtimes", func(s *suite) error {
			s.write("/f", "")
			when := time.Unix(1_000_000, 123_456_789)
			if err := first(s.err, s.fs.Chtimes("/f", when, when)); err != nil {
				return err
			}
			info, err := s.fs.Stat("/f")
			return first(err, equal("mtime", info.ModTime().UnixNano(), when.UnixNano()))
		}},
		{"chtimes of nothing", func(s *suite) error {
			return matches("chtimes", s.fs.Chtimes("/nope", time.Unix(0, 0), time.Unix(0, 0)), os.ErrNotExist)
		}},
		{"the mode of a new file", func(s *suite) error {
			f, err := s.fs.OpenFile("/f", os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				return err
			}
			info, err := s.fs.Stat("/f")
			return first(err, f.Close(), equal("mode", info.Mode(), fs.FileMode(0o600)))
		}},
		{"the mode of an existing file stays", func(s *suite) error {
			s.write("/f", "")
			f, err := s.fs.OpenFile("/f", os.O_CREATE|os.O_WRONLY, 0o600)
			if err := first(s.err, err); err != nil {
				return err
			}
			info, err := s.fs.Stat("/f")
			return first(err, f.Close(), equal("mode", info.Mode(), fs.FileMode(0o644)))
		}},
	}
}

func linkChecks() []check {
	linked := func(run func(s *suite, l afero.Symlinker) error) func(s *suite) error {
		return func(s *suite) error {
			l, ok := s.fs.(afero.Symlinker)
			if !ok {
				return afero.ErrNoSymlink
			}
			s.mkdir("/d")
			s.write("/d/f", "target")
			return first(s.err, run(s, l))
		}
	}
	return []check{
		{"symlink to a file", linked(func(s *suite, l afero.Symlinker) error {
			return first(l.SymlinkIfPossible("d/f", "/l"), s.reads("/l", "target"))
		})},
		{"symlink to a directory", linked(func(s *suite, l afero.Symlinker) error {
			return first(l.SymlinkIfPossible("d", "/l"), s.reads("/l/f", "target"))
		})},
		{"readlink", linked(func(_ *suite, l afero.Symlinker) error {
			if err := l.SymlinkIfPossible("d/f", "/l"); err != nil {
				return err
			}
			target, err := l.ReadlinkIfPossible("/l")
			_, ferr := l.ReadlinkIfPossible("/d/f")
			return first(err, equal("target", target, "d/f"), matches("readlink of a file", ferr))
		})},
		{"lstat", linked(func(s *suite, l afero.Symlinker) error {
			if err := l.SymlinkIfPossible("d", "/l"); err != nil {
				return err
			}
			info, used, err := l.LstatIfPossible("/l")
			if err := first(err, equal("lstat was used", used, true)); err != nil {
				return err
			}
			st, err := s.fs.Stat("/l")
			return first(err, equal("type", info.Mode().Type(), fs.ModeSymlink),
				equal("is a directory", st.IsDir(), true))
		})},
		{"symlink over what exists", linked(func(_ *suite, l afero.Symlinker) error {
			return matches("symlink", l.SymlinkIfPossible("x", "/d"), os.ErrExist)
		})},
		{"create through a dangling symlink", linked(func(s *suite, l afero.Symlinker) error {
			if err := l.SymlinkIfPossible("d/new", "/l"); err != nil {
				return err
			}
			s.write("/l", "made")
			return s.reads("/d/new", "made")
		})},
		{"symlink loop", linked(func(s *suite, l afero.Symlinker) error {
			if err := l.SymlinkIfPossible("l", "/l"); err != nil {
				return err
			}
			_, err := s.fs.Open("/l")
			return matches("open", err)
		})},
		{"remove takes the link", linked(func(s *suite, l afero.Symlinker) error {
			return first(l.SymlinkIfPossible("d/f", "/l"), s.fs.Remove("/l"), s.reads("/d/f", "target"))
		})},
		{"removeall does not follow", linked(func(s *suite, l afero.Symlinker) error {
			s.mkdir("/e")
			return first(s.err, l.SymlinkIfPossible("../d", "/e/l"),
				s.fs.RemoveAll("/e"), s.reads("/d/f", "target"))
		})},
	}
}
