//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sandfault/sandfault/internal/race"
)

// kills is how often TestKilledAtAnyMoment kills a program.
var kills = flag.Int("kills", 12, "how many programs to kill at a random moment")

// hermit is a place for the program that nobody else uses: a cache that has guests, but no compiled code, and
// folders in which nothing may be left.
type hermit struct {
	t                       *testing.T
	program                 string
	cache, temp, work, home string
}

func newHermit(t *testing.T) *hermit {
	t.Helper()
	if !hasBox(t) {
		t.Skip("guest box is not built (make guests)")
	}
	dir := t.TempDir()
	h := &hermit{t: t, program: program(t)}
	for _, p := range []struct {
		to   *string
		name string
	}{{&h.cache, "cache"}, {&h.temp, "temp"}, {&h.work, "work"}, {&h.home, "home"}} {
		*p.to = filepath.Join(dir, p.name)
		if err := os.Mkdir(*p.to, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	users, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	guests := filepath.Join("sandfault", "guests")
	if err := os.Mkdir(filepath.Join(h.cache, "sandfault"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(users, guests), filepath.Join(h.cache, guests)); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *hermit) command(args ...string) *exec.Cmd {
	c := exec.Command(h.program, args...)
	c.Dir = h.work
	c.Env = append(os.Environ(), "XDG_CACHE_HOME="+h.cache, "TMPDIR="+h.temp, "HOME="+h.home,
		"XDG_STATE_HOME="+filepath.Join(h.home, "state"))
	return c
}

// awaitCode waits until the program has opened its cache of compiled code: on a busy host that takes a while.
func (h *hermit) awaitCode() {
	h.t.Helper()
	code := filepath.Join(h.cache, "sandfault", "code")
	for range 6000 {
		if _, err := os.Stat(code); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.t.Error("it opened no cache within a minute")
}

// list returns all files below a folder, those of directories that go away meanwhile left out.
func list(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, p)
			out = append(out, rel)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return out
}

// checkLeft reports what a killed program left that it must not.
func (h *hermit) checkLeft(what string) {
	h.t.Helper()
	for _, dir := range []string{h.temp, h.home} {
		if left := list(h.t, dir); len(left) > 0 {
			h.t.Errorf("%s: left in %s: %v", what, filepath.Base(dir), left)
		}
	}
	for _, f := range list(h.t, h.work) {
		if !strings.HasPrefix(f, "found.db") { // the database that was asked for, and SQLite's own of it
			h.t.Errorf("%s: left %s", what, f)
		}
	}
	for _, f := range list(h.t, h.cache) {
		top, _, _ := strings.Cut(strings.TrimPrefix(f, "sandfault"+string(filepath.Separator)), string(filepath.Separator))
		if top != "code" && top != "guests" {
			h.t.Errorf("%s: left %s in the cache", what, f)
		}
	}
}

// What is killed at any moment leaves nothing but the cache and the database that was asked for, both of which
// are good for the next.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	h := newHermit(t)
	commands := [][]string{
		{"exec", "--", "sh", "-c", "seq 100000 | sort -r | sha256sum; sleep 1; yes | head -c 30000000 | wc -c"},
		{"fuzz", "--db", "found.db", "--count", "30", "--seed", "7"},
		{"mcp", "--db", "found.db"},
		{"exec", "--", "node", "-e", "let s=0; for (let i=0;i<1e6;i++) s+=i; console.log(s)"},
	}
	random := rand.New(rand.NewPCG(4, 2))
	for i := range race.Volume(t, *kills, 4) {
		args := commands[i%len(commands)]
		c := h.command(args...)
		in, said := startFed(t, c)
		if args[0] != "mcp" {
			_ = in.Close()
		}
		time.Sleep(time.Duration(random.Int64N(int64(1500 * time.Millisecond))))
		_ = c.Process.Signal(syscall.SIGKILL)
		err := c.Wait()
		_ = in.Close()
		if e := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &e) || e.ExitCode() >= 0) {
			t.Errorf("%v ended by itself, with %v: %s", args, err, said.String())
		}
		h.checkLeft(strings.Join(args, " "))
	}
	if out, err := h.command("exec", "--", "sh", "-c", "echo whole | tr a-z A-Z").CombinedOutput(); err != nil ||
		!bytes.HasSuffix(out, []byte("WHOLE\n")) {
		t.Errorf("after %d kills: %v, %s", *kills, err, out)
	}
	if out, err := h.command("findings", "--db", "found.db").CombinedOutput(); err != nil &&
		!bytes.Contains(out, []byte("no such file")) {
		t.Errorf("the database after %d kills: %v, %s", *kills, err, out)
	}
}

// A signal also ends what waits for the end of standard input, which is read whole before the guest starts.
func TestInterruptedWhileReading(t *testing.T) {
	t.Parallel()
	h := newHermit(t)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		// On a busy host it takes its time until it listens to signals: one that comes before ends it too.
		for wait := 500 * time.Millisecond; ; wait *= 4 {
			c := h.command("exec", "--", "cat")
			in, said := startFed(t, c)
			_, _ = io.WriteString(in, "some\n")
			time.Sleep(wait)
			_ = c.Process.Signal(sig)
			err := c.Wait()
			_ = in.Close()
			e := (*exec.ExitError)(nil)
			if errors.As(err, &e) && e.ExitCode() == exitSignal {
				break
			}
			if wait > 20*time.Second || e == nil || e.ExitCode() >= 0 {
				t.Errorf("%s: %v, %s", sig, err, said.String())
				break
			}
		}
	}
}

// A signal ends what prepares a guest, as an interruption; what it leaves is a cache, as above.
func TestInterruptedWhilePreparing(t *testing.T) {
	t.Parallel()
	h := newHermit(t)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		c := h.command("exec", "--", "node", "-e", "console.log(1)")
		_, said := startFed(t, c)
		h.awaitCode()
		time.Sleep(300 * time.Millisecond)
		_ = c.Process.Signal(sig)
		err := c.Wait()
		if e := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &e) || e.ExitCode() != exitSignal) {
			t.Errorf("%s: %v, %s", sig, err, said.String())
		}
		h.checkLeft(sig.String())
		_ = os.RemoveAll(filepath.Join(h.cache, "sandfault", "code"))
	}
}
