package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// childRedirs are the redirections of a program as what its process does before exec: bash makes them
// after fork, so that a fork that is denied leaves no file behind and complains where the shell does.
type childRedirs struct {
	actions []abi.FileAction
	docs    []int // the shell's ends of here-documents
	made    map[int]bool
}

func (c *childRedirs) close() {
	for _, fd := range c.docs {
		closeFd(fd)
	}
}

// childRedirs turns redirections into actions. It reports false, with nothing done, for what only the
// shell itself can do, or complain about.
func (sh *Shell) childRedirs(list []tree.Redir) (c *childRedirs, ok bool) {
	c = &childRedirs{made: map[int]bool{}}
	if sh.dash || sh.opts[optNoclobber] || sh.funcs["command_not_found_handle"] != nil {
		return c, false
	}
	for i := range list {
		r := &list[i]
		if r.Var != "" || !repeatable(r.Word.Parts) || r.Body != nil && !repeatable(r.Body.Parts) {
			return c, false
		}
	}
	for i := range list {
		if !sh.childRedir(c, &list[i]) {
			c.close()
			return c, false
		}
	}
	return c, true
}

// repeatable reports whether a word may be expanded twice: once more when something has failed.
func repeatable(parts []tree.Part) bool {
	for i := range parts {
		switch p := &parts[i]; p.Kind {
		case tree.Literal, tree.Quoted, tree.Tilde:
		case tree.Double:
			if !repeatable(p.Parts) {
				return false
			}
		case tree.Variable:
			if !simpleName(p.Param) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (sh *Shell) childRedir(c *childRedirs, r *tree.Redir) bool {
	fd := r.Fd
	if fd < 0 {
		fd = defaultFd(r.Op)
	}
	switch r.Op {
	case tree.Here, tree.HereString:
		if sh.opts[optNounset] && !r.Word.Plain {
			return false
		}
		from, ok := sh.hereFd(r)
		if !ok {
			return false
		}
		c.docs = append(c.docs, from)
		c.dup(from, fd)
		return true
	}
	name, ok := sh.quietTarget(r)
	if !ok {
		return false
	}
	if r.Op == tree.DupIn || r.Op == tree.DupOut {
		return c.duplicate(name, fd)
	}
	if strings.HasPrefix(name, "/dev/tcp/") || strings.HasPrefix(name, "/dev/udp/") {
		return false
	}
	c.made[fd] = true
	c.actions = append(c.actions, abi.FileAction{
		Kind: abi.ActionOpen, Newfd: int32(fd), Path: name, Flags: int32(openFlags(r.Op)), Mode: newFileMode,
	})
	if r.Op == tree.OutBoth || r.Op == tree.AppendBoth {
		c.dup(1, 2)
	}
	return true
}

// quietTarget is target1 where nothing can go wrong.
func (sh *Shell) quietTarget(r *tree.Redir) (string, bool) {
	if r.Word.Plain {
		return r.Word.Text, true
	}
	if sh.opts[optNounset] || sh.opts[optPosix] || r.Word.Brace {
		return "", false
	}
	l := sh.fields(nil, &r.Word)
	if sh.flow != running || len(l) != 1 {
		return "", false
	}
	return l[0], true
}

func (c *childRedirs) dup(from, fd int) {
	c.made[fd] = true
	c.actions = append(c.actions, abi.FileAction{Kind: abi.ActionDup2, Fd: int32(from), Newfd: int32(fd)})
}

// duplicate is <&word and >&word for a number that is open, and for a dash.
func (c *childRedirs) duplicate(word string, fd int) bool {
	if word == "-" {
		c.made[fd] = false
		c.actions = append(c.actions, abi.FileAction{Kind: abi.ActionClose, Fd: int32(fd)})
		return true
	}
	from, err := strconv.Atoi(word)
	if err != nil || from < 0 {
		return false
	}
	open, known := c.made[from]
	if !known {
		flags, err := linux.Fcntl(from, linux.FGetfd, 0)
		open = err == nil && flags == 0
	}
	if !open {
		return false
	}
	if from != fd {
		c.dup(from, fd)
	}
	return true
}

// runRedirected starts a program with such redirections. Where it fails they are made here, so that what
// there is to say goes where it should, or they say themselves what is wrong with them.
func (sh *Shell) runRedirected(args, temp []string, n *tree.Simple, c *childRedirs) (pid, status int) {
	defer c.close()
	sh.flush()
	p := sh.program(args, temp)
	r := sh.request(&p)
	r.Actions = c.actions
	pid, stage, err := sh.launch(r)
	if pid > 0 || sh.flow != running {
		return pid, sh.status
	}
	if stage == abi.StageExec && p.path != "" && isErrno(err, primitives.ENOEXEC) && !isBinary(p.path) {
		return sh.fork(&child{role: asScript, script: &p, actions: c.actions}), sh.status
	}
	mark, ok := sh.redirect(n.Redirs)
	switch {
	case !ok:
		status = sh.redirectStatus()
	case stage != abi.StageExec: // it was wrong for a moment only
		pid, status = sh.spawn(args, temp)
	case p.path == "":
		sh.commandNotFound(args[0])
		status = exitNotFound
	default:
		status = sh.execFailed(&p, err)
	}
	sh.restoreFds(mark)
	return pid, status
}
