package main

import (
	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz/target"
)

// How the next process is chosen, the words of --sched.
const (
	schedRandom     = "random"
	schedRoundRobin = "round-robin"
)

func addSched(cmd *cobra.Command, sched *string) {
	cmd.Flags().StringVar(sched, "sched", schedRandom,
		"which process runs next: `random`, by draws from the seed, or round-robin, in turns of equal length")
}

// schedule has the target choose processes as --sched says.
func (p *place) schedule(sched string) error {
	if err := oneOf("sched", sched, schedRandom, schedRoundRobin); err != nil {
		return err
	}
	if sched == schedRandom {
		return nil
	}
	local, ok := p.Target.(*target.Local)
	if !ok {
		return localOnly("--sched", p.spec)
	}
	local.RoundRobin = true
	return nil
}
