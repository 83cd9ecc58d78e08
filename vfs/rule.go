package vfs

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Op is what a Rule is asked about, after the access rights of landlock(7).
type Op uint8

// The operations. For reading, writing, truncating and executing the path is the file's; for making
// and removing it is that of the directory which holds the name. OpRefer, a rename or link from one
// directory to another, is asked of both directories; refusing it becomes EXDEV, as in landlock(7).
const (
	OpRead Op = iota
	OpReadDir
	OpWrite
	OpTruncate
	OpExec
	OpMakeReg
	OpMakeDir
	OpMakeSym
	OpMakeFifo
	OpMakeSock
	OpMakeDev
	OpRemoveFile
	OpRemoveDir
	OpRefer
)

// Writes reports whether the operation changes anything.
func (o Op) Writes() bool { return o > OpReadDir && o != OpExec }

// Rule is a path rule asked after resolution, as Linux asks its security modules. An error is the
// call's; it should carry a Cause.
type Rule func(c *primitives.Cred, op Op, path string) error

// WritesBelow returns the rule that allows changes only at and below the given absolute paths; all
// else is EACCES. Reading is free.
func WritesBelow(paths []string) Rule {
	allowed := make([]string, len(paths))
	for i, p := range paths {
		allowed[i] = strings.TrimRight(p, "/")
	}
	return func(_ *primitives.Cred, op Op, path string) error {
		if !op.Writes() {
			return nil
		}
		for _, a := range allowed {
			if path == a || strings.HasPrefix(path, a) && path[len(a)] == '/' {
				return nil
			}
		}
		return primitives.Deny(primitives.EACCES, primitives.Permissions, "landlock", path)
	}
}

// ask puts the operation on l to every rule. What has no place in the tree, as a pipe that is reached through
// /proc/self/fd, is free, landlock(7): its file system is the kernel's own.
func (ns *Namespace) ask(c *primitives.Cred, op Op, l Location) error {
	if len(ns.rules) == 0 || l.mount == ns.anonMount {
		return nil
	}
	path := ns.pathString(l)
	for _, rule := range ns.rules {
		if err := rule(c, op, path); err != nil {
			return err
		}
	}
	return nil
}

// askRefer puts a move from one directory to another to every rule.
func (ns *Namespace) askRefer(c *primitives.Cred, from, to Location) error {
	if len(ns.rules) == 0 || from == to {
		return nil
	}
	for _, dir := range []Location{from, to} {
		err := ns.ask(c, OpRefer, dir)
		if cause := primitives.CauseOf(err); cause != nil {
			return &primitives.Denied{Errno: primitives.EXDEV, Cause: *cause}
		}
		if err != nil {
			return primitives.EXDEV
		}
	}
	return nil
}

// makeOp returns the operation of making an inode of the given type.
func makeOp(mode uint32) Op {
	switch mode & primitives.S_IFMT {
	case primitives.S_IFDIR:
		return OpMakeDir
	case primitives.S_IFLNK:
		return OpMakeSym
	case primitives.S_IFIFO:
		return OpMakeFifo
	case primitives.S_IFSOCK:
		return OpMakeSock
	case primitives.S_IFCHR, primitives.S_IFBLK:
		return OpMakeDev
	default:
		return OpMakeReg
	}
}
