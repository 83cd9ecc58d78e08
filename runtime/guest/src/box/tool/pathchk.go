package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// The limits that POSIX promises everywhere.
const (
	posixPathMax = 256
	posixNameMax = 14
)

func pathchkMain(r *run) int {
	opts, words := r.options("p P /portability")
	posix, portable := false, false
	for _, o := range opts {
		switch o.name {
		case "p":
			posix = true
		case "P":
			portable = true
		default:
			posix, portable = true, true
		}
	}
	if len(words) == 0 {
		r.usage("missing operand")
	}
	for _, name := range words {
		r.checkPath(name, posix, portable)
	}
	return r.status
}

// checkPath says why a name is not valid or not portable.
func (r *run) checkPath(name string, posix, portable bool) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/"
	switch {
	case portable && (strings.HasPrefix(name, "-") || strings.Contains(name, "/-")):
		r.warn("leading '-' in a component of file name %s", r.quoted(name))
		return
	case (posix || portable) && name == "":
		r.warn("empty file name")
		return
	}
	if bad := strings.TrimLeft(name, letters); posix && bad != "" {
		_, size, _ := nextChar(bad, r.utf8Locale())
		r.warn("nonportable character %s in file name %s", r.curly(bad[:size]), r.quoted(name))
		return
	}
	nameMax := posixNameMax
	if !posix {
		if _, err := linux.Lstat(name); err == nil {
			return
		} else if !is(err, primitives.ENOENT) || name == "" {
			r.warnErr(err, "%s", r.plain(name))
			return
		}
		nameMax = 255
	}
	if pathMax := map[bool]int{true: posixPathMax, false: 4096}[posix]; len(name) >= pathMax {
		r.warn("limit %d exceeded by length %d of file name %s", pathMax-1, len(name), r.quoted(name))
		return
	}
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > nameMax {
			r.warn("limit %d exceeded by length %d of file name component %s", nameMax, len(part),
				r.curly(part))
			return
		}
	}
}
