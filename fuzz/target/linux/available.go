//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Available says what this host lacks, or nil where workflows can be played. It changes nothing.
func Available() error {
	if os.Geteuid() != 0 {
		return errors.New("target linux: it needs root: a user namespace of an ordinary user has neither " +
			"cgroups nor the ids of other users; run it with sudo, or in a privileged container")
	}
	for _, check := range []func() error{
		lacksCapability, lacksFilesystem, lacksSeccomp, lacksCgroups, lacksProgram, splitUserland,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func lacksCapability() error {
	h := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var d [2]unix.CapUserData
	if err := unix.Capget(&h, &d[0]); err != nil {
		return fmt.Errorf("target linux: read capabilities: %w", err)
	}
	for _, c := range []struct {
		name string
		bit  uint
	}{
		{"CAP_SYS_ADMIN", unix.CAP_SYS_ADMIN},
		{"CAP_SYS_CHROOT", unix.CAP_SYS_CHROOT},
		{"CAP_NET_ADMIN", unix.CAP_NET_ADMIN},
		{"CAP_MKNOD", unix.CAP_MKNOD},
		{"CAP_SETPCAP", unix.CAP_SETPCAP},
		{"CAP_SETUID", unix.CAP_SETUID},
		{"CAP_SETGID", unix.CAP_SETGID},
		{"CAP_CHOWN", unix.CAP_CHOWN},
		{"CAP_FOWNER", unix.CAP_FOWNER},
		{"CAP_DAC_OVERRIDE", unix.CAP_DAC_OVERRIDE},
		{"CAP_KILL", unix.CAP_KILL},
	} {
		if d[0].Effective&(1<<c.bit) == 0 {
			return fmt.Errorf("target linux: root lacks %s here: start the container as privileged", c.name)
		}
	}
	return nil
}

func lacksFilesystem() error {
	b, err := os.ReadFile("/proc/filesystems")
	if err != nil {
		return fmt.Errorf("target linux: %w", err)
	}
	for _, name := range []string{"overlay", "tmpfs"} {
		if !strings.Contains(string(b), "\t"+name+"\n") {
			return fmt.Errorf("target linux: the kernel has no %s: load the module with modprobe %s", name,
				name)
		}
	}
	return nil
}

func lacksSeccomp() error {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0,
		uintptr(unsafe.Pointer(&action)))
	if e != 0 {
		return fmt.Errorf("target linux: the kernel filters no system calls (seccomp): %w", e)
	}
	return nil
}

func lacksCgroups() error {
	h, err := findHierarchy()
	if err != nil {
		return fmt.Errorf("target linux: %w", err)
	}
	for _, dir := range h.dirs() {
		if err := unix.Access(dir, unix.W_OK); err != nil {
			return fmt.Errorf("target linux: cgroups cannot be made in %s: %w", dir, err)
		}
	}
	return nil
}

// splitUserland: an overlay shows of a directory what its file system has, and no mounts below.
func splitUserland() error {
	var root unix.Stat_t
	if err := unix.Stat("/", &root); err != nil {
		return fmt.Errorf("target linux: %w", err)
	}
	for _, dir := range []string{"/usr", "/etc"} {
		var st unix.Stat_t
		if err := unix.Stat(dir, &st); err != nil {
			return fmt.Errorf("target linux: %w", err)
		}
		if st.Dev != root.Dev {
			return fmt.Errorf("target linux: %s is a file system of its own; the user land must be one", dir)
		}
	}
	return nil
}
