//go:build !wasip1

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// asNode makes this binary the guest.
const asNode = "SANDFAULT_TEST_AS_NODE"

func TestMain(m *testing.M) {
	if os.Getenv(asNode) != "" {
		linux.Exit(run(boot()))
	}
	os.Exit(m.Run())
}

// result is what can be seen of a process.
type result struct {
	code        int
	out, errors string
}

// play runs a program on a script; all of them are fed the same few lines.
func play(t *testing.T, dir, program, script string, env ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, script)
	cmd.Dir = dir
	cmd.Env = append(env, "PATH=/usr/bin:/bin", "HOME=/root", "TZ=UTC")
	cmd.Stdin = strings.NewReader("10\n20\nabc\n30")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	exit, ended := errors.AsType[*exec.ExitError](err)
	if err != nil && !ended {
		t.Fatalf("%s %s: %v", program, script, err)
	}
	r := result{out: frames.ReplaceAllString(out.String(), ""), errors: normal(said.String())}
	if ended {
		r.code = exit.ExitCode()
	}
	return r
}

// frames are the lines of a stack: places in node's own sources are its own affair.
var frames = regexp.MustCompile(`\n {4}at [^\n{]*`)

// places are the first lines of an error that was thrown in node's own sources.
var places = regexp.MustCompile(`node:[\w/]+:\d+\n.*\n *\^`)

var pid = regexp.MustCompile(`\(node:\d+\)`)

func normal(text string) string {
	text = frames.ReplaceAllString(text, "")
	return pid.ReplaceAllString(places.ReplaceAllString(text, "node:"), "(node:N)")
}

// TestAgainstNode plays testdata/scripts under the machine's node and under ours, built for this host, and
// wants the same output, exit code and errors. Node is no part of a plain Linux: without it, or with
// another major version, the test is skipped also where what needs Linux must not be.
func TestAgainstNode(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node here to compare with")
	}
	text, err := exec.Command(node, "--version").Output()
	theirs, _, _ := strings.Cut(strings.TrimSpace(string(text)), ".")
	if ours, _, _ := strings.Cut(version, "."); err != nil || theirs != ours {
		t.Skipf("node is %s here, and %s is followed", strings.TrimSpace(string(text)), version)
	}
	scripts, err := filepath.Glob("testdata/scripts/*.js")
	modules, wrong := filepath.Glob("testdata/modules/*.*js")
	if err = errors.Join(err, wrong); err != nil || len(scripts) < 60 || len(modules) < 10 {
		t.Fatalf("%d scripts, %d modules, %v", len(scripts), len(modules), err)
	}
	scripts = append(scripts, modules...)
	for _, script := range scripts {
		t.Run(filepath.Base(script), func(t *testing.T) {
			t.Parallel()
			path, err := filepath.Abs(script)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			want := play(t, dir, node, path)
			got := play(t, dir, "/proc/self/exe", path, asNode+"=1")
			if got != want {
				t.Errorf("exit code %d, node has %d\nstdout\n%s\nnode\n%s\nstderr\n%s\nnode\n%s",
					got.code, want.code, got.out, want.out, got.errors, want.errors)
			}
		})
	}
}

// TestNamesWhatIsMissing looks for the line by which a guest on the host owns up to what it lacks.
func TestNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"require('http')":                                     "the module http",
		"require('node:worker_threads')":                      "the module worker_threads",
		"(async () => { for await (const\nx of []) {} })()":   "for await of this form",
		"async function* f() {}":                              "async generators",
		"fetch('http://x')":                                   "fetch",
		"(1).toLocaleString('de-DE')":                         "the locale de-DE",
		"try { (function f() { f() })() } catch (e) {}":       "catching a stack overflow",
		"new SharedArrayBuffer(1)":                            "SharedArrayBuffer",
		"require('crypto').createCipheriv('aes-128-cbc')":     "crypto.createCipheriv",
		"require('child_process').fork('x')":                  "child_process.fork",
		"try { new WeakRef({}) } catch { console.log('ok') }": "WeakRef",
	} {
		script := filepath.Join(t.TempDir(), "script.js")
		if err := os.WriteFile(script, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
		r := play(t, filepath.Dir(script), "/proc/self/exe", script, asNode+"=1")
		if !strings.Contains(r.errors, "unsupported: node: "+want) {
			t.Errorf("%s: %q", code, r.errors)
		}
	}
	script := filepath.Join(t.TempDir(), "script.js")
	if err := os.WriteFile(script, []byte("console.log(typeof fetch, typeof WeakRef)"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := play(t, filepath.Dir(script), "/proc/self/exe", script, asNode+"=1")
	if r != (result{out: "function function\n"}) {
		t.Errorf("to look is not to use: %+v", r)
	}
}
