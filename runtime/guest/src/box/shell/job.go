package shell

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// process is a child.
type process struct {
	pid    int
	status primitives.WaitStatus
	done   bool
	text   string // its part of a pipeline
}

// job is a background command. What bash does not list (a process substitution) has number 0.
type job struct {
	number int
	procs  []*process
	text   string
	told   bool // its end has been reported or asked for
	coproc string
	parent bool // of the shell that this one was forked from: shown, not waited for
}

func (j *job) done() bool {
	for _, p := range j.procs {
		if !p.done {
			return false
		}
	}
	return true
}

// pid is $! of the job: its last process.
func (j *job) pid() int { return j.procs[len(j.procs)-1].pid }

func (j *job) status() primitives.WaitStatus { return j.procs[len(j.procs)-1].status }

// waitQuietly is wait for a command substitution, of which bash reports nothing.
func (sh *Shell) waitQuietly(pid int) int { return sh.await(pid).Code() }

// await waits for a child, whatever signals come meanwhile.
func (sh *Shell) await(pid int) primitives.WaitStatus {
	if st, ok := sh.reaped[pid]; ok {
		delete(sh.reaped, pid)
		sh.childEnded()
		return st
	}
	for {
		_, st, err := linux.Wait4(pid, 0)
		if err == nil {
			sh.childEnded()
			return st
		}
		if !isErrno(err, primitives.EINTR) {
			return primitives.ExitedStatus(exitNotFound)
		}
		sh.pending |= linux.Sigpending()
		if sig := sh.dying(); sig != 0 {
			sh.dieBy(sig)
		}
	}
}

// waitAll waits for the parts of a pipeline and returns their exit codes.
func (sh *Shell) waitAll(pids []int, n tree.Node) []int {
	codes := make([]int, len(pids))
	procs := sh.awaitParts(pids)
	for i, p := range procs {
		codes[i] = p.status.Code()
	}
	if len(procs) == 0 {
		return codes
	}
	last := procs[len(procs)-1]
	if sig, ok := last.status.Signaled(); ok && sh.speaks(sig) {
		sh.flush()
		if p, ok := n.(*tree.Pipeline); ok {
			for i := range procs {
				procs[i].text = tree.Text(p.Parts[i])
			}
		}
		sh.stderr(sh.noticePrefix() + sh.longStatus(procs))
	} else if ok && sig == primitives.SIGTERM && !sh.dash {
		sh.stderr("Terminated\n")
	}
	return codes
}

// speaks reports whether bash says that a signal killed a command.
func (sh *Shell) speaks(sig primitives.Signal) bool {
	if sh.sub > 0 && sh.inSubst() {
		return false
	}
	return sig != primitives.SIGINT && sig != primitives.SIGPIPE && sig != primitives.SIGTERM
}

// inSubst reports whether this shell is a command substitution, which tells of no deaths.
func (sh *Shell) inSubst() bool { return sh.role == asSubst }

// noticePrefix stands before the death of a child: bash has the line that it has read, or that of the
// call of the function, then.
func (sh *Shell) noticePrefix() string {
	line := sh.line
	if sh.read > 0 {
		sh.line = sh.read
	}
	text := sh.prefix()
	sh.line = line
	return text
}

// longStatus is the table of a job's processes: number, state and command.
func (sh *Shell) longStatus(procs []*process) string {
	var b strings.Builder
	for i, p := range procs {
		if i > 0 {
			b.WriteString("     ")
		}
		text := p.text
		if i > 0 {
			text = "| " + text
		}
		fmt.Fprintf(&b, "%5d %-24s%s\n", p.pid, stateText(p), text)
	}
	return b.String()
}

// stateText is what bash calls the state of a process.
func stateText(p *process) string {
	if !p.done {
		return "Running"
	}
	if sig, ok := p.status.Signaled(); ok {
		text := signalText(sig)
		if p.status&0x80 != 0 {
			text += " (core dumped)"
		}
		return text
	}
	if code := p.status.Code(); code != 0 {
		return fmt.Sprintf("Exit %d", code)
	}
	return "Done"
}

// reportKilled says that a signal killed a command in the foreground.
func (sh *Shell) reportKilled(pid int, st primitives.WaitStatus, n tree.Node) {
	sig, ok := st.Signaled()
	if !ok {
		return
	}
	if sh.dash {
		if sig != primitives.SIGINT && sig != primitives.SIGPIPE {
			sh.stderr(signalText(sig) + "\n")
		}
		return
	}
	if sig == primitives.SIGTERM && (sh.sub <= 0 || !sh.inSubst()) {
		sh.stderr("Terminated\n")
		return
	}
	if !sh.speaks(sig) {
		return
	}
	p := &process{pid: pid, status: st, done: true, text: tree.Text(n)}
	sh.stderr(sh.noticePrefix() + sh.longStatus([]*process{p}))
}

