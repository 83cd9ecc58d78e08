//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// version2 is the unified hierarchy of cgroups, which bounds a session as a whole and holds its processes in
// one leaf a call: only leaves may have any.
type version2 struct{ dir string }

type group2 struct {
	dir   string
	steps int
}

// has reports whether the hierarchy has controllers.
func (v *version2) has(names ...string) bool {
	b, err := os.ReadFile(filepath.Join(v.dir, "cgroup.controllers"))
	if err != nil {
		return false
	}
	have := strings.Fields(string(b))
	return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(have, n) })
}

func (v *version2) open(name string, l limits) (group, error) {
	if err := put(v.dir, "cgroup.subtree_control", "+memory +pids"); err != nil {
		return nil, err
	}
	g, err := v.make(name)
	if err != nil {
		return nil, err
	}
	err = errors.Join(
		put(g.dir, "memory.max", strconv.FormatInt(l.Memory, 10)),
		put(g.dir, "pids.max", strconv.Itoa(l.Pids)))
	if e := put(g.dir, "memory.swap.max", "0"); e != nil && !errors.Is(e, os.ErrNotExist) {
		err = errors.Join(err, e)
	}
	if err != nil {
		return nil, errors.Join(err, v.remove(name))
	}
	return g, nil
}

// make makes a session's cgroup without limits.
func (v *version2) make(name string) (*group2, error) {
	g := &group2{dir: filepath.Join(v.dir, name)}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return nil, fmt.Errorf("cgroup: %w", err)
	}
	return g, nil
}

func (v *version2) dirs() []string { return []string{v.dir} }

func (v *version2) names(prefix string) []string { return namesIn(v.dir, prefix) }

func (v *version2) remove(name string) error { return removeTree(filepath.Join(v.dir, name)) }

func (g *group2) step() (step, error) {
	g.steps++
	s := step2(filepath.Join(g.dir, "s"+strconv.Itoa(g.steps)))
	if err := os.Mkdir(string(s), 0o755); err != nil {
		return nil, fmt.Errorf("cgroup: %w", err)
	}
	return s, nil
}

func (g *group2) full() bool {
	now, ok := number(g.dir, "pids.current")
	most, limited := number(g.dir, "pids.max")
	return ok && limited && now >= most
}

func (g *group2) used() usage {
	peak, _ := number(g.dir, "pids.peak")
	return usage{kills: field(g.dir, "memory.events", "oom_kill"), peak: peak}
}

func (g *group2) killAll() error { return put(g.dir, "cgroup.kill", "1") }

// step2 is a leaf, by its path.
type step2 string

func (s step2) doors() ([]*os.File, error) {
	return openDoors(filepath.Join(string(s), "cgroup.procs"))
}

func (s step2) kill() error { return put(string(s), "cgroup.kill", "1") }
