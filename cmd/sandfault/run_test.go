package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// An interrupted run says so, and no more of the file that it was at.
func TestRunIsInterrupted(t *testing.T) {
	t.Parallel()
	if !hasBox(t) {
		t.Skip("guests are not built: make guests")
	}
	dir := t.TempDir()
	workflow := func(cmd string) string {
		file := filepath.Join(dir, "w.yaml")
		text := "id: w\nsteps:\n- run: {cmd: '" + cmd + "'}\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	var out bytes.Buffer
	a := &app{out: &out, err: &out}
	f := &runFlags{profile: "default", target: targetLocal, format: "text", sched: "random", seed: 1}
	if err := a.run(t.Context(), f, []string{workflow("true")}); err != nil { // compiles what is to be compiled
		t.Fatal(err)
	}
	out.Reset()
	file := workflow("while :; do :; done")
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := a.run(ctx, f, []string{file}); !errors.Is(err, context.DeadlineExceeded) || out.Len() > 0 {
		t.Errorf("%v; %s", err, out.String())
	}
}
