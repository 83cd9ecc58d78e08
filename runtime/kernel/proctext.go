package kernel

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

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

func (p *Process) procStat() string {
	tick := func(ns int64) int64 { return ns / (nsSecond / ticksPerSecond) }
	pages := p.resident() / vfs.PageSize
	return fmt.Sprintf("%d (%s) %c %d %d %d 0 -1 4194304 0 0 0 0 %d 0 %d 0 %d %d %d 0 %d %d %d %d"+
		" 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
		p.pid, p.comm, p.procState()[0], p.ppid(), p.pgid, p.sid,
		tick(p.k.nanoseconds(p.steps)), tick(p.k.nanoseconds(p.childSteps)),
		20+p.nice, p.nice, 1+len(p.threads),
		tick(p.started-p.k.booted+uptimeAtStart), p.image+p.mapped+p.reserved, pages, int64(never))
}

// procMaps shows the one mapping that programs look for: their own file.
func (p *Process) procMaps() string { return "00400000-00600000 r-xp 00000000 00:00 0 " + p.exe + "\n" }

func (p *Process) procStatm() string {
	pages := p.resident() / vfs.PageSize
	return fmt.Sprintf("%d %d 0 0 0 %d 0\n", (p.image+p.mapped+p.reserved)/vfs.PageSize, pages, pages)
}

func (p *Process) procMounts() string {
	var b strings.Builder
	for _, m := range p.k.ns.Mounts() {
		how, super, options := m.Options[:2], m.Super[:2], m.Options[2:]+m.Super[2:]
		if super == "ro" {
			how = super
		}
		fmt.Fprintf(&b, "%s %s %s %s%s 0 0\n", mangle(m.Source), escape(m.Path), m.Type, how, options)
	}
	return b.String()
}

func (p *Process) procMountinfo() string {
	var b strings.Builder
	for _, m := range p.k.ns.Mounts() {
		fmt.Fprintf(&b, "%d %d %d:%d %s %s %s - %s %s %s\n", m.ID, m.Parent, m.Dev>>8, m.Dev&0xff,
			escape(m.Root), escape(m.Path), m.Options, m.Type, mangle(m.Source), m.Super)
	}
	return b.String()
}

// mangle writes a source as the mount table does.
func mangle(source string) string { return strings.ReplaceAll(escape(source), "#", `\043`) }

// escape writes a path as the mount table does, proc_pid_mounts(5).
func escape(path string) string {
	return strings.NewReplacer(" ", `\040`, "\t", `\011`, "\n", `\012`, `\`, `\134`).Replace(path)
}

// limitNames are the lines of /proc/PID/limits, in the order of the resources.
//
//nolint:gochecknoglobals // an immutable table
var limitNames = [limitCount][2]string{
	{"Max cpu time", "seconds"},
	{"Max file size", "bytes"},
	{"Max data size", "bytes"},
	{"Max stack size", "bytes"},
	{"Max core file size", "bytes"},
	{"Max resident set", "bytes"},
	{"Max processes", "processes"},
	{"Max open files", "files"},
	{"Max locked memory", "bytes"},
	{"Max address space", "bytes"},
	{"Max file locks", "locks"},
	{"Max pending signals", "signals"},
	{"Max msgqueue size", "bytes"},
	{"Max nice priority", ""},
	{"Max realtime priority", ""},
	{"Max realtime timeout", "us"},
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
