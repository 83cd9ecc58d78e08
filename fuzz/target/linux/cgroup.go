//go:build linux && (amd64 || arm64)

package linux

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// limits are what a session's cgroup bounds.
type limits struct {
	Memory int64 // bytes
	Pids   int
}

// hierarchy is where cgroups are made.
type hierarchy interface {
	// open makes the cgroup of a session.
	open(name string, l limits) (group, error)
	// dirs are where cgroups are made.
	dirs() []string
	// names lists the cgroups of sessions, ours and others', that begin with prefix.
	names(prefix string) []string
	// remove ends what is left in a session's cgroup and removes it.
	remove(name string) error
}

// group is the cgroup of a session.
type group interface {
	// step makes a cgroup for one call, so that all that it starts can be found.
	step() (step, error)
	// full reports whether no further process may be started.
	full() bool
	// killAll kills every process of the session.
	killAll() error
	// used says how the limits were met so far.
	used() usage
}

// usage is what a session took of its limits.
type usage struct {
	kills int // processes that were killed for memory
	peak  int // processes and threads at a time; 0 where the kernel does not tell
}

// step is the cgroup of one call.
type step interface {
	// doors are files; a thread that writes 0 to each of them joins. The caller closes them.
	doors() ([]*os.File, error)
	// kill kills everything inside, and what it starts meanwhile.
	kill() error
}

// findHierarchy finds cgroups with memory and pids, version 2 or 1.
func findHierarchy() (hierarchy, error) {
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return nil, fmt.Errorf("find cgroups: %w", err)
	}
	defer release(f)
	one := version1{}
	var two version2
	for s := bufio.NewScanner(f); s.Scan(); {
		m, ok := mountOf(s.Text())
		switch {
		case !ok:
		case m.kind == "cgroup2" && two.dir == "":
			two.dir = m.at
		case m.kind == "cgroup" && slices.Contains(m.opts, "memory"):
			one.memory = m.at
		case m.kind == "cgroup" && slices.Contains(m.opts, "pids"):
			one.pids = m.at
		}
	}
	if two.dir != "" && two.has("memory", "pids") {
		return &two, nil
	}
	if one.memory != "" && one.pids != "" {
		return &one, nil
	}
	return nil, errNoCgroups
}

var errNoCgroups = errors.New(
	"no cgroup controllers memory and pids are mounted, neither version 2 nor version 1: mount them, " +
		"see cgroups(7)")

// mounted is a line of mountinfo: mount point, type and options of a file system.
type mounted struct {
	at, kind string
	opts     []string
}

// mountOf reads a line of mountinfo, proc_pid_mountinfo(5).
func mountOf(line string) (m mounted, ok bool) {
	before, after, ok := strings.Cut(line, " - ")
	fields, rest := strings.Fields(before), strings.Fields(after)
	if !ok || len(fields) < 5 || len(rest) < 3 {
		return mounted{}, false
	}
	return mounted{fields[4], rest[0], strings.Split(rest[2], ",")}, true
}

// put writes a setting of a cgroup.
func put(dir, name, value string) error {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("cgroup: %w", err)
	}
	defer release(f)
	if _, err := f.WriteString(value); err != nil {
		return fmt.Errorf("cgroup: %w", err)
	}
	return nil
}

// number reads a number of a cgroup; max is no number.
func number(dir, name string) (int, bool) {
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	return n, err == nil
}

// field reads a number of a cgroup that stands behind its name in a file of several; 0 where it is not there.
func field(dir, name, key string) int {
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if word, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok && word == key {
			n, err := strconv.Atoi(value)
			if err != nil {
				return 0
			}
			return n
		}
	}
	return 0
}

// members are the processes in a cgroup.
func members(dir string) []int {
	b, err := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
	if err != nil {
		return nil
	}
	var pids []int
	for word := range strings.FieldsSeq(string(b)) {
		if pid, err := strconv.Atoi(word); err == nil && pid > 0 {
			pids = append(pids, pid)
		}
	}
	return pids
}

// namesIn lists the directories of dir that begin with prefix.
func namesIn(dir, prefix string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), prefix) {
			names = append(names, e.Name())
		}
	}
	return names
}

// patience is how long killed processes may take to be gone.
const patience = 5 * time.Second

// removeTree removes a cgroup with those below it, and kills what is still in them.
func removeTree(dir string) error {
	for _, below := range namesIn(dir, "") {
		if err := removeTree(filepath.Join(dir, below)); err != nil {
			return err
		}
	}
	err := unix.Rmdir(dir)
	end := time.Now().Add(patience)
	for ; errors.Is(err, unix.EBUSY) && time.Now().Before(end); err = unix.Rmdir(dir) {
		for _, pid := range members(dir) {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
	if err != nil && !errors.Is(err, unix.ENOENT) {
		return fmt.Errorf("remove the cgroup %s: %w", filepath.Base(dir), err)
	}
	return nil
}

func openDoors(paths ...string) ([]*os.File, error) {
	var doors []*os.File
	for _, p := range paths {
		f, err := os.OpenFile(p, os.O_WRONLY, 0)
		if err != nil {
			closeAll(doors)
			return nil, fmt.Errorf("cgroup: %w", err)
		}
		doors = append(doors, f)
	}
	return doors, nil
}
