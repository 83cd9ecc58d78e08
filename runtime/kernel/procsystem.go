package kernel

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/vfs"
)

// meminfo shows the machine's memory, which is not the cap of the sandbox: in a container it is the
// host's, a trap that real sandboxes have too.
func (k *Kernel) meminfo() string {
	free, tmpfs := k.freeMemory(), k.memory.tmpfs
	anon := max(0, k.memory.used-tmpfs)
	var b strings.Builder
	for _, l := range []struct {
		name string
		n    int64
	}{
		{"MemTotal", hostMemory},
		{"MemFree", free},
		{"MemAvailable", free},
		{"Buffers", 0},
		{"Cached", tmpfs},
		{"SwapCached", 0},
		{"Active", tmpfs},
		{"Inactive", anon},
		{"Active(anon)", tmpfs},
		{"Inactive(anon)", anon},
		{"Active(file)", 0},
		{"Inactive(file)", 0},
		{"Unevictable", 0},
		{"Mlocked", 0},
		{"SwapTotal", 0},
		{"SwapFree", 0},
		{"Zswap", 0},
		{"Zswapped", 0},
		{"Dirty", 0},
		{"Writeback", 0},
		{"AnonPages", anon},
		{"Mapped", 0},
		{"Shmem", tmpfs},
		{"KReclaimable", 0},
		{"Slab", 0},
		{"SReclaimable", 0},
		{"SUnreclaim", 0},
		{"KernelStack", 0},
		{"PageTables", 0},
		{"SecPageTables", 0},
		{"NFS_Unstable", 0},
		{"Bounce", 0},
		{"WritebackTmp", 0},
		{"CommitLimit", hostMemory / 2},
		{"Committed_AS", k.memory.used},
		{"VmallocTotal", 1<<45 - 1024},
		{"VmallocUsed", 0},
		{"VmallocChunk", 0},
		{"Percpu", 0},
		{"HardwareCorrupted", 0},
		{"AnonHugePages", 0},
		{"ShmemHugePages", 0},
		{"ShmemPmdMapped", 0},
		{"FileHugePages", 0},
		{"FilePmdMapped", 0},
	} {
		fmt.Fprintf(&b, "%-15s %8d kB\n", l.name+":", l.n>>10)
	}
	for _, name := range []string{"Total", "Free", "Rsvd", "Surp"} {
		fmt.Fprintf(&b, "%-15s %8d\n", "HugePages_"+name+":", 0)
	}
	return b.String() + "Hugepagesize:       2048 kB\nHugetlb:               0 kB\n" +
		"DirectMap4k:    16777216 kB\n"
}

// vmstat has the counters that tools read, proc_vmstat(5).
func (k *Kernel) vmstat() string {
	return fmt.Sprintf("nr_free_pages %d\nnr_shmem %d\npgpgin 0\npgpgout 0\npswpin 0\npswpout 0\n"+
		"pgfault 0\npgmajfault 0\noom_kill %d\n",
		k.freeMemory()/vfs.PageSize, k.memory.tmpfs/vfs.PageSize, k.memory.kills)
}

// cpuinfo has the lines of Linux on x86-64 for CPUs of one socket.
func (k *Kernel) cpuinfo() string {
	const flags = "fpu tsc cx8 apic sep cmov mmx fxsr sse sse2 ht syscall nx lm constant_tsc rep_good nopl " +
		"cpuid pni cx16 sse4_1 sse4_2 popcnt hypervisor lahf_lm"
	var b strings.Builder
	mhz := k.sched.speed / 1_000_000
	for i := range k.cpuCount() {
		fmt.Fprintf(&b, "processor\t: %d\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\n"+
			"model name\t: sandfault virtual CPU\nstepping\t: 7\nmicrocode\t: 0x1\ncpu MHz\t\t: %d.000\n"+
			"cache size\t: 33792 KB\nphysical id\t: 0\nsiblings\t: %d\ncore id\t\t: %d\ncpu cores\t: %d\n"+
			"apicid\t\t: %d\ninitial apicid\t: %d\nfpu\t\t: yes\nfpu_exception\t: yes\ncpuid level\t: 13\n"+
			"wp\t\t: yes\nflags\t\t: %s\nbugs\t\t:\nbogomips\t: %d.00\nclflush size\t: 64\n"+
			"cache_alignment\t: 64\naddress sizes\t: 46 bits physical, 48 bits virtual\n"+
			"power management:\n\n",
			i, mhz, k.cpuCount(), i, k.cpuCount(), i, i, flags, 2*mhz)
	}
	return b.String()
}

// procStat counts what all processes computed as the first CPU's: one runs at a time.
func (k *Kernel) procStat() string {
	const perTick = nsSecond / ticksPerSecond
	steps := k.init.childSteps
	for _, p := range k.order {
		steps += p.steps
	}
	tick := k.uptime() / perTick
	user := min(k.nanoseconds(steps)/perTick, tick)
	var b strings.Builder
	fmt.Fprintf(&b, "cpu  %d 0 0 %d 0 0 0 0 0 0\n", user, tick*int64(k.cpuCount())-user)
	for i := range k.cpuCount() {
		fmt.Fprintf(&b, "cpu%d %d 0 0 %d 0 0 0 0 0 0\n", i, user, tick-user)
		user = 0
	}
	fmt.Fprintf(&b, "intr 0\nctxt %d\nbtime %d\nprocesses %d\nprocs_running %d\nprocs_blocked 0\n"+
		"softirq 0 0 0 0 0 0 0 0 0 0 0\n",
		k.stats.Switches, (k.booted-uptimeAtStart)/nsSecond, k.stats.Processes+1, len(k.sched.queue)+1)
	return b.String()
}

func procDevices() string {
	return "Character devices:\n  1 mem\n  5 /dev/tty\n  5 /dev/console\n  5 /dev/ptmx\n136 pts\n\n" +
		"Block devices:\n"
}

// procCgroups has the controllers of version 2, whose hierarchy has number 0.
func procCgroups() string {
	return "#subsys_name\thierarchy\tnum_cgroups\tenabled\ncpuset\t0\t1\t1\ncpu\t0\t1\t1\n" +
		"cpuacct\t0\t1\t1\nmemory\t0\t1\t1\npids\t0\t1\t1\n"
}
