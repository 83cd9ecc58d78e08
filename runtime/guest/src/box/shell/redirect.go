package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// savedFd is a descriptor put aside: copy holds what fd was, -1 if it was closed.
type savedFd struct{ fd, copy int }

// firstSaved is where bash begins to put descriptors that it saves.
const firstSaved = 10

// redirect makes redirections; restoreFds(mark) takes them back. A failure has been reported.
func (sh *Shell) redirect(list []tree.Redir) (mark int, ok bool) {
	mark = len(sh.saved)
	if len(list) == 0 {
		return mark, true
	}
	sh.seeks.known = false
	sh.flush()
	for i := range list {
		if !sh.redirectOne(&list[i]) {
			return mark, false
		}
	}
	return mark, true
}

func (sh *Shell) saveFd(fd int) {
	for i := range sh.saved { // someone wants the number that a copy has
		if sh.saved[i].copy == fd {
			if n, err := linux.Fcntl(fd, linux.FDupfdCloexec, firstSaved); err == nil {
				sh.saved[i].copy = n
			}
		}
	}
	n, err := linux.Fcntl(fd, linux.FDupfdCloexec, firstSaved)
	if err != nil {
		n = -1
	}
	sh.saved = append(sh.saved, savedFd{fd, n})
}

// restoreFds takes back the redirections made since mark.
func (sh *Shell) restoreFds(mark int) {
	if len(sh.saved) == mark {
		return
	}
	sh.seeks.known = false
	sh.flush()
	for i := len(sh.saved) - 1; i >= mark; i-- {
		s := sh.saved[i]
		if s.copy < 0 {
			_ = linux.Close(s.fd)
			continue
		}
		_ = linux.Dup3(s.copy, s.fd, 0)
		_ = linux.Close(s.copy)
	}
	sh.saved = sh.saved[:mark]
}

// keepFds makes the redirections since mark permanent, as exec does.
func (sh *Shell) keepFds(mark int) {
	for _, s := range sh.saved[mark:] {
		closeFd(s.copy)
	}
	sh.saved = sh.saved[:mark]
}

// defaultFd is the descriptor of an operator without a number.
func defaultFd(op tree.RedirOp) int {
	switch op {
	case tree.Out, tree.Clobber, tree.AppendOut, tree.DupOut, tree.OutBoth, tree.AppendBoth:
		return 1
	default:
		return 0
	}
}

func (sh *Shell) redirectOne(r *tree.Redir) bool {
	fd := r.Fd
	if fd < 0 {
		fd = defaultFd(r.Op)
	}
	if r.Var != "" {
		return sh.redirectVar(r)
	}
	switch r.Op {
	case tree.DupIn, tree.DupOut:
		return sh.duplicate(r, fd)
	case tree.Here, tree.HereString:
		from, ok := sh.hereFd(r)
		return ok && sh.install(from, fd)
	case tree.OutBoth, tree.AppendBoth:
		return sh.both(r)
	default:
		from, ok := sh.openTarget(r)
		return ok && sh.install(from, fd)
	}
}

// install makes the open file from the shell's descriptor fd.
func (sh *Shell) install(from, fd int) bool {
	if from == fd { // it was closed, and open found the number free
		sh.saved = append(sh.saved, savedFd{fd, -1})
		_, err := linux.Fcntl(fd, linux.FSetfd, 0)
		return err == nil
	}
	sh.saveFd(fd)
	if err := linux.Dup3(from, fd, 0); err != nil {
		sh.warn(itoa(fd) + ": " + reason(err))
		closeFd(from)
		return false
	}
	closeFd(from)
	return true
}

// both is &> and &>>.
func (sh *Shell) both(r *tree.Redir) bool {
	from, ok := sh.openTarget(r)
	if !ok || !sh.install(from, 1) {
		return false
	}
	sh.saveFd(2)
	return linux.Dup3(1, 2, 0) == nil
}

// target1 expands the word of a redirection, which must make one word.
func (sh *Shell) target1(r *tree.Redir) (string, bool) {
	if r.Word.Plain {
		return r.Word.Text, true
	}
	if sh.dash || sh.opts[optPosix] {
		s := sh.str(&r.Word)
		return s, sh.flow == running
	}
	l := append([]string(nil), sh.words([]tree.Word{r.Word})...)
	if sh.flow != running {
		return "", false
	}
	if len(l) != 1 {
		sh.warn(r.Word.Raw + ": ambiguous redirect")
		return "", false
	}
	return l[0], true
}

// openTarget opens the file of a redirection.
func (sh *Shell) openTarget(r *tree.Redir) (int, bool) {
	name, ok := sh.target1(r)
	if !ok {
		return 0, false
	}
	fd, err := sh.openFile(r.Op, name)
	if err != nil {
		sh.cannotOpen(r.Op, name, err)
		return 0, false
	}
	return fd, true
}

func openFlags(op tree.RedirOp) int {
	switch op {
	case tree.In:
		return primitives.O_RDONLY
	case tree.AppendOut, tree.AppendBoth:
		return primitives.O_WRONLY | primitives.O_CREAT | primitives.O_APPEND
	case tree.InOut:
		return primitives.O_RDWR | primitives.O_CREAT
	default:
		return primitives.O_WRONLY | primitives.O_CREAT | primitives.O_TRUNC
	}
}

const newFileMode = 0o666

