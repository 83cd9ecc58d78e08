package vfstest

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/afero"
)

func directoryChecks() []check {
	return []check{
		{"mkdir of what exists", func(s *suite) error {
			s.mkdir("/d")
			return first(s.err, matches("mkdir", s.fs.Mkdir("/d", 0o755), os.ErrExist))
		}},
		{"mkdir over a file", func(s *suite) error {
			s.write("/f", "")
			return first(s.err, matches("mkdir", s.fs.Mkdir("/f", 0o755), os.ErrExist))
		}},
		{"mkdir in a missing directory", func(s *suite) error {
			return matches("mkdir", s.fs.Mkdir("/a/b", 0o755), os.ErrNotExist)
		}},
		{"mkdirall of what exists", func(s *suite) error {
			s.mkdir("/a/b/c")
			return first(s.err, s.fs.MkdirAll("/a/b/c", 0o755), s.fs.MkdirAll("/a/b", 0o755))
		}},
		{"mkdirall through a file", func(s *suite) error {
			s.write("/f", "")
			return first(s.err, matches("mkdirall", s.fs.MkdirAll("/f/a", 0o755)))
		}},
	}
}

func listingChecks() []check {
	return []check{
		{"open of a directory for writing", func(s *suite) error {
			s.mkdir("/d")
			_, err := s.fs.OpenFile("/d", os.O_RDWR, 0)
			return first(s.err, matches("open", err))
		}},
		{"read of a directory", func(s *suite) error {
			s.mkdir("/d")
			f, err := s.fs.Open("/d")
			if err := first(s.err, err); err != nil {
				return err
			}
			defer f.Close()
			_, err = f.Read(make([]byte, 1))
			if err == io.EOF { //nolint:errorlint // exactly io.EOF would be the mistake
				return fmt.Errorf("a directory reads as an empty file")
			}
			return matches("read", err)
		}},
		{"listing", func(s *suite) error {
			s.mkdir("/d/sub/deep")
			s.write("/d/b", "")
			s.write("/d/a", "xyz")
			return first(s.err, s.lists("/d", "a", "b", "sub"), s.lists("/d/sub", "deep"))
		}},
		{"listing in parts", listingInParts},
		{"listing tells types and sizes", func(s *suite) error {
			s.mkdir("/d/sub")
			s.write("/d/a", "xyz")
			infos, err := afero.ReadDir(s.fs, "/d")
			if err := first(s.err, err, equal("entries", len(infos), 2)); err != nil {
				return err
			}
			return first(equal("size", infos[0].Size(), 3), equal("is a directory", infos[1].IsDir(), true))
		}},
		{"listing of a file", func(s *suite) error {
			s.write("/f", "")
			f, err := s.fs.Open("/f")
			if err := first(s.err, err); err != nil {
				return err
			}
			defer f.Close()
			_, err = f.Readdirnames(-1)
			return matches("readdirnames", err)
		}},
		{"dots in paths", func(s *suite) error {
			s.mkdir("/a/b")
			s.write("/a/f", "x")
			return first(s.reads("/a/b/../f", "x"), s.reads("/a/./b/.././f", "x"))
		}},
		{"dots do not forgive what is missing", func(s *suite) error {
			s.write("/f", "x")
			_, err := s.fs.Open("/nope/../f")
			return first(s.err, matches("open", err, os.ErrNotExist))
		}},
		{"a slash after a file", func(s *suite) error {
			s.write("/f", "x")
			_, err := s.fs.Stat("/f/")
			return first(s.err, matches("stat", err))
		}},
	}
}

