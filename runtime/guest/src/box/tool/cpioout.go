package tool

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const cpioTrailer = "TRAILER!!!"

// cpioOut writes an archive.
type cpioOut struct {
	*cpioTool
	w     *linux.Writer
	n     int64
	links map[inode][]cpioMember // members of the new format whose contents come with the last link
}

func (c *cpioTool) copyOut() {
	if c.format == "" {
		c.format = "bin"
	}
	out := &cpioOut{cpioTool: c, w: c.r.out, links: map[inode][]cpioMember{}}
	if c.archive != "" {
		out.open()
	} else if c.append {
		c.r.usage("--append is used but no archive file name is given (use -F or -O options)")
	}
	c.enter()
	c.names(out.add)
	if c.dot {
		c.r.stderr("\n")
	}
	for _, list := range sortedLinks(out.links) {
		out.flushLinks(list)
	}
	out.member(&cpioMember{name: cpioTrailer, nlink: 1}, strings.NewReader(""))
	if rest := out.n % c.block; rest != 0 {
		out.write(make([]byte, c.block-rest))
	}
	if err := out.w.Flush(); err != nil {
		out.w.Err = nil
		c.r.dieErr(2, err, "write error")
	}
	c.bytes += out.n
}

// open opens the archive of -O; with -A it goes to the end of what it has.
func (o *cpioOut) open() {
	flags := primitives.O_RDWR | primitives.O_CREAT | primitives.O_TRUNC
	if o.append {
		flags = primitives.O_RDWR
	}
	f, err := linux.OpenFile(o.archive, flags, 0o666)
	if err != nil {
		o.r.dieErr(2, err, "Cannot open %s", o.archive)
	}
	o.w = linux.NewWriter(f.Fd)
	if !o.append {
		return
	}
	in := &cpioIn{cpioTool: o.cpioTool, in: o.input()}
	at := int64(0)
	for {
		m, ok := in.header()
		if !ok || m.name == cpioTrailer {
			break
		}
		in.skip(m.size)
		in.pad()
		at = in.n
	}
	o.format = in.kind
	if _, err = f.Seek(at, linux.SeekSet); err == nil {
		err = linux.Ftruncate(f.Fd, at)
	}
	if err != nil {
		o.r.dieErr(2, err, "%s: Cannot seek", o.archive)
	}
	o.n = at
}

func (o *cpioOut) write(b []byte) {
	o.n += int64(len(b))
	if _, err := o.w.Write(b); err != nil {
		o.w.Err = nil
		o.r.dieErr(2, err, "write error")
	}
}

// add puts one file of the list into the archive.
func (o *cpioOut) add(name string) {
	stat := linux.Lstat
	if o.dereference {
		stat = linux.Stat
	}
	st, err := stat(name)
	if err != nil {
		o.warn(err, "%s: Cannot stat", name)
		return
	}
	m := memberOf(cpioName(name, o.relative), &st)
	for i, id := range []*int{&m.uid, &m.gid} {
		if o.owner[i] >= 0 {
			*id = o.owner[i]
		}
	}
	if o.renumber {
		key := inodeOf(&st)
		if _, ok := o.inodes[key]; !ok {
			o.inodes[key] = len(o.inodes)
		}
		m.ino = uint64(o.inodes[key])
	}
	if o.noDevice {
		m.dev = 0
	}
	switch {
	case st.IsRegular() && m.nlink > 1 && (o.format == "newc" || o.format == "crc"):
		o.tell(name)
		key := inodeOf(&st)
		m.checksum = 0
		o.links[key] = append(o.links[key], m)
		if len(o.links[key]) == m.nlink {
			o.flushLinks(o.links[key])
			delete(o.links, key)
		}
	case st.IsRegular():
		o.file(&m, name, true)
	case st.Mode&primitives.S_IFMT == primitives.S_IFLNK:
		o.tell(name)
		target, err := linux.Readlink(name)
		if err != nil {
			o.warn(err, "%s: Cannot readlink", name)
			return
		}
		m.size = int64(len(target))
		o.member(&m, strings.NewReader(target))
	default:
		o.tell(name)
		o.member(&m, strings.NewReader(""))
	}
}

