package tool

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const (
	tarBlock  = 512
	tarRecord = 10240 // an archive is a multiple of it
)

// tarWriter counts what goes into the archive, for its last record is filled up.
type tarWriter struct {
	w       io.Writer
	n       int64
	headers bool // what comes now are headers
}

func (w *tarWriter) Write(b []byte) (int, error) {
	if w.headers && len(b) == tarBlock {
		b = withoutDevice(b)
	}
	n, err := w.w.Write(b)
	w.n += int64(n)
	return n, err
}

// withoutDevice returns a header without device numbers, which GNU tar in its own format gives to devices
// only and Go's library to every member.
func withoutDevice(block []byte) []byte {
	const magic, device, checksum = 257, 329, 148
	kind := block[156]
	if string(block[magic:magic+8]) != "ustar  \x00" || kind == tar.TypeChar || kind == tar.TypeBlock {
		return block
	}
	b := slices.Clone(block)
	clear(b[device : device+16])
	copy(b[checksum:], "        ")
	sum := 0
	for _, c := range b {
		sum += int(c)
	}
	copy(b[checksum:], sprintf("%06o\x00 ", sum))
	return b
}

type tarCreate struct {
	*tarTool
	out    *tar.Writer
	raw    *tarWriter
	file   *linux.Writer
	self   primitives.Stat // the archive, which is not put into itself
	links  map[inode]string
	users  []account
	groups []account

	linkTold bool // the leading slash of link targets was told of
}