func (sh *Shell) openFile(op tree.RedirOp, name string) (int, error) {
	if strings.HasPrefix(name, "/dev/") && !sh.dash {
		if fd, special, err := sh.openNetwork(name); special {
			return fd, err
		}
	}
	flags := openFlags(op) | primitives.O_CLOEXEC
	if (op == tree.Out || op == tree.OutBoth) && sh.opts[optNoclobber] {
		return openNew(name, flags)
	}
	return linux.Open(name, flags, newFileMode)
}

// openNew opens for writing what is not a regular file yet.
func openNew(name string, flags int) (int, error) {
	if st, err := linux.Stat(name); err == nil {
		if st.IsRegular() {
			return -1, primitives.EEXIST
		}
		return linux.Open(name, flags&^primitives.O_TRUNC, newFileMode)
	}
	return linux.Open(name, flags&^primitives.O_TRUNC|primitives.O_EXCL, newFileMode)
}

// cannotOpen says why the file of a redirection was not opened.
func (sh *Shell) cannotOpen(op tree.RedirOp, name string, err error) {
	e := primitives.ErrnoOf(err)
	if !sh.dash {
		switch e {
		case primitives.EEXIST:
			sh.warn(name + ": cannot overwrite existing file")
		default:
			sh.warn(name + ": " + e.Text())
		}
		return
	}
	what, why := "create", e.Text()
	if op == tree.In {
		what = "open"
	}
	switch {
	case e == primitives.ENOENT && op == tree.In:
		why = "No such file"
	case e == primitives.ENOENT:
		why = "Directory nonexistent"
	case e == primitives.EEXIST:
		why = "File exists"
	}
	sh.warn("cannot " + what + " " + name + ": " + why)
}

// duplicate is <& and >&.
func (sh *Shell) duplicate(r *tree.Redir, fd int) bool {
	word, ok := sh.target1(r)
	if !ok {
		return false
	}
	move := false
	if n := strings.TrimSuffix(word, "-"); n != word && n != "" {
		word, move = n, true
	}
	if word == "-" {
		sh.saveFd(fd)
		_ = linux.Close(fd)
		return true
	}
	from, err := strconv.Atoi(word)
	if err != nil {
		if r.Op == tree.DupOut && r.Fd < 0 && !move && !sh.dash { // >&file
			f, err := sh.openFile(tree.Out, word)
			if err != nil {
				sh.cannotOpen(tree.Out, word, err)
				return false
			}
			if !sh.install(f, 1) {
				return false
			}
			sh.saveFd(2)
			return linux.Dup3(1, 2, 0) == nil
		}
		sh.ambiguous(r)
		return false
	}
	if _, err := linux.Fcntl(from, linux.FGetfd, 0); err != nil {
		name := r.Word.Raw
		if sh.dash {
			name = word
		}
		sh.warn(name + ": " + reason(primitives.EBADF))
		return false
	}
	if from == fd {
		return true
	}
	sh.saveFd(fd)
	if err := linux.Dup3(from, fd, 0); err != nil {
		sh.warn(word + ": " + reason(err))
		return false
	}
	if move {
		sh.saveFd(from)
		_ = linux.Close(from)
	}
	return true
}

func (sh *Shell) ambiguous(r *tree.Redir) {
	if sh.dash {
		sh.warn("Syntax error: Bad fd number")
		sh.exit(2)
		return
	}
	sh.warn(r.Word.Raw + ": ambiguous redirect")
}

// redirectVar is {name}> and its kin: the shell chooses the number, and keeps the file open.
func (sh *Shell) redirectVar(r *tree.Redir) bool {
	name, index, _ := strings.Cut(strings.TrimSuffix(r.Var, "]"), "[")
	if r.Op == tree.DupIn || r.Op == tree.DupOut {
		word, ok := sh.target1(r)
		if !ok {
			return false
		}
		if word == "-" {
			return sh.closeVar(name, index)
		}
		from, err := strconv.Atoi(strings.TrimSuffix(word, "-"))
		if err != nil {
			sh.ambiguous(r)
			return false
		}
		fd, err := linux.Fcntl(from, linux.FDupfd, firstSaved)
		if err != nil {
			sh.warn(word + ": " + reason(err))
			return false
		}
		return sh.setFdVar(name, index, fd)
	}
	var from int
	var ok bool
	if r.Op == tree.Here || r.Op == tree.HereString {
		from, ok = sh.hereFd(r)
	} else {
		from, ok = sh.openTarget(r)
	}
	if !ok {
		return false
	}
	fd, err := linux.Fcntl(from, linux.FDupfd, firstSaved)
	closeFd(from)
	if err != nil {
		sh.warn(r.Var + ": " + reason(err))
		return false
	}
	return sh.setFdVar(name, index, fd)
}

func (sh *Shell) setFdVar(name, index string, fd int) bool {
	ok := false
	if index != "" {
		ok = sh.assignElement(name, index, itoa(fd), false)
	} else {
		ok = sh.setVar(name, itoa(fd))
	}
	switch {
	case !ok:
		sh.warn(name + ": cannot assign fd to variable")
		closeFd(fd)
	case sh.shopt[shoptVarredirClose]:
		sh.saved = append(sh.saved, savedFd{fd, -1})
	}
	return ok
}

func (sh *Shell) closeVar(name, index string) bool {
	text := sh.text(name)
	if index != "" {
		text, _ = sh.element(name, index)
	}
	fd, err := strconv.Atoi(text)
	if err != nil {
		sh.warn(name + ": ambiguous redirect")
		return false
	}
	_ = linux.Close(fd)
	return true
}
