package shell

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

func processBuiltins() map[string]*builtin {
	return map[string]*builtin{
		"jobs": {run: jobsBuiltin, usage: "[-lnprs] [jobspec ...] or jobs -x command [args]"},
		"wait": {run: waitBuiltin, usage: "[-fn] [-p var] [id ...]"},
		"kill": {
			run:   kill,
			usage: "[-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]",
		},
		"fg":      {run: noJobControl, usage: "[job_spec]"},
		"bg":      {run: noJobControl, usage: "[job_spec ...]"},
		"suspend": {run: suspend, bashOnly: true, usage: "[-f]"},
		"disown":  {run: disown, bashOnly: true, usage: "[-h] [-ar] [jobspec ... | pid ...]"},
		"trap":    {run: trapBuiltin, special: true, usage: "[-lp] [[arg] signal_spec ...]"},
		"times":   {run: timesBuiltin, special: true},
		"ulimit":  {run: ulimit, usage: "[-SHabcdefiklmnpqrstuvxPRT] [limit]"},
		"umask":   {run: umask, usage: "[-p] [-S] [mode]"},
	}
}

func noJobControl(sh *Shell, args []string) int {
	if sh.dash {
		sh.complain(args[0], "No current job")
		return 2
	}
	return sh.fail("no job control")
}

func suspend(sh *Shell, args []string) int {
	if _, ok := sh.options(args, "f", func(byte, string) {}); !ok {
		return 2
	}
	return sh.fail("cannot suspend: no job control")
}

func jobsBuiltin(sh *Shell, args []string) int {
	if len(args) > 1 && args[1] == "-x" {
		return sh.runWithJobs(args[2:])
	}
	var long, pids, runningOnly, stopped, changed bool
	rest, ok := sh.options(args, "lnprsx", func(c byte, _ string) {
		switch c {
		case 'l':
			long = true
		case 'p':
			pids = true
		case 'r':
			runningOnly = true
		case 's':
			stopped = true
		case 'n':
			changed = true
		case 'x':
			long = true
		}
	})
	if !ok {
		return 2
	}
	sh.reap()
	list := sh.listed()
	status := 0
	if len(rest) > 0 {
		list = nil
		for _, spec := range rest {
			if j := sh.find(spec); j != nil {
				list = append(list, j)
			} else {
				status = sh.fail(spec + ": no such job")
			}
		}
	}
	cur, prev := sh.current()
	for _, j := range list {
		switch {
		case runningOnly && j.done(), stopped, changed && !j.done():
			continue
		case pids:
			sh.print(itoa(j.procs[0].pid), "\n")
		default:
			sh.print(sh.jobLine(j, cur, prev, long))
		}
		if j.done() {
			j.told = true
		}
	}
	return status
}

// runWithJobs is jobs -x: it runs a command in whose arguments the names of jobs are their processes.
func (sh *Shell) runWithJobs(args []string) int {
	if len(args) == 0 {
		return 0
	}
	args = slices.Clone(args)
	for i, a := range args {
		if !strings.HasPrefix(a, "%") {
			continue
		}
		if j := sh.find(a); j != nil {
			args[i] = itoa(j.procs[0].pid)
		}
	}
	f, b := sh.resolve(args[0])
	switch n := (&tree.Simple{Line: sh.line}); {
	case f != nil:
		sh.callFunction(f, args, n)
	case b != nil:
		sh.runBuiltin(b, args, nil, n)
	default:
		sh.external(args, n, noTail)
	}
	return sh.status
}

// jobLine shows a job.
func (sh *Shell) jobLine(j, cur, prev *job, long bool) string {
	mark := " "
	switch j {
	case cur:
		mark = "+"
	case prev:
		mark = "-"
	}
	last := j.procs[len(j.procs)-1]
	state := stateText(last)
	tail := ""
	if !j.done() {
		state, tail = "Running", " &"
	}
	pid := " "
	if long {
		pid = fmt.Sprintf("%5d ", j.procs[0].pid)
	}
	return fmt.Sprintf("[%d]%s %s%-24s%s%s\n", j.number, mark, pid, state, j.text, tail)
}

// waitBuiltin is wait.
func waitBuiltin(sh *Shell, args []string) int {
	next := false
	into := ""
	rest, ok := sh.options(args, "fnp:", func(c byte, arg string) {
		switch c {
		case 'n':
			next = true
		case 'p':
			into = arg
		}
	})
	if !ok {
		return 2
	}
	sh.flush()
	if into != "" {
		sh.unset(into)
	}
	switch {
	case next:
		return sh.waitNext(rest, into)
	case len(rest) == 0:
		return sh.waitEverything()
	}
	status := 0
	for _, spec := range rest {
		status = sh.waitOne(spec, into)
		if sh.pending != 0 {
			break
		}
	}
	return status
}

// block waits for a child to end; false if a trapped signal came first.
func (sh *Shell) block(pid int) bool {
	got, st, err := linux.Wait4(pid, 0)
	if isErrno(err, primitives.EINTR) {
		return !sh.interrupted()
	}
	if err == nil {
		sh.ended(got, st)
		return true
	}
	for _, j := range sh.jobs { // someone else has taken it
		for _, p := range j.procs {
			p.done = p.done || p.pid == pid || pid == -1
		}
	}
	return true
}

