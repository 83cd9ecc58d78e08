//go:build unix

package adapter

import (
	"os/exec"
	"syscall"
)

// detach puts the process that will be started into a process group of its own, so that all that it starts
// can be ended with it, and a Ctrl-C at the terminal reaches it through us alone.
func detach(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return nil
}

// killGroup ends the group. Its leader must not have been waited for: until then its number is its own.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // ESRCH: there is nobody left
}
