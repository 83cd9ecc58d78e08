package tool

import (
	"bufio"
	"encoding/binary"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// cpioIn reads an archive of whatever format.
type cpioIn struct {
	*cpioTool
	in   *bufio.Reader
	n    int64
	kind string // newc, crc, odc, bin, or swapped: bin of the other byte order
}

// Read implements io.Reader.
func (c *cpioIn) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.n += int64(n)
	return n, err
}

func (c *cpioIn) skip(n int64) {
	if _, err := io.CopyN(io.Discard, c, n); err != nil {
		c.early()
	}
}

func (c *cpioIn) pad() {
	to := map[string]int64{"newc": 4, "crc": 4, "bin": 2, "swapped": 2}[c.kind]
	if to > 0 && c.n%to != 0 {
		c.skip(to - c.n%to)
	}
}

// early ends cpio: the archive does, and it must not.
func (c *cpioIn) early() { c.r.die(2, "premature end of file") }

// nextVolume asks for another tape at the terminal, which there is none of.
func (c *cpioIn) nextVolume() {
	if f, err := linux.OpenFile("/dev/tty", primitives.O_RDWR, 0); err != nil {
		c.r.dieErr(2, err, "/dev/tty")
	} else {
		_ = f.Close()
	}
	c.early()
}

func (c *cpioIn) magic() string {
	head, _ := c.in.Peek(6)
	switch s := string(head); {
	case s == "070701":
		return "newc"
	case s == "070702":
		return "crc"
	case s == "070707":
		return "odc"
	case strings.HasPrefix(s, "\xc7\x71"):
		return "bin"
	case strings.HasPrefix(s, "\x71\xc7"):
		return "swapped"
	}
	return ""
}

// header goes to the next member; bytes that are no header are skipped with a word about it.
func (c *cpioIn) header() (m cpioMember, ok bool) {
	junk := 0
	for {
		if head, _ := c.in.Peek(6); len(head) < 6 {
			if c.kind == "" && junk == 0 && len(head) == 0 {
				c.nextVolume()
			}
			c.r.die(2, "premature end of archive")
		}
		if c.kind = c.magic(); c.kind != "" {
			break
		}
		junk++
		c.skip(1)
	}
	if junk > 0 {
		c.r.message(sprintf("warning: skipped %d byte%s of junk", junk,
			map[bool]string{false: "s"}[junk == 1]))
	}
	size := 0
	switch c.kind {
	case "newc", "crc":
		size = c.newHeader(&m)
	case "odc":
		size = c.oldHeader(&m)
	default:
		size = c.binaryHeader(&m)
	}
	const longest = 1 << 16
	if size <= 0 || size > longest {
		c.r.die(2, "premature end of archive")
	}
	name := c.take(size)
	m.name, _, _ = strings.Cut(string(name), "\x00")
	c.pad()
	return m, true
}

func (c *cpioIn) take(n int) []byte {
	b := make([]byte, n)
	if _, err := io.ReadFull(c, b); err != nil {
		c.early()
	}
	return b
}

func (c *cpioIn) newHeader(m *cpioMember) (nameSize int) {
	b := string(c.take(110))
	var v [13]uint64
	for i := range v {
		v[i], _ = strconv.ParseUint(b[6+8*i:14+8*i], 16, 64)
	}
	*m = cpioMember{
		ino: v[0], mode: uint32(v[1]), uid: int(v[2]), gid: int(v[3]), nlink: int(v[4]), mtime: int64(v[5]),
		size: int64(v[6]), dev: v[7]<<8 | v[8], rdev: v[9]<<8 | v[10], checksum: int64(v[12]),
	}
	return int(v[11])
}

func (c *cpioIn) oldHeader(m *cpioMember) (nameSize int) {
	b := string(c.take(76))[6:]
	next := func(n int) uint64 {
		v, _ := strconv.ParseUint(b[:n], 8, 64)
		b = b[n:]
		return v
	}
	m.dev, m.ino, m.mode = next(6), next(6), uint32(next(6))
	m.uid, m.gid, m.nlink, m.rdev = int(next(6)), int(next(6)), int(next(6)), next(6)
	m.mtime = int64(next(11))
	nameSize = int(next(6))
	m.size = int64(next(11))
	return nameSize
}

