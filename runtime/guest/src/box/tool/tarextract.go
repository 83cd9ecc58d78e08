package tool

import (
	"archive/tar"
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
	found  []bool // of the words
	dir    string // -C
	delays []func()
}

const tarOwnerWidth = 19 // columns of owner, group and size in a list

func (t *tarTool) read() {
	in := t.openArchive()
	x := &tarRead{tarTool: t, found: make([]bool, len(t.words))}
	if len(t.dirs) > 0 {
		x.dir = t.dirs[0]
		if x.dir != "" && t.mode == 'x' && !isDir(x.dir) {
			_, err := linux.Stat(x.dir)
			t.fatal("%s: Cannot open: %s", x.dir, primitives.ErrnoOf(err).Text())
		}
	}
	if t.toStdout {
		t.info = linux.NewWriter(2)
		t.info.Unbuffered()
	}
	x.members(in)
	for _, v := range slices.Backward(x.delays) {
		v()
	}
	for i, ok := range x.found {
		if !ok {
			t.failed = true
			t.r.message(t.words[i] + ": Not found in archive")
		}
	}
}

func (x *tarRead) members(in io.Reader) {
	whole := &blockReader{r: in}
	archive := tar.NewReader(whole)
	for first := true; ; first = false {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) && whole.n > 0 {
			return
		}
		if err != nil {
			x.broken(err, first)
			return
		}
		if !x.wanted(h.Name) || x.excluded(h.Name) {
			continue
		}
		switch x.mode {
		case 't':
			x.tell(h)
			continue
		case 'd':
			x.compare(h, archive)
			continue
		}
		x.extract(h, archive)
	}
}

// blockReader reads whole blocks: what an archive has after its last whole one does not count.
type blockReader struct {
	r    io.Reader
	n    int64 // blocks read
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
	}
	n := copy(p, b.left)
	b.left = b.left[n:]
	return n, nil
}

