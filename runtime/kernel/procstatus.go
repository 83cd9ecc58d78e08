package kernel

import (
	"fmt"
	"strconv"
	"strings"
)

// statusLines joins the lines of a file of "name:\tvalue".
type statusLines struct{ strings.Builder }

func (b *statusLines) line(name, format string, args ...any) {
	b.WriteString(name + ":\t")
	_, _ = fmt.Fprintf(b, format, args...)
	b.WriteByte('\n')
}

func (b *statusLines) kb(name string, bytes int64) { b.line(name, "%8d kB", bytes>>10) }

// procStatus has every line of Linux 6.1, proc_pid_status(5), in its order. Who ended has no memory.
func (p *Process) procStatus() string {
	var b statusLines
	b.line("Name", "%s", p.comm)
	b.line("Umask", "%04o", p.cred.Umask)
	b.line("State", "%s", p.procState())
	b.line("Tgid", "%d", p.pid)
	b.line("Ngid", "0")
	b.line("Pid", "%d", p.pid)
	b.line("PPid", "%d", p.ppid())
	b.line("TracerPid", "0")
	b.line("Uid", "%d\t%d\t%d\t%d", p.ruid, p.cred.UID, p.suid, p.cred.UID)
	b.line("Gid", "%d\t%d\t%d\t%d", p.rgid, p.cred.GID, p.sgid, p.cred.GID)
	b.line("FDSize", "%d", p.fds.capacity())
	groups := make([]string, len(p.cred.Groups))
	for i, g := range p.cred.Groups {
		groups[i] = strconv.FormatUint(uint64(g), 10)
	}
	b.line("Groups", "%s ", strings.Join(groups, " ")) // a space is there without groups too
	b.line("NStgid", "%d", p.pid)
	b.line("NSpid", "%d", p.pid)
	b.line("NSpgid", "%d", p.pgid)
	b.line("NSsid", "%d", p.sid)
	if !p.zombie {
		p.statusMemory(&b)
	}
	p.statusSignals(&b)
	p.statusRights(&b)
	b.line("voluntary_ctxt_switches", "%d", p.waits)
	b.line("nonvoluntary_ctxt_switches", "%d", p.preempted)
	return b.String()
}

// statusMemory takes all that is charged for anonymous memory: what guests share is not theirs to see.
func (p *Process) statusMemory(b *statusLines) {
	used, size := p.resident(), p.image+p.mapped+p.reserved
	b.kb("VmPeak", max(p.peak, size))
	b.kb("VmSize", size)
	b.kb("VmLck", 0)
	b.kb("VmPin", 0)
	b.kb("VmHWM", max(p.peak, used))
	b.kb("VmRSS", used)
	b.kb("RssAnon", used)
	b.kb("RssFile", 0)
	b.kb("RssShmem", 0)
	b.kb("VmData", used)
	b.kb("VmStk", 0)
	b.kb("VmExe", 0)
	b.kb("VmLib", 0)
	b.kb("VmPTE", 0)
	b.kb("VmSwap", 0)
	b.kb("HugetlbPages", 0)
	b.line("CoreDumping", "0")
	b.line("THP_enabled", "1")
}

func (p *Process) statusSignals(b *statusLines) {
	ignored, caught := p.signals.sets()
	b.line("Threads", "%d", 1+len(p.threads))
	b.line("SigQ", "0/%d", p.limits[limitSigpending].cur)
	b.line("SigPnd", "%016x", 0)
	b.line("ShdPnd", "%016x", p.signals.pending)
	b.line("SigBlk", "%016x", p.signals.mask)
	b.line("SigIgn", "%016x", ignored)
	b.line("SigCgt", "%016x", caught)
}

func (p *Process) statusRights(b *statusLines) {
	b.line("CapInh", "%016x", 0)
	b.line("CapPrm", "%016x", p.capabilities())
	b.line("CapEff", "%016x", p.capabilities())
	b.line("CapBnd", "%016x", p.k.bounding())
	b.line("CapAmb", "%016x", 0)
	b.line("NoNewPrivs", "%d", on(p.k.cfg.Profile.Permissions.SecureExecNoSetID))
	b.line("Seccomp", "%d", p.k.seccompMode())
	b.line("Seccomp_filters", "%d", p.k.seccompMode()/2)
	b.line("Speculation_Store_Bypass", "not vulnerable")
	b.line("SpeculationIndirectBranch", "not affected")
	cpus := p.k.cpus()
	b.line("Cpus_allowed", "%x", cpus)
	b.line("Cpus_allowed_list", "%s", maskList(cpus))
	b.line("Mems_allowed", "00000000,00000001")
	b.line("Mems_allowed_list", "0")
}

// maskList writes the bits of a mask as Linux writes lists of CPUs: 0-2,5.
func maskList(mask uint64) string {
	var parts []string
	for n := 0; n < 64; n++ {
		if mask>>n&1 == 0 {
			continue
		}
		first := n
		for n+1 < 64 && mask>>(n+1)&1 != 0 {
			n++
		}
		part := strconv.Itoa(first)
		if n > first {
			part += "-" + strconv.Itoa(n)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

// capsOfRoot are the capabilities, capabilities(7), that root has here: those which container engines leave
// it, without that of chroot.
const (
	capsOfRoot  = 0xa80025fb
	capSysAdmin = 1 << 21
)

// bounding are the capabilities that anybody may have.
func (k *Kernel) bounding() uint64 {
	if k.cfg.Profile.Permissions.SysAdmin {
		return capsOfRoot | capSysAdmin
	}
	return capsOfRoot
}

func (p *Process) capabilities() uint64 {
	switch {
	case p.cred.UID == 0:
		return p.k.bounding()
	case p.cred.IsRoot():
		return capsOfRoot
	}
	return 0
}

// seccompMode is 2, a filter, where the profile filters calls.
func (k *Kernel) seccompMode() int {
	if s := &k.cfg.Profile.Processes; s.SpawnBlocked || s.ExecBlocked || s.NoThreads || s.NetDeny {
		return 2
	}
	return 0
}
