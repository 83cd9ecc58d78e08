package shell

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// coproc starts a command whose input and output are pipes of the shell's: NAME[1] and NAME[0].
func (sh *Shell) coproc(n *tree.Coproc) {
	sh.line = n.Line + sh.base
	for _, j := range sh.jobs {
		if j.coproc != "" && !j.done() && !j.parent {
			sh.warn("warning: execute_coproc: coproc [" + itoa(j.pid()) + ":" + j.coproc + "] still exists")
			break
		}
	}
	fromR, fromW, err := linux.Pipe2(primitives.O_CLOEXEC)
	toR, toW, err2 := linux.Pipe2(primitives.O_CLOEXEC)
	if err != nil || err2 != nil {
		sh.note("pipe error: " + reason(primitives.EMFILE))
		sh.exit(exitNoFork)
		return
	}
	acts := pipeActions(toR, fromW, fromR, toW)
	pid := sh.fork(&child{role: asBackground, node: n.Body, actions: acts})
	closeFd(toR)
	closeFd(fromW)
	if pid == 0 {
		return
	}
	r, w := highDup(fromR), highDup(toW)
	sh.last = pid
	sh.addJob(&job{text: tree.Text(n), procs: []*process{{pid: pid}}, coproc: n.Name})
	sh.setList(n.Name, []string{itoa(r), itoa(w)})
	sh.setVar(n.Name+"_PID", itoa(pid))
	sh.setStatus(0)
}

// highDup moves a descriptor up, where bash keeps those of coprocesses, closed by exec.
func highDup(fd int) int {
	for to := highFd; to > 10; to-- {
		if _, err := linux.Fcntl(to, linux.FGetfd, 0); err == nil {
			continue
		}
		if linux.Dup3(fd, to, primitives.O_CLOEXEC) == nil {
			closeFd(fd)
			return to
		}
	}
	return fd
}

// endCoproc takes away what a coprocess that has ended has left.
func (sh *Shell) endCoproc(name string) {
	if v := sh.variable(name); v != nil && v.list != nil {
		for _, fd := range v.list.vals {
			if n, ok := number(fd); ok {
				closeFd(n)
			}
		}
	}
	sh.bind(name, nil)
	sh.bind(name+"_PID", nil)
}
