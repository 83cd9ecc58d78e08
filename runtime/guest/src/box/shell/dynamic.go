package shell

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// dynamic tells how a variable computes its value.
type dynamic uint8

const (
	noDynamic dynamic = iota
	dynRandom
	dynSrandom
	dynSeconds
	dynLineno
	dynBashpid
	dynEpochSeconds
	dynEpochRealtime
	dynFuncname
	dynBashSource
	dynBashLineno
	dynPipestatus
	dynDirstack
	dynSubshell
	dynGroups
	dynShellopts
	dynBashopts
	dynCommand
	dynArgv0
	dynHistcmd
	dynAliases
	dynCmds
	dynLastArg
	dynArgc
	dynArgv
)

// dynamics are the variables that compute their values, with their attributes.
var dynamics = map[string]struct {
	dyn   dynamic
	attrs attr
}{
	"RANDOM": {dynRandom, integer}, "SRANDOM": {dynSrandom, integer},
	"SECONDS": {dynSeconds, integer}, "LINENO": {dynLineno, integer},
	"BASHPID": {dynBashpid, integer}, "EPOCHSECONDS": {dynEpochSeconds, 0},
	"EPOCHREALTIME": {dynEpochRealtime, 0}, "FUNCNAME": {dynFuncname, indexed},
	"BASH_SOURCE": {dynBashSource, indexed}, "BASH_LINENO": {dynBashLineno, indexed},
	"PIPESTATUS": {dynPipestatus, indexed}, "DIRSTACK": {dynDirstack, indexed},
	"BASH_SUBSHELL": {dynSubshell, 0}, "GROUPS": {dynGroups, indexed},
	"SHELLOPTS": {dynShellopts, readonly}, "BASHOPTS": {dynBashopts, readonly},
	"BASH_COMMAND": {dynCommand, 0}, "BASH_ARGV0": {dynArgv0, 0}, "HISTCMD": {dynHistcmd, integer},
	"BASH_ARGC": {dynArgc, indexed}, "BASH_ARGV": {dynArgv, indexed},
	"_": {dynLastArg, 0}, "BASH_ALIASES": {dynAliases, associative}, "BASH_CMDS": {dynCmds, associative},
}

const second = 1_000_000_000

// compute returns the value of a variable that has none of its own.
func (sh *Shell) compute(v *variable) (string, bool) {
	switch v.dynamic {
	case dynRandom:
		return strconv.Itoa(sh.nextRandom()), true
	case dynSrandom:
		var b [4]byte
		_ = linux.Getrandom(b[:])
		return strconv.FormatUint(uint64(binary.LittleEndian.Uint32(b[:])), 10), true
	case dynSeconds:
		return strconv.FormatInt((sh.now()-sh.start)/second, 10), true
	case dynLineno:
		return strconv.Itoa(sh.line), true
	case dynBashpid:
		return strconv.Itoa(linux.Getpid()), true
	case dynEpochSeconds:
		return strconv.FormatInt(sh.now()/second, 10), true
	case dynEpochRealtime:
		t := sh.now()
		return fmt.Sprintf("%d.%06d", t/second, t%second/1000), true
	case dynSubshell:
		return strconv.Itoa(sh.sub - sh.uncounted), true
	case dynShellopts:
		return sh.shellopts(), true
	case dynBashopts:
		return sh.bashopts(), true
	case dynCommand:
		return sh.commandText(), true
	case dynArgv0:
		return sh.arg0, true
	case dynHistcmd:
		if !sh.opts[optHistory] {
			return "0", true
		}
		n := sh.hist.first + len(sh.hist.list)
		if !sh.interactive { // whose command is there already
			n++
		}
		return strconv.Itoa(n), true
	case dynLastArg:
		return sh.args.value(), true
	default:
		sh.refresh(v)
		return v.first()
	}
}

// refresh computes the elements of an array.
func (sh *Shell) refresh(v *variable) {
	switch v.dynamic {
	case dynFuncname, dynBashSource, dynBashLineno:
		v.list = newArray(sh.callStack(v.dynamic))
		v.set = len(v.list.vals) > 0
	case dynArgc, dynArgv:
		v.list, v.set = newArray(sh.argumentStack(v.dynamic == dynArgc)), true
	case dynPipestatus:
		l := make([]string, len(sh.pipe))
		for i, s := range sh.pipe {
			l[i] = strconv.Itoa(s)
		}
		v.list, v.set = newArray(l), true
	case dynDirstack:
		v.list, v.set = newArray(append([]string{sh.pwd()}, sh.dirs...)), true
	case dynGroups:
		ids, _ := linux.Getgroups()
		if !slices.Contains(ids, linux.Getgid()) {
			ids = append([]int{linux.Getgid()}, ids...)
		}
		l := make([]string, len(ids))
		for i, id := range ids {
			l[i] = strconv.Itoa(id)
		}
		v.list, v.set = newArray(l), true
	case dynAliases:
		v.table, v.set = newAssoc(), true
		for _, name := range slices.Sorted(maps.Keys(sh.aliases)) {
			v.table.set(name, sh.aliases[name])
		}
	case dynCmds:
		v.table, v.set = newAssoc(), true
		for _, name := range slices.Sorted(maps.Keys(sh.hashed)) {
			v.table.set(name, sh.hashed[name].path)
		}
	default: // a single value: compute has it
	}
}