func (t *tarTool) create() {
	c := &tarCreate{tarTool: t, links: map[inode]string{}, users: accounts(true), groups: accounts(false)}
	c.file = t.r.out
	if t.archive == "-" {
		t.info = linux.NewWriter(2)
		t.info.Unbuffered()
	} else {
		f, err := linux.OpenFile(t.archive, primitives.O_RDWR|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
		if err != nil {
			t.fatal("%s: Cannot open: %s", t.archive, primitives.ErrnoOf(err).Text())
		}
		c.file = linux.NewWriter(f.Fd)
	}
	c.self, _ = linux.Fstat(c.file.Fd)
	var sink io.Writer = c.file
	var z io.WriteCloser
	compress := t.compress
	if compress == "auto" {
		compress = ""
		for suffix, name := range map[string]string{
			".gz": "gzip", ".tgz": "gzip", ".taz": "gzip",
			".bz2": "bzip2", ".xz": "xz", ".txz": "xz", ".zst": "zstd", ".tzst": "zstd", ".tbz2": "bzip2",
		} {
			if strings.HasSuffix(t.archive, suffix) {
				compress = name
			}
		}
	}
	switch compress {
	case "":
	case "gzip":
		g := gzip.NewWriter(c.file)
		g.OS = 3
		z, sink = g, g
	default:
		z = t.compressor(compress, c.file)
		sink = z
	}
	c.raw = &tarWriter{w: sink}
	c.out = tar.NewWriter(c.raw)
	c.members()
	c.check(c.out.Close())
	c.fill()
	if z != nil {
		c.check(z.Close())
	}
	c.check(c.file.Flush())
}

// compressor writes what it is given through one of the other programs' codecs.
func (t *tarTool) compressor(name string, out io.Writer) io.WriteCloser {
	var z io.WriteCloser
	var err error
	switch name {
	case "bzip2":
		return &bzip2Writer{out: out}
	case "xz":
		z, err = xz.NewWriter(out)
	case "zstd":
		z, err = zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
	default:
		t.r.unsupported(name)
	}
	if err != nil {
		t.fatal("%s: %s", name, err)
	}
	return z
}

// bzip2Writer compresses when it is closed.
type bzip2Writer struct {
	bytes.Buffer
	out io.Writer
}

// Close implements io.Closer.
func (b *bzip2Writer) Close() error {
	const level = 9
	_, err := b.out.Write(bzip2Compress(b.Bytes(), level))
	return err
}

// append writes members behind those of an archive.
func (t *tarTool) append() {
	c := &tarCreate{tarTool: t, links: map[inode]string{}, users: accounts(true), groups: accounts(false)}
	f, err := linux.OpenFile(t.archive, primitives.O_RDWR|primitives.O_CREAT, 0o666)
	if err != nil {
		t.fatal("%s: Cannot open: %s", t.archive, primitives.ErrnoOf(err).Text())
	}
	end := int64(0)
	for r := tar.NewReader(f); ; {
		h, err := r.Next()
		if err != nil {
			break
		}
		at, _ := f.Seek(0, linux.SeekCur)
		end = at + (h.Size+511)/512*512
	}
	_, _ = f.Seek(end, linux.SeekSet)
	_ = linux.Ftruncate(f.Fd, end)
	c.self, _ = linux.Fstat(f.Fd)
	c.file = linux.NewWriter(f.Fd)
	c.raw = &tarWriter{w: c.file, n: end}
	c.out = tar.NewWriter(c.raw)
	c.members()
	c.check(c.out.Close())
	c.fill()
	c.check(c.file.Flush())
}

// fill brings the archive to whole records.
func (c *tarCreate) fill() {
	if rest := c.raw.n % tarRecord; rest != 0 {
		_, err := c.raw.Write(make([]byte, tarRecord-rest))
		c.check(err)
	}
}

func (c *tarCreate) check(err error) {
	if err == nil {
		return
	}
	c.file.Err = nil
	c.r.out.Err = nil
	var e primitives.Errno
	if !errors.As(err, &e) {
		c.fatal("%s", err)
	}
	c.fatal("%s: Cannot write: %s", c.archive, e.Text())
}

func (c *tarCreate) members() {
	for i, w := range c.words {
		dir := c.dirs[i]
		if dir != "" && !isDir(dir) {
			_, err := linux.Stat(dir)
			if err == nil {
				err = primitives.ENOTDIR
			}
			c.fatal("%s: Cannot open: %s", dir, primitives.ErrnoOf(err).Text())
		}
		c.member(dir, strings.TrimSuffix(w, "\n"), 0, true)
	}
}

// member adds one file, and what is below a directory.
func (c *tarCreate) member(dir, name string, device uint64, operand bool) {
	if c.excluded(name) {
		return
	}
	path := name
	if dir != "" && !strings.HasPrefix(name, "/") {
		path = join(dir, name)
	}
	c.memberName(name) // says what it takes off before anything can go wrong
	stat := linux.Lstat
	if c.dereference {
		stat = linux.Stat
	}
	st, err := stat(path)
	if err != nil {
		c.warn(err, "Cannot stat", name)
		return
	}
	switch {
	case sameFile(&st, &c.self) && st.IsRegular():
		c.r.message(name + ": file is the archive; not dumped")
		return
	case !operand && c.oneFileSystem && st.Dev != device:
		return
	case st.Mode&primitives.S_IFMT == primitives.S_IFSOCK:
		c.r.message(name + ": socket ignored")
		return
	}
	if !c.header(path, name, &st) {
		return
	}
	if !st.IsDir() || c.noRecursion {
		return
	}
	list, err := linux.ReadDir(path)
	if err != nil {
		c.warn(err, "Cannot open", name)
		return
	}
	if c.sorted {
		slices.SortFunc(list, func(a, b primitives.Dirent) int { return strings.Compare(a.Name, b.Name) })
	}
	for _, e := range list {
		c.member(dir, join(name, e.Name), st.Dev, false)
	}
}

// memberName takes the leading slash off, once with a word about it.
func (c *tarCreate) memberName(name string) string {
	if c.absolute {
		return name
	}
	short := strings.TrimLeft(name, "/")
	prefix := name[:len(name)-len(short)]
	if i := strings.LastIndex(short, "../"); i >= 0 && (i == 0 || short[i-1] == '/') {
		prefix, short = name[:len(name)-len(short)+i+3], short[i+3:]
	}
	if prefix != "" && !c.stripped {
		c.stripped = true
		c.r.message("Removing leading `" + prefix + "' from member names")
	}
	if short == "" {
		return "./"
	}
	return short
}

func (c *tarCreate) header(path, name string, st *primitives.Stat) bool {
	h := &tar.Header{
		Name: c.memberName(name), Mode: int64(st.Mode & 0o7777), Uid: int(st.UID), Gid: int(st.GID),
		ModTime: time.Unix(st.Mtime/1e9, 0), Format: c.format,
	}
	if c.mtime > -1<<62 {
		h.ModTime = time.Unix(0, c.mtime)
	}
	if c.setMode != nil {
		h.Mode = int64(c.setMode.apply(st.Mode, st.IsDir(), c.umask))
	}
	c.owners(h)
	var f *linux.File
	switch st.Mode & primitives.S_IFMT {
	case primitives.S_IFREG:
		h.Typeflag, h.Size = tar.TypeReg, st.Size
		if st.Nlink > 1 && strings.HasPrefix(name, "/") && !c.absolute && !c.linkTold {
			c.linkTold = true
			c.r.message("Removing leading `/' from hard link targets")
		}
		if first, ok := c.links[inodeOf(st)]; ok && st.Nlink > 1 {
			h.Typeflag, h.Linkname, h.Size = tar.TypeLink, first, 0
			break
		}
		var err error
		if f, err = openInput(path); err != nil {
			c.warn(err, "Cannot open", name)
			return false
		}
		defer closeInput(f)
		c.links[inodeOf(st)] = h.Name
	case primitives.S_IFDIR:
		h.Typeflag = tar.TypeDir
		h.Name = strings.TrimRight(h.Name, "/") + "/"
	case primitives.S_IFLNK:
		target, err := linux.Readlink(path)
		if err != nil {
			c.warn(err, "Cannot readlink", name)
			return false
		}
		h.Typeflag, h.Linkname = tar.TypeSymlink, target
	case primitives.S_IFIFO:
		h.Typeflag = tar.TypeFifo
	default:
		h.Typeflag = tar.TypeChar
		if st.Mode&primitives.S_IFMT == primitives.S_IFBLK {
			h.Typeflag = tar.TypeBlock
		}
		h.Devmajor, h.Devminor = int64(major(st.Rdev)), int64(minor(st.Rdev))
	}
	if c.verbose > 0 {
		c.tell(h)
	}
	c.check(c.out.Flush())
	c.raw.headers = true
	c.check(c.out.WriteHeader(h))
	c.raw.headers = false
	if f != nil {
		c.contents(f, name, h.Size)
	}
	return true
}

func (c *tarCreate) owners(h *tar.Header) {
	if !c.numeric {
		if a, ok := accountByID(c.users, h.Uid); ok {
			h.Uname = a.name
		}
		if a, ok := accountByID(c.groups, h.Gid); ok {
			h.Gname = a.name
		}
	}
	set := func(spec string, list []account, id *int, name *string) {
		if spec == "" {
			return
		}
		word, number, two := strings.Cut(spec, ":")
		if n, ok := parseUint(strings.TrimPrefix(word, "+")); ok {
			*id, *name = int(n), ""
			if a, known := accountByID(list, int(n)); known && !c.numeric {
				*name = a.name
			}
			return
		}
		if *name = word; two {
			n, _ := parseUint(number)
			*id = int(n)
		} else if a, ok := accountByName(list, word); ok {
			*id = a.id
		}
	}
	set(c.ownerName, c.users, &h.Uid, &h.Uname)
	set(c.groupName, c.groups, &h.Gid, &h.Gname)
}

// contents copies a file; one that shrank is filled up, as its header promised.
func (c *tarCreate) contents(f *linux.File, name string, size int64) {
	n, err := io.CopyBuffer(struct{ io.Writer }{c.out}, io.LimitReader(f, size), make([]byte, inputSize))
	if c.file.Err != nil {
		c.check(c.file.Err)
	}
	if err != nil {
		c.warn(err, "Read error", name)
	}
	if n < size {
		if err == nil {
			c.failed = true
			c.r.message(sprintf("%s: File shrank by %d bytes; padding with zeros", name, size-n))
		}
		zeros := make([]byte, inputSize)
		for ; n < size; n += min(size-n, int64(len(zeros))) {
			_, _ = c.out.Write(zeros[:min(size-n, int64(len(zeros)))])
		}
	}
}

// tell writes the line of -v, or that of -vv and of a list.
func (t *tarTool) tell(h *tar.Header) {
	full := t.verbose > 1 || t.mode == 't' && t.verbose > 0
	if !full {
		_, _ = t.info.WriteString(tarName(h.Name) + "\n")
		return
	}
	t.tellFull(h)
}
