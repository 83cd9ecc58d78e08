package tool

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type tarRead struct {
	*tarTool
	dir    string // -C
	delays []func()
	links  []*delayedLink
	told   bool // of words that look like patterns
}

const tarOwnerWidth = 19 // columns of owner, group and size in a list

func (t *tarTool) read() {
	in := t.openArchive()
	x := &tarRead{tarTool: t, dir: t.dir}
	if len(t.words) > 0 {
		x.dir = t.words[0].dir
	}
	if x.dir != "" && t.mode == 'x' && !isDir(x.dir) {
		_, err := linux.Stat(x.dir)
		if err == nil {
			err = primitives.ENOTDIR
		}
		t.fatal("%s: Cannot open: %s", x.dir, primitives.ErrnoOf(err).Text())
	}
	if t.toStdout && t.index == "" {
		t.info = linux.NewWriter(2)
		t.info.Unbuffered()
	}
	if t.label != "" || t.mode == 'l' {
		in = x.checkLabel(in)
	}
	func() {
		defer x.finish() // also after what is fatal
		x.members(in)
	}()
	x.missing()
	if x.unpacking != nil {
		x.unpacking.finish()
	}
}

// finish does what waits until all members are there: a directory's time is set after its last link.
func (x *tarRead) finish() {
	for _, l := range x.links {
		x.makeLink(l)
	}
	for _, v := range slices.Backward(x.delays) {
		v()
	}
}

// missing tells of the words that no member had.
func (x *tarRead) missing() {
	for i := range x.words {
		w := &x.words[i]
		if w.found {
			continue
		}
		x.failed = true
		if w.match.wild == 0 && strings.ContainsAny(w.name, "*?[") && !x.told {
			x.told = true
			x.r.message("Pattern matching characters used in file names")
			x.r.message("Use --wildcards to enable pattern matching, or --no-wildcards to suppress this " +
				"warning")
		}
		x.r.message(x.name(w.name) + ": Not found in archive")
	}
}

// checkLabel compares the archive's label with that of -V, or with the words of --test-label.
func (x *tarRead) checkLabel(in io.Reader) io.Reader {
	b := bufio.NewReaderSize(in, inputSize)
	block, _ := b.Peek(tarBlock)
	label := ""
	if len(block) == tarBlock && block[156] == 'V' {
		label, _, _ = strings.Cut(string(block[:100]), "\x00")
	}
	if x.mode == 'l' {
		x.testLabel(label)
	}
	if label == "" {
		x.fatal("Archive not labeled to match %s", x.r.curly(x.label))
	}
	if label != x.label && !fnmatch(x.label, label, false) {
		x.fatal("Volume %s does not match %s", x.r.curly(label), x.r.curly(x.label))
	}
	return b
}

func (x *tarRead) testLabel(label string) {
	if x.verbose > 0 || len(x.words) == 0 {
		if label != "" {
			x.r.print(label, "\n")
		}
	}
	if len(x.words) == 0 {
		panic(exit(0))
	}
	for i := range x.words {
		if label != "" && x.words[i].match.matches(x.words[i].name, label) {
			panic(exit(0))
		}
	}
	panic(exit(1))
}

func (x *tarRead) members(in io.Reader) {
	whole := &blockReader{r: in}
	archive := tar.NewReader(whole)
	at := int64(0)
	for first := true; ; first = false {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) && whole.n > 0 {
			if x.ignoreZeros && whole.more() {
				archive = tar.NewReader(whole)
				continue
			}
			if whole.n-at == 1 {
				x.r.message(sprintf("A lone zero block at %d", whole.n))
			} else if x.blockNumber && x.mode == 't' {
				x.print(sprintf("block %d: ** Block of NULs **\n", at))
			}
			break
		}
		if err != nil && !first && whole.zero && !errors.Is(err, io.ErrUnexpectedEOF) {
			x.r.message(sprintf("A lone zero block at %d", whole.n-1))
			break
		}
		if err != nil {
			x.broken(err, first)
			break
		}
		if x.wanted(h.Name) && !x.excluded(h.Name) {
			if x.blockNumber && x.verbose+int(x.mode) > 't'-1 {
				x.print(sprintf("block %d: ", at))
			}
			if x.mode == 't' && x.showTransformed {
				h.Name = x.transformed(h.Name, 'r')
			}
			x.one(h, archive)
			if x.allFound() {
				break
			}
		}
		if _, err := io.Copy(io.Discard, archive); err != nil {
			x.broken(err, false)
			break
		}
		at = whole.n
	}
	if x.totals {
		_, _ = io.Copy(io.Discard, in)
		x.tellTotals((whole.n*tarBlock + x.record - 1) / x.record * x.record)
	}
}

func (x *tarRead) print(text string) { _, _ = x.info.WriteString(text) }

func (x *tarRead) one(h *tar.Header, body io.Reader) {
	switch x.mode {
	case 't':
		x.tell(h)
	case 'd':
		x.compare(h, body)
	default:
		x.extract(h, body)
	}
}

