package shell

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// limitKind is a resource that ulimit knows.
type limitKind struct {
	letter   byte
	resource int
	unit     uint64
	text     string
	shown    string // the unit, in ulimit -a
}

const (
	rlimitMemlock    = 8
	rlimitLocks      = 10
	rlimitSigpending = 11
	rlimitMsgqueue   = 12
	rlimitNice       = 13
	rlimitRtprio     = 14
	rlimitRttime     = 15
	noRlimit         = -1 // what is no resource limit, the size of pipes
)

var limits = [...]limitKind{
	{'R', rlimitRttime, 1, "real-time non-blocking time  ", "microseconds, "},
	{'c', linux.RlimitCore, 512, "core file size              ", "blocks, "},
	{'d', linux.RlimitData, 1024, "data seg size               ", "kbytes, "},
	{'e', rlimitNice, 1, "scheduling priority                 ", ""},
	{'f', linux.RlimitFsize, 1024, "file size                   ", "blocks, "},
	{'i', rlimitSigpending, 1, "pending signals                     ", ""},
	{'l', rlimitMemlock, 1024, "max locked memory           ", "kbytes, "},
	{'m', linux.RlimitRSS, 1024, "max memory size             ", "kbytes, "},
	{'n', linux.RlimitNofile, 1, "open files                          ", ""},
	{'p', noRlimit, 512, "pipe size                ", "512 bytes, "},
	{'q', rlimitMsgqueue, 1, "POSIX message queues         ", "bytes, "},
	{'r', rlimitRtprio, 1, "real-time priority                  ", ""},
	{'s', linux.RlimitStack, 1024, "stack size                  ", "kbytes, "},
	{'t', linux.RlimitCPU, 1, "cpu time                   ", "seconds, "},
	{'u', linux.RlimitNproc, 1, "max user processes                  ", ""},
	{'v', linux.RlimitAS, 1024, "virtual memory              ", "kbytes, "},
	{'x', rlimitLocks, 1, "file locks                          ", ""},
}

func limitByLetter(c byte) *limitKind {
	for i := range limits {
		if limits[i].letter == c {
			return &limits[i]
		}
	}
	return nil
}

func ulimit(sh *Shell, args []string) int {
	var l limiting
	args = args[1:]
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		args = l.argument(args)
	}
	if l.bad != 0 {
		return sh.usageError("-" + string(l.bad) + ": invalid option")
	}
	if l.all {
		return sh.allLimits(l.hard)
	}
	if len(l.asked) == 0 {
		l.asked = append(l.asked, askedLimit{kind: limitByLetter('f')})
		if len(args) > 0 {
			l.asked[0].value = args[0]
		}
	}
	status := 0
	for _, a := range l.asked {
		if a.value != "" {
			status |= sh.setLimit(a.kind, a.value, l.soft, l.hard)
			continue
		}
		if len(l.asked) > 1 {
			sh.print(a.kind.label())
		}
		sh.print(sh.limitText(a.kind, l.hard), "\n")
	}
	return status
}

// limiting is what ulimit was asked for.
type limiting struct {
	soft, hard, all bool
	asked           []askedLimit
	bad             byte
}

// askedLimit is a resource with the limit to be set, "" to show it.
type askedLimit struct {
	kind  *limitKind
	value string
}

// argument reads the options of one argument and returns those after it. A resource may have its limit with
// it, or in the argument that follows.
func (l *limiting) argument(args []string) []string {
	a, rest := args[0], args[1:]
	for i := 1; i < len(a); i++ {
		switch k := limitByLetter(a[i]); {
		case a[i] == 'S':
			l.soft = true
		case a[i] == 'H':
			l.hard = true
		case a[i] == 'a':
			l.all = true
		case k == nil:
			l.bad = a[i]
		case i+1 < len(a):
			l.asked = append(l.asked, askedLimit{k, a[i+1:]})
			return rest
		case len(rest) > 0 && !strings.HasPrefix(rest[0], "-"):
			l.asked = append(l.asked, askedLimit{k, rest[0]})
			return rest[1:]
		default:
			l.asked = append(l.asked, askedLimit{kind: k})
		}
	}
	return rest
}

func (k *limitKind) label() string {
	return fmt.Sprintf("%s(%s-%c) ", k.text, k.shown, k.letter)
}

func (sh *Shell) allLimits(hard bool) int {
	for i := range limits {
		sh.print(limits[i].label(), sh.limitText(&limits[i], hard), "\n")
	}
	return 0
}

// pipeBlocks is the size of a pipe's atomic write in blocks of 512.
const pipeBlocks = 8

func (sh *Shell) limitText(k *limitKind, hard bool) string {
	if k.resource == noRlimit {
		return itoa(pipeBlocks)
	}
	lim, err := linux.Prlimit(0, k.resource, nil)
	v := lim[0]
	if hard {
		v = lim[1]
	}
	if err != nil || v == linux.RlimInfinity {
		return "unlimited"
	}
	return strconv.FormatUint(v/sh.limitUnit(k), 10)
}

