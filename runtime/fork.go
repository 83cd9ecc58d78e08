package runtime

import (
	"fmt"
	"slices"

	"github.com/sandfault/sandfault/runtime/kernel"
)

// ErrBusy says that a machine cannot be forked now: processes live beside PID 1, or something is open. Who
// wants the state all the same plays from the start.
var ErrBusy = kernel.ErrBusy

// Fork returns a machine that is as this one is, between two steps of its session. Both go on from here,
// each as if it were alone: it gives what a run from the start would give, to the byte, the nanosecond and
// the digest. It costs the same however many files there are; see vfs.Namespace.Fork for what is copied
// later.
//
// guard and done are the fork's Config.Guard and Config.Done. Nobody watches the fork's Trace. It fails with
// ErrBusy, or with the error of a machine whose run was aborted.
func (m *Machine) Fork(guard func() error, done <-chan struct{}) (*Machine, error) {
	if err := m.kernel.Aborted(); err != nil {
		return nil, fmt.Errorf("fork: %w", err)
	}
	c := &Machine{
		cfg: m.cfg, image: m.image, boots: m.boots, clock: m.clock.Clone(), log: m.log.Fork(),
		denials: slices.Clone(m.denials), missing: slices.Clone(m.missing),
	}
	c.cfg.Guard, c.cfg.Done, c.cfg.Trace = guard, done, c.log
	c.recorder = m.recorder.Fork(c.log, c.clock.Now)
	c.injector = m.injector.Fork(present{c})
	k, tree, err := m.kernel.Fork(c.kernelConfig(), c.options())
	if err != nil {
		return nil, fmt.Errorf("fork: %w", err)
	}
	c.kernel, c.namespace, c.root = k, tree.Namespace, tree.Filesystem(m.root)
	k.SetHandler(c.handler())
	for _, v := range m.volumes {
		c.volumes = append(c.volumes, volume{v.path, tree.Filesystem(v.fs)})
	}
	return c, nil
}
