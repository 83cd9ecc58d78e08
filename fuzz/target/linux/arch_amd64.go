//go:build linux

package linux

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// forks are the calls that make processes, beside clone.
var forks = []uint32{unix.SYS_FORK, unix.SYS_VFORK} //nolint:gochecknoglobals // a constant
