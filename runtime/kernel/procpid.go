package kernel

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// procDir is /proc/PID.
type procDir struct{ p *Process }

// procFile is one of the files there.
type procFile struct {
	name    string
	mode    uint32
	content func(p *Process) string
}

//nolint:gochecknoglobals // an immutable table
var procFiles = [...]procFile{
	{"cmdline", 0o444, (*Process).procCmdline},
	{"comm", 0o644, func(p *Process) string { return p.comm + "\n" }},
	{"environ", 0o400, (*Process).procEnviron},
	{"stat", 0o444, (*Process).procStat},
	{"statm", 0o444, (*Process).procStatm},
	{"status", 0o444, (*Process).procStatus},
	{"maps", 0o444, (*Process).procMaps},
	{"mounts", 0o444, (*Process).procMounts},
	{"mountinfo", 0o444, (*Process).procMountinfo},
	{"limits", 0o444, (*Process).procLimits},
	{"cgroup", 0o444, func(*Process) string { return "0::/\n" }},
	{"oom_score", 0o444, func(p *Process) string { return itoa64(p.oomScore()) + "\n" }},
	{"oom_score_adj", 0o644, func(p *Process) string { return itoa64(p.oomAdj) + "\n" }},
	{"io", 0o400, (*Process).procIO},
	{"smaps", 0o444, (*Process).procSmaps},
	{"smaps_rollup", 0o444, (*Process).procSmapsRollup},
	{"mountstats", 0o400, (*Process).procMountstats},
	{"uid_map", 0o644, func(*Process) string { return idMap }},
	{"gid_map", 0o644, func(*Process) string { return idMap }},
	{"setgroups", 0o644, func(*Process) string { return "allow\n" }},
	{"loginuid", 0o644, func(*Process) string { return "4294967295" }},
	{"sessionid", 0o444, func(*Process) string { return "4294967295" }},
	{"cpuset", 0o444, func(*Process) string { return "/\n" }},
	{"wchan", 0o444, func(*Process) string { return "0" }},
	{"schedstat", 0o444, (*Process).procSchedstat},
	{"autogroup", 0o644, func(*Process) string { return "/autogroup-1 nice 0\n" }},
	{"auxv", 0o400, (*Process).procAuxv},
	{"oom_adj", 0o644, func(p *Process) string { return itoa64(p.oomAdj*17/1000) + "\n" }},
	{"projid_map", 0o644, func(*Process) string { return idMap }},
	{"sched", 0o644, (*Process).procSched},
	{"syscall", 0o400, func(*Process) string { return "running\n" }},
	{"timens_offsets", 0o644, func(*Process) string {
		return "monotonic           0         0\nboottime            0         0\n"
	}},
	{"timers", 0o444, func(*Process) string { return "" }},
	{"personality", 0o400, func(*Process) string { return "00000000\n" }},
	{"coredump_filter", 0o644, func(*Process) string { return "00000033\n" }},
	{"timerslack_ns", 0o666, func(*Process) string { return "50000\n" }},
}

// idMap says that ids are what they seem: there are no user namespaces.
const idMap = "         0          0 4294967295\n"

// procLinks are the magic links of /proc/PID.
//
//nolint:gochecknoglobals // an immutable table
var procLinks = [...]string{"cwd", "exe", "root"}

// procSubs are the directories of /proc/PID that hold nothing of a process of ours.
//
//nolint:gochecknoglobals // an immutable table
var procSubs = [...]string{"attr", "ns", "map_files"}

// attr returns the attributes of what belongs to the process. PID 1 is root's.
func (p *Process) procAttr(mode uint32) primitives.Stat {
	st := primitives.Stat{Mode: mode, UID: p.cred.UID, GID: p.cred.GID}
	st.Atime, st.Mtime, st.Ctime = p.started, p.started, p.started
	if p.pid == 1 && p.k.caller() != p {
		st.UID, st.GID = 0, 0
	}
	return st
}

// Attr implements vfs.Node.
func (d procDir) Attr() primitives.Stat { return d.p.procAttr(primitives.S_IFDIR | 0o555) }

// Lookup implements vfs.Dir.
func (d procDir) Lookup(name string) (vfs.Node, bool) {
	switch {
	case name == "fd":
		return procFds{d.p, false}, true
	case name == "fdinfo":
		return procFds{d.p, true}, true
	case name == "task":
		return procTasks(d), true
	case name == "net":
		return procNet(d), true
	case slices.Contains(procLinks[:], name):
		return procLink{d.p, name}, true
	case slices.Contains(procSubs[:], name):
		return procSub{d.p, name}, true
	case name == "stack":
		return procClosed{d.p, 0o400, primitives.EACCES}, true
	}
	for i := range procFiles {
		if procFiles[i].name == name {
			return procText{d.p, &procFiles[i]}, true
		}
	}
	return nil, false
}