func listingInParts(s *suite) error {
	for i := range 5 {
		s.write(fmt.Sprintf("/d%d", i), "")
	}
	f, err := s.fs.Open("/")
	if err := first(s.err, err); err != nil {
		return err
	}
	defer f.Close()
	var names []string
	for range 10 {
		part, err := f.Readdirnames(2)
		names = append(names, part...)
		if err == io.EOF { //nolint:errorlint // what the contract of Readdirnames says
			slices.Sort(names)
			return equal("names", fmt.Sprint(names), "[d0 d1 d2 d3 d4]")
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("no io.EOF after %d names", len(names))
}

func (s *suite) lists(dir string, want ...string) error {
	infos, err := afero.ReadDir(s.fs, dir)
	if err != nil {
		return err
	}
	var got []string
	for _, info := range infos {
		got = append(got, info.Name())
	}
	return equal("names in "+dir, fmt.Sprint(got), fmt.Sprint(want))
}

func removeChecks() []check {
	return []check{
		{"remove of nothing", func(s *suite) error {
			return matches("remove", s.fs.Remove("/nope"), os.ErrNotExist)
		}},
		{"remove of a file", func(s *suite) error {
			s.write("/f", "")
			return first(s.err, s.fs.Remove("/f"), s.missing("/f"))
		}},
		{"remove of an empty directory", func(s *suite) error {
			s.mkdir("/d")
			return first(s.err, s.fs.Remove("/d"), s.missing("/d"))
		}},
		{"remove of a full directory", func(s *suite) error {
			s.mkdir("/d")
			s.write("/d/f", "x")
			return first(s.err, matches("remove", s.fs.Remove("/d")), s.reads("/d/f", "x"))
		}},
		{"a removed file lives on in its handles", func(s *suite) error {
			s.write("/f", "alive")
			f, err := s.fs.Open("/f")
			if err := first(s.err, err, s.fs.Remove("/f")); err != nil {
				return err
			}
			b := make([]byte, 10)
			n, err := f.Read(b)
			return first(err, equal("content", string(b[:n]), "alive"), f.Close())
		}},
		{"removeall of nothing", func(s *suite) error { return s.fs.RemoveAll("/nope") }},
		{"removeall of a tree", func(s *suite) error {
			s.mkdir("/d/e")
			s.write("/d/e/f", "")
			s.write("/dd", "x")
			return first(s.err, s.fs.RemoveAll("/d"),
				s.missing("/d"), s.missing("/d/e/f"), s.reads("/dd", "x"))
		}},
	}
}

func renameChecks() []check {
	return []check{
		{"rename of nothing", func(s *suite) error {
			return matches("rename", s.fs.Rename("/nope", "/x"), os.ErrNotExist)
		}},
		{"rename over a file", func(s *suite) error {
			s.write("/a", "a")
			s.write("/b", "b")
			return first(s.err, s.fs.Rename("/a", "/b"), s.missing("/a"), s.reads("/b", "a"))
		}},
		{"rename to itself", func(s *suite) error {
			s.write("/a", "a")
			return first(s.err, s.fs.Rename("/a", "/a"), s.reads("/a", "a"))
		}},
		{"rename of a directory", func(s *suite) error {
			s.mkdir("/d/e")
			s.write("/d/e/f", "x")
			return first(s.err, s.fs.Rename("/d", "/z"),
				s.missing("/d"), s.missing("/d/e/f"), s.reads("/z/e/f", "x"))
		}},
		{"rename of a file over a directory", func(s *suite) error {
			s.write("/f", "x")
			s.mkdir("/d")
			return first(s.err, matches("rename", s.fs.Rename("/f", "/d")), s.reads("/f", "x"))
		}},
		{"rename of a directory over a file", func(s *suite) error {
			s.write("/f", "x")
			s.mkdir("/d")
			return first(s.err, matches("rename", s.fs.Rename("/d", "/f")), s.reads("/f", "x"))
		}},
		{"rename of a directory over a full one", func(s *suite) error {
			s.mkdir("/d")
			s.mkdir("/e")
			s.write("/e/f", "x")
			return first(s.err, matches("rename", s.fs.Rename("/d", "/e")), s.reads("/e/f", "x"))
		}},
		{"rename of a directory into itself", func(s *suite) error {
			s.mkdir("/d/e")
			s.write("/d/f", "x")
			return first(s.err, matches("rename", s.fs.Rename("/d", "/d/e/d")), s.reads("/d/f", "x"))
		}},
		{"rename into a missing directory", func(s *suite) error {
			s.write("/f", "x")
			return first(s.err,
				matches("rename", s.fs.Rename("/f", "/no/f"), os.ErrNotExist), s.reads("/f", "x"))
		}},
		{"an open file survives a rename over it", func(s *suite) error {
			s.write("/a", "new")
			s.write("/b", "old")
			f, err := s.fs.Open("/b")
			if err := first(s.err, err, s.fs.Rename("/a", "/b")); err != nil {
				return err
			}
			b := make([]byte, 10)
			n, err := f.Read(b)
			return first(err, equal("content", string(b[:n]), "old"), f.Close(), s.reads("/b", "new"))
		}},
	}
}
