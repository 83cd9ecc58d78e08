package tool

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
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
	v7      bool // which are those of the oldest format
	names   bool // they have names of owners
}

func (w *tarWriter) Write(b []byte) (int, error) {
	if w.headers && len(b) == tarBlock {
		switch {
		case w.v7:
			b = oldHeader(b)
		case strings.HasPrefix(string(b), "././@LongLink\x00"):
			b = longHeader(withoutDevice(b), w.names)
		default:
			b = withoutDevice(b)
		}
	}
	n, err := w.w.Write(b)
	w.n += int64(n)
	return n, err
}

// withoutDevice returns a header without device numbers, which GNU tar in its own format gives to devices
// only and Go's library to every member.
func withoutDevice(block []byte) []byte {
	const magic, device = 257, 329
	kind := block[156]
	if string(block[magic:magic+8]) != "ustar  \x00" || kind == tar.TypeChar || kind == tar.TypeBlock {
		return block
	}
	b := slices.Clone(block)
	clear(b[device : device+16])
	return withChecksum(b)
}

// oldHeader returns a header as the seventh edition of Unix had it.
func oldHeader(block []byte) []byte {
	const kind, magic, device, prefix = 156, 257, 329, 345
	b := slices.Clone(block)
	if b[kind] == tar.TypeReg {
		b[kind] = 0
	}
	clear(b[magic:device])
	clear(b[prefix:])
	return withChecksum(b)
}

// longHeader returns the header of a long name as GNU tar fills it in.
func longHeader(b []byte, names bool) []byte {
	const mode, user, group = 100, 265, 297
	copy(b[mode:], "0000644\x000000000\x000000000\x00")
	if names {
		copy(b[user:], "root\x00")
		copy(b[group:], "root\x00")
	}
	return withChecksum(b)
}

func withChecksum(b []byte) []byte {
	const checksum = 148
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
	times  map[string]int64 // -u: the members there are, with their times
	gone   []string         // --remove-files: what goes in the end, a directory behind what it has

	linkTold bool // the leading slash of link targets was told of
}

func (t *tarTool) creator() *tarCreate {
	return &tarCreate{tarTool: t, links: map[inode]string{}, users: accounts(true), groups: accounts(false)}
}

func (t *tarTool) create() {
	c := t.creator()
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
	if compress == "" && t.autoName {
		for _, suffix := range tarSuffixes {
			if strings.HasSuffix(t.archive, suffix.ending) {
				compress = suffix.program
			}
		}
	}
	if compress != "" {
		z = t.compressor(compress, c.file)
		sink = z
	}
	c.raw = &tarWriter{w: sink, v7: t.v7, names: !t.numeric}
	c.out = tar.NewWriter(c.raw)
	c.volume()
	c.members()
	c.finish()
	if z != nil {
		c.check(z.Close())
	}
	c.check(c.file.Flush())
	c.removed()
	if t.totals {
		t.tellTotals(c.raw.n)
	}
}

// tellTotals says how much was written or read; how fast is told by the sandbox's clock.
func (t *tarTool) tellTotals(n int64) {
	what := "read"
	if strings.ContainsRune("cruA", rune(t.mode)) {
		what = "written"
	}
	size := human(uint64(n), 1024)
	if n >= 1024 {
		size += "iB"
	} else {
		size += "B"
	}
	_ = t.r.out.Flush()
	t.r.stderr(sprintf("Total bytes %s: %d (%s, %s/s)\n", what, n, size, size))
}

// volume writes the header that -V asks for.
func (c *tarCreate) volume() {
	if c.label == "" {
		return
	}
	const volume = 'V'
	h := &tar.Header{
		Typeflag: volume, Name: c.label, ModTime: c.r.now().Truncate(time.Second),
		Format: tar.FormatGNU,
	}
	if c.format == tar.FormatPAX {
		h = &tar.Header{
			Typeflag: tar.TypeXGlobalHeader, Format: tar.FormatPAX,
			PAXRecords: map[string]string{"GNU.volume.label": c.label},
		}
	}
	c.raw.headers = true
	c.check(c.out.WriteHeader(h))
	c.raw.headers = false
}

// finish ends the archive: two empty blocks, and the rest of the last record.
func (c *tarCreate) finish() {
	c.check(c.out.Close())
	if rest := c.raw.n % c.record; rest != 0 {
		_, err := c.raw.Write(make([]byte, c.record-rest))
		c.check(err)
	}
}

// removed takes away what --remove-files was about.
func (c *tarCreate) removed() {
	if !c.removeFiles {
		return
	}
	for _, path := range c.gone {
		remove := linux.Unlink
		if isDir(path) {
			remove = linux.Rmdir
		}
		if st, err := linux.Lstat(path); err == nil && st.Mode&primitives.S_IFMT == primitives.S_IFLNK {
			remove = linux.Unlink
		}
		if err := remove(path); err != nil && !is(err, primitives.ENOENT) {
			c.warn(err, "Cannot unlink", path)
		}
	}
}