// background starts a command that is not waited for. It ignores SIGINT and SIGQUIT and has no input.
func (sh *Shell) background(n tree.Node) {
	actions := []abi.FileAction{{Kind: abi.ActionOpen, Newfd: 0, Path: "/dev/null"}}
	j := &job{text: tree.Text(n)}
	if p, ok := n.(*tree.Pipeline); ok && p.Negated { // of no effect in the background
		plain := *p
		plain.Negated, n = false, &plain
	}
	parts := []tree.Node{n}
	if p, ok := n.(*tree.Pipeline); ok && len(p.Parts) > 1 && !p.Negated && !p.Timed {
		parts = p.Parts
	}
	in := -1
	for i, part := range parts {
		r, w := -1, -1
		if i < len(parts)-1 {
			var err error
			if r, w, err = linux.Pipe2(primitives.O_CLOEXEC); err != nil {
				sh.noPipe("pipe error", err)
				sh.exit(exitNoPipe)
				return
			}
		}
		sh.debugForked(part)
		acts := pipeActions(in, w, r)
		if i == 0 {
			acts = append(actions, acts...)
		}
		pid := sh.fork(&child{role: asBackground, node: part, actions: acts, ignore: backgroundIgnores})
		closeFd(in)
		closeFd(w)
		in = r
		if pid == 0 {
			closeFd(r)
			return
		}
		j.procs = append(j.procs, &process{pid: pid, text: tree.Text(part)})
	}
	sh.last = j.pid()
	sh.addJob(j)
	if sh.interactive && sh.sub == 0 {
		sh.stderr("[" + itoa(j.number) + "] " + itoa(sh.last) + "\n")
	}
	sh.setStatus(0)
}

const backgroundIgnores = 1<<(primitives.SIGINT-1) | 1<<(primitives.SIGQUIT-1)

func (sh *Shell) addJob(j *job) {
	sh.reap()
	sh.forget()
	for _, other := range sh.listed() {
		j.number = max(j.number, other.number)
	}
	j.number++
	sh.jobs = append(sh.jobs, j)
}

// addChild remembers a child that is no job.
func (sh *Shell) addChild(pid int) {
	sh.jobs = append(sh.jobs, &job{procs: []*process{{pid: pid}}})
}

// childEnded has the trap of SIGCHLD run for a child.
func (sh *Shell) childEnded() {
	if sh.trapped(trapChild) {
		sh.pending |= 1 << (primitives.SIGCHLD - 1)
		sh.deaths++
	}
}

// reap takes note of children that have ended, which frees their places for new ones.
func (sh *Shell) reap() {
	for sh.alive() {
		pid, st, err := linux.Wait4(-1, linux.Wnohang)
		if err != nil || pid <= 0 {
			return
		}
		sh.ended(pid, st)
	}
}

// reapAny takes all children that have ended, those too that something further up waits for: a process that
// no one has waited for is one that may not be made.
func (sh *Shell) reapAny() {
	for {
		pid, st, err := linux.Wait4(-1, linux.Wnohang)
		if err != nil || pid <= 0 {
			return
		}
		if sh.ended(pid, st) {
			continue
		}
		if sh.reaped == nil {
			sh.reaped = map[int]primitives.WaitStatus{}
		}
		sh.reaped[pid] = st
	}
}

func (sh *Shell) alive() bool {
	for _, j := range sh.jobs {
		if !j.done() && !j.parent {
			return true
		}
	}
	return false
}

// ended notes that a child of a job has ended, and reports whether it is of one.
func (sh *Shell) ended(pid int, st primitives.WaitStatus) bool {
	for _, j := range sh.jobs {
		for _, p := range j.procs {
			if p.pid == pid && !p.done && !j.parent {
				p.status, p.done = st, true
				if j.coproc != "" {
					sh.endCoproc(j.coproc)
				}
				sh.childEnded()
				return true
			}
		}
	}
	return false
}

// tell reports the background jobs that signals have killed.
func (sh *Shell) tell() {
	for _, j := range sh.jobs {
		if j.told || !j.done() || j.number == 0 {
			continue
		}
		sig, ok := j.status().Signaled()
		if !ok || sh.dash {
			continue
		}
		j.told = true
		if sh.speaks(sig) {
			sh.flush()
			sh.stderr(sh.prefix() + sh.longStatus(j.procs))
		}
	}
}

// forget drops jobs that have ended and been told of. bash remembers their status all the same.
func (sh *Shell) forget() {
	const remembered = 1024
	if len(sh.jobs) > remembered {
		sh.jobs = slices.DeleteFunc(sh.jobs, func(j *job) bool { return j.done() && j.number == 0 })
	}
}

// listed are the jobs that `jobs` shows.
func (sh *Shell) listed() (l []*job) {
	for _, j := range sh.jobs {
		if j.number > 0 && (!j.done() || !j.told) {
			l = append(l, j)
		}
	}
	return l
}

// current returns the jobs %+ and %-.
func (sh *Shell) current() (cur, prev *job) {
	var l []*job
	for _, j := range sh.listed() {
		if !j.done() {
			l = append(l, j)
		}
	}
	if len(l) == 0 {
		l = sh.listed()
	}
	if n := len(l); n > 0 {
		cur = l[n-1]
		if n > 1 {
			prev = l[n-2]
		}
	}
	return cur, prev
}

// find returns the job of a specification like %1, %+, %name.
func (sh *Shell) find(spec string) *job {
	s := strings.TrimPrefix(spec, "%")
	cur, prev := sh.current()
	switch s {
	case "", "+", "%":
		return cur
	case "-":
		if prev == nil {
			return cur
		}
		return prev
	}
	var found *job
	for _, j := range sh.listed() {
		switch {
		case itoa(j.number) == s:
			return j
		case strings.HasPrefix(s, "?") && strings.Contains(j.text, s[1:]),
			s[0] != '?' && ('0' > s[0] || s[0] > '9') && strings.HasPrefix(j.text, s):
			if found != nil {
				sh.fail(s + ": ambiguous job spec")
				return nil
			}
			found = j
		}
	}
	return found
}
