package kernel

import (
	"fmt"
	"strconv"

	"github.com/sandfault/sandfault/vfs"
)

// procRoot is /proc: what the system says, and a directory for each process.
type procRoot struct{ *folder }

// Lookup implements vfs.Dir.
func (r *procRoot) Lookup(name string) (vfs.Node, bool) {
	if pid, err := strconv.ParseUint(name, 10, 31); err == nil && name[0] != '0' {
		p := r.k.procs[int32(pid)]
		return procDir{p}, p != nil
	}
	return r.folder.Lookup(name)
}

// Names implements vfs.Dir.
func (r *procRoot) Names() []string {
	names := r.folder.Names()
	for _, p := range r.k.order {
		names = append(names, strconv.Itoa(int(p.pid)))
	}
	return names
}

// caller is the process whose call is being answered.
func (k *Kernel) caller() *Process {
	if k.current != nil {
		return k.current
	}
	return k.init
}

func (k *Kernel) procRoot() vfs.Node {
	root := &folder{k: k}
	self := func() string { return strconv.Itoa(int(k.caller().pid)) }
	root.add("self", &textLink{k, self})
	root.add("mounts", &textLink{k, func() string { return "self/mounts" }})
	root.add("net", &textLink{k, func() string { return "self/net" }})
	root.text("meminfo", k.meminfo)
	root.text("cpuinfo", k.cpuinfo)
	root.text("stat", k.procStat)
	root.text("uptime", func() string {
		s := float64(k.uptime()) / nsSecond
		return fmt.Sprintf("%.2f %.2f\n", s, s*float64(k.cpuCount()))
	})
	root.text("loadavg", func() string {
		return fmt.Sprintf("0.00 0.00 0.00 %d/%d %d\n", len(k.sched.queue)+1, len(k.order), k.lastPid)
	})
	root.text("version", func() string {
		return unameSystem + " version " + unameRelease + " (sandfault) " + unameVersion + "\n"
	})
	root.text("filesystems", func() string { return procFilesystems })
	root.text("cmdline", func() string { return "\n" })
	root.text("swaps", func() string { return "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n" })
	root.text("vmstat", k.vmstat)
	root.text("partitions", func() string { return "major minor  #blocks  name\n\n" }) // no disk is a device
	root.text("diskstats", func() string { return "" })
	root.text("devices", procDevices)
	root.text("cgroups", procCgroups)
	root.add("thread-self", &textLink{k, func() string { return self() + "/task/" + self() }})
	k.procSys(root.sub("sys"))
	k.procMore(root)
	return &procRoot{root}
}

// procFilesystems are the kinds that mount(2) knows, with those that take a disk at the end.
const procFilesystems = "nodev\tsysfs\nnodev\ttmpfs\nnodev\tbdev\nnodev\tproc\nnodev\tcgroup\n" +
	"nodev\tcgroup2\nnodev\tcpuset\nnodev\tdevtmpfs\nnodev\tdebugfs\nnodev\ttracefs\n" +
	"nodev\tsecurityfs\nnodev\tsockfs\n" +
	"nodev\tbpf\nnodev\tpipefs\nnodev\tramfs\nnodev\thugetlbfs\nnodev\tdevpts\n\text3\n\text2\n\text4\n" +
	"nodev\toverlay\nnodev\tmqueue\n"

// on is a switch as a file of /proc shows it.
func on(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// uuid formats 16 bytes as a random UUID.
func uuid(b []byte) string {
	var u [16]byte
	copy(u[:], b)
	u[6], u[8] = u[6]&0x0f|0x40, u[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x\n", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// MountSystem makes /dev and mounts /proc and /sys, whose directories must be there.
func (k *Kernel) MountSystem() error {
	if err := k.InstallDevices(); err != nil {
		return err
	}
	if err := k.ns.MountNode("/proc", k.procRoot()); err != nil {
		return err
	}
	sys := vfs.NewNodeFilesystem(k.sysRoot(), "sysfs", vfs.MagicSysfs)
	return k.ns.Mount("/sys", sys, vfs.MountFlags{ReadOnly: true, NoExec: true, NoSuid: true, NoDev: true})
}
