package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const defaultPath = "/bin:/usr/bin"

// searchPath is what execvp(3) would try, in order.
func searchPath(name string, env []string) []string {
	if strings.Contains(name, "/") || name == "" {
		return []string{name}
	}
	path := defaultPath
	for _, s := range env {
		if v, ok := strings.CutPrefix(s, "PATH="); ok {
			path = v
			break
		}
	}
	var list []string
	for dir := range strings.SplitSeq(path, ":") {
		if dir == "" {
			list = append(list, name)
			continue
		}
		list = append(list, join(dir, name))
	}
	return list
}

// resolve finds the file that execvp(3) would run: the first that may be executed, else
// the first that is there, so that exec itself says what is wrong with it.
func resolve(name string, env []string) (string, error) {
	list := searchPath(name, env)
	if len(list) == 1 {
		return list[0], nil
	}
	there := ""
	for _, p := range list {
		switch linux.Access(p, primitives.X_OK) {
		case nil:
			if st, err := linux.Stat(p); err == nil && st.IsRegular() {
				return p, nil
			}
		case primitives.EACCES:
			if there == "" {
				there = p
			}
		}
	}
	if there == "" {
		return "", primitives.ENOENT
	}
	return there, nil
}

// execvp replaces this process by a program found in PATH, and returns why it could not.
// Like glibc it runs a file of unknown format by the shell.
func execvp(argv, env []string) error {
	denied := false
	var err error = primitives.ENOENT
	for _, p := range searchPath(argv[0], linux.Environ()) {
		err = linux.Execve(&abi.SpawnRequest{Path: p, Argv: argv, Env: env})
		switch err {
		case primitives.ENOEXEC:
			sh := append([]string{"/bin/sh", p}, argv[1:]...)
			return linux.Execve(&abi.SpawnRequest{Path: "/bin/sh", Argv: sh, Env: env})
		case primitives.EACCES:
			denied = true
		case primitives.ENOENT, primitives.ENOTDIR:
		default:
			return err
		}
	}
	if denied {
		return primitives.EACCES
	}
	return err
}

// spawnvp starts a program found in PATH, as a fork and execvp would. stage is 0, or says
// which of the two failed.
func spawnvp(argv []string, r *abi.SpawnRequest) (pid, stage int, err error) {
	path, err := resolve(argv[0], linux.Environ())
	if err != nil {
		return -1, abi.StageExec, err
	}
	r.Path, r.Argv = path, argv
	if r.Env == nil {
		r.Env = linux.Environ()
	}
	pid, stage, err = linux.Spawn(r)
	if is(err, primitives.ENOEXEC) {
		r.Path = "/bin/sh"
		r.Argv = append([]string{"/bin/sh", path}, argv[1:]...)
		pid, stage, err = linux.Spawn(r)
	}
	return pid, stage, err
}

// execStatus is the exit code for a program that could not be run.
func execStatus(err error) int {
	if is(err, primitives.ENOENT) {
		return 127
	}
	return 126
}

// wait waits for one child to end.
func wait(pid int) (primitives.WaitStatus, error) {
	for {
		_, status, err := linux.Wait4(pid, 0)
		if !is(err, primitives.EINTR) {
			return status, err
		}
	}
}
