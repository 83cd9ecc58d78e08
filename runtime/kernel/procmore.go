package kernel

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// procMore are files of /proc that say little about a sandbox, and that programs and agents look at
// nevertheless: there is one node of memory, there are no interrupts, no modules and no disks.
func (k *Kernel) procMore(root *folder) {
	for _, f := range [...]struct{ path, text string }{
		{"consoles", ""},
		{"crypto", ""},
		{"dma", " 4: cascade\n"},
		{"execdomains", "0-0\tLinux           \t[kernel]\n"},
		{"iomem", "00000000-00000000 : System RAM\n"},
		{"ioports", "0000-0000 : PCI conf1\n"},
		{"kallsyms", "0000000000000000 T _stext\n0000000000000000 T _text\n"},
		{"key-users", "    0:     1 1/1 1/1000000 9/25000000\n"},
		{"keys", ""},
		{"misc", ""},
		{"modules", ""},
		{
			"sysvipc/msg", "       key      msqid perms      cbytes       qnum lspid lrpid   uid   gid " +
				" cuid  cgid      " +
				"stime      rtime      ctime\n",
		},
		{"sysvipc/sem", "       key      semid perms      nsems   uid   gid  cuid  cgid      otime " +
			"     ctime\n"},
		{
			"sysvipc/shm", "       key      shmid perms                  size  cpid  lpid nattch   uid " +
				"  gid  cuid  " +
				"cgid      atime      dtime      ctime                   rss                  swap\n",
		},
		{"tty/drivers", "/dev/tty             /dev/tty        5       0 system:/dev/tty\n" +
			"/dev/console         /dev/console    5       1 system:console\n" +
			"/dev/ptmx            /dev/ptmx       5       2 system\n" +
			"pty_slave            /dev/pts      136 0-1048575 pty:slave\n" +
			"pty_master           /dev/ptm      128 0-1048575 pty:master\n"},
	} {
		root.at(f.path, func() string { return f.text })
	}
	root.text("buddyinfo", func() string {
		return "Node 0, zone   Normal " + strings.Repeat("     0 ", 10) +
			fmt.Sprintf("%6d \n", k.freeMemory()>>22)
	})
	root.text("zoneinfo", k.zoneinfo)
	root.text("interrupts", func() string { return k.perCPU(11, 3, interruptNames[:]) })
	root.text("softirqs", func() string { return k.perCPU(20, 12, softirqNames[:]) })
	const none = " avg10=0.00 avg60=0.00 avg300=0.00 total=0\n"
	pressure := root.sub("pressure")
	for _, name := range []string{"io", "memory", "cpu"} {
		text := func() string { return "some" + none + "full" + none }
		pressure.add(name, &textFile{k: k, mode: 0o666, content: text})
	}
	for _, name := range []string{
		"kmsg", "slabinfo", "timer_list", "vmallocinfo", "pagetypeinfo", "kpagecount",
	} {
		root.add(name, noFile{k, primitives.S_IFREG | 0o400, primitives.EPERM})
	}
}

// What the rows of /proc/interrupts and /proc/softirqs are called.
//
//nolint:gochecknoglobals // immutable tables
var (
	interruptNames = [...]string{
		"NMI", "LOC", "SPU", "PMI", "IWI", "RTR", "RES", "CAL", "TLB", "TRM",
		"THR", "MCE",
	}
	softirqNames = [...]string{
		"HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU",
	}
)