func (c *cpioIn) binaryHeader(m *cpioMember) (nameSize int) {
	b := c.take(26)
	var order binary.ByteOrder = binary.LittleEndian
	if c.kind == "swapped" {
		order = binary.BigEndian
	}
	var v [13]uint64
	for i := range v {
		v[i] = uint64(order.Uint16(b[2*i:]))
	}
	*m = cpioMember{
		dev: v[1], ino: v[2], mode: uint32(v[3]), uid: int(v[4]), gid: int(v[5]), nlink: int(v[6]),
		rdev:  v[7],
		mtime: int64(v[8]<<16 | v[9]), size: int64(v[11]<<16 | v[12]),
	}
	return int(v[10])
}

func (c *cpioTool) copyIn() {
	in := &cpioIn{cpioTool: c, in: c.input()}
	c.enter()
	links := map[inode]string{}
	for {
		m, _ := in.header()
		if m.name == cpioTrailer {
			break
		}
		body := io.LimitReader(in, m.size)
		if c.relative || strings.HasPrefix(m.name, "./") {
			m.name = cpioName(m.name, c.relative)
		}
		if c.wanted(m.name) {
			switch {
			case c.list:
				c.listed(&m, body)
			case c.toStdout:
				if m.mode&primitives.S_IFMT == primitives.S_IFREG {
					_, _ = io.Copy(struct{ io.Writer }{c.r.out}, body)
				}
			default:
				c.extract(&m, m.name, body, links)
				if c.verbose || c.dot {
					c.tell(m.name)
				}
			}
		}
		if _, err := io.Copy(io.Discard, body); err != nil {
			in.early()
		}
		in.pad()
	}
	c.bytes = in.n
	if c.dot && !c.list {
		c.r.stderr("\n")
	}
}

func (c *cpioTool) wanted(name string) bool {
	if len(c.words) == 0 {
		return true
	}
	for _, w := range c.words {
		if fnmatch(w, name, false) {
			return !c.nonmatching
		}
	}
	return c.nonmatching
}

// listed prints a member's name, with -v as ls -l does.
func (c *cpioTool) listed(m *cpioMember, body io.Reader) {
	if !c.verbose {
		c.r.print(m.name, "\n")
		return
	}
	user, group := strconv.Itoa(m.uid), strconv.Itoa(m.gid)
	if !c.numeric {
		user, group = nameOf(accounts(true), m.uid), nameOf(accounts(false), m.gid)
	}
	size := sprintf("%8d", m.size)
	kind := m.mode & primitives.S_IFMT
	if kind == primitives.S_IFCHR || kind == primitives.S_IFBLK {
		size = sprintf("%3d, %3d", major(m.rdev), minor(m.rdev))
	}
	at := time.Unix(m.mtime, 0).In(c.r.zone())
	const halfYear = 6 * 30 * 24 * time.Hour
	when := strftime("%b %e %H:%M", at)
	if age := c.r.now().Sub(at); age > halfYear || age < -time.Hour {
		when = strftime("%b %e  %Y", at)
	}
	line := sprintf("%s %3d %-8.8s %-8.8s %s %s %s", modeString(m.mode), m.nlink, user, group, size, when,
		m.name)
	if kind == primitives.S_IFLNK {
		target, _ := io.ReadAll(body)
		line += " -> " + string(target)
	}
	c.r.print(line, "\n")
}

// room takes away what is where a member goes and reports whether the member may go there.
func (c *cpioTool) room(m *cpioMember, to string) bool {
	old, err := linux.Lstat(to)
	if err != nil {
		return true
	}
	directory := m.mode&primitives.S_IFMT == primitives.S_IFDIR
	switch {
	case old.IsDir() && directory:
		return true
	case !c.unconditional && m.mtime <= old.Mtime/1e9:
		c.r.message(to + " not created: newer or same age version exists")
		return false
	case old.IsDir():
		err = linux.Rmdir(to)
	default:
		err = linux.Unlink(to)
	}
	if err != nil {
		c.failed = true
		c.r.message(sprintf("cannot remove current %s: %s", to, primitives.ErrnoOf(err).Text()))
		return false
	}
	return true
}

