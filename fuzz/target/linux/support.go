//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"os"
	"os/exec"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// unsupported names the settings of a profile that this host cannot honour, and what of a workflow.
// Settings that only steer the emulator's own clock and order are named where they were changed from their
// defaults.
func (t *Target) unsupported(p *primitives.Profile, w *workflow.Workflow) []string {
	var names []string
	add := func(missing bool, name string) {
		if missing {
			names = append(names, name)
		}
	}
	for _, f := range p.Faults {
		made := f.Name == faultLosesStore || f.Name == faultHiddenIndex
		add(!made && !t.options.IgnoreFaults, f.Name)
	}
	h := &t.host
	add(p.Mounts.DirOrder != "" && p.Mounts.DirOrder != primitives.DirSorted, "dir_order")
	add(p.Permissions.SysAdmin, "cap_sys_admin")
	add(p.Quota.DiskEDQUOT, "disk_edquot")
	add(p.Lifetime.ClockStart != 0, "clock_start")
	add(p.CPU.Speed != primitives.DefaultCPU().Speed, "cpu_speed")
	add(p.CPU.Count > h.cpus, "cpu_count")
	add(slices.ContainsFunc(p.CPU.Allowed, func(n int) bool { return n >= h.cpus }), "cpus")
	add(p.Permissions.Landlock && h.landlock < landlockNeeded, "landlock_rw")
	add(p.Permissions.ProtectedSymlinks != h.protectedSymlinks && severalUsers(p), "protected_symlinks")
	add(p.Permissions.ProtectedLinks != h.protectedLinks && !p.Permissions.Capable && p.Identity.UID != 0,
		"protected_hardlinks")
	add(p.Memory.CapBytes > 0 && !h.disks, "memory_mb")
	add(p.Files.Nofile > h.files && p.Files.Nofile < allFiles, "nofile")
	add(hasDefaultRoute(&p.Egress) && !h.tun, "egress")
	for i := range p.Mounts.Mounts {
		m := &p.Mounts.Mounts[i]
		own := m.Path == "/" && m.Type != primitives.MountRO || m.Path == "/proc" || m.Path == "/dev" ||
			strings.HasPrefix(m.Path, "/proc/")
		add(own, "mounts: "+string(m.Type)+" on "+m.Path)
	}
	lacksNode := !h.node && !slices.Contains(p.Paths.Missing, "node")
	add(lacksNode && slices.ContainsFunc(w.Steps, asksNode), "run_code in javascript")
	add(slices.ContainsFunc(w.Steps, keepsContext), "code contexts")
	return names
}

// Faults that can be made here as in the emulator: they are no tool layer's.
const (
	faultLosesStore  = "restart-loses-persist"
	faultHiddenIndex = "pip-refusal-unnamed"
)

// severalUsers reports whether the protection of links can make a difference: with one user, and root's files
// beside it, it denies nothing, proc_sys_fs(5).
func severalUsers(p *primitives.Profile) bool {
	id, api := p.Identity.UID, p.Interface.UID
	if api != nil && *api != id {
		return true
	}
	return slices.ContainsFunc(p.Mounts.Files, func(f primitives.ImageFile) bool {
		return f.Symlink != "" && f.UID != id && f.UID != 0
	})
}

func keepsContext(s workflow.Step) bool {
	return s.Context != "" || slices.ContainsFunc(s.Parallel, keepsContext)
}

func asksNode(s workflow.Step) bool {
	return s.Op == workflow.OpRunCode && s.Language == "javascript" ||
		slices.ContainsFunc(s.Parallel, asksNode)
}

func asksPython(s *workflow.Step) bool {
	return s.Op == workflow.OpRunCode && s.Language == "python" ||
		s.Op == workflow.OpRun && strings.Contains(s.Cmd, "python3")
}

// host is what there is to honour settings with.
type host struct {
	cpus              int
	landlock          int // version of its ABI; 0 = none
	protectedSymlinks bool
	protectedLinks    bool
	disks             bool // images of disks can be made and mounted
	files             int  // the most that RLIMIT_NOFILE may be
	node              bool
	tun               bool // there can be a route to nowhere
}

func lookAtHost() host {
	h := host{
		cpus:              goruntime.NumCPU(),
		protectedSymlinks: sysctl("fs/protected_symlinks") != 0,
		protectedLinks:    sysctl("fs/protected_hardlinks") != 0,
		files:             mostFiles(),
	}
	if v, err := landlockVersion(); err == nil {
		h.landlock = v
	}
	_, noMkfs := exec.LookPath("mkfs.ext4")
	_, noLoop := os.Stat("/dev/loop-control")
	h.disks = noMkfs == nil && noLoop == nil
	_, noNode := os.Stat(nodePath)
	h.node = noNode == nil
	_, noTun := os.Stat(tunFile)
	h.tun = noTun == nil
	return h
}

// allFiles is what a profile says that bounds nothing: fs.nr_open of a Linux nobody turned. Such a profile
// gets what the host has.
const allFiles = 1 << 20

// mostFiles is the most that RLIMIT_NOFILE can be raised to: the hard limit, for some roots may not raise it.
func mostFiles() int {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &l); err != nil {
		return defaultNofile
	}
	return int(min(l.Max, allFiles))
}

// sysctl reads a number; 0 where the kernel does not have it.
func sysctl(name string) int {
	b, err := os.ReadFile("/proc/sys/" + name)
	if err != nil {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return 0
	}
	return n
}

// allowedCPUs is the affinity mask of a profile's processes; nil = all of the host's.
func allowedCPUs(p *primitives.Profile) []int {
	if p.CPU.Allowed != nil || p.CPU.Count >= goruntime.NumCPU() {
		return p.CPU.Allowed
	}
	cpus := make([]int, p.CPU.Count)
	for i := range cpus {
		cpus[i] = i
	}
	return cpus
}

// needed are the programs without which no workflow can be played.
func needed() []string { return []string{"/bin/bash", "/usr/bin/python3"} }

func lacksProgram() error {
	for _, name := range needed() {
		if _, err := os.Stat(name); err != nil {
			return fmt.Errorf("target linux: the host's user land lacks %s: install it", name)
		}
	}
	return nil
}
