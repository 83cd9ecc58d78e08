//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// Offsets in struct seccomp_data, seccomp(2). Arguments are read by their low word: flags, domains and the
// halves of the pass all fit.
const (
	offNumber = 0
	offArch   = 4
	offArgs   = 16

	// x32Bit marks the numbers of another ABI under the same architecture.
	x32Bit = 0x40000000
)

// pass is what a launcher puts into the registers that execve does not use, so that a filter which forbids
// execve lets the launcher's own through and no other: nobody inside can know it.
type pass [3]uint32

// denial refuses a system call, under a condition on one argument.
type denial struct {
	number uint32
	errno  unix.Errno
	arg    int    // which argument; counted from 0
	allow  allow  // when the call is allowed after all
	value  uint32 // what allow compares with
}

type allow uint8

const (
	never   allow = iota
	ifEqual       // the argument is value
	ifAny         // the argument has one of value's bits
	ifNone        // the argument has none of value's bits
)

// denials are what a profile's settings refuse. Two denials of one call both count.
func denials(s *primitives.ProcessSettings) []denial {
	var ds []denial
	if s.SpawnBlocked {
		ds = append(ds, denial{
			number: unix.SYS_CLONE, errno: unix.EPERM, allow: ifAny, value: unix.CLONE_THREAD,
		})
		for _, nr := range forks {
			ds = append(ds, denial{number: nr, errno: unix.EPERM})
		}
	}
	if s.NoThreads {
		ds = append(ds, denial{
			number: unix.SYS_CLONE, errno: unix.EPERM, allow: ifNone, value: unix.CLONE_THREAD,
		})
	}
	if s.SpawnBlocked || s.NoThreads {
		// Its flags lie in memory, which a filter cannot read: libraries fall back to clone.
		ds = append(ds, denial{number: unix.SYS_CLONE3, errno: unix.ENOSYS})
	}
	if s.NetDeny {
		for _, nr := range []uint32{
			unix.SYS_BIND, unix.SYS_CONNECT, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
		} {
			ds = append(ds, denial{number: nr, errno: unix.EPERM})
		}
		ds = append(ds, denial{
			number: unix.SYS_SOCKET, errno: unix.EPERM, allow: ifEqual, value: unix.AF_UNIX,
		})
	}
	return ds
}

// filter is the program for a profile's settings; nil where nothing is filtered. Calls of another
// architecture or ABI, whose numbers mean something else, do not exist then.
func filter(s *primitives.ProcessSettings, own pass) ([]bpf.RawInstruction, error) {
	ds := denials(s)
	if len(ds) == 0 && !s.ExecBlocked {
		return nil, nil
	}
	prog := []bpf.Instruction{
		bpf.LoadAbsolute{Off: offArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: auditArch, SkipTrue: 1},
		refuse(unix.ENOSYS),
		bpf.LoadAbsolute{Off: offNumber, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: x32Bit, SkipTrue: 1},
		refuse(unix.ENOSYS),
	}
	for _, d := range ds {
		prog = append(prog, d.code()...)
	}
	if s.ExecBlocked {
		prog = append(prog, execBlocked(own)...)
	}
	prog = append(prog, permit())
	raw, err := bpf.Assemble(prog)
	if err != nil {
		return nil, fmt.Errorf("assemble the filter of system calls: %w", err)
	}
	return raw, nil
}

func permit() bpf.Instruction { return bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW} }

func refuse(e unix.Errno) bpf.Instruction {
	return bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(e)}
}

func loadArg(n int) bpf.Instruction { return bpf.LoadAbsolute{Off: uint32(offArgs + 8*n), Size: 4} }

// code begins and ends with the call's number loaded.
func (d denial) code() []bpf.Instruction {
	number := bpf.LoadAbsolute{Off: offNumber, Size: 4}
	if d.allow == never {
		return []bpf.Instruction{
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: d.number, SkipFalse: 1}, refuse(d.errno),
		}
	}
	test := bpf.JumpIf{Val: d.value, SkipTrue: 1}
	switch d.allow {
	case ifEqual:
		test.Cond = bpf.JumpEqual
	case ifAny:
		test.Cond = bpf.JumpBitsSet
	default:
		test.Cond = bpf.JumpBitsNotSet
	}
	return []bpf.Instruction{
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: d.number, SkipFalse: 4},
		loadArg(d.arg), test, refuse(d.errno), number,
	}
}

// execBlocked lets the execve through that carries the pass.
func execBlocked(own pass) []bpf.Instruction {
	prog := []bpf.Instruction{
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_EXECVEAT, SkipFalse: 1},
		refuse(unix.EPERM),
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_EXECVE, SkipFalse: uint8(3*len(own)) + 1},
	}
	for i, word := range own {
		prog = append(prog, loadArg(3+i),
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: word, SkipTrue: 1}, refuse(unix.EPERM))
	}
	return append(prog, permit())
}
