package emscripten

import (
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// nursery is the world in which interpreters start: the library, read-only, three pipes, one user, a clock
// that stands still. What it answers ends up in the memory of every process, so that it depends on nothing.
type nursery struct {
	files map[string][]byte   // by absolute path
	dirs  map[string][]string // the names in a directory, sorted
}

// newNursery returns the world that holds the files.
func newNursery(files []python.File, dirs []string) *nursery {
	n := &nursery{files: map[string][]byte{"/dev/null": nil}, dirs: map[string][]string{"/": nil}}
	for _, d := range dirs {
		n.mkdir(d)
	}
	for _, f := range files {
		n.files[f.Path] = f.Content
		n.enter(f.Path)
	}
	for d := range n.dirs {
		slices.Sort(n.dirs[d])
	}
	return n
}

func (n *nursery) mkdir(d string) {
	if _, there := n.dirs[d]; !there {
		n.dirs[d] = nil
		n.enter(d)
	}
}

// enter notes a name in its directory.
func (n *nursery) enter(p string) {
	dir, name := path.Dir(p), path.Base(p)
	n.mkdir(dir)
	if !slices.Contains(n.dirs[dir], name) {
		n.dirs[dir] = append(n.dirs[dir], name)
	}
}

// infant is the process of an interpreter that starts.
type infant struct {
	nursery *nursery
	random  *det.Stream
	open    map[int64]*opened
	parent  hostabi.Process // gets what is written and how it ends, if it is a process's own start
	lacking []string
	said    []byte // what was written where nobody listens
}

type opened struct {
	path   string
	offset int
}

func (n *nursery) infant(parent hostabi.Process) *infant {
	return &infant{
		nursery: n, random: det.NewSeed(0).Stream("nursery"), open: map[int64]*opened{}, parent: parent,
	}
}

// standard is the number of descriptors that are open from the start.
const standard = 3

// answer makes the calls of an interpreter that starts.
func (p *infant) answer(r *request) answer {
	switch r.kind {
	case askCall:
		return answer{result: p.call(r.call)}
	case askConsume:
		return answer{value: nurserySlice}
	case askLacking:
		p.lacking = append(p.lacking, r.text)
		return answer{}
	case askSpawn:
		return answer{stage: abi.StageClone, err: primitives.ENOSYS}
	default:
		return answer{}
	}
}

// nurserySlice is how many instructions pass between two accounts of a start.
const nurserySlice = 1 << 40

func (p *infant) call(c *primitives.Call) primitives.Result {
	var err error
	var r primitives.Result
	switch c.No {
	case primitives.SysOpenat:
		r.Val, err = p.openat(c)
	case primitives.SysClose:
		delete(p.open, c.Args[0])
	case primitives.SysFstat:
		err = p.fstat(c)
	case primitives.SysNewfstatat:
		err = p.stat(c.Path, c.Stat)
	case primitives.SysRead, primitives.SysPread64, primitives.SysLseek, primitives.SysGetdents64:
		r.Val, err = p.read(c)
	case primitives.SysGetrandom:
		_, _ = p.random.Read(c.Out)
		r.Val = int64(len(c.Out))
	case primitives.SysReadlinkat:
		err = p.readlink(c)
	case primitives.SysGetcwd:
		c.Out[0], c.Out[1], r.Val = '/', 0, 1
	case primitives.SysIoctl:
		err = primitives.ENOTTY
	case primitives.SysWrite:
		return p.write(c)
	case primitives.SysFcntl, primitives.SysPoll, primitives.SysClockGettime, primitives.SysBrk,
		primitives.SysRtSigaction, primitives.SysRtSigpending, primitives.SysRtSigprocmask,
		primitives.SysFaccessat, primitives.SysGetpid, primitives.SysGetuid, primitives.SysGeteuid,
		primitives.SysGetgid, primitives.SysGetegid:
	default:
		err = primitives.ENOSYS
	}
	if err != nil {
		return primitives.Fail(err)
	}
	return r
}

// write shows what an interpreter says on its way, to its process if it has one.
func (p *infant) write(c *primitives.Call) primitives.Result {
	if p.parent == nil {
		p.said = append(p.said, c.In...)
		return primitives.Result{Val: int64(len(c.In))}
	}
	c.Pid = p.parent.Pid()
	r, _ := p.parent.Syscall(c)
	return r
}

func (p *infant) openat(c *primitives.Call) (int64, error) {
	name := path.Clean("/" + c.Path)
	_, dir := p.nursery.dirs[name]
	if _, file := p.nursery.files[name]; !file && !dir {
		return 0, primitives.ENOENT
	}
	if c.Args[2]&primitives.O_ACCMODE != primitives.O_RDONLY {
		return 0, primitives.EROFS
	}
	fd := int64(standard)
	for p.open[fd] != nil {
		fd++
	}
	p.open[fd] = &opened{path: name}
	return fd, nil
}

func (p *infant) fstat(c *primitives.Call) error {
	if c.Args[0] >= 0 && c.Args[0] < standard {
		*c.Stat = primitives.Stat{Mode: primitives.S_IFIFO | 0o600, Nlink: 1, Blksize: 4096}
		return nil
	}
	o := p.open[c.Args[0]]
	if o == nil {
		return primitives.EBADF
	}
	return p.stat(o.path, c.Stat)
}

// LibraryTime is when the library's files and directories were made, ns: the interpreter remembers it, so
// that an image has to have the same.
const LibraryTime = det.Start

func (p *infant) stat(name string, st *primitives.Stat) error {
	name = path.Clean("/" + name)
	*st = primitives.Stat{
		Nlink: 1, Blksize: 4096, Mode: primitives.S_IFREG | 0o644,
		Atime: LibraryTime, Mtime: LibraryTime, Ctime: LibraryTime,
	}
	if _, dir := p.nursery.dirs[name]; dir {
		st.Mode = primitives.S_IFDIR | 0o755
		return nil
	}
	b, file := p.nursery.files[name]
	if name == python.Executable {
		st.Mode |= 0o111
		return nil
	}
	if !file {
		return primitives.ENOENT
	}
	st.Size = int64(len(b))
	return nil
}

func (p *infant) readlink(c *primitives.Call) error {
	var st primitives.Stat
	if err := p.stat(c.Path, &st); err != nil {
		return err
	}
	return primitives.EINVAL
}

// read is the calls on what is open.
func (p *infant) read(c *primitives.Call) (int64, error) {
	o := p.open[c.Args[0]]
	if o == nil {
		if c.Args[0] < standard && c.No == primitives.SysLseek {
			return 0, primitives.ESPIPE
		}
		return 0, primitives.EBADF
	}
	content := p.nursery.files[o.path]
	switch c.No {
	case primitives.SysGetdents64:
		return p.getdents(o, c.Out), nil
	case primitives.SysLseek:
		base := [...]int{0, o.offset, len(content)}
		o.offset = base[c.Args[2]%3] + int(c.Args[1])
		return int64(o.offset), nil
	case primitives.SysPread64:
		return int64(copy(c.Out, content[min(int(c.Args[3]), len(content)):])), nil
	default:
		n := copy(c.Out, content[min(o.offset, len(content)):])
		o.offset += n
		return int64(n), nil
	}
}

func (p *infant) getdents(o *opened, out []byte) int64 {
	const header = 19
	n := 0
	names := p.nursery.dirs[o.path]
	for ; o.offset < len(names); o.offset++ {
		name := names[o.offset]
		size := (header + len(name) + 1 + 7) / 8 * 8
		if n+size > len(out) {
			break
		}
		b := out[n : n+size]
		clear(b)
		putU64(b, uint64(o.offset+1))
		putU64(b[8:], uint64(o.offset+1))
		putU16(b[16:], uint16(size))
		b[18] = 8 // DT_REG
		if _, dir := p.nursery.dirs[strings.TrimSuffix(o.path, "/")+"/"+name]; dir {
			b[18] = 4
		}
		copy(b[header:], name)
		n += size
	}
	return int64(n)
}
