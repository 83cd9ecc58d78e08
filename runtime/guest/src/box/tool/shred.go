package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// shred overwrites files, as coreutils' does.
type shred struct {
	r                           *run
	passes                      int
	size                        int64
	force, zero, verbose, exact bool
	remove                      string // "", unlink, wipe or wipesync
}

func shredMain(r *run) int {
	s := &shred{r: r, passes: 3, size: -1}
	opts, files := r.options("f/force n:/iterations !/random-source: s:/size u /remove? v/verbose " +
		"x/exact z/zero")
	for _, o := range opts {
		switch o.name {
		case "f":
			s.force = true
		case "n":
			s.passes = int(r.amount(o.value, "", "invalid number of passes", 0, 1<<30))
		case "s":
			s.size = int64(r.amount(o.value, "cbBkKmMGTPEZY0", "invalid file size", 0, 1<<62))
		case "u":
			s.remove = "wipesync"
		case "remove":
			if s.remove = "wipesync"; o.given {
				s.remove = r.choose("--remove", o.value, "unlink", "wipe", "wipesync")
			}
		case "v":
			s.verbose = true
		case "x":
			s.exact = true
		case "z":
			s.zero = true
		}
	}
	if len(files) == 0 {
		r.usage("missing file operand")
	}
	for _, name := range files {
		s.file(name)
	}
	return r.status
}

func (s *shred) file(name string) {
	if name == "-" {
		s.overwrite(&linux.File{Fd: 1}, "standard output")
		return
	}
	f, err := linux.OpenFile(name, primitives.O_WRONLY, 0)
	if is(err, primitives.EACCES) && s.force {
		if err = linux.Chmod(name, 0o200); err == nil {
			f, err = linux.OpenFile(name, primitives.O_WRONLY, 0)
		}
	}
	if err != nil {
		s.r.warnErr(err, "%s: failed to open for writing", s.r.plain(name))
		return
	}
	ok := s.overwrite(f, s.r.plain(name))
	if s.remove != "" && ok {
		_ = linux.Ftruncate(f.Fd, 0)
	}
	if err := f.Close(); err != nil {
		s.r.warnErr(err, "%s: failed to close", s.r.plain(name))
		return
	}
	if s.remove != "" && ok {
		s.unlink(name)
	}
}

// shredBlock is the block of a file system, to which sizes are rounded.
const shredBlock = 4096

func (s *shred) overwrite(f *linux.File, name string) bool {
	st, err := linux.Fstat(f.Fd)
	if err == nil && !st.IsRegular() && st.Mode&primitives.S_IFMT != primitives.S_IFBLK {
		s.r.warn("%s: invalid file type", name)
		return false
	}
	size := s.size
	if size < 0 {
		if size = st.Size; !s.exact {
			size = (size + shredBlock - 1) / shredBlock * shredBlock
		}
	}
	total := s.passes
	if s.zero {
		total++
	}
	for n := 1; n <= total; n++ {
		kind := s.pattern(n)
		if s.verbose {
			_ = s.r.out.Flush()
			s.r.message(sprintf("%s: pass %d/%d (%s)...", name, n, total, kind))
		}
		if err := s.pass(f, size, kind); err != nil {
			s.r.warnErr(err, "%s: error writing at offset 0", name)
			return false
		}
	}
	return true
}

// pattern is what a pass writes: random bytes, or zeros as the last one with -z. More than three passes have
// patterns between random ones, in an order that is drawn.
func (s *shred) pattern(n int) string {
	if n > s.passes {
		return "000000"
	}
	if s.passes > 3 && s.verbose {
		unsupportedNote("shred's patterns")
	}
	return "random"
}

func (s *shred) pass(f *linux.File, size int64, kind string) error {
	if _, err := f.Seek(0, 0); err != nil {
		return err
	}
	block := make([]byte, min(size, 64<<10))
	for size > 0 {
		part := block[:min(size, int64(len(block)))]
		if kind == "random" {
			for rest := part; len(rest) > 0; {
				n := min(len(rest), 256)
				_ = linux.Getrandom(rest[:n])
				rest = rest[n:]
			}
		}
		if _, err := f.Write(part); err != nil {
			return err
		}
		size -= int64(len(part))
	}
	return linux.Fsync(f.Fd)
}

// unlink removes a file, with its name overwritten unless that is to be left.
func (s *shred) unlink(name string) {
	tell := func(text string) {
		if s.verbose {
			s.r.message(text)
		}
	}
	tell(s.r.plain(name) + ": removing")
	given := s.r.plain(name)
	dir, base := cutLast(name)
	at := name
	for n := len(base); n > 0 && s.remove != "unlink"; n-- {
		to := strings.Repeat("0", n)
		if dir != "" {
			to = join(dir, to)
		}
		if _, err := linux.Lstat(to); err == nil {
			continue
		}
		if linux.Rename(at, to) == nil {
			tell(s.r.plain(name) + ": renamed to " + to)
			name, at = to, to
		}
	}
	if err := linux.Unlink(at); err != nil {
		s.r.warnErr(err, "%s: failed to remove", s.r.plain(name))
		return
	}
	tell(given + ": removed")
}