// interrupted takes the signals that have come and reports whether one has a trap.
func (sh *Shell) interrupted() bool {
	sh.pending |= linux.Sigpending()
	if sig := sh.dying(); sig != 0 {
		sh.dieBy(sig)
	}
	return sh.pending&sh.caught() != 0
}

// nextPending is the signal that interrupted a wait or a read.
func (sh *Shell) nextPending() int { return bits.TrailingZeros64(sh.pending&sh.caught()) + 1 }

func (sh *Shell) waitEverything() int {
	for sh.awaited() {
		if sh.catches > 0 && sh.interrupted() {
			return 128 + sh.nextPending()
		}
		if !sh.block(-1) || sh.catches > 0 && sh.interrupted() {
			return 128 + sh.nextPending()
		}
	}
	sh.tell()
	for _, j := range sh.jobs {
		j.told = true
	}
	sh.jobs = slices.DeleteFunc(sh.jobs, (*job).done) // what has ended is waited for no more
	return 0
}

// awaited reports whether there is something for wait to wait for: a job, or the last process
// substitution if nothing was started after it.
func (sh *Shell) awaited() bool {
	for _, j := range sh.jobs {
		if !j.done() && !j.parent && (j.number > 0 || j.pid() == sh.last) {
			return true
		}
	}
	return false
}

// waitOne waits for a process or a job.
func (sh *Shell) waitOne(spec, into string) int {
	var j *job
	if strings.HasPrefix(spec, "%") {
		if j = sh.find(spec); j == nil {
			sh.fail(spec + ": no such job")
			return exitNotFound
		}
		return sh.waitProcess(j, j.procs[len(j.procs)-1], into)
	}
	pid, ok := number(spec)
	if !ok || pid <= 0 {
		if sh.dash {
			sh.complain("wait", "Illegal number: "+spec)
			sh.endSpecial()
			return 2
		}
		sh.fail("`" + spec + "': not a pid or valid job spec")
		return 1
	}
	for _, j := range slices.Backward(sh.jobs) {
		for _, p := range j.procs {
			if p.pid == pid && !j.parent {
				return sh.waitProcess(j, p, into)
			}
		}
	}
	if !sh.dash {
		sh.fail("pid " + spec + " is not a child of this shell")
	}
	return exitNotFound
}

func (sh *Shell) waitProcess(j *job, p *process, into string) int {
	for !p.done {
		if sh.catches > 0 && sh.interrupted() {
			return 128 + sh.nextPending()
		}
		if !sh.block(p.pid) {
			return 128 + sh.nextPending()
		}
	}
	if j.done() {
		sig, ok := p.status.Signaled()
		if sh.dash && (ok && sh.speaks(sig) || sig == primitives.SIGTERM) {
			sh.stderr(signalText(sig) + "\n")
		}
		sh.tell()
		j.told = true
	}
	if into != "" {
		sh.setVar(into, itoa(p.pid))
	}
	return p.status.Code()
}

// waitNext is wait -n: the next job to end, of all or of those named.
func (sh *Shell) waitNext(specs []string, into string) int {
	for {
		waiting := false
		for _, j := range sh.jobs {
			if j.told || !sh.named(j, specs) {
				continue
			}
			if j.done() {
				sh.tell()
				j.told = true
				if into != "" {
					sh.setVar(into, itoa(j.pid()))
				}
				return j.status().Code()
			}
			waiting = true
		}
		if !waiting {
			return exitNotFound
		}
		if sh.catches > 0 && sh.interrupted() || !sh.block(-1) {
			return 128 + sh.nextPending()
		}
	}
}

// named reports whether wait -n with those arguments means the job.
func (sh *Shell) named(j *job, specs []string) bool {
	if j.number == 0 || j.parent {
		return false
	}
	if len(specs) == 0 {
		return true
	}
	return slices.ContainsFunc(specs, func(s string) bool {
		return strings.HasPrefix(s, "%") && sh.find(s) == j || itoa(j.pid()) == s
	})
}

func disown(sh *Shell, args []string) int {
	all := false
	rest, ok := sh.options(args, "ahr", func(c byte, _ string) { all = all || c == 'a' || c == 'r' })
	if !ok {
		return 2
	}
	var list []*job
	switch {
	case all:
		list = sh.listed()
	case len(rest) == 0:
		cur, _ := sh.current()
		if cur == nil {
			return sh.fail("current: no such job")
		}
		list = append(list, cur)
	}
	for _, spec := range rest {
		j := sh.findOrPid(spec)
		if j == nil {
			return sh.fail(spec + ": no such job")
		}
		list = append(list, j)
	}
	for _, j := range list {
		j.number, j.parent = 0, true
	}
	return 0
}

// findOrPid is the job of a job specification or a process id.
func (sh *Shell) findOrPid(spec string) *job {
	pid, ok := number(spec)
	if !ok {
		return sh.find(spec)
	}
	for _, j := range sh.jobs {
		if j.pid() == pid {
			return j
		}
	}
	return nil
}
