package bench

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/domain"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime/session"
)

// BenchmarkSession is W1: a sandbox that is started and ended.
func BenchmarkSession(b *testing.B) {
	p := settings(b)
	alone(b, "session_cpu_us", "cpu-us", 1e3, 200, func() error {
		x, err := start(p)
		if err == nil {
			x.machine.Close()
		}
		return err
	})
}

// BenchmarkFork is a copy of a session that holds 10,000 files of its own.
func BenchmarkFork(b *testing.B) {
	x := open(b)
	const make10k = `mkdir d; cd d; for i in $(seq 100); do mkdir $i; done; i=0
while [ $i -lt 10000 ]; do : > $((i % 100 + 1))/$i; i=$((i + 1)); done`
	if _, err := x.do(&session.Request{Op: session.OpRun, Cmd: make10k}); err != nil {
		b.Fatal(err)
	}
	alone(b, "fork_10000_files_cpu_us", "cpu-us", 1e3, 500, func() error {
		fork, err := x.machine.Fork(nil, nil)
		if err == nil {
			fork.Close()
		}
		return err
	})
}

// workflow7 is W7: ten steps of an agent in one session, six shell lines and two starts of Python.
type workflow7 struct {
	csv, script, w3, w3want, blob []byte
	sum                           string
}

func newWorkflow7(b *testing.B) *workflow7 {
	b.Helper()
	w := &workflow7{
		csv: input(b, "data.csv"), script: input(b, "w5.py"), w3: input(b, "w3.sh"), w3want: input(b, "w3.want"),
		blob: make([]byte, 1<<20),
	}
	rand.New(rand.NewSource(7)).Read(w.blob)
	sum := sha256.Sum256(w.blob)
	w.sum = hex.EncodeToString(sum[:])
	return w
}

// step7 is one step: what is asked for, and what its output must hold.
type step7 struct {
	session.Request
	want string
}

// lines that the steps are made of; the native side runs the same.
const (
	lineSummary = `wc -l < summary.json; head -n 3 summary.json; tail -n 1 summary.json; tr -d ' \n' < summary.json | wc -c`
	lineSum     = `sha256sum blob.bin`
	lineClean   = `grep -c . data.csv; cut -d , -f 1 data.csv | sort | uniq -c | wc -l; rm summary.json blob.bin; ls`
)

func (w *workflow7) steps() []step7 {
	run := func(cmd, want string) step7 {
		return step7{session.Request{Op: session.OpRun, Cmd: cmd}, want}
	}
	upload := func(name string, data []byte) step7 {
		return step7{session.Request{Op: session.OpUpload, Path: name, Data: data}, ""}
	}
	return []step7{
		run("echo hi", "hi\n"),
		upload("data.csv", w.csv),
		run(string(w.w3), string(w.w3want)),
		run("python3 -c 'print(1)'", "1\n"),
		upload("w5.py", w.script),
		run("python3 w5.py", "rows="),
		run(lineSummary, "{\n"),
		upload("blob.bin", w.blob),
		run(lineSum, w.sum),
		{session.Request{Op: session.OpDownload, Path: "blob.bin"}, ""},
		run(lineClean, "w5.py\n"),
	}
}

// play plays the workflow in a sandbox of its own and checks every output.
func (w *workflow7) play(p primitives.Profile) error {
	x, err := start(p)
	if err != nil {
		return err
	}
	defer x.machine.Close()
	for _, s := range w.steps() {
		r := x.session.Do(&s.Request)
		if r.Exit != 0 || !strings.Contains(string(r.Stdout), s.want) {
			return fmt.Errorf("%s %q: exit %d, %q, %q", s.Op, s.Cmd, r.Exit, r.Stdout, r.Stderr)
		}
		if s.Op == session.OpDownload && !bytes.Equal(r.Data, w.blob) {
			return fmt.Errorf("the download has %d other bytes", len(r.Data))
		}
	}
	return nil
}

// bubblewrap plays the same lines natively, in one sandbox of bwrap's, as platforms do today. Transfers are
// files of the folder that is bound into it.
func (w *workflow7) bubblewrap(b *testing.B) func() error {
	b.Helper()
	tool, err := exec.LookPath("bwrap")
	if err != nil {
		b.Skip("not on this machine: bwrap")
	}
	dir := b.TempDir()
	script := strings.Join([]string{
		"( echo hi )", "( " + string(w.w3) + " )", "( python3 -c 'print(1)' )", "( python3 w5.py )",
		"( " + lineSummary + " )", "( " + lineSum + " )", "( " + lineClean + " )", "times",
	}, "\n")
	return func() error {
		for name, data := range map[string][]byte{"data.csv": w.csv, "w5.py": w.script, "blob.bin": w.blob} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				return err
			}
		}
		cmd := exec.Command(tool, "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
			"--tmpfs", "/tmp", "--bind", dir, "/mnt", "--chdir", "/mnt", "/bin/bash", "-c", script)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), w.sum) {
			return fmt.Errorf("bwrap: %w: %s", err, out)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		for word := range strings.FieldsSeq(strings.Join(lines[len(lines)-2:], " ")) { // what `times` says
			took, err := time.ParseDuration(word)
			if err != nil {
				return fmt.Errorf("bwrap: the shell's times: %w", err)
			}
			unseen += int64(took)
		}
		return nil
	}
}

// BenchmarkWorkflow is W7 beside bubblewrap with native programs.
func BenchmarkWorkflow(b *testing.B) {
	needsPython(b, open(b))
	w, p := newWorkflow7(b), settings(b)
	beside(b, "w7_vs_bubblewrap", 3, func() error { return w.play(p) }, w.bubblewrap(b))
}

// sweepSize is how many workflows the sweep's benchmark plays; the figure is for a thousand.
const sweepSize = 100

// BenchmarkSweep plays generated workflows without judging them.
func BenchmarkSweep(b *testing.B) {
	needsPython(b, open(b))
	doc, err := profile.Load("agentcore-code-interpreter")
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine()
	if err != nil {
		b.Fatal(err)
	}
	all, seed := domain.All(), det.NewSeed(1)
	local := &target.Local{Engine: e.Engine}
	alone(b, "sweep_1000_cpu_s", "cpu-s", 1000/sweepSize/1e3, 1, func() error {
		for i := range sweepSize {
			plan := target.Plan{
				Workflow: domain.Generate(all[i%len(all)], seed.Derive("gen"), i), Profile: doc.Profile,
				Seed: seed.DeriveIndex(uint64(i)),
			}
			if _, err := local.Play(b.Context(), plan); err != nil {
				return err
			}
		}
		return nil
	})
}