func (x *tarRead) broken(err error, first bool) {
	var e primitives.Errno
	short := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
	switch {
	case errors.As(err, &e):
		x.fatal("%s: Read error: %s", x.archive, e.Text())
	case short && !first:
		x.fatal("Unexpected EOF in archive")
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
	for i, w := range x.words {
		w = strings.TrimRight(w, "/")
		if plain == w || strings.HasPrefix(plain, w+"/") || x.wildcards && fnmatch(w, plain, false) {
			x.found[i], ok = true, true
		}
	}
	return ok
}

func (t *tarTool) tellFull(h *tar.Header) {
	kind := map[byte]string{
		tar.TypeDir: "d", tar.TypeSymlink: "l", tar.TypeLink: "h", tar.TypeChar: "c", tar.TypeBlock: "b",
		tar.TypeFifo: "p",
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
		strings.Repeat(" ", t.ownerWidth-used+1) + size + " " + t.when(h.ModTime) + " " + tarName(h.Name)
	switch h.Typeflag {
	case tar.TypeSymlink:
		line += " -> " + tarName(h.Linkname)
	case tar.TypeLink:
		line += " link to " + tarName(h.Linkname)
	}
	_, _ = t.info.WriteString(line + "\n")
}

// target is where a member goes, "" if nowhere.
func (x *tarRead) target(h *tar.Header) string {
	name := h.Name
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
	if !x.absolute {
		for part := range strings.SplitSeq(name, "/") {
			if part == ".." {
				x.failed = true
				x.r.message(tarName(h.Name) + ": Member name contains '..'")
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
	to := x.target(h)
	if to == "" {
		return
	}
	if x.verbose > 0 {
		x.tell(h)
	}
	if x.toStdout {
		if h.Typeflag == tar.TypeReg {
			_, _ = io.Copy(struct{ io.Writer }{x.r.out}, struct{ io.Reader }{body})
		}
		return
	}
	old, err := linux.Lstat(to)
	exists := err == nil
	switch {
	case exists && x.skipOld && !old.IsDir():
		return
	case exists && x.newer && !old.IsDir() && old.Mtime >= h.ModTime.UnixNano():
		x.r.message("Current " + x.quoteMember(to) + " is newer or same age")
		return
	case exists && x.keep && h.Typeflag != tar.TypeDir:
		x.warn(primitives.EEXIST, "Cannot open", h.Name)
		return
	case exists && !old.IsDir():
		_ = linux.Unlink(to) // a fresh inode: who has the old one open keeps it
	}
	err = x.place(h, to, body)
	if is(err, primitives.ENOENT) && x.ancestors(to) {
		err = x.place(h, to, body)
	}
	if err != nil {
		what := map[byte]string{
			tar.TypeDir: "Cannot mkdir", tar.TypeSymlink: "Cannot create symlink to ‘" + h.Linkname + "’",
			tar.TypeLink: "Cannot hard link to ‘" + h.Linkname + "’", tar.TypeFifo: "Cannot mkfifo",
		}[h.Typeflag]
		if what == "" {
			what = "Cannot open"
		}
		x.warn(err, what, strings.TrimRight(h.Name, "/"))
		return
	}
	if h.Typeflag != tar.TypeLink {
		x.attributes(h, to)
	}
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

func (x *tarRead) quoteMember(name string) string { return x.r.curly(name) }

// place makes the member without its attributes.
func (x *tarRead) place(h *tar.Header, to string, body io.Reader) error {
	mode := uint32(h.Mode) & 0o777
	switch h.Typeflag {
	case tar.TypeDir:
		to = strings.TrimRight(to, "/")
		err := linux.Mkdir(to, mode|0o700)
		if is(err, primitives.EEXIST) && isDir(to) {
			return nil
		}
		return err
	case tar.TypeSymlink:
		return linux.Symlink(h.Linkname, to)
	case tar.TypeLink:
		from := h.Linkname
		if x.dir != "" && !strings.HasPrefix(from, "/") {
			from = join(x.dir, from)
		}
		return linux.Link(from, to)
	case tar.TypeFifo:
		return linux.Mknod(to, primitives.S_IFIFO|mode, 0)
	case tar.TypeChar, tar.TypeBlock:
		kind := uint32(primitives.S_IFCHR)
		if h.Typeflag == tar.TypeBlock {
			kind = primitives.S_IFBLK
		}
		return linux.Mknod(to, kind|mode, uint64(h.Devmajor)<<8|uint64(h.Devminor))
	}
	f, err := linux.OpenFile(to, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // writes were checked
	_, err = io.CopyBuffer(struct{ io.Writer }{f}, struct{ io.Reader }{body}, make([]byte, inputSize))
	var e primitives.Errno
	switch {
	case err == nil:
	case errors.As(err, &e):
		x.failed = true
		x.r.message(tarName(h.Name) + ": Cannot write: " + e.Text())
	default:
		x.r.message("Unexpected EOF in archive") // of the member, and of what follows it
		x.fatal("Unexpected EOF in archive")
	}
	return nil
}

// attributes sets owner, mode and time; those of a directory wait until its members are there.
func (x *tarRead) attributes(h *tar.Header, to string) {
	root := linux.Geteuid() == 0
	link := h.Typeflag == tar.TypeSymlink
	if (root || x.owner) && !x.noOwner {
		uid, gid := h.Uid, h.Gid
		if a, ok := accountByName(accounts(true), h.Uname); ok && !x.numeric {
			uid = a.id
		}
		if a, ok := accountByName(accounts(false), h.Gname); ok && !x.numeric {
			gid = a.id
		}
		if err := linux.Lchown(to, uid, gid); err != nil {
			x.warn(err, sprintf("Cannot change ownership to uid %d, gid %d", uid, gid), h.Name)
		}
	}
	mode := uint32(h.Mode) & 0o7777
	if !root && !x.permissions {
		mode &= 0o777 &^ x.umask
	}
	finish := func() {
		if !link {
			if err := linux.Chmod(to, mode); err != nil {
				x.warn(err, "Cannot change mode to "+modeString(mode), h.Name)
			}
		}
		if !x.touch {
			at := h.ModTime.UnixNano()
			now := linux.ClockGettime(linux.ClockRealtime)
			if err := linux.Utimens(to, now, at, primitives.AT_SYMLINK_NOFOLLOW); err != nil {
				x.warn(err, "Cannot utime", h.Name)
			}
		}
	}
	if h.Typeflag == tar.TypeDir {
		x.delays = append(x.delays, finish)
		return
	}
	finish()
}
