package kernel

import (
	"fmt"
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
	{"maps", 0o444, func(p *Process) string { return "00400000-00600000 r-xp 00000000 00:00 0 " + p.exe + "\n" }},
	{"mounts", 0o444, (*Process).procMounts},
	{"mountinfo", 0o444, (*Process).procMountinfo},
	{"limits", 0o444, (*Process).procLimits},
	{"cgroup", 0o444, func(*Process) string { return "0::/\n" }},
	{"oom_score", 0o444, func(*Process) string { return "0\n" }},
	{"oom_score_adj", 0o644, func(*Process) string { return "0\n" }},
}

// procLinks are the magic links of /proc/PID.
//
//nolint:gochecknoglobals // an immutable table
var procLinks = [...]string{"cwd", "exe", "root"}

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
		return procFds(d), true
	case name == "task":
		return procTasks(d), true
	case name == "net":
		return procNet(d), true
	case slices.Contains(procLinks[:], name):
		return procLink{d.p, name}, true
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
	names := append([]string{"task", "fd", "net"}, procLinks[:]...)
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
func (t procText) Write(_ *primitives.Cred, b []byte, _ int64) (int, error) {
	switch t.file.name {
	case "comm":
		t.p.setComm(strings.TrimSuffix(string(b), "\n"))
	case "oom_score_adj":
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

// procFds is /proc/PID/fd.
type procFds struct{ p *Process }

// Attr implements vfs.Node.
func (d procFds) Attr() primitives.Stat { return d.p.procAttr(primitives.S_IFDIR | 0o500) }

// Lookup implements vfs.Dir.
func (d procFds) Lookup(name string) (vfs.Node, bool) {
	fd, err := strconv.ParseUint(name, 10, 31)
	if err != nil || d.p.fds.entry(int64(fd)) == nil || strconv.FormatUint(fd, 10) != name {
		return nil, false
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

// procNet is /proc/PID/net.
type procNet struct{ p *Process }

// Attr implements vfs.Node.
func (d procNet) Attr() primitives.Stat { return d.p.procAttr(primitives.S_IFDIR | 0o555) }

// procNetDev is the one file there.
//
//nolint:gochecknoglobals // an immutable value
var procNetDev = procFile{"dev", 0o444, func(*Process) string {
	return "Inter-|   Receive                                                |  Transmit\n" +
		" face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n" +
		"    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0\n"
}}

// Lookup implements vfs.Dir.
func (d procNet) Lookup(name string) (vfs.Node, bool) {
	return procText{d.p, &procNetDev}, name == procNetDev.name
}

// Names implements vfs.Dir.
func (d procNet) Names() []string { return []string{procNetDev.name} }

func (p *Process) procCmdline() string {
	if p.zombie {
		return ""
	}
	return joinNUL(p.argv)
}

func (p *Process) procEnviron() string { return joinNUL(p.env) }

func joinNUL(list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s)
		b.WriteByte(0)
	}
	return b.String()
}

// procState returns the letter and word of ps.
func (p *Process) procState() string {
	switch {
	case p.zombie:
		return "Z (zombie)"
	case p.stopped:
		return "T (stopped)"
	case p.asleep:
		return "S (sleeping)"
	default:
		return "R (running)"
	}
}

func (p *Process) ppid() int32 {
	if p.parent == nil {
		return 0
	}
	return p.parent.pid
}

func (p *Process) procStatus() string {
	bytes := (p.image + p.grown) >> 10
	size := (p.image + p.reserved) >> 10
	var groups strings.Builder
	for _, g := range p.cred.Groups {
		fmt.Fprintf(&groups, "%d ", g)
	}
	ignored, caught := p.signals.sets()
	return fmt.Sprintf("Name:\t%s\nUmask:\t%04o\nState:\t%s\nTgid:\t%d\nNgid:\t0\nPid:\t%d\nPPid:\t%d\nTracerPid:\t0\n"+
		"Uid:\t%d\t%d\t%d\t%d\nGid:\t%d\t%d\t%d\t%d\nFDSize:\t64\nGroups:\t%s\nNSsid:\t%d\n"+
		"VmPeak:\t%8d kB\nVmSize:\t%8d kB\nVmHWM:\t%8d kB\nVmRSS:\t%8d kB\nThreads:\t%d\n"+
		"SigPnd:\t%016x\nSigBlk:\t%016x\nSigIgn:\t%016x\nSigCgt:\t%016x\n"+
		"CapEff:\t%016x\nNoNewPrivs:\t1\nSeccomp:\t%d\nCpus_allowed:\t%x\n",
		p.comm, p.cred.Umask, p.procState(), p.pid, p.pid, p.ppid(),
		p.ruid, p.cred.UID, p.suid, p.cred.UID, p.rgid, p.cred.GID, p.sgid, p.cred.GID, groups.String(), p.sid,
		size, size, max(p.peak>>10, bytes), bytes, 1+len(p.threads),
		p.signals.pending, p.signals.mask, ignored, caught, 0, p.k.seccompMode(), p.k.cpus())
}

// seccompMode is 2, a filter, where the profile filters calls.
func (k *Kernel) seccompMode() int {
	if s := &k.cfg.Profile.Processes; s.SpawnBlocked || s.ExecBlocked || s.NoThreads || s.NetDeny {
		return 2
	}
	return 0
}

func (p *Process) procStat() string {
	tick := func(ns int64) int64 { return ns / (nsSecond / ticksPerSecond) }
	pages := (p.image + p.grown) / vfs.PageSize
	return fmt.Sprintf("%d (%s) %c %d %d %d 0 -1 4194304 0 0 0 0 %d 0 %d 0 %d %d %d 0 %d %d %d %d"+
		" 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
		p.pid, p.comm, p.procState()[0], p.ppid(), p.pgid, p.sid,
		tick(p.k.nanoseconds(p.steps)), tick(p.k.nanoseconds(p.childSteps)), 20+p.nice, p.nice, 1+len(p.threads),
		tick(p.started-p.k.booted+uptimeAtStart), p.image+p.reserved, pages, int64(never))
}

func (p *Process) procStatm() string {
	pages := (p.image + p.grown) / vfs.PageSize
	return fmt.Sprintf("%d %d 0 0 0 %d 0\n", (p.image+p.reserved)/vfs.PageSize, pages, pages)
}

func (p *Process) procMounts() string {
	var b strings.Builder
	for _, m := range p.k.ns.Mounts() {
		fmt.Fprintf(&b, "%s %s %s %s 0 0\n", m.Source, escape(m.Path), m.Type, m.Options)
	}
	return b.String()
}

func (p *Process) procMountinfo() string {
	var b strings.Builder
	for _, m := range p.k.ns.Mounts() {
		fmt.Fprintf(&b, "%d %d %d:%d %s %s %s - %s %s %s\n", m.ID, m.Parent, m.Dev>>8, m.Dev&0xff,
			escape(m.Root), escape(m.Path), m.Options, m.Type, m.Source, m.Options[:2])
	}
	return b.String()
}

// escape writes a path as the mount table does, proc_pid_mounts(5).
func escape(path string) string {
	return strings.NewReplacer(" ", `\040`, "\t", `\011`, "\n", `\012`, `\`, `\134`).Replace(path)
}

// limitNames are the lines of /proc/PID/limits, in the order of the resources.
//
//nolint:gochecknoglobals // an immutable table
var limitNames = [limitCount][2]string{
	{"Max cpu time", "seconds"}, {"Max file size", "bytes"}, {"Max data size", "bytes"}, {"Max stack size", "bytes"},
	{"Max core file size", "bytes"}, {"Max resident set", "bytes"}, {"Max processes", "processes"},
	{"Max open files", "files"}, {"Max locked memory", "bytes"}, {"Max address space", "bytes"},
	{"Max file locks", "locks"}, {"Max pending signals", "signals"}, {"Max msgqueue size", "bytes"},
	{"Max nice priority", ""}, {"Max realtime priority", ""}, {"Max realtime timeout", "us"},
}

func (p *Process) procLimits() string {
	show := func(n int64) string {
		if n == infinity {
			return "unlimited"
		}
		return strconv.FormatInt(n, 10)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-25s %-20s %-20s %-10s\n", "Limit", "Soft Limit", "Hard Limit", "Units")
	for i, n := range limitNames {
		fmt.Fprintf(&b, "%-25s %-20s %-20s %-10s\n", n[0], show(p.limits[i].cur), show(p.limits[i].max), n[1])
	}
	return b.String()
}

// sets returns the ignored and the caught signals.
func (s *signals) sets() (ignored, caught uint64) {
	for sig := primitives.Signal(1); sig <= maxSignal; sig++ {
		switch s.disposition[sig] {
		case ignore:
			ignored |= sigBit(sig)
		case catch:
			caught |= sigBit(sig)
		}
	}
	return ignored, caught
}
