//go:build !unix

package adapter

import (
	"errors"
	"os/exec"
)

func detach(*exec.Cmd) error {
	return errors.New("adapters need process groups, which this platform does not have")
}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