// limitUnit is what a limit is counted in, bytes for most.
func (sh *Shell) limitUnit(k *limitKind) uint64 {
	if sh.dash && k.letter == 'f' {
		return 512
	}
	return k.unit
}

func (sh *Shell) setLimit(k *limitKind, value string, soft, hard bool) int {
	if k.resource == noRlimit {
		return sh.fail(strings.TrimSpace(k.text) + ": cannot modify limit: Invalid argument")
	}
	lim, err := linux.Prlimit(0, k.resource, nil)
	if err != nil {
		return sh.fail(strings.TrimSpace(k.text) + ": cannot get limit: " + reason(err))
	}
	v := linux.RlimInfinity
	switch value {
	case "unlimited":
	case "soft":
		v = lim[0]
	case "hard":
		v = lim[1]
	default:
		n, err := strconv.ParseUint(value, 10, 63)
		if err != nil {
			if sh.dash {
				sh.complain("ulimit", "Illegal number: "+value)
				sh.endSpecial()
				return 2
			}
			return sh.fail(value + ": invalid number")
		}
		v = n * sh.limitUnit(k)
	}
	if !soft && !hard {
		soft, hard = true, true
	}
	if soft {
		lim[0] = v
	}
	if hard {
		lim[1] = v
	}
	if _, err = linux.Prlimit(0, k.resource, &lim); err != nil {
		return sh.fail(strings.TrimSpace(k.text) + ": cannot modify limit: " + reason(err))
	}
	return 0
}

// umask shows or sets the file mode mask.
func umask(sh *Shell, args []string) int {
	var asCommand, symbolic bool
	rest, ok := sh.options(args, "pS", func(c byte, _ string) {
		if c == 'p' {
			asCommand = true
		} else {
			symbolic = true
		}
	})
	if !ok {
		return 2
	}
	mask := linux.Umask(0)
	linux.Umask(mask)
	if len(rest) > 0 {
		m, status := sh.parseMask(rest[0], mask)
		if status != 0 {
			return status
		}
		linux.Umask(m)
		if symbolic {
			sh.print(symbolicMask(m), "\n")
		}
		return 0
	}
	switch {
	case symbolic && asCommand:
		sh.print("umask -S ", symbolicMask(mask), "\n")
	case symbolic:
		sh.print(symbolicMask(mask), "\n")
	case asCommand:
		sh.print(fmt.Sprintf("umask %04o\n", mask))
	default:
		sh.print(fmt.Sprintf("%04o\n", mask))
	}
	return 0
}

const allBits = 0o777

func (sh *Shell) parseMask(s string, old uint32) (uint32, int) {
	if s != "" && s[0] >= '0' && s[0] <= '9' {
		n, err := strconv.ParseUint(s, 8, 32)
		if err != nil || n > 0o7777 {
			if sh.dash {
				sh.complain("umask", "Illegal number: "+s)
				return 0, 2
			}
			return 0, sh.fail(s + ": octal number out of range")
		}
		return uint32(n) & allBits, 0
	}
	mode, bad := symbolicMode(s, ^old&allBits)
	if bad != "" {
		if sh.dash {
			sh.complain("umask", "Illegal mode: "+s)
			sh.endSpecial()
			return 0, 2
		}
		return 0, sh.fail(bad)
	}
	return ^mode & allBits, 0
}

// symbolicMode applies a mode like u=rwx,go-w to mode.
func symbolicMode(s string, mode uint32) (uint32, string) {
	for clause := range strings.SplitSeq(s, ",") {
		i := 0
		who := uint32(0)
		for ; i < len(clause) && strings.IndexByte("ugoa", clause[i]) >= 0; i++ {
			who |= map[byte]uint32{'u': 0o700, 'g': 0o070, 'o': 0o007, 'a': allBits}[clause[i]]
		}
		if who == 0 {
			who = allBits
		}
		if i >= len(clause) || strings.IndexByte("+-=", clause[i]) < 0 {
			c := ""
			if i < len(clause) {
				c = clause[i : i+1]
			}
			return 0, "`" + c + "': invalid symbolic mode operator"
		}
		op := clause[i]
		perm := uint32(0)
		for i++; i < len(clause); i++ {
			bit := map[byte]uint32{'r': 0o444, 'w': 0o222, 'x': 0o111}[clause[i]]
			if bit == 0 {
				return 0, "`" + clause[i:i+1] + "': invalid symbolic mode character"
			}
			perm |= bit
		}
		switch op {
		case '+':
			mode |= perm & who
		case '-':
			mode &^= perm & who
		default:
			mode = mode&^who | perm&who
		}
	}
	return mode, ""
}

func symbolicMask(mask uint32) string {
	var parts []string
	for i, who := range [...]string{"u", "g", "o"} {
		bits := ^mask >> (6 - 3*i) & 7
		s := who + "="
		for j, c := range [...]string{"r", "w", "x"} {
			if bits&(4>>j) != 0 {
				s += c
			}
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ",")
}