// allFound reports whether --occurrence has seen enough.
func (x *tarRead) allFound() bool {
	if x.occurrence == 0 || len(x.words) == 0 {
		return false
	}
	return !slices.ContainsFunc(x.words, func(w tarWord) bool { return !w.found })
}

// blockReader reads whole blocks: what an archive has after its last whole one does not count.
type blockReader struct {
	r    io.Reader
	n    int64 // blocks read
	zero bool  // the last one but one was empty
	last bool  // the last one was
	left []byte
	buf  [tarBlock]byte
}

func (b *blockReader) Read(p []byte) (int, error) {
	if len(b.left) == 0 {
		switch _, err := io.ReadFull(b.r, b.buf[:]); {
		case errors.Is(err, io.ErrUnexpectedEOF):
			return 0, io.EOF
		case err != nil:
			return 0, err
		}
		b.n++
		b.left = b.buf[:]
		b.zero, b.last = b.last, b.buf[0] == 0 && len(bytes.TrimLeft(b.left, "\x00")) == 0
	}
	n := copy(p, b.left)
	b.left = b.left[n:]
	return n, nil
}

// more goes to the next block that is not empty.
func (b *blockReader) more() bool {
	for {
		b.left = nil
		if _, err := b.Read(nil); err != nil {
			return false
		}
		if len(bytes.TrimLeft(b.left, "\x00")) > 0 {
			return true
		}
	}
}

func (x *tarRead) broken(err error, first bool) {
	var e primitives.Errno
	short := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
	switch {
	case errors.As(err, &e):
		x.fatal("%s: Read error: %s", x.archive, e.Text())
	case short && !first:
		x.fatal("Unexpected EOF in archive")
	case first && x.unpacking != nil && x.unpacking.code != 0:
		x.unpacking.finish()
	case first:
		x.r.message("This does not look like a tar archive")
		if !short {
			x.r.message("Skipping to next header")
		}
	default:
		x.r.message("Skipping to next header")
	}
	x.failed = true
}

// wanted reports whether a word names the member or a directory above it.
func (x *tarRead) wanted(name string) bool {
	if len(x.words) == 0 {
		return true
	}
	ok := false
	plain := strings.TrimRight(name, "/")
	for i := range x.words {
		w := &x.words[i]
		pattern := w.name
		for len(pattern) > 1 && strings.HasSuffix(pattern, "/") {
			pattern = pattern[:len(pattern)-1]
		}
		if w.match.matches(pattern, plain) && !(x.occurrence > 0 && w.found) {
			w.found, ok = true, true
		}
	}
	return ok
}

func (t *tarTool) tellFull(h *tar.Header) {
	kind := map[byte]string{
		tar.TypeDir: "d", tar.TypeSymlink: "l", tar.TypeLink: "h", tar.TypeChar: "c", tar.TypeBlock: "b",
		tar.TypeFifo: "p", 'V': "V",
	}[h.Typeflag]
	if kind == "" {
		kind = "-"
	}
	owner, group := h.Uname, h.Gname
	if owner == "" || t.numeric {
		owner = strconv.Itoa(h.Uid)
	}
	if group == "" || t.numeric {
		group = strconv.Itoa(h.Gid)
	}
	size := strconv.FormatInt(h.Size, 10)
	if h.Typeflag == tar.TypeChar || h.Typeflag == tar.TypeBlock {
		size = sprintf("%d,%d", h.Devmajor, h.Devminor)
	}
	used := len(owner) + len(group) + 1 + len(size) + 1
	t.ownerWidth = max(t.ownerWidth, used, tarOwnerWidth)
	line := kind + modeString(uint32(h.Mode))[1:] + " " + owner + "/" + group +
		strings.Repeat(" ", t.ownerWidth-used+1) + size + " " + t.when(h.ModTime) + " " + t.shown(h.Name)
	switch h.Typeflag {
	case tar.TypeSymlink:
		line += " -> " + t.shown(h.Linkname)
	case tar.TypeLink:
		line += " link to " + t.shown(h.Linkname)
	case 'V':
		line += "--Volume Header--"
	}
	_, _ = t.info.WriteString(line + "\n")
}

// target is where a member goes, "" if nowhere.
func (x *tarRead) target(h *tar.Header) string {
	name := x.transformed(h.Name, 'r')
	for range x.strip {
		_, rest, ok := strings.Cut(strings.TrimLeft(name, "/"), "/")
		if !ok {
			return ""
		}
		name = rest
	}
	if name == "" {
		return ""
	}
	if top := x.topLevel; x.topGiven && name != top && !strings.HasPrefix(name, top+"/") {
		name = join(top, strings.TrimPrefix(name, "./"))
	}
	if !x.absolute {
		for part := range strings.SplitSeq(name, "/") {
			if part == ".." {
				x.failed = true
				x.r.message(x.name(h.Name) + ": Member name contains '..'")
				return ""
			}
		}
		short := strings.TrimLeft(name, "/")
		if short != name && !x.stripped {
			x.stripped = true
			x.r.message("Removing leading `/' from member names")
		}
		if name = short; name == "" {
			name = "."
		}
	}
	if x.dir != "" && !strings.HasPrefix(name, "/") {
		return join(x.dir, name)
	}
	return name
}

