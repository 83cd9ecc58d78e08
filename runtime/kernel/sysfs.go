package kernel

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/vfs"
)

// sysRoot is /sys: CPUs, and the limits of the session as its cgroup shows them.
func (k *Kernel) sysRoot() vfs.Node {
	root := &folder{k: k}
	cpus := func() string { return maskList(1<<k.cpuCount()-1) + "\n" }
	cpu := root.sub("devices").sub("system").sub("cpu")
	cpu.text("online", cpus).text("possible", cpus).text("present", cpus)
	k.sysMore(root, cpu, cpus)
	k.cgroup(root.sub("fs").sub("cgroup"))
	return root
}

// cgroup has the session's own group as version 2 shows it, cgroups(7). The files of a session are read-only:
// /sys is mounted so.
func (k *Kernel) cgroup(group *folder) {
	number := func(name string, n func() int64) {
		group.text(name, func() string { return itoa64(n()) + "\n" })
	}
	limit := func(name string, n func() int64) {
		group.text(name, func() string {
			if n() == 0 {
				return "max\n"
			}
			return itoa64(n()) + "\n"
		})
	}
	constant := func(name, text string) { group.text(name, func() string { return text + "\n" }) }
	constant("cgroup.controllers", "cpuset cpu memory pids")
	constant("cgroup.subtree_control", "")
	constant("cgroup.type", "domain")
	constant("cgroup.events", "populated 1\nfrozen 0")
	constant("cgroup.freeze", "0")
	constant("cgroup.max.depth", "max")
	constant("cgroup.max.descendants", "max")
	constant("cgroup.stat", "nr_descendants 0\nnr_dying_descendants 0")
	group.text("cgroup.procs", k.cgroupProcs)
	group.text("cgroup.threads", k.cgroupProcs)
	limit("memory.max", func() int64 { return k.memory.cap })
	number("memory.current", func() int64 { return wholePages(k.memory.used) })
	number("memory.peak", func() int64 { return wholePages(k.memory.peak) })
	constant("memory.high", "max")
	constant("memory.low", "0")
	constant("memory.min", "0")
	constant("memory.oom.group", "0")
	constant("memory.swap.current", "0")
	constant("memory.swap.max", "0")
	group.text("memory.events", k.memoryEvents)
	group.text("memory.events.local", k.memoryEvents)
	group.text("memory.stat", k.memoryStat)
	limit("pids.max", func() int64 { return int64(k.cfg.Profile.Processes.PidsMax) })
	number("pids.current", func() int64 { return int64(k.population()) })
	group.text("pids.events", func() string { return "max " + itoa64(k.pidsMet) + "\n" })
	constant("cpu.max", "max 100000")
	constant("cpu.weight", "100")
	constant("cpu.weight.nice", "0")
	group.text("cpu.stat", k.cpuStat)
	allowed := func() string { return maskList(k.cpus()) + "\n" }
	constant("cpuset.cpus", "")
	group.text("cpuset.cpus.effective", allowed)
	constant("cpuset.mems", "")
	constant("cpuset.mems.effective", "0")
}

// cgroupProcs leaves PID 1 out, which is the sandbox and counts for nothing.
func (k *Kernel) cgroupProcs() string {
	var b strings.Builder
	for _, p := range k.order {
		if p != k.init {
			b.WriteString(strconv.Itoa(int(p.pid)) + "\n")
		}
	}
	return b.String()
}

func (k *Kernel) memoryEvents() string {
	m := &k.memory
	return fmt.Sprintf("low 0\nhigh 0\nmax %d\noom %d\noom_kill %d\noom_group_kill 0\n",
		m.met, m.kills, m.kills)
}

// memoryStat has what is charged: programs' memory, and files on tmpfs.
func (k *Kernel) memoryStat() string {
	anon := max(0, k.memory.used-k.memory.tmpfs)
	var b strings.Builder
	for _, l := range []struct {
		name string
		n    int64
	}{
		{"anon", anon},
		{"file", k.memory.tmpfs},
		{"kernel", 0},
		{"kernel_stack", 0},
		{"pagetables", 0},
		{"percpu", 0},
		{"sock", 0},
		{"vmalloc", 0},
		{"shmem", k.memory.tmpfs},
		{"file_mapped", 0},
		{"file_dirty", 0},
		{"file_writeback", 0},
		{"swapcached", 0},
		{"anon_thp", 0},
		{"file_thp", 0},
		{"shmem_thp", 0},
		{"inactive_anon", anon},
		{"active_anon", k.memory.tmpfs},
		{"inactive_file", 0},
		{"active_file", 0},
		{"unevictable", 0},
		{"slab_reclaimable", 0},
		{"slab_unreclaimable", 0},
		{"slab", 0},
		{"pgfault", 0},
		{"pgmajfault", 0},
	} {
		b.WriteString(l.name + " " + itoa64(l.n) + "\n")
	}
	return b.String()
}

// cpuStat counts all time as the user's: the kernel's is not told apart.
func (k *Kernel) cpuStat() string {
	steps := k.init.childSteps
	for _, p := range k.order {
		if p != k.init {
			steps += p.steps
		}
	}
	us := k.nanoseconds(steps) / 1000
	return fmt.Sprintf("usage_usec %d\nuser_usec %d\nsystem_usec 0\nnr_periods 0\nnr_throttled 0\n"+
		"throttled_usec 0\nnr_bursts 0\nburst_usec 0\n", us, us)
}

// wholePages rounds a count of bytes up to pages, in which the memory controller counts.
func wholePages(n int64) int64 { return (n + 4095) &^ 4095 }