// ancestors makes the missing directories above a file, -d.
func (c *cpioTool) ancestors(to string) bool {
	if !c.makeDirs {
		return false
	}
	for i := 1; i < len(to); i++ {
		if to[i] == '/' {
			if err := linux.Mkdir(to[:i], 0o777); err != nil && !is(err, primitives.EEXIST) {
				return false
			}
		}
	}
	return true
}

func (c *cpioTool) extract(m *cpioMember, to string, body io.Reader, links map[inode]string) {
	if !c.room(m, to) {
		return
	}
	kind := m.mode & primitives.S_IFMT
	key := inode{m.dev, m.ino}
	first, linked := links[key]
	if kind == primitives.S_IFREG && m.nlink > 1 && linked {
		if err := c.linked(first, to, body, m.size); err != nil {
			c.warn(err, "cannot link %s to %s", first, to)
		} else if m.size > 0 {
			c.attributes(m, first)
		}
		return
	}
	err := c.place(m, to, body)
	if is(err, primitives.ENOENT) && c.ancestors(to) {
		err = c.place(m, to, body)
	}
	if c.placed(m, to, err) && kind == primitives.S_IFREG && m.nlink > 1 {
		links[key] = to
	}
}

// placed finishes what was made, or says why it was not.
func (c *cpioTool) placed(m *cpioMember, to string, err error) bool {
	kind := m.mode & primitives.S_IFMT
	if err != nil {
		what := map[uint32]string{
			primitives.S_IFDIR: "mkdir", primitives.S_IFLNK: "symlink", primitives.S_IFREG: "open",
		}[kind]
		if what == "" {
			what = "mknod"
		}
		c.warn(err, "%s: Cannot %s", to, what)
		return false
	}
	c.attributes(m, to)
	return true
}

// linked makes another name of a file that is there; its contents may have come with this one.
func (c *cpioTool) linked(first, to string, body io.Reader, size int64) error {
	if size > 0 {
		f, err := linux.OpenFile(first, primitives.O_WRONLY|primitives.O_TRUNC, 0)
		if err != nil {
			return err
		}
		_, err = io.Copy(struct{ io.Writer }{f}, body)
		_ = f.Close()
		if err != nil {
			return err
		}
	}
	err := linux.Link(first, to)
	if is(err, primitives.ENOENT) && c.ancestors(to) {
		err = linux.Link(first, to)
	}
	return err
}

func (c *cpioTool) place(m *cpioMember, to string, body io.Reader) error {
	mode := m.mode & 0o777
	switch kind := m.mode & primitives.S_IFMT; kind {
	case primitives.S_IFDIR:
		err := linux.Mkdir(to, mode|0o700)
		if is(err, primitives.EEXIST) && isDir(to) {
			return nil
		}
		return err
	case primitives.S_IFLNK:
		target, err := io.ReadAll(io.LimitReader(body, 1<<16))
		if err != nil {
			return err
		}
		err = linux.Symlink(string(target), to)
		if is(err, primitives.ENOENT) && c.ancestors(to) {
			err = linux.Symlink(string(target), to)
		}
		return err
	case primitives.S_IFREG:
		f, err := linux.OpenFile(to, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_EXCL, mode)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // writes were checked
		if _, err := io.Copy(struct{ io.Writer }{f}, body); err != nil {
			c.warn(err, "%s: Cannot write", to)
		}
		return nil
	default:
		return linux.Mknod(to, m.mode, m.rdev)
	}
}

// attributes sets owner, mode and, with -m, time.
func (c *cpioTool) attributes(m *cpioMember, to string) {
	link := m.mode&primitives.S_IFMT == primitives.S_IFLNK
	if linux.Geteuid() == 0 && !c.noOwner {
		ids := [2]int{m.uid, m.gid}
		for i, id := range c.owner {
			if id >= 0 {
				ids[i] = id
			}
		}
		if err := linux.Lchown(to, ids[0], ids[1]); err != nil && !is(err, primitives.EPERM) {
			c.warn(err, "%s: Cannot change ownership", to)
		}
	}
	if link {
		return
	}
	if err := linux.Chmod(to, m.mode&0o7777); err != nil {
		c.warn(err, "%s: Cannot change mode", to)
	}
	if c.keepTimes {
		at := m.mtime * 1e9
		if err := linux.Utimens(to, at, at, 0); err != nil {
			c.warn(err, "%s: Cannot utime", to)
		}
	}
}
