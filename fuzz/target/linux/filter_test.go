//go:build linux && (amd64 || arm64)

package linux

import (
	"encoding/binary"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// verdict runs a filter over one call, as the kernel would.
func verdict(t *testing.T, raw []bpf.RawInstruction, arch, nr uint32, args ...uint64) uint32 {
	t.Helper()
	prog := make([]bpf.Instruction, len(raw))
	for i := range raw {
		prog[i] = raw[i].Disassemble()
	}
	vm, err := bpf.NewVM(prog)
	if err != nil {
		t.Fatal(err)
	}
	// The machine loads big-endian words, as of packets; the kernel loads struct seccomp_data natively.
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[offNumber:], nr)
	binary.BigEndian.PutUint32(data[offArch:], arch)
	for i, a := range args {
		binary.BigEndian.PutUint32(data[offArgs+8*i:], uint32(a))
	}
	got, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(got)
}

func TestFilter(t *testing.T) {
	t.Parallel()
	const allowed, thread = unix.SECCOMP_RET_ALLOW, unix.CLONE_THREAD | unix.CLONE_VM
	refused := func(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }
	all := primitives.ProcessSettings{SpawnBlocked: true, ExecBlocked: true, NetDeny: true, NoThreads: true}
	spawn, threads := primitives.ProcessSettings{SpawnBlocked: true}, primitives.ProcessSettings{NoThreads: true}
	own := pass{7, 8, 9}
	for _, c := range []struct {
		name string
		s    primitives.ProcessSettings
		arch uint32
		nr   uint32
		args []uint64
		want uint32
	}{
		{"read", all, auditArch, unix.SYS_READ, nil, allowed},
		{"another architecture", all, unix.AUDIT_ARCH_I386, unix.SYS_READ, nil, refused(unix.ENOSYS)},
		{"another ABI", all, auditArch, x32Bit | unix.SYS_READ, nil, refused(unix.ENOSYS)},
		{"fork by clone", spawn, auditArch, unix.SYS_CLONE, []uint64{unix.CLONE_VM}, refused(unix.EPERM)},
		{"thread", spawn, auditArch, unix.SYS_CLONE, []uint64{thread}, allowed},
		{"clone3", spawn, auditArch, unix.SYS_CLONE3, nil, refused(unix.ENOSYS)},
		{"exec", spawn, auditArch, unix.SYS_EXECVE, nil, allowed},
		{"no thread", threads, auditArch, unix.SYS_CLONE, []uint64{thread}, refused(unix.EPERM)},
		{"but a fork", threads, auditArch, unix.SYS_CLONE, []uint64{0}, allowed},
		{"neither", all, auditArch, unix.SYS_CLONE, []uint64{thread}, refused(unix.EPERM)},
		{"bind", all, auditArch, unix.SYS_BIND, nil, refused(unix.EPERM)},
		{"accept4", all, auditArch, unix.SYS_ACCEPT4, nil, refused(unix.EPERM)},
		{"unix socket", all, auditArch, unix.SYS_SOCKET, []uint64{unix.AF_UNIX}, allowed},
		{"inet socket", all, auditArch, unix.SYS_SOCKET, []uint64{unix.AF_INET}, refused(unix.EPERM)},
		{"socketpair", all, auditArch, unix.SYS_SOCKETPAIR, []uint64{unix.AF_INET}, allowed},
		{"exec denied", all, auditArch, unix.SYS_EXECVE, []uint64{1, 2, 3, 7, 8, 0}, refused(unix.EPERM)},
		{"exec with the pass", all, auditArch, unix.SYS_EXECVE, []uint64{1, 2, 3, 7, 8, 9}, allowed},
		{"execveat", all, auditArch, unix.SYS_EXECVEAT, []uint64{1, 2, 3, 7, 8, 9}, refused(unix.EPERM)},
		{"after exec", all, auditArch, unix.SYS_CLOSE, nil, allowed},
	} {
		raw, err := filter(&c.s, own)
		if err != nil {
			t.Fatal(err)
		}
		if got := verdict(t, raw, c.arch, c.nr, c.args...); got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, got, c.want)
		}
	}
	if raw, err := filter(&primitives.ProcessSettings{}, own); raw != nil || err != nil {
		t.Errorf("nothing is filtered: %v, %v", raw, err)
	}
}
