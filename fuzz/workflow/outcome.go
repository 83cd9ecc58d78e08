package workflow

import "github.com/sandfault/sandfault/primitives"

// Outcome is what a step gave on a target. Targets fill what they know.
type Outcome struct {
	Started   bool // run, run_code: the command could start
	Exit      int  // the code, or 128 plus the signal
	Stdout    []byte
	Stderr    []byte
	TimedOut  bool
	Truncated bool

	Error   string            // errno name, of the file API or why a command could not start; "" = none
	Message string            // the tool layer's own words for the error
	Cause   *primitives.Cause // what denied it, where the target knows
	Data    []byte            // read_file, download
	Mode    uint32            // permission bits of what was read
	Entries []string          // list, sorted
	WallNS  int64             // virtual where the target has such time

	Denials  []Denial  // what the sandbox refused meanwhile, to whatever process; without repeats
	Parallel []Outcome // of a parallel step's children

	// Unsupported are the features that the target lacks and that the run met for the first time in this
	// step; those of a parallel step's children stand at the step.
	Unsupported []string
}

// Denial is one refusal inside the sandbox, or, without Errno, a fault that changed the outcome.
type Denial struct {
	Call  string // Linux name of the system call; "" for a fault of the tool layer
	Errno string // symbolic name; "" for a fault of the tool layer
	Cause primitives.Cause
}
