package target

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/internal/race"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// leaksEnv makes this test binary open and close engines and print what it takes of its host after each: what it
// is set to says what is forgotten.
const leaksEnv = "SANDFAULT_LEAKS"

// holding is what a process takes of its host, by what cannot vary with the collector.
type holding struct {
	Goroutines, Descriptors int
	Code                    int   // mappings of compiled code
	Images                  int   // mappings of memory images
	Reserved                int64 // GiB of addresses
	Files                   int   // in the folder for temporary files
}

// held tells what this process holds once what was closed has gone: finalizers unmap code.
func held() (h holding, err error) {
	for range 20 {
		goruntime.GC()
		time.Sleep(10 * time.Millisecond) //nolint:forbidigo // for finalizers and goroutines that end
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return h, err
	}
	for line := range strings.Lines(string(maps)) {
		var from, to uint64
		var mode string
		if _, err := fmt.Sscanf(line, "%x-%x %s", &from, &to, &mode); err != nil {
			return h, err
		}
		h.Reserved += int64(to - from)
		switch {
		case strings.Contains(line, "/memfd:"):
			h.Images++
		case strings.Contains(mode, "x") && !strings.ContainsAny(line, "/["):
			h.Code++
		}
	}
	h.Reserved >>= 30
	h.Goroutines = goruntime.NumGoroutine()
	for dir, n := range map[string]*int{"/proc/self/fd": &h.Descriptors, os.TempDir(): &h.Files} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return h, err
		}
		*n = len(entries)
	}
	return h, nil
}

// leakedWorkflows end in many ways, with programs that still run, and one that the host's limit cuts off.
var leakedWorkflows = []string{
	"id: a\nsteps:\n- run: {cmd: 'seq 9 | sort -r; sleep 1000 & sleep 2000 | cat & mkfifo p; cat p & echo $!'}\n" +
		"- run: {cmd: 'echo a > f; (kill -9 $BASHPID); (exec 5<>/dev/tcp/localhost/9); cat'}\n- restart: {}\n",
	"id: b\nsteps:\n- run: {cmd: 'while :; do :; done', timeout_s: 0.01}\n- run: {cmd: 'x=$(yes | head -c 99999); " +
		"echo ${#x}'}\n- run: {cmd: 'ulimit -v 20000; seq 99999999 | sort'}\n",
	"id: c\nsteps:\n- run: {cmd: 'while :; do :; done'}\n",
}

// leakCycle opens an engine, plays on it and closes what was opened, but for what is to be forgotten.
func leakCycle(forget string, seed uint64) (err error) {
	engine, err := OpenEngine(store.Options{})
	if err != nil {
		return err
	}
	if forget != "engine" {
		defer func() { err = errors.Join(err, engine.Close()) }()
	}
	base, err := profile.Load("default")
	if err != nil {
		return err
	}
	local := &Local{Engine: engine.Engine, WallLimit: time.Minute}
	short := &Local{Engine: engine.Engine, WallLimit: 300 * time.Millisecond}
	python := "id: d\nsteps:\n- run_code: {language: python, code: 'import threading; " +
		"threading.Thread(target=input).start(); import subprocess; subprocess.Popen([\"sleep\", \"99\"])', timeout_s: 3}\n"
	for i, text := range append(leakedWorkflows, python) {
		w, err := workflow.Parse("leaks", []byte(text))
		if err != nil {
			return err
		}
		plan := Plan{Workflow: w, Profile: base.Profile, Seed: det.NewSeed(seed)}
		on := Target(local)
		switch i {
		case 0:
			on = local.Prefixed()
			if _, err := on.Play(context.Background(), plan); err != nil {
				return err
			}
			staged, err := local.Stage(context.Background(), plan, 1)
			if err != nil {
				return err
			}
			if forget == "session" {
				kept = append(kept, staged)
			} else {
				staged.Close()
			}
		case 2:
			on = short
		}
		if _, err := on.Play(context.Background(), plan); err != nil {
			return err
		}
	}
	return nil
}

// kept is what a child forgets to close.
var kept []*Staged

// leaksChild is the process that TestNothingStays looks at.
func leaksChild(how string) error {
	var cycles int
	var forget string
	if _, err := fmt.Sscanf(how, "%d %s", &cycles, &forget); err != nil {
		return err
	}
	for i := range cycles {
		if err := leakCycle(forget, uint64(i)); err != nil {
			return err
		}
		h, err := held()
		if err != nil {
			return err
		}
		if err := json.NewEncoder(os.Stdout).Encode(h); err != nil {
			return err
		}
	}
	return nil
}

// holdings runs this binary as a child and returns what it held after each cycle.
func holdings(t *testing.T, cycles int, forget string) (list []holding) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", leaksEnv, cycles, forget), "TMPDIR="+t.TempDir())
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	for line := range bytes.Lines(out) {
		var h holding
		if err := json.Unmarshal(line, &h); err != nil {
			t.Fatal(err)
		}
		list = append(list, h)
	}
	return list
}

// more says of what a process holds more than it did.
func (h holding) more(before holding) string {
	var b strings.Builder
	for name, v := range map[string][2]int{
		"goroutines": {before.Goroutines, h.Goroutines}, "descriptors": {before.Descriptors, h.Descriptors},
		"mappings of code": {before.Code, h.Code}, "mappings of images": {before.Images, h.Images},
		"GiB of addresses": {int(before.Reserved), int(h.Reserved)}, "temporary files": {before.Files, h.Files},
	} {
		if v[1] > v[0] {
			fmt.Fprintf(&b, "%s: %d, then %d; ", name, v[0], v[1])
		}
	}
	return b.String()
}

// TestNothingStays opens and closes engines with all that ran on them, in a process of its own: after each it
// holds what it held after the first. A session or an engine that was forgotten would be seen.
func TestNothingStays(t *testing.T) {
	t.Parallel()
	atHand(t)
	if _, err := os.Stat("/proc/self/maps"); err != nil {
		t.Skip("the host does not tell what a process has mapped: ", err)
	}
	list := holdings(t, race.Volume(t, 4, 3), "nothing")
	first := list[0]
	for i, h := range list[1:] {
		if more := h.more(first); more != "" {
			t.Errorf("after cycle %d: %s", i+2, more)
		}
	}
	t.Logf("%+v", list)
	for _, forget := range race.Part(t, []string{"session", "engine"}, 1) {
		list := holdings(t, 2, forget)
		if more := list[1].more(list[0]); more == "" {
			t.Errorf("a forgotten %s is not seen: %+v", forget, list)
		} else {
			t.Log(forget, ": ", more)
		}
	}
}