// argumentStack is BASH_ARGC or BASH_ARGV: how many arguments each call has, the innermost first, and the
// arguments themselves, the last first. `shopt -s extdebug` has calls kept.
func (sh *Shell) argumentStack(counts bool) (l []string) {
	add := func(args []string) {
		if counts {
			l = append(l, strconv.Itoa(len(args)))
			return
		}
		for _, a := range slices.Backward(args) {
			l = append(l, a)
		}
	}
	for _, f := range slices.Backward(sh.frames) {
		if f.kept {
			add(f.args)
		}
	}
	add(sh.given)
	return l
}

// callStack is FUNCNAME, BASH_SOURCE or BASH_LINENO: the innermost call first.
func (sh *Shell) callStack(d dynamic) (l []string) {
	calls := false
	for _, f := range slices.Backward(sh.frames) {
		calls = calls || !f.isFile
		switch d {
		case dynFuncname:
			l = append(l, f.name)
		case dynBashSource:
			l = append(l, f.source)
		default:
			l = append(l, strconv.Itoa(f.line))
		}
	}
	switch {
	case d == dynFuncname && !calls:
		return nil
	case sh.source == fromFile && d == dynFuncname:
		l = append(l, "main")
	case sh.source == fromFile && d == dynBashSource:
		l = append(l, sh.script())
	case sh.source == fromFile:
		l = append(l, "0")
	}
	return l
}

// assignDynamic handles assignments to variables whose values are computed; false: an ordinary one.
func (sh *Shell) assignDynamic(v *variable, value string) bool {
	switch v.dynamic {
	case dynRandom:
		n, _ := sh.arithmetic(value)
		sh.random = uint32(n)
		if sh.random == 0 {
			sh.random = 123459876
		}
		return true
	case dynSeconds:
		n, _ := sh.arithmetic(value)
		sh.start = sh.now() - n*second
		return true
	case dynArgv0:
		sh.arg0 = value
		return true
	case dynLastArg:
		sh.args = lastArgument{text: value}
		return true
	case dynBashpid, dynLineno, dynEpochSeconds, dynEpochRealtime, dynSrandom, dynSubshell,
		dynFuncname, dynBashSource, dynBashLineno, dynPipestatus, dynGroups, dynHistcmd, dynCommand,
		dynArgc, dynArgv:
		return true
	default:
		v.dynamic = 0
		return false
	}
}

// assignComputed makes an alias or remembers a program through BASH_ALIASES or BASH_CMDS; false: v is
// neither.
func (sh *Shell) assignComputed(v *variable, key, value string) bool {
	switch v.dynamic {
	case dynAliases:
		sh.aliases[key] = value
	case dynCmds:
		sh.hashed[key] = hashedPath{path: value}
	case dynDirstack:
		if n, ok := sh.subscript(key); ok && n > 0 && int(n) <= len(sh.dirs) {
			sh.dirs[n-1] = value
		}
	default:
		return false
	}
	return true
}

// nextRandom is bash 5.1's generator, seeded by the kernel.
func (sh *Shell) nextRandom() int {
	if sh.random == 0 {
		var b [4]byte
		_ = linux.Getrandom(b[:])
		sh.random = binary.LittleEndian.Uint32(b[:])&0x7fffffff | 1
	}
	x := int32(sh.random)
	hi, lo := x/127773, x%127773
	x = 16807*lo - 2836*hi
	if x < 0 {
		x += 0x7fffffff
	}
	sh.random = uint32(x)
	return int((uint32(x)>>16 ^ uint32(x)&0xffff) & 0x7fff)
}

func (sh *Shell) shellopts() string {
	var l []string
	for i, o := range setOptions {
		if sh.opts[i] {
			l = append(l, o.name)
		}
	}
	return strings.Join(l, ":")
}

func (sh *Shell) bashopts() string {
	var l []string
	for i, name := range shoptNames {
		if sh.shopt[i] {
			l = append(l, name)
		}
	}
	slices.Sort(l)
	return strings.Join(l, ":")
}
