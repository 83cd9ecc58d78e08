package tool

import (
	"archive/tar"
	"errors"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// tarScan goes through an archive that is a file and knows where its members lie.
type tarScan struct {
	blocks *blockReader
	in     *tar.Reader
	header *tar.Header
	start  int64 // of the member's first header
}

func newTarScan(f *linux.File) *tarScan {
	blocks := &blockReader{r: f}
	return &tarScan{blocks: blocks, in: tar.NewReader(blocks)}
}

// next goes to the next member.
func (s *tarScan) next() error {
	if s.header != nil {
		if _, err := io.Copy(io.Discard, s.in); err != nil {
			return err
		}
	}
	s.start = s.blocks.n * tarBlock
	h, err := s.in.Next()
	if err == nil {
		s.header = h
	}
	return err
}

// scan calls use with each member and returns where the archive's members end.
func (t *tarTool) scan(f *linux.File, use func(h *tar.Header, start int64)) int64 {
	s := newTarScan(f)
	for first := true; ; first = false {
		err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return s.start
		case err != nil && first && s.blocks.n == 0:
			return 0
		case err != nil && first:
			t.r.message("This does not look like a tar archive")
			t.r.message("Skipping to next header")
			t.failed = true
			return s.start
		case err != nil:
			t.r.message("Skipping to next header")
			t.failed = true
			return s.start
		}
		use(s.header, s.start)
	}
}

// openToChange opens an archive that is changed in its place.
func (t *tarTool) openToChange(flags int) *linux.File {
	f, err := linux.OpenFile(t.archive, primitives.O_RDWR|flags, 0o666)
	if err != nil {
		t.fatal("%s: Cannot open: %s", t.archive, primitives.ErrnoOf(err).Text())
	}
	head := make([]byte, 6)
	n, _ := f.ReadAt(head, 0)
	if program := compressedBy(string(head[:n])); program != "" {
		t.fatal("Cannot update compressed archives")
	}
	return f
}

// append writes members behind those of an archive: all, or with -u those that are newer there.
func (t *tarTool) append() {
	c := t.creator()
	f := t.openToChange(primitives.O_CREAT)
	times := map[string]int64{}
	end := t.scan(f, func(h *tar.Header, _ int64) {
		name := strings.TrimRight(h.Name, "/")
		times[name] = max(times[name], h.ModTime.Unix())
	})
	if t.mode == 'u' {
		c.times = times
	}
	t.cut(f, end)
	c.self, _ = linux.Fstat(f.Fd)
	c.file = linux.NewWriter(f.Fd)
	c.raw = &tarWriter{w: c.file, n: end, v7: t.v7, names: !t.numeric}
	c.out = tar.NewWriter(c.raw)
	c.members()
	c.finish()
	c.check(c.file.Flush())
	c.removed()
}

// cut ends an archive before the blocks that mark its end.
func (t *tarTool) cut(f *linux.File, end int64) {
	_, err := f.Seek(end, linux.SeekSet)
	if err == nil {
		err = linux.Ftruncate(f.Fd, end)
	}
	if err != nil {
		t.fatal("%s: Cannot seek: %s", t.archive, primitives.ErrnoOf(err).Text())
	}
}

// seal writes the end of an archive behind its members.
func (t *tarTool) seal(f *linux.File, end int64) {
	fill := 2*int64(tarBlock) + end
	if t.mode == 'A' {
		fill = end // has an end
	}
	if rest := fill % t.record; rest != 0 {
		fill += t.record - rest
	}
	if _, err := f.Seek(end, linux.SeekSet); err != nil {
		t.fatal("%s: Cannot seek: %s", t.archive, primitives.ErrnoOf(err).Text())
	}
	err := linux.Ftruncate(f.Fd, end)
	if err == nil {
		_, err = f.Write(make([]byte, fill-end))
	}
	if err != nil {
		t.fatal("%s: Cannot write: %s", t.archive, primitives.ErrnoOf(err).Text())
	}
}

// catenate writes other archives behind the members of this one, -A: whole, their end included, so that only
// what the first of them has is seen by who does not ignore zeros.
func (t *tarTool) catenate() {
	f := t.openToChange(primitives.O_CREAT)
	end := t.scan(f, func(*tar.Header, int64) {})
	for i := range t.words {
		w := &t.words[i]
		path := w.name
		if w.dir != "" && !strings.HasPrefix(path, "/") {
			path = join(w.dir, path)
		}
		end = t.catenateOne(f, end, path)
	}
	t.seal(f, end)
}

func (t *tarTool) catenateOne(f *linux.File, end int64, path string) int64 {
	other, err := openInput(path)
	if err != nil {
		t.warn(err, "Cannot open", path)
		return end
	}
	defer closeInput(other)
	st, err := linux.Fstat(other.Fd)
	if err != nil {
		t.warn(err, "Cannot stat", path)
		return end
	}
	t.move(other, 0, f, end, st.Size)
	return end + st.Size
}

// remove takes members out of the archive, --delete.
func (t *tarTool) remove() {
	if t.archive == "-" {
		t.r.unsupported("--delete from standard input")
	}
	f := t.openToChange(0)
	x := &tarRead{tarTool: t}
	type piece struct {
		start int64
		keep  bool
	}
	var pieces []piece
	end := t.scan(f, func(h *tar.Header, start int64) {
		gone := len(t.words) > 0 && x.wanted(h.Name)
		pieces = append(pieces, piece{start, !gone})
	})
	to := int64(0)
	for i, p := range pieces {
		stop := end
		if i+1 < len(pieces) {
			stop = pieces[i+1].start
		}
		if p.keep {
			t.move(f, p.start, f, to, stop-p.start)
			to += stop - p.start
		}
	}
	if len(t.words) > 0 {
		t.seal(f, to)
	}
	x.missing()
}

// move copies bytes from one place to another that does not lie behind it in the same file.
func (t *tarTool) move(from *linux.File, at int64, to *linux.File, place, size int64) {
	if from == to && at == place {
		return
	}
	buf := make([]byte, inputSize)
	for size > 0 {
		n, err := from.ReadAt(buf[:min(size, int64(len(buf)))], at)
		if n == 0 {
			if err == nil {
				err = primitives.EIO
			}
			t.fatal("%s: Cannot read: %s", t.archive, primitives.ErrnoOf(err).Text())
		}
		for done := 0; done < n; {
			m, err := linux.Pwrite(to.Fd, buf[done:n], place+int64(done))
			if err != nil {
				t.fatal("%s: Cannot write: %s", t.archive, primitives.ErrnoOf(err).Text())
			}
			done += m
		}
		at, place, size = at+int64(n), place+int64(n), size-int64(n)
	}
}