func (o *cpioOut) file(m *cpioMember, path string, tell bool) {
	f, err := openInput(path)
	if err != nil {
		o.warn(err, "%s: Cannot open", path)
		return
	}
	defer closeInput(f)
	if tell {
		o.tell(path)
	}
	if o.format == "crc" {
		b, err := readAll(f)
		if err != nil {
			o.warn(err, "%s: Cannot read", path)
		}
		for _, c := range b {
			m.checksum += int64(c)
		}
		m.checksum &= 0xffffffff
		_, _ = f.Seek(0, linux.SeekSet)
	}
	o.member(m, f)
}

// flushLinks writes the names of one file; the last has its contents.
func (o *cpioOut) flushLinks(list []cpioMember) {
	for i := range list {
		m := &list[i]
		if i < len(list)-1 {
			m.size = 0
			o.member(m, strings.NewReader(""))
			continue
		}
		o.file(m, m.name, false)
	}
}

func sortedLinks(m map[inode][]cpioMember) [][]cpioMember {
	var all [][]cpioMember
	for _, list := range m {
		all = append(all, list)
	}
	less := func(a, b []cpioMember) int { return strings.Compare(a[0].name, b[0].name) }
	slices.SortFunc(all, less)
	return all
}

// cpioName is a name as it stands in an archive.
func cpioName(name string, relative bool) string {
	for strings.HasPrefix(name, "./") && strings.TrimLeft(name[1:], "/") != "" {
		name = strings.TrimLeft(name[1:], "/")
	}
	if relative {
		name = strings.TrimLeft(name, "/")
	}
	return name
}

// member writes a header and as many bytes as it says.
func (o *cpioOut) member(m *cpioMember, body io.Reader) {
	switch o.format {
	case "newc", "crc":
		magic := "070701"
		if o.format == "crc" {
			magic = "070702"
		}
		o.write([]byte(sprintf("%s%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X", magic,
			uint32(m.ino), m.mode,
			m.uid, m.gid, m.nlink, uint32(m.mtime), m.size, major(m.dev), minor(m.dev), major(m.rdev),
			minor(m.rdev),
			len(m.name)+1, m.checksum)))
	case "odc":
		const word, long = 0o777777, 1<<33 - 1
		o.write([]byte(sprintf("070707%06o%06o%06o%06o%06o%06o%06o%011o%06o%011o", m.dev&word, m.ino&word,
			m.mode&word,
			m.uid&word, m.gid&word, m.nlink&word, m.rdev&word, m.mtime&long, len(m.name)+1, m.size&long)))
	default:
		o.write(binaryHeader(m))
	}
	o.write([]byte(m.name + "\x00"))
	o.pad()
	buf := make([]byte, inputSize)
	left := m.size
	for left > 0 {
		n, err := body.Read(buf[:min(left, int64(len(buf)))])
		o.write(buf[:n])
		left -= int64(n)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				o.warn(err, "%s: Cannot read", m.name)
			} else if left > 0 {
				o.failed = true
				o.r.message(sprintf("File %s shrunk by %d bytes, padding with zeros", m.name, left))
			}
			o.write(make([]byte, left))
			break
		}
	}
	o.pad()
}

// pad goes to the next boundary: of four bytes in the new formats, of two in the binary one.
func (o *cpioOut) pad() {
	to := map[string]int64{"newc": 4, "crc": 4, "bin": 2}[o.format]
	if to == 0 || o.n%to == 0 {
		return
	}
	o.write(make([]byte, to-o.n%to))
}

// binaryHeader is the oldest format: 16-bit words, long ones with their high half first.
func binaryHeader(m *cpioMember) []byte {
	words := []uint64{
		0o70707, m.dev, m.ino, uint64(m.mode), uint64(m.uid), uint64(m.gid), uint64(m.nlink), m.rdev,
		uint64(m.mtime) >> 16, uint64(m.mtime), uint64(len(m.name) + 1), uint64(m.size) >> 16, uint64(m.size),
	}
	var b []byte
	for _, w := range words {
		b = binary.LittleEndian.AppendUint16(b, uint16(w))
	}
	return b
}
