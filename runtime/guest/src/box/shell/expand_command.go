package shell

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// substitute is $(commands): what the commands write, without the newlines at its end.
func (sh *Shell) substitute(p *tree.Part) string {
	l := p.Body
	if l == nil {
		l = &tree.List{}
	}
	if r := onlyRead(l); r != nil {
		return sh.readFileSubst(r)
	}
	r, w, err := linux.Pipe2(primitives.O_CLOEXEC)
	if err != nil {
		sh.noPipe("cannot make pipe for command substitution", err)
		sh.statusOfSubst = 0 // bash goes on with nothing
		return ""
	}
	pid := sh.fork(&child{role: asSubst, list: l, text: p.Text, actions: []abi.FileAction{
		{Kind: abi.ActionDup2, Fd: int32(w), Newfd: 1},
		{Kind: abi.ActionClose, Fd: int32(w)},
		{Kind: abi.ActionClose, Fd: int32(r)},
	}})
	closeFd(w)
	if pid == 0 {
		closeFd(r)
		return ""
	}
	text, _ := readAll(r)
	closeFd(r)
	sh.statusOfSubst = sh.waitQuietly(pid)
	sh.status = sh.statusOfSubst
	return sh.trimSubst(text)
}

// trimSubst takes off the newlines at the end, and NULs with a warning.
func (sh *Shell) trimSubst(s string) string {
	if strings.IndexByte(s, 0) >= 0 {
		if !sh.dash {
			sh.warn("warning: command substitution: ignored null byte in input")
		}
		s = strings.ReplaceAll(s, "\x00", "")
	}
	return strings.TrimRight(s, "\n")
}

// onlyRead returns the redirection of $(<file), which needs no process.
func onlyRead(l *tree.List) *tree.Redir {
	if len(l.Items) != 1 || l.Items[0].Async {
		return nil
	}
	s, ok := l.Items[0].Node.(*tree.Simple)
	if !ok || len(s.Words) > 0 || len(s.Assigns) > 0 || len(s.Redirs) != 1 {
		return nil
	}
	if r := &s.Redirs[0]; r.Op == tree.In && r.Fd <= 0 && r.Var == "" {
		return r
	}
	return nil
}

func (sh *Shell) readFileSubst(r *tree.Redir) string {
	if sh.dash { // where it is a redirection of nothing
		return ""
	}
	sh.statusOfSubst = 0
	name, ok := sh.target1(r)
	if !ok {
		sh.statusOfSubst = 1
		return ""
	}
	fd, err := linux.Open(name, primitives.O_RDONLY|primitives.O_CLOEXEC, 0)
	if err != nil {
		sh.warn(name + ": " + reason(err))
		sh.statusOfSubst = 1
		return ""
	}
	text, err := readAll(fd)
	closeFd(fd)
	if err != nil {
		sh.statusOfSubst = 1
	}
	return sh.trimSubst(text)
}
