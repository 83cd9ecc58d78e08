package kernel

import (
	"fmt"
	"strconv"
	"strings"

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
	root.text("filesystems", func() string {
		return "nodev\tsysfs\nnodev\ttmpfs\nnodev\tproc\nnodev\toverlay\n\text4\n"
	})
	root.text("cmdline", func() string { return "\n" })
	root.text("swaps", func() string { return "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n" })
	k.procSys(root.sub("sys"))
	return &procRoot{root}
}

// procSys fills /proc/sys with what programs look at.
func (k *Kernel) procSys(sys *folder) {
	number := func(f *folder, name string, n func() int64) {
		f.text(name, func() string { return strconv.FormatInt(n(), 10) + "\n" })
	}
	constant := func(f *folder, name string, n int64) { number(f, name, func() int64 { return n }) }
	kernel := sys.sub("kernel")
	kernel.text("hostname", func() string { return k.hostname + "\n" })
	kernel.text("ostype", func() string { return unameSystem + "\n" })
	kernel.text("osrelease", func() string { return unameRelease + "\n" })
	kernel.text("version", func() string { return unameVersion + "\n" })
	constant(kernel, "pid_max", maxPid)
	constant(kernel, "threads-max", 2*defaultNproc)
	constant(kernel, "cap_last_cap", 40)
	random := kernel.sub("random")
	random.text("boot_id", func() string { return uuid(k.cfg.Seed[:]) })
	random.text("uuid", func() string {
		var b [16]byte
		_, _ = k.random.Read(b[:])
		return uuid(b[:])
	})
	fs := sys.sub("fs")
	pr := &k.cfg.Profile.Permissions
	constant(fs, "file-max", 1<<20)
	constant(fs, "nr_open", 1<<20)
	constant(fs, "pipe-max-size", maxPipe)
	constant(fs, "protected_symlinks", on(pr.ProtectedSymlinks))
	constant(fs, "protected_hardlinks", on(pr.ProtectedLinks))
	constant(fs, "protected_regular", int64(pr.ProtectedRegular))
	constant(fs, "protected_fifos", int64(pr.ProtectedFifos))
	constant(sys.sub("vm"), "overcommit_memory", 0)
	constant(sys.sub("net").sub("core"), "somaxconn", 4096)
}

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

// meminfo shows the machine's memory, which is not the cap of the sandbox: in a container it is the
// host's, a trap that real sandboxes have too.
func (k *Kernel) meminfo() string {
	kb := func(n int64) int64 { return n >> 10 }
	free := kb(k.freeMemory())
	var b strings.Builder
	for _, l := range []struct {
		name string
		n    int64
	}{
		{"MemTotal", kb(hostMemory)},
		{"MemFree", free},
		{"MemAvailable", free},
		{"Buffers", 0},
		{"Cached", kb(k.memory.tmpfs)},
		{"SwapTotal", 0},
		{"SwapFree", 0},
		{"Shmem", kb(k.memory.tmpfs)},
	} {
		fmt.Fprintf(&b, "%-15s %8d kB\n", l.name+":", l.n)
	}
	return b.String()
}

func (k *Kernel) cpuinfo() string {
	var b strings.Builder
	for i := range k.cpuCount() {
		fmt.Fprintf(&b, "processor\t: %d\nvendor_id\t: GenuineIntel\nmodel name\t: sandfault virtual CPU\n"+
			"cpu MHz\t\t: %d.000\ncpu cores\t: %d\n\n", i, k.sched.speed/1_000_000, k.cpuCount())
	}
	return b.String()
}

func (k *Kernel) procStat() string {
	tick := k.uptime() / (nsSecond / ticksPerSecond)
	var b strings.Builder
	fmt.Fprintf(&b, "cpu  0 0 0 %d 0 0 0 0 0 0\n", tick*int64(k.cpuCount()))
	for i := range k.cpuCount() {
		fmt.Fprintf(&b, "cpu%d 0 0 0 %d 0 0 0 0 0 0\n", i, tick)
	}
	fmt.Fprintf(&b, "ctxt %d\nbtime %d\nprocesses %d\nprocs_running %d\nprocs_blocked 0\n",
		k.stats.Switches, (k.booted-uptimeAtStart)/nsSecond, k.stats.Processes+1, len(k.sched.queue)+1)
	return b.String()
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

// sysRoot is /sys: CPUs, and the limits of the session as its cgroup shows them.
func (k *Kernel) sysRoot() vfs.Node {
	root := &folder{k: k}
	cpus := func() string { return "0-" + strconv.Itoa(k.cpuCount()-1) + "\n" }
	cpu := root.sub("devices").sub("system").sub("cpu")
	cpu.text("online", cpus).text("possible", cpus).text("present", cpus)
	limit := func(n int64) string {
		if n == 0 {
			return "max\n"
		}
		return strconv.FormatInt(n, 10) + "\n"
	}
	group := root.sub("fs").sub("cgroup")
	group.text("cgroup.controllers", func() string { return "cpu memory pids\n" })
	group.text("memory.max", func() string { return limit(k.memory.cap) })
	group.text("memory.current", func() string { return strconv.FormatInt(k.memory.used, 10) + "\n" })
	group.text("memory.swap.max", func() string { return "0\n" })
	group.text("pids.max", func() string { return limit(int64(k.cfg.Profile.Processes.PidsMax)) })
	group.text("pids.current", func() string { return strconv.Itoa(k.population()) + "\n" })
	group.text("cpu.max", func() string { return "max 100000\n" })
	root.sub("class").sub("net").sub("lo").text("operstate", func() string { return "unknown\n" })
	return root
}
