//go:build linux

package kernel_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// newer are fields that Linux got after the release that the sandbox says it is, or has by its configuration.
var newer = map[string][]string{
	"self/status": {"Kthread", "untag_mask", "x86_Thread_features", "x86_Thread_features_locked"},
	"meminfo":     {"Balloon", "Unaccepted", "CmaTotal", "CmaFree", "GPUActive", "GPUReclaim", "DirectMap2M", "DirectMap1G"},
	"self/smaps":  {"KSM", "ProtectionKey", "Pss_Dirty"},
	"cpuinfo":     {"vmx flags", "TLB size"},
}

// older are fields that Linux lost since, or has by its configuration.
var older = map[string][]string{
	"meminfo": {
		"NFS_Unstable", "Bounce", "WritebackTmp", "Zswap", "Zswapped", "HardwareCorrupted", "SecPageTables",
		"KReclaimable", "DirectMap4k", "Hugetlb", "FileHugePages", "FilePmdMapped", "ShmemHugePages", "ShmemPmdMapped",
		"AnonHugePages",
	},
	"self/status": {"Speculation_Store_Bypass", "SpeculationIndirectBranch", "HugetlbPages", "THP_enabled"},
	"cpuinfo":     {"microcode", "physical id", "siblings", "core id", "cpu cores", "apicid", "initial apicid", "bugs"},
	"self/smaps":  {"THPeligible", "Pss_Dirty"},
}

// TestProcFieldsAsOnLinux compares the names of fields, and their order, with this host's.
func TestProcFieldsAsOnLinux(t *testing.T) {
	t.Parallel()
	ours := readProc(t, []string{
		"self/status", "meminfo", "self/smaps", "cpuinfo", "self/io", "self/limits", "self/fdinfo/0", "stat",
	})
	for name, text := range ours {
		b, err := os.ReadFile("/proc/" + name)
		if err != nil {
			if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
				t.Fatal(err)
			}
			t.Skipf("not compared with Linux: %v", err)
		}
		want, got := fieldsOf(string(b)), fieldsOf(text)
		want = slices.DeleteFunc(want, func(f string) bool { return slices.Contains(newer[name], f) })
		got = slices.DeleteFunc(got, func(f string) bool {
			return slices.Contains(older[name], f) && !slices.Contains(want, f)
		})
		want = slices.DeleteFunc(want, func(f string) bool {
			return slices.Contains(newer[name], f) && !slices.Contains(got, f)
		})
		if !slices.Equal(got, want) {
			t.Errorf("/proc/%s has the fields\n%q, on Linux\n%q", name, got, want)
		}
	}
	if got := fieldsOf("Name:\tx\nUmask: 1\nName:\ty"); len(got) != 2 {
		t.Errorf("the fields of a small text are %q", got)
	}
}

// fieldsOf returns the names before colons, or the first words where there are none, each once.
func fieldsOf(text string) []string {
	var names []string
	for line := range strings.SplitSeq(text, "\n") {
		name, _, ok := strings.Cut(line, ":")
		if !ok {
			name = strings.Join(strings.Fields(line)[:min(1, len(strings.Fields(line)))], "")
			if strings.HasPrefix(line, "Max ") { // limits
				name = strings.TrimSpace(line[:25])
			}
		}
		name = strings.TrimSpace(name)
		if strings.Contains(name, "-") || strings.HasPrefix(name, "cpu") && name != "cpu" && !strings.Contains(name, " ") {
			continue // addresses, and one line for each CPU
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// readProc reads files of /proc as a process of a new kernel sees them.
func readProc(t *testing.T, names []string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	w := small(t, "")
	w.native["true"] = func(p *kernel.Process) primitives.WaitStatus {
		for _, name := range names {
			r, _ := p.Syscall(&primitives.Call{
				No: primitives.SysOpenat, Args: [6]int64{primitives.AT_FDCWD}, Path: "/proc/" + name,
			})
			b := make([]byte, 1<<16)
			n, _ := p.Syscall(&primitives.Call{No: primitives.SysRead, Args: [6]int64{r.Val}, Out: b})
			if r.Errno != primitives.OK || n.Errno != primitives.OK {
				t.Errorf("%s: %v, %v", name, r.Errno, n.Errno)
				continue
			}
			texts[name] = string(b[:n.Val])
		}
		return 0
	}
	wait(w.k, spawnTrue(t, w))
	return texts
}

// TestProcHeadsAsOnLinux compares the first lines of tables with this host's.
func TestProcHeadsAsOnLinux(t *testing.T) {
	t.Parallel()
	names := []string{
		"sysvipc/msg", "sysvipc/sem", "sysvipc/shm", "net/packet", "net/raw", "net/raw6", "net/rt_cache", "net/udplite",
		"net/icmp", "net/igmp", "net/netlink", "net/ptype", "self/timens_offsets", "self/projid_map", "execdomains",
	}
	compared := 0
	for name, text := range readProc(t, names) {
		b, err := os.ReadFile("/proc/" + name)
		if err != nil {
			continue // some are there by configuration
		}
		compared++
		got, _, _ := strings.Cut(text, "\n")
		want, _, _ := strings.Cut(string(b), "\n")
		if got != want {
			t.Errorf("/proc/%s begins with\n%q, on Linux\n%q", name, got, want)
		}
	}
	if compared == 0 {
		if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
			t.Fatal("there is no /proc to compare with")
		}
		t.Skip("not compared with Linux: there is no /proc")
	}
}
