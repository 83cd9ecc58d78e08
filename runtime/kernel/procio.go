package kernel

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// ioCount is what a process read and wrote by calls: bytes and calls, proc_pid_io(5).
type ioCount struct{ readBytes, writtenBytes, reads, writes int64 }

func (n *ioCount) count(no primitives.Sysno, r *primitives.Result) {
	if r.Errno != primitives.OK {
		return
	}
	switch no { // all others move no bytes
	case primitives.SysRead, primitives.SysPread64:
		n.reads++
		n.readBytes += r.Val
	case primitives.SysWrite, primitives.SysPwrite64:
		n.writes++
		n.writtenBytes += r.Val
	}
}

// procIO has nothing of a disk: what is stored is in memory.
func (p *Process) procIO() string {
	return fmt.Sprintf("rchar: %d\nwchar: %d\nsyscr: %d\nsyscw: %d\nread_bytes: 0\nwrite_bytes: 0\n"+
		"cancelled_write_bytes: 0\n", p.io.readBytes, p.io.writtenBytes, p.io.reads, p.io.writes)
}

// procFdinfo is /proc/PID/fdinfo/N.
type procFdinfo struct {
	p *Process
	f *openFile
}

// Attr implements vfs.Node.
func (n procFdinfo) Attr() primitives.Stat { return n.p.procAttr(primitives.S_IFREG | 0o444) }

// Content implements vfs.Text.
func (n procFdinfo) Content() ([]byte, error) {
	mount, ino := 15, uint64(0) // of pipes and sockets, which no mount in the tree has
	if n.f.file != nil {
		mount, ino = n.f.file.MountID(), n.f.file.Stat().Ino
	}
	const form = "pos:\t%d\nflags:\t0%o\nmnt_id:\t%d\nino:\t%d\n"
	return fmt.Appendf(nil, form, n.f.pos, n.f.flags, mount, ino), nil
}

// procSmaps has the one mapping of procMaps with all that the process holds.
func (p *Process) procSmaps() string { return p.procMaps() + p.smapsText(true) }

func (p *Process) procSmapsRollup() string {
	const line = "00400000-7ffffffff000 ---p 00000000 00:00 0                          [rollup]\n"
	return line + p.smapsText(false)
}

func (p *Process) smapsText(one bool) string {
	var b strings.Builder
	kb := func(name string, bytes int64) { fmt.Fprintf(&b, "%-15s %8d kB\n", name+":", bytes>>10) }
	used := p.resident()
	if one {
		kb("Size", p.image+p.mapped+p.reserved)
		kb("KernelPageSize", vfs.PageSize)
		kb("MMUPageSize", vfs.PageSize)
	}
	kb("Rss", used)
	kb("Pss", used)
	kb("Pss_Dirty", used)
	if !one {
		kb("Pss_Anon", used)
		kb("Pss_File", 0)
		kb("Pss_Shmem", 0)
	}
	for _, name := range []string{"Shared_Clean", "Shared_Dirty", "Private_Clean"} {
		kb(name, 0)
	}
	for _, name := range []string{"Private_Dirty", "Referenced", "Anonymous"} {
		kb(name, used)
	}
	for _, name := range []string{
		"LazyFree", "AnonHugePages", "ShmemPmdMapped", "FilePmdMapped", "Shared_Hugetlb", "Private_Hugetlb",
		"Swap", "SwapPss", "Locked",
	} {
		kb(name, 0)
	}
	if one {
		b.WriteString("THPeligible:    0\nVmFlags: rd ex mr mw me \n")
	}
	return b.String()
}

func (p *Process) procMountstats() string {
	var b strings.Builder
	for _, m := range p.k.ns.Mounts() {
		fmt.Fprintf(&b, "device %s mounted on %s with fstype %s\n", mangle(m.Source), escape(m.Path), m.Type)
	}
	return b.String()
}

func (p *Process) procSchedstat() string {
	return fmt.Sprintf("%d 0 %d\n", p.k.nanoseconds(p.steps), p.waits+p.preempted)
}
