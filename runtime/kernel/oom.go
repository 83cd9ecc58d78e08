package kernel

import (
	"strconv"

	"github.com/sandfault/sandfault/primitives"
)

// Values of oom_score_adj, proc_pid_oom_score_adj(5).
const (
	oomNever = -1000 // never chosen
	oomFirst = 1000
)

// badness is what the OOM killer chooses by: the memory that a process holds, and for each point of its
// oom_score_adj a thousandth of what the session may have (mm/oom_kill.c, oom_badness).
func (k *Kernel) badness(p *Process) int64 {
	total := k.memory.cap
	if total == 0 {
		total = hostMemory
	}
	return p.resident() + p.oomAdj*(total/oomFirst)
}

// oomScore is badness in thousandths, between 0 and 2000 (fs/proc/base.c, proc_oom_score).
func (p *Process) oomScore() int64 {
	if p.oomAdj == oomNever {
		return 0
	}
	points := p.k.badness(p) * oomFirst / hostMemory
	return max(0, (oomFirst+points)*2/3)
}

// setOOMAdj sets oom_score_adj. Only root may go below what root set last, which here is nothing: 0.
func (p *Process) setOOMAdj(c *primitives.Cred, text string) error {
	n, err := strconv.ParseInt(text, 0, 32)
	switch {
	case err != nil || n < oomNever || n > oomFirst:
		return primitives.EINVAL
	case n < p.oomAdj && n < 0 && !c.IsRoot():
		return primitives.EACCES
	}
	p.oomAdj = n
	return nil
}

func itoa64(n int64) string { return strconv.FormatInt(n, 10) }