func (x *tarRead) extract(h *tar.Header, body io.Reader) {
	const volume = 'V'
	if h.Typeflag == volume || h.Typeflag == tar.TypeXGlobalHeader {
		if x.verbose > 0 {
			x.tell(h)
		}
		return
	}
	to := x.target(h)
	if to == "" {
		return
	}
	if x.verbose > 0 {
		x.tellTarget(h, to)
	}
	if x.toStdout {
		x.pour(h, body)
		return
	}
	if !x.makeRoom(h, to) {
		return
	}
	err := x.place(h, to, body)
	if is(err, primitives.ENOENT) && x.ancestors(to) {
		err = x.place(h, to, body)
	}
	if err != nil {
		what := map[byte]string{
			tar.TypeDir: "Cannot mkdir", tar.TypeSymlink: "Cannot create symlink to ‘" + h.Linkname + "’",
			tar.TypeLink: "Cannot hard link to ‘" + x.linkTarget(h.Linkname) + "’",
			tar.TypeFifo: "Cannot mkfifo",
		}[h.Typeflag]
		if what == "" || x.unsafe(h) {
			what = "Cannot open"
		}
		x.warn(err, what, strings.TrimRight(x.shortened(to), "/"))
		return
	}
	if h.Typeflag != tar.TypeLink && !x.unsafe(h) {
		x.attributes(h, to)
	}
}

// shortened is a target as messages show it: without the directory of -C.
func (x *tarRead) shortened(to string) string { return strings.TrimPrefix(to, x.dir+"/") }

// tellTarget is the line of -v, by the name in the archive or by that on the disk.
func (x *tarRead) tellTarget(h *tar.Header, to string) {
	shown := *h
	if x.showTransformed {
		shown.Name = x.shortened(to)
	}
	x.tell(&shown)
}

// pour writes a member to standard output or through the command of --to-command.
func (x *tarRead) pour(h *tar.Header, body io.Reader) {
	switch {
	case h.Typeflag != tar.TypeReg && h.Typeflag != tar.TypeGNUSparse:
	case x.command != "":
		x.toCommand(h, body)
	default:
		_, err := io.Copy(struct{ io.Writer }{x.r.out}, struct{ io.Reader }{body})
		x.torn(h, err)
	}
}

// makeRoom deals with what is where a member goes and reports whether the member may go there.
func (x *tarRead) makeRoom(h *tar.Header, to string) bool {
	old, err := linux.Lstat(strings.TrimRight(to, "/"))
	if err != nil {
		return true
	}
	directory := h.Typeflag == tar.TypeDir
	if x.keepLinks && directory && old.Mode&primitives.S_IFMT == primitives.S_IFLNK && isDir(to) {
		return true
	}
	switch {
	case x.skipOld && !(directory && old.IsDir()):
		if x.verbose > 0 {
			x.r.message(x.name(x.shortened(to)) + ": skipping existing file")
		}
		return false
	case x.newer && !old.IsDir() && old.Mtime >= h.ModTime.UnixNano():
		x.r.message("Current " + x.r.curly(x.shortened(to)) + " is newer or same age")
		return false
	case x.keep && !(directory && old.IsDir()):
		x.warn(primitives.EEXIST, "Cannot open", h.Name)
		return false
	case old.IsDir() && directory:
		return true
	case old.IsDir() && x.recursiveUnlink:
		x.unlinkTree(strings.TrimRight(to, "/"))
	case old.IsDir():
		_ = linux.Rmdir(strings.TrimRight(to, "/")) // only what is empty
	case x.overwrite && h.Typeflag == tar.TypeReg && old.IsRegular():
	default:
		_ = linux.Unlink(strings.TrimRight(to, "/")) // a fresh inode: who has the old one open keeps it
	}
	return true
}

func (x *tarRead) unlinkTree(dir string) {
	list, _ := linux.ReadDir(dir)
	for _, e := range list {
		path := join(dir, e.Name)
		if st, err := linux.Lstat(path); err == nil && st.IsDir() {
			x.unlinkTree(path)
		} else if err := linux.Unlink(path); err != nil {
			x.warn(err, "Cannot unlink", x.shortened(path))
		}
	}
	_ = linux.Rmdir(dir)
}

// ancestors makes the missing directories above a member.
func (x *tarRead) ancestors(to string) bool {
	to = strings.TrimRight(to, "/")
	made := false
	for i := 1; i < len(to); i++ {
		if to[i] != '/' || len(to[:i]) <= len(x.dir) {
			continue
		}
		err := linux.Mkdir(to[:i], 0o777)
		if err != nil && !is(err, primitives.EEXIST) {
			x.warn(err, "Cannot mkdir", strings.TrimPrefix(to[:i], x.dir+"/"))
			return false
		}
		made = made || err == nil
	}
	return made
}
