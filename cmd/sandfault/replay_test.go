package main

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/replay"
	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Flags that make sense for a workflow file alone are refused with a finding, which has its own.
func TestReplayRefusesFlagsOfAFile(t *testing.T) {
	t.Parallel()
	f := replayFlags{atStep: -1, forFile: []string{"--seed"}}
	found := &replay.Recording{Workflow: &workflow.Workflow{}, Finding: &findings.Finding{Target: targetLocal}}
	if _, err := f.where(found); err == nil || !strings.HasPrefix(err.Error(), "--seed: ") {
		t.Errorf("a finding: %v", err)
	}
	if _, err := f.where(&replay.Recording{Workflow: &workflow.Workflow{}}); err != nil {
		t.Errorf("a file: %v", err)
	}
	f.forFile = nil
	if _, err := f.where(found); err != nil {
		t.Errorf("a finding alone: %v", err)
	}
}
