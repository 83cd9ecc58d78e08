//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// prefix begins the names of our folders and cgroups.
const prefix = "sandfault."

// owner is a process that has sandboxes: what it is named after, so that another process can tell whether it
// lives. A pid alone would be taken for another's after it was reused.
type owner struct {
	namespace uint64 // inode of its pid namespace
	pid       int
	start     uint64 // in clock ticks since the host's boot, proc_pid_stat(5)
}

// self is the owner that this process is.
func self() (*owner, error) {
	var st unix.Stat_t
	if err := unix.Stat("/proc/self/ns/pid", &st); err != nil {
		return nil, fmt.Errorf("find this process: %w", err)
	}
	pid := os.Getpid()
	start, err := startOf(pid)
	if err != nil {
		return nil, fmt.Errorf("find this process: %w", err)
	}
	return &owner{namespace: st.Ino, pid: pid, start: start}, nil
}

// counter makes names differ between the targets of one process.
var counter atomic.Uint64 //nolint:gochecknoglobals // a process has one name space of folders and cgroups

// next is the name of a new sandbox.
func (o *owner) next() string {
	return fmt.Sprintf("%s%d.%d.%d.%d", prefix, o.namespace, o.pid, o.start, counter.Add(1))
}

// startOf returns when a process was started.
func startOf(pid int) (uint64, error) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, err
	}
	text := string(b)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:]) // a name may hold spaces
	const at = 19                                                       // field 22, counted from the third
	if len(fields) <= at {
		return 0, errors.New("its stat is cut")
	}
	return strconv.ParseUint(fields[at], 10, 64)
}

// abandoned reports whether a name's owner is dead for sure. Of owners in other pid namespaces nobody here
// can tell.
func (o *owner) abandoned(name string) bool {
	parts := strings.Split(strings.TrimPrefix(name, prefix), ".")
	const fields = 4
	if !strings.HasPrefix(name, prefix) || len(parts) != fields {
		return false
	}
	var n [fields]uint64
	for i, p := range parts {
		var err error
		if n[i], err = strconv.ParseUint(p, 10, 63); err != nil {
			return false
		}
	}
	if n[0] != o.namespace {
		return false
	}
	start, err := startOf(int(n[1]))
	return errors.Is(err, os.ErrNotExist) || err == nil && start != n[2]
}

// clean removes what dead owners left: processes, which die with their owners but may need a moment, cgroups
// and folders.
func (o *owner) clean(h hierarchy, dir string) error {
	var err error
	for _, name := range h.names(prefix) {
		if o.abandoned(name) {
			err = errors.Join(err, h.remove(name))
		}
	}
	for _, name := range namesIn(dir, prefix) {
		if o.abandoned(name) {
			err = errors.Join(err, removeFolder(filepath.Join(dir, name)))
		}
	}
	return err
}

// removeFolder removes a sandbox's folder. A guest's directories may be deeper than os.RemoveAll has
// descriptors for; rm(1) needs few.
func removeFolder(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	if out, err := exec.Command("rm", "-rf", "--one-file-system", dir).CombinedOutput(); err != nil {
		return fmt.Errorf("remove %s: %w: %.200s", dir, err, out)
	}
	return nil
}