// perCPU is a table with a column of zeros for each CPU.
func (k *Kernel) perCPU(lead, width int, rows []string) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", lead))
	for i := range k.cpuCount() {
		fmt.Fprintf(&b, "%-11s", fmt.Sprintf("CPU%d", i))
	}
	b.WriteByte('\n')
	for _, row := range rows {
		fmt.Fprintf(&b, "%*s:", width, row)
		for range k.cpuCount() {
			fmt.Fprintf(&b, " %10d", 0)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// zoneinfo has the one zone there is, as far as tools read it.
func (k *Kernel) zoneinfo() string {
	pages, free := int64(hostMemory/vfs.PageSize), k.freeMemory()/vfs.PageSize
	return fmt.Sprintf("Node 0, zone   Normal\n  pages free     %d\n        boost    0\n        min      0\n"+
		"        low      0\n        high     0\n        spanned  %d\n        present  %d\n "+
		"       managed  %d\n",
		free, pages, pages, pages)
}

// noFile is a file that is there to be listed: to read it is an error.
type noFile struct {
	k    *Kernel
	mode uint32
	err  primitives.Errno
}

// Attr implements vfs.Node.
func (f noFile) Attr() primitives.Stat { return f.k.procAttr(f.mode) }

// Content implements vfs.Text.
func (f noFile) Content() ([]byte, error) { return nil, f.err }

// procSub is a directory of /proc/PID: attr, whose files no security module fills, ns, or map_files.
type procSub struct {
	p    *Process
	name string
}

// procNamespaces are the links of /proc/PID/ns in their order, with what they lead to and its inode number.
//
//nolint:gochecknoglobals // an immutable table
var procNamespaces = [...]struct {
	name, kind string
	ino        int
}{
	{"net", "net", 4026531840},
	{"uts", "uts", 4026531838},
	{"ipc", "ipc", 4026531839},
	{"pid", "pid", 4026531836},
	{"pid_for_children", "pid", 4026531836},
	{"user", "user", 4026531837},
	{"mnt", "mnt", 4026531841},
	{"cgroup", "cgroup", 4026531835},
	{"time", "time", 4026531834},
	{"time_for_children", "time", 4026531834},
}

// procLabels are the files of /proc/PID/attr with their modes.
//
//nolint:gochecknoglobals // an immutable table
var procLabels = [...]procFile{
	{name: "current", mode: 0o666},
	{name: "prev", mode: 0o444},
	{name: "exec", mode: 0o666},
	{name: "fscreate", mode: 0o666},
	{name: "keycreate", mode: 0o666},
	{name: "sockcreate", mode: 0o666},
}

// Attr implements vfs.Node.
func (d procSub) Attr() primitives.Stat {
	return d.p.procAttr(primitives.S_IFDIR | map[string]uint32{
		"attr": 0o555, "ns": 0o511,
		"map_files": 0o500,
	}[d.name])
}

// Lookup implements vfs.Dir.
func (d procSub) Lookup(name string) (vfs.Node, bool) {
	switch d.name {
	case "ns":
		for i := range procNamespaces {
			if procNamespaces[i].name == name {
				return procNamespace{d.p, i}, true
			}
		}
	case "attr":
		for i := range procLabels {
			if procLabels[i].name == name {
				return procClosed{d.p, procLabels[i].mode, primitives.EINVAL}, true
			}
		}
	}
	return nil, false
}

// Names implements vfs.Dir.
func (d procSub) Names() (names []string) {
	switch d.name {
	case "ns":
		for i := range procNamespaces {
			names = append(names, procNamespaces[i].name)
		}
	case "attr":
		for i := range procLabels {
			names = append(names, procLabels[i].name)
		}
	}
	return names
}

// procClosed is a file of /proc/PID whose reading is an error: those of security modules, EINVAL, for there
// are
// none, and stack, EACCES.
type procClosed struct {
	p    *Process
	mode uint32
	err  primitives.Errno
}

// Attr implements vfs.Node.
func (l procClosed) Attr() primitives.Stat { return l.p.procAttr(primitives.S_IFREG | l.mode) }

// Content implements vfs.Text.
func (l procClosed) Content() ([]byte, error) { return nil, l.err }

// procNamespace is a link of /proc/PID/ns. All processes are in the same namespaces.
type procNamespace struct {
	p *Process
	i int
}

// Attr implements vfs.Node.
func (l procNamespace) Attr() primitives.Stat { return l.p.procAttr(primitives.S_IFLNK | 0o777) }

// Target implements vfs.Link.
func (l procNamespace) Target() string {
	n := &procNamespaces[l.i]
	return fmt.Sprintf("%s:[%d]", n.kind, n.ino)
}

// Jump implements vfs.Link.
func (l procNamespace) Jump() (loc vfs.Location, f *vfs.File, ok bool) { return loc, nil, false }

// procAuxv has of the auxiliary vector what is no address, getauxval(3).
func (p *Process) procAuxv() string {
	const (
		atPagesz, atUID, atEUID, atGID, atEGID, atHwcap, atClktck, atSecure = 6, 11, 12, 13, 14, 16, 17, 23
	)
	var b []byte
	for _, n := range [...]uint64{
		atHwcap, 0x178bfbff, atPagesz, vfs.PageSize, atClktck, ticksPerSecond,
		atUID, uint64(p.ruid), atEUID, uint64(p.cred.UID), atGID, uint64(p.rgid), atEGID, uint64(p.cred.GID),
		atSecure, 0, 0, 0,
	} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return string(b)
}

// procSched has the lines of /proc/PID/sched that say something here.
func (p *Process) procSched() string {
	var b strings.Builder
	head := fmt.Sprintf("%s (%d, #threads: %d)", p.comm, p.pid, 1+len(p.threads))
	fmt.Fprintf(&b, "%s\n%s\n", head, strings.Repeat("-", 67))
	ran := float64(p.k.nanoseconds(p.steps)) / 1e6
	fmt.Fprintf(&b, "%-45s:%21.6f\n", "se.sum_exec_runtime", ran)
	for _, l := range [...]struct {
		name string
		n    int64
	}{
		{"se.nr_migrations", 0},
		{"nr_switches", p.waits + p.preempted},
		{"nr_voluntary_switches", p.waits},
		{"nr_involuntary_switches", p.preempted},
		{"se.load.weight", 1048576},
		{"policy", 0},
		{"prio", int64(120 + p.nice)},
	} {
		fmt.Fprintf(&b, "%-45s:%21d\n", l.name, l.n)
	}
	return b.String()
}
