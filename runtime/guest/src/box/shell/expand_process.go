package shell

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// procSubst is this end of the pipe of a process substitution.
type procSubst struct {
	fd  int
	pid int
}

// highFd is where bash puts the pipes of process substitutions, counting down.
const highFd = 63

// processSubst is <(list) or >(list): the name of a pipe to the commands.
func (sh *Shell) processSubst(p *tree.Part) string {
	r, w, err := linux.Pipe2(primitives.O_CLOEXEC)
	if err != nil {
		sh.noPipe("cannot make pipe for process substitution", err)
		return ""
	}
	theirs, ours, std := w, r, 1
	if p.Text == ">" {
		theirs, ours, std = r, w, 0
	}
	c := &child{role: asProcess, list: p.Body, actions: []abi.FileAction{
		{Kind: abi.ActionDup2, Fd: int32(theirs), Newfd: int32(std)},
		{Kind: abi.ActionClose, Fd: int32(theirs)},
		{Kind: abi.ActionClose, Fd: int32(ours)},
	}}
	for _, other := range sh.procs { // whose end the child would hold open
		c.actions = append(c.actions, abi.FileAction{Kind: abi.ActionClose, Fd: int32(other.fd)})
	}
	pid := sh.fork(c)
	closeFd(theirs)
	if pid == 0 {
		closeFd(ours)
		return ""
	}
	fd := highFd
	for fd > 10 {
		if _, err := linux.Fcntl(fd, linux.FGetfd, 0); err != nil {
			break
		}
		fd--
	}
	if linux.Dup3(ours, fd, 0) == nil {
		closeFd(ours)
	} else { // the limit of descriptors is lower: it stays where it is
		fd = ours
		_, _ = linux.Fcntl(fd, linux.FSetfd, 0)
	}
	sh.procs = append(sh.procs, procSubst{fd, pid})
	sh.last = pid
	sh.addChild(pid)
	return "/dev/fd/" + itoa(fd)
}

// closeProcs lets go of the process substitutions made since mark.
func (sh *Shell) closeProcs(mark int) {
	for _, p := range sh.procs[mark:] {
		closeFd(p.fd)
	}
	sh.procs = sh.procs[:mark]
}
