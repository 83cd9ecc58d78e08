// Package hostabitest tries the host functions of an ABI without a guest and without a kernel: it has a
// guest's memory, and a process that notes the calls it is asked to make and answers as it is told.
package hostabitest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// Process notes what it is asked for.
type Process struct {
	Answer func(c *primitives.Call) primitives.Result // nil = success with 0
	Said   []string                                   // the calls, as text
	Dead   bool
}

// Syscall implements hostabi.Process.
func (p *Process) Syscall(c *primitives.Call) (primitives.Result, bool) {
	p.Said = append(p.Said, Text(c))
	if p.Answer == nil {
		return primitives.Result{}, !p.Dead
	}
	return p.Answer(c), !p.Dead
}

// Consume implements hostabi.Process.
func (p *Process) Consume(int64) (int64, bool) { return 1 << 40, !p.Dead }

// Grow implements hostabi.Process.
func (p *Process) Grow(int64) (granted, alive bool) { return true, !p.Dead }

// Spawn implements hostabi.Process.
func (p *Process) Spawn(r *abi.SpawnRequest, state bool) (pid int32, stage int, err error) {
	p.Said = append(p.Said, fmt.Sprintf("spawn %q %q state %v", r.Path, r.Argv, state))
	if r.Path == "/none" {
		return 0, abi.StageExec, primitives.ENOENT
	}
	return 7, 0, nil
}

// Alive implements hostabi.Process.
func (p *Process) Alive() bool { return !p.Dead }

// Pid implements hostabi.Process.
func (p *Process) Pid() int32 { return 5 }

// Argv implements hostabi.Process.
func (p *Process) Argv() []string { return []string{"prog", "", "a b"} }

// Env implements hostabi.Process.
func (p *Process) Env() []string { return []string{"A=1", "PWD=/stale"} }

// State implements hostabi.Process.
func (p *Process) State() []byte { return []byte("state") }

// Unsupported implements hostabi.Process.
func (p *Process) Unsupported(feature string) { p.Said = append(p.Said, "unsupported "+feature) }

// Text is a call as one line.
func Text(c *primitives.Call) string {
	var b strings.Builder
	b.WriteString(c.No.String())
	n := len(c.Args)
	for n > 0 && c.Args[n-1] == 0 {
		n--
	}
	for _, a := range c.Args[:n] {
		fmt.Fprintf(&b, " %d", a)
	}
	for _, f := range []struct {
		name string
		text string
	}{{"path", c.Path}, {"path2", c.Path2}, {"in", string(c.In)}} {
		if f.text != "" {
			fmt.Fprintf(&b, " %s=%q", f.name, f.text)
		}
	}
	if c.Argv != nil {
		fmt.Fprintf(&b, " argv=%q env=%q", c.Argv, c.Env)
	}
	if c.Out != nil {
		fmt.Fprintf(&b, " out=%d", len(c.Out))
	}
	if c.Stat != nil {
		b.WriteString(" stat")
	}
	return b.String()
}

// memoryOnly is a module that is one exported memory of a page.
const memoryOnly = "\x00asm\x01\x00\x00\x00" + "\x05\x03\x01\x00\x01" + "\x07\x0a\x01\x06memory\x02\x00"

// Bench is a guest of one page of memory.
type Bench struct {
	Guest   *hostabi.Guest
	Process *Process

	next uint32
}

// New returns a bench.
func New(t testing.TB) *Bench {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	t.Cleanup(func() {
		if err := r.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	m, err := r.InstantiateWithConfig(ctx, []byte(memoryOnly), wazero.NewModuleConfig().WithName(""))
	if err != nil {
		t.Fatal(err)
	}
	b := &Bench{Guest: &hostabi.Guest{}, Process: &Process{}}
	b.Guest.Attach(m)
	b.Guest.Bind(b.Process, "applet")
	return b
}
