//go:build linux

package linux

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// forks are the calls that make processes, beside clone: none here.
var forks []uint32 //nolint:gochecknoglobals // a constant