// Names implements vfs.Dir.
func (d procDir) Names() []string {
	names := append([]string{"task", "fd", "fdinfo", "net"}, procLinks[:]...)
	names = append(append(names, procSubs[:]...), "stack")
	for i := range procFiles {
		names = append(names, procFiles[i].name)
	}
	return names
}

// procText is the node of a procFile.
type procText struct {
	p    *Process
	file *procFile
}

// Attr implements vfs.Node.
func (t procText) Attr() primitives.Stat { return t.p.procAttr(primitives.S_IFREG | t.file.mode) }

// Content implements vfs.Text.
func (t procText) Content() ([]byte, error) {
	if t.p.k.procs[t.p.pid] != t.p {
		return nil, primitives.ESRCH
	}
	return []byte(t.file.content(t.p)), nil
}

// Write implements vfs.Writer.
func (t procText) Write(c *primitives.Cred, b []byte, _ int64) (int, error) {
	switch t.file.name {
	case "comm":
		t.p.setComm(strings.TrimSuffix(string(b), "\n"))
	case "oom_score_adj":
		if err := t.p.setOOMAdj(c, strings.TrimSpace(string(b))); err != nil {
			return 0, err
		}
	case "coredump_filter", "timerslack_ns":
	default:
		return 0, primitives.EINVAL
	}
	return len(b), nil
}

// procLink is cwd, exe or root.
type procLink struct {
	p    *Process
	name string
}

// Attr implements vfs.Node.
func (l procLink) Attr() primitives.Stat { return l.p.procAttr(primitives.S_IFLNK | 0o777) }

// Target implements vfs.Link.
func (l procLink) Target() string {
	switch l.name {
	case "cwd":
		if path, err := l.p.k.ns.Getcwd(l.p.cwd); err == nil {
			return path
		}
		return ""
	case "exe":
		return l.p.exe
	default:
		return "/"
	}
}

// Jump implements vfs.Link.
func (l procLink) Jump() (loc vfs.Location, f *vfs.File, ok bool) {
	switch l.name {
	case "cwd":
		return l.p.cwd, nil, true
	case "exe":
		return loc, l.p.exeFile, l.p.exeFile != nil
	default:
		return l.p.k.ns.Root(), nil, true
	}
}

// procFds is /proc/PID/fd, or fdinfo.
type procFds struct {
	p    *Process
	info bool
}

// Attr implements vfs.Node.
func (d procFds) Attr() primitives.Stat {
	if d.info {
		return d.p.procAttr(primitives.S_IFDIR | 0o555)
	}
	return d.p.procAttr(primitives.S_IFDIR | 0o500)
}

// Lookup implements vfs.Dir.
func (d procFds) Lookup(name string) (vfs.Node, bool) {
	fd, err := strconv.ParseUint(name, 10, 31)
	if err != nil || d.p.fds.entry(int64(fd)) == nil || strconv.FormatUint(fd, 10) != name {
		return nil, false
	}
	if d.info {
		return procFdinfo{d.p, d.p.fds.entries[fd].file}, true
	}
	return procFd{d.p, d.p.fds.entries[fd].file}, true
}

// Names implements vfs.Dir.
func (d procFds) Names() []string {
	var names []string
	for fd := range d.p.fds.entries {
		if d.p.fds.entries[fd].file != nil {
			names = append(names, strconv.Itoa(fd))
		}
	}
	return names
}

// procFd is /proc/PID/fd/N: opening it opens the same inode anew.
type procFd struct {
	p *Process
	f *openFile
}

// Attr implements vfs.Node.
func (l procFd) Attr() primitives.Stat {
	mode := uint32(primitives.S_IFLNK | 0o100)
	if l.f.readable() {
		mode |= 0o400
	}
	if l.f.writable() {
		mode |= 0o200
	}
	return l.p.procAttr(mode)
}

// Target implements vfs.Link.
func (l procFd) Target() string { return l.p.k.pathOf(l.f) }

// Jump implements vfs.Link.
func (l procFd) Jump() (loc vfs.Location, f *vfs.File, ok bool) {
	if l.f.refs == 0 {
		return loc, nil, false
	}
	return loc, l.p.k.fileOf(l.f), true
}

// procTasks is /proc/PID/task, in which every thread looks like its process.
type procTasks struct{ p *Process }

// Attr implements vfs.Node.
func (d procTasks) Attr() primitives.Stat { return d.p.procAttr(primitives.S_IFDIR | 0o555) }

// Lookup implements vfs.Dir.
func (d procTasks) Lookup(name string) (vfs.Node, bool) {
	return procDir(d), slices.Contains(d.Names(), name)
}

// Names implements vfs.Dir.
func (d procTasks) Names() []string {
	names := []string{strconv.Itoa(int(d.p.pid))}
	for _, tid := range d.p.threads {
		names = append(names, strconv.Itoa(int(tid)))
	}
	return names
}