// compressor writes what it is given through one of the other programs' codecs, or through the program.
func (t *tarTool) compressor(command string, out *linux.Writer) io.WriteCloser {
	words := strings.Fields(command)
	var z io.WriteCloser
	var err error
	switch strings.Join(words[:min(1, len(words))], "") {
	case "gzip", "pigz":
		g := gzip.NewWriter(out)
		g.OS = 3
		z = g
	case "bzip2":
		return &bzip2Writer{out: out}
	case "xz":
		z, err = xz.NewWriter(out)
	case "zstd":
		z, err = zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
	default:
		return t.filterTo(command, out)
	}
	if err != nil {
		t.fatal("%s: %s", command, err)
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
	if at, err := c.file.Seek(0, linux.SeekCur); err == nil && at%tarRecord > 0 {
		c.fatal("%s: Wrote only %d of %d bytes", c.archive, at%tarRecord, tarRecord)
	}
	c.fatal("%s: Cannot write: %s", c.archive, e.Text())
}

func (c *tarCreate) members() {
	for i := range c.words {
		w := &c.words[i]
		if w.name == "" {
			c.r.message("Substituting `.' for empty member name")
		}
		if w.dir != "" && !isDir(w.dir) {
			_, err := linux.Stat(w.dir)
			if err == nil {
				err = primitives.ENOTDIR
			}
			c.fatal("%s: Cannot open: %s", w.dir, primitives.ErrnoOf(err).Text())
		}
		c.member(w, strings.TrimSuffix(w.name, "\n"), 0, true)
	}
	if _, err := linux.Stat(c.dir); c.dir != "" && err != nil {
		c.fatal("%s: Cannot open: %s", c.dir, primitives.ErrnoOf(err).Text())
	}
}

// member adds one file, and what is below a directory.
func (c *tarCreate) member(w *tarWord, name string, device uint64, operand bool) {
	if c.excluded(name) {
		return
	}
	path := name
	if w.dir != "" && !strings.HasPrefix(name, "/") {
		path = join(w.dir, name)
	}
	c.memberName(name) // says what it takes off before anything can go wrong
	stat := linux.Lstat
	if c.dereference {
		stat = linux.Stat
	}
	st, err := stat(path)
	if err != nil {
		if c.ignoreFailed {
			c.r.message(c.name(name) + ": Warning: Cannot stat: " + primitives.ErrnoOf(err).Text())
			return
		}
		if !operand && is(err, primitives.ENOENT) {
			c.r.message(c.name(name) + ": File removed before we read it")
			c.differs = true
			return
		}
		c.warn(err, "Cannot stat", name)
		return
	}
	switch {
	case c.newerThan > math.MinInt64 && !st.IsDir() && st.Mtime < c.newerThan &&
		(c.mtimeOnly || st.Ctime < c.newerThan):
		if operand {
			c.r.message(c.name(name) + ": file is unchanged; not dumped")
		}
		return
	case sameFile(&st, &c.self) && st.IsRegular():
		c.r.message(name + ": file is the archive; not dumped")
		return
	case !operand && c.oneFileSystem && st.Dev != device:
		return
	case st.Mode&primitives.S_IFMT == primitives.S_IFSOCK:
		c.r.message(name + ": socket ignored")
		return
	case c.known(name, &st):
		if !st.IsDir() {
			return
		}
	case !c.header(path, name, &st):
		return
	}
	if st.IsDir() && w.match.recurse {
		c.below(w, path, name, &st)
	}
	c.gone = append(c.gone, path)
}

// known reports whether the archive has it as new as it is, -u.
func (c *tarCreate) known(name string, st *primitives.Stat) bool {
	at, ok := c.times[strings.TrimRight(c.memberName(name), "/")]
	return ok && (st.IsDir() || st.Mtime/1e9 <= at)
}

func (c *tarCreate) below(w *tarWord, path, name string, st *primitives.Stat) {
	list, err := linux.ReadDir(path)
	if err != nil {
		c.warn(err, "Cannot open", name)
		return
	}
	if c.sorted {
		slices.SortFunc(list, func(a, b primitives.Dirent) int { return strings.Compare(a.Name, b.Name) })
	}
	if tag, text := c.tagged(list, path); tag != "" {
		c.member(w, join(name, tag), st.Dev, false)
		if c.verbose == 0 {
			return
		}
		c.r.message(sprintf("%s/: contains a cache directory tag %s; %s", strings.TrimRight(name, "/"), tag,
			text))
		return
	}
	for _, e := range list {
		c.member(w, join(name, e.Name), st.Dev, false)
	}
}

// tagged returns the file of a directory that keeps its contents out of archives.
func (c *tarCreate) tagged(list []primitives.Dirent, path string) (tag, text string) {
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(e primitives.Dirent) bool { return e.Name == name })
	}
	const cache, signature = "CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55"
	if c.excludeCaches && has(cache) {
		b, err := readFile(join(path, cache))
		if err == nil && strings.HasPrefix(string(b), signature) {
			return cache, "contents not dumped"
		}
	}
	for _, name := range c.excludeTags {
		if has(name) {
			return name, "contents not dumped"
		}
	}
	return "", ""
}
