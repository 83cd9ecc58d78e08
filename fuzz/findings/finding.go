package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Verdict says what a failure means to the user of the sandbox.
type Verdict string

// The verdicts, in the order of reports.
const (
	Defect   Verdict = "defect"   // the contract is broken: bytes lost, a lying exit code, a limit not kept
	Trap     Verdict = "trap"     // a legitimate workflow breaks silently, or no message names the reason
	Expected Verdict = "expected" // a clean denial that names its reason
)

// Rank orders verdicts for reports: defects first. Unknown verdicts come last.
func (v Verdict) Rank() int {
	switch v {
	case Defect:
		return 0
	case Trap:
		return 1
	case Expected:
		return 2
	default:
		return 3
	}
}

// Key is what findings fold by.
type Key struct {
	Verdict   Verdict `json:"verdict"`
	Layer     string  `json:"layer"`     // interface, sandbox, workload or undetermined
	Primitive string  `json:"primitive"` // "" if none
	Class     string  `json:"class"`     // "race" where no relaxation holds over several schedules; else ""
	Rule      string  `json:"rule"`      // rule or fault within the primitive
	Errno     string  `json:"errno"`     // symbolic name, "" if none
	Shape     string  `json:"shape"`     // of the operation that failed, such as "run:pip" or "download"
}

// Fingerprint is the digest of the key: 12 hex digits, stable over versions.
func (k Key) Fingerprint() string {
	fields := []string{string(k.Verdict), k.Layer, k.Primitive, k.Class, k.Rule, k.Errno, k.Shape}
	sum := sha256.Sum256([]byte(strings.Join(fields, "\x00")))
	return hex.EncodeToString(sum[:6])
}

// Finding is one folded failure with all that a replay needs.
type Finding struct {
	ID string `json:"id"` // the fingerprint of Key
	Key
	Oracle   string `json:"oracle"`   // the oracle that fired
	Step     int    `json:"step"`     // index of the failing step in Workflow, from 0
	Expected string `json:"expected"` // what should have been, shortened
	Got      string `json:"got"`      // what was, shortened
	Cause    string `json:"cause"`    // the denial as the kernel decided it, "" if none
	Domain   string `json:"domain"`   // of the generator, or "" for a recorded workflow

	Workflow string `json:"workflow"` // YAML, shrunk
	Profile  string `json:"profile"`  // YAML, expanded
	// ProfileName is the name under which the user knows the profile.
	ProfileName string            `json:"profile_name"`
	Seed        string            `json:"seed"`   // the machine's seed, hex
	Sched       string            `json:"sched"`  // how its processes took turns, as --sched has it
	Guests      map[string]string `json:"guests"` // name -> sha256 of each guest that the run could use
	Trace       Trace             `json:"trace"`
	Version     string            `json:"version"` // of the program that stored it

	// Target is where this run of it was met, as --target has it: local, linux or exec:CMD. Targets are all
	// on which the finding was met, sorted.
	Target  string   `json:"target"`
	Targets []string `json:"targets"`

	Count int `json:"count"` // occurrences folded into it
}

// Local is the target that runs of the emulator are met on.
const Local = "local"

// SchedRandom is how processes take turns unless something else is asked for.
const SchedRandom = "random"

// Trace is what identifies the recorded run.
type Trace struct {
	Version int    `json:"version"`
	Digest  string `json:"digest"` // hex
	Events  int64  `json:"events"`
	// Log is the encoded event log, so that a replay can name the first divergent event.
	Log []byte `json:"-"`
}

// Elsewhere reports whether this run of the finding was met on another target than the emulator.
func (f *Finding) Elsewhere() bool { return f.Target != Local && f.Target != "" }

// Occurrence is where a finding was met.
type Occurrence struct {
	Target  string // as --target has it; "" = Local
	Profile string // name
	Seed    uint64 // of the campaign
	Index   int    // of the workflow within the campaign
	Domain  string
}

// Better reports whether a is the better representative of its fold than b: one of the emulator, which
// replays event by event, before others, then the smallest. It is a total order over contents, so that the
// one that is kept does not depend on the order of arrival.
func Better(a, b *Finding) bool {
	if a.Elsewhere() != b.Elsewhere() {
		return b.Elsewhere()
	}
	if len(a.Workflow) != len(b.Workflow) {
		return len(a.Workflow) < len(b.Workflow)
	}
	if a.Workflow != b.Workflow {
		return a.Workflow < b.Workflow
	}
	if a.Profile != b.Profile {
		return a.Profile < b.Profile
	}
	if a.Seed != b.Seed {
		return a.Seed < b.Seed
	}
	if a.Target != b.Target {
		return a.Target < b.Target
	}
	return a.Sched < b.Sched
}
