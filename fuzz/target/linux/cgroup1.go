//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// version1 is cgroups of version 1: a hierarchy for each controller, cgroups(7).
type version1 struct{ memory, pids string }

type group1 struct {
	memory, pids string
	steps        int
}

func (v *version1) open(name string, l limits) (group, error) {
	g := &group1{memory: filepath.Join(v.memory, name), pids: filepath.Join(v.pids, name)}
	for _, dir := range []string{g.memory, g.pids} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, errors.Join(fmt.Errorf("cgroup: %w", err), v.remove(name))
		}
	}
	bytes := strconv.FormatInt(l.Memory, 10)
	err := errors.Join(
		put(g.memory, "memory.limit_in_bytes", bytes),
		put(g.pids, "pids.max", strconv.Itoa(l.Pids)))
	// Swap is accounted for where the kernel was started so.
	if e := put(g.memory, "memory.memsw.limit_in_bytes", bytes); e != nil && !errors.Is(e, os.ErrNotExist) {
		err = errors.Join(err, e)
	}
	if err != nil {
		return nil, errors.Join(err, v.remove(name))
	}
	return g, nil
}

func (v *version1) dirs() []string { return []string{v.memory, v.pids} }

func (v *version1) names(prefix string) []string {
	return append(namesIn(v.memory, prefix), namesIn(v.pids, prefix)...)
}

func (v *version1) remove(name string) error {
	return errors.Join(removeTree(filepath.Join(v.pids, name)), removeTree(filepath.Join(v.memory, name)))
}

func (g *group1) step() (step, error) {
	g.steps++
	s := &step1{group: g, dir: filepath.Join(g.pids, "s"+strconv.Itoa(g.steps))}
	if err := os.Mkdir(s.dir, 0o755); err != nil {
		return nil, fmt.Errorf("cgroup: %w", err)
	}
	return s, nil
}

func (g *group1) full() bool {
	now, ok := number(g.pids, "pids.current")
	most, limited := number(g.pids, "pids.max")
	return ok && limited && now >= most
}

func (g *group1) used() usage {
	peak, _ := number(g.pids, "pids.peak")
	return usage{kills: field(g.memory, "memory.oom_control", "oom_kill"), peak: peak}
}

func (g *group1) killAll() error {
	var err error
	for _, name := range namesIn(g.pids, "s") {
		err = errors.Join(err, (&step1{group: g, dir: filepath.Join(g.pids, name)}).kill())
	}
	return err
}

type step1 struct {
	group *group1
	dir   string
}

// doors are the files by which single threads join: a launcher's other threads, which execve ends, are not
// to count.
func (s *step1) doors() ([]*os.File, error) {
	return openDoors(filepath.Join(s.dir, "tasks"), filepath.Join(s.group.memory, "tasks"))
}

// kill lets nothing be started any more, so that killing comes to an end.
func (s *step1) kill() error {
	if err := put(s.dir, "pids.max", "0"); err != nil {
		return err
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		pids := members(s.dir)
		if len(pids) == 0 {
			return nil
		}
		for _, pid := range pids {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
	return fmt.Errorf("cgroup %s: its processes do not die", filepath.Base(s.dir))
}
