package kernel

import (
	"fmt"
	"strconv"
	"strings"
)

// sysMore has what programs ask of the machine: how CPUs lie, one node of memory, the loopback, no disks.
func (k *Kernel) sysMore(root, cpu *folder, cpus func() string) {
	constant := func(f *folder, name, text string) { f.text(name, func() string { return text + "\n" }) }
	constant(cpu, "isolated", "")
	constant(cpu, "offline", "")
	constant(cpu, "kernel_max", "8191")
	for i := range k.cpuCount() {
		k.sysCPU(cpu.sub("cpu"+strconv.Itoa(i)), i, cpus)
	}
	for _, name := range []string{
		"meltdown", "spectre_v1", "spectre_v2", "spec_store_bypass", "l1tf",
		"mds",
	} {
		cpu.at("vulnerabilities/"+name, func() string { return "Not affected\n" })
	}
	node := root.under("devices/system/node")
	for _, name := range []string{"online", "possible", "has_cpu", "has_memory", "has_normal_memory"} {
		constant(node, name, "0")
	}
	first := node.sub("node0")
	first.text("cpulist", cpus)
	first.text("cpumap", func() string { return fmt.Sprintf("%x\n", 1<<k.cpuCount()-1) })
	constant(first, "distance", "10")
	first.text("meminfo", k.nodeMeminfo)
	lo := root.under("devices/virtual/net/lo")
	for _, f := range [][2]string{
		{"addr_len", "6"},
		{"address", "00:00:00:00:00:00"},
		{"broadcast", "00:00:00:00:00:00"},
		{"carrier", "1"},
		{"dormant", "0"},
		{"flags", "0x9"},
		{"ifalias", ""},
		{"ifindex", "1"},
		{"iflink", "1"},
		{"link_mode", "0"},
		{"mtu", "65536"},
		{"operstate", "unknown"},
		{"tx_queue_len", "1000"},
		{"type", "772"},
		{"uevent", "INTERFACE=lo\nIFINDEX=1"},
	} {
		constant(lo, f[0], f[1])
	}
	for _, way := range []string{"rx", "tx"} {
		for _, what := range []string{"bytes", "packets", "errors", "dropped"} {
			lo.at("statistics/"+way+"_"+what, func() string { return "0\n" })
		}
	}
	root.under("class/net").add("lo", &textLink{k, func() string { return "../../devices/virtual/net/lo" }})
	for _, empty := range []string{
		"block", "bus", "dev", "firmware", "module", "power", "class/block",
		"class/tty",
	} {
		root.under(empty)
	}
	huge := root.under("kernel/mm/transparent_hugepage")
	constant(huge, "enabled", "always [madvise] never")
	constant(huge, "defrag", "always defer defer+madvise [madvise] never")
	constant(huge, "shmem_enabled", "always within_size advise [never] deny force")
	constant(huge, "hpage_pmd_size", "2097152")
	constant(root.under("kernel"), "uevent_seqnum", "0")
}

// sysCPU is how one CPU lies: all are cores of one socket, with one thread each.
func (k *Kernel) sysCPU(f *folder, i int, cpus func() string) {
	own := strconv.Itoa(i) + "\n"
	mask := fmt.Sprintf("%x\n", 1<<i)
	all := func() string { return fmt.Sprintf("%x\n", 1<<k.cpuCount()-1) }
	t := f.sub("topology")
	for _, name := range []string{"core_cpus_list", "thread_siblings_list"} {
		t.text(name, func() string { return own })
	}
	for _, name := range []string{"core_cpus", "thread_siblings"} {
		t.text(name, func() string { return mask })
	}
	for _, name := range []string{"core_siblings_list", "package_cpus_list", "die_cpus_list"} {
		t.text(name, cpus)
	}
	for _, name := range []string{"core_siblings", "package_cpus", "die_cpus"} {
		t.text(name, all)
	}
	t.text("core_id", func() string { return own })
	for _, name := range []string{"physical_package_id", "die_id"} {
		t.text(name, func() string { return "0\n" })
	}
	if i > 0 { // the first one cannot be switched off
		f.text("online", func() string { return "1\n" })
	}
}

// nodeMeminfo is /proc/meminfo's first lines for the one node.
func (k *Kernel) nodeMeminfo() string {
	var b strings.Builder
	for _, l := range [...]struct {
		name string
		n    int64
	}{
		{"MemTotal", hostMemory},
		{"MemFree", k.freeMemory()},
		{"MemUsed", hostMemory - k.freeMemory()},
	} {
		fmt.Fprintf(&b, "Node 0 %-15s %8d kB\n", l.name+":", l.n>>10)
	}
	return b.String()
}

// under returns the directory at a path below f, made where it is not there.
func (f *folder) under(path string) *folder {
	for name := range strings.SplitSeq(path, "/") {
		n, _ := f.Lookup(name)
		d, ok := n.(*folder)
		if !ok {
			d = f.sub(name)
		}
		f = d
	}
	return f
}
