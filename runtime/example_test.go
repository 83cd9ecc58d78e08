package runtime_test

import (
	"errors"
	"fmt"
	"log"
	"testing"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
	"github.com/sandfault/sandfault/runtime/session"
)

// A sandbox under a built-in profile, its file API, and a denial with its cause. No guest is needed for
// that.
func Example() {
	engine, err := target.OpenEngine(store.Options{}) // one a process
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	doc, err := profile.Load("agentcore-code-interpreter")
	if err != nil {
		log.Fatal(err)
	}
	m, err := runtime.New(runtime.Config{Engine: engine.Engine, Profile: doc.Profile, Seed: det.NewSeed(1)})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	s := session.New(m, m.Profile())

	s.Do(&session.Request{Op: session.OpWrite, Path: "data/a.csv", Data: []byte("a,b\n1,2\n")})
	r := s.Do(&session.Request{Op: session.OpRead, Path: "data/a.csv"})
	fmt.Printf("%q\n", r.Data)

	r = s.Do(&session.Request{Op: session.OpRead, Path: "data/b.csv"})
	fmt.Println(r.Err.Name(), r.Cause == nil) // it is not there; nobody denied anything

	r = s.Do(&session.Request{Op: session.OpRead, Path: "/etc/passwd"})
	fmt.Println(r.Err.Name(), r.Cause.Primitive, r.Cause.Rule)
	// Output:
	// "a,b\n1,2\n"
	// ENOENT true
	// EACCES interface relative-only
}

// TestExampleCommand runs commands, which needs the guest box.
func TestExampleCommand(t *testing.T) {
	t.Parallel()
	engine, err := target.OpenEngine(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	var missing *guest.MissingError
	if _, err := engine.Guest(guest.Box); errors.As(err, &missing) {
		t.Skip(missing) // it says what to type: make guests
	}
	doc, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	m, err := runtime.New(runtime.Config{Engine: engine.Engine, Profile: doc.Profile, Seed: det.NewSeed(1)})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := session.New(m, m.Profile())

	r := s.Do(&session.Request{Op: session.OpRun, Cmd: "printf 'b\\na\\n' | sort > sorted; cat sorted"})
	if !r.Started || r.Exit != 0 || string(r.Stdout) != "a\nb\n" {
		t.Fatalf("sort: exit %d, stdout %q, stderr %q", r.Exit, r.Stdout, r.Stderr)
	}

	r = s.Do(&session.Request{Op: session.OpRun, Cmd: "echo x > /etc/x"})
	if r.Exit == 0 || len(r.Denials) != 1 {
		t.Fatalf("write /etc/x: exit %d, denials %v", r.Exit, r.Denials)
	}
	if got := r.Denials[0]; got.Errno.Name() != "EACCES" || got.Cause.Primitive != "permissions" {
		t.Errorf("write /etc/x: %v by %s", got.Errno.Name(), got.Cause.String())
	}

	if err := m.Aborted(); err != nil {
		t.Error("the host ended the run:", err)
	}
	if lacks := m.Unsupported(); len(lacks) > 0 {
		t.Error("the emulator lacks:", lacks)
	}
}
