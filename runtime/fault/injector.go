// Package fault makes system calls fail as a profile's faults say: each entry of the plan counts the
// calls that it is about, and when one is due answers in the kernel's place. The kernel's own
// verdict is kept beside the injected error, so that a fault neither fakes nor hides a denial.
package fault

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/gate"
)

// Kernel is what an injector asks the kernel.
type Kernel interface {
	// PathOf returns the absolute, resolved path that a call is about, or of its descriptor; of
	// what has none, something that does not begin with a slash.
	PathOf(c *primitives.Call) string
	// Verdict returns the error that the kernel would give, as far as it can tell without doing
	// the call.
	Verdict(c *primitives.Call) primitives.Errno
}

// Injector plays a plan. It belongs to one machine.
type Injector struct {
	kernel  Kernel
	stream  *det.Stream
	entries []entry
	spawn   *spawnFault
}

// entry is a fault of the plan and how many calls it has counted.
type entry struct {
	primitives.CallFault
	count int64
}

// spawnFault is the fault spawn-blocked: nothing can be spawned any more after a number of times.
type spawnFault struct {
	spec primitives.FaultSpec
	left int64
}

// New returns an injector of the profile's faults, and of more entries after them; its chances are drawn
// from the stream "fault" of the seed.
func New(p *primitives.Profile, more []primitives.CallFault, seed det.Seed, k Kernel) *Injector {
	in := &Injector{kernel: k, stream: seed.Stream("fault")}
	for _, f := range append(p.Plan(), more...) {
		in.entries = append(in.entries, entry{CallFault: f})
	}
	if spec, ok := p.HasFault("spawn-blocked"); ok {
		in.spawn = &spawnFault{spec, spec.Int("after")}
	}
	return in
}

// Fork returns an injector that has counted and drawn what in has, for another kernel.
func (in *Injector) Fork(k Kernel) *Injector {
	c := &Injector{kernel: k, stream: in.stream.Clone(), entries: slices.Clone(in.entries)}
	if in.spawn != nil {
		spawn := *in.spawn
		c.spawn = &spawn
	}
	return c
}

// Inject is the middleware.
func (in *Injector) Inject(next gate.Handler) gate.Handler {
	if len(in.entries) == 0 && in.spawn == nil {
		return next
	}
	return func(c *primitives.Call) primitives.Result {
		if r, ok := in.inject(c, next); ok {
			return r
		}
		return next(c)
	}
}

// inject asks every entry: all of them count, the first that is due answers.
func (in *Injector) inject(c *primitives.Call, next gate.Handler) (r primitives.Result, injected bool) {
	if in.spawnDenied(c) {
		r = in.fail(c, primitives.EPERM, in.spawn.spec.Cause(c.No.String()))
		injected = true
	}
	for i := range in.entries {
		e := &in.entries[i]
		if e.Call != c.No {
			continue
		}
		path := in.kernel.PathOf(c)
		if !e.Matches(c.No, path) || c.Pid == 1 && !absolute(path) {
			continue // what the session itself needs to run a step is no part of the sandbox
		}
		e.count++
		if injected || !e.Due(e.count) || !in.drawn(e.Percent) {
			continue
		}
		r, injected = in.fail(c, e.Errno, e.Cause(path)), true
		if c.No == primitives.SysClose {
			r.Verdict = next(c).Errno // close(2) frees the descriptor whatever it answers
		}
	}
	return r, injected
}

func absolute(path string) bool { return path != "" && path[0] == '/' }

// drawn draws whether a call that is due fails.
func (in *Injector) drawn(percent int64) bool {
	return percent >= 100 || in.stream.Int64N(100) < percent
}

func (in *Injector) fail(c *primitives.Call, e primitives.Errno, cause *primitives.Cause) primitives.Result {
	return primitives.Result{
		Val: -1, Errno: e, Cause: cause, Injected: true, Verdict: in.kernel.Verdict(c),
	}
}

// spawnDenied counts what guests spawn.
func (in *Injector) spawnDenied(c *primitives.Call) bool {
	const cloneThread = 0x10000 // CLONE_THREAD
	if in.spawn == nil || c.No != primitives.SysClone || c.Args[0]&cloneThread != 0 || c.Pid == 1 {
		return false
	}
	if in.spawn.left > 0 {
		in.spawn.left--
		return false
	}
	return true
}
