package linux_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/linux"
)

const secret = "a secret of the host"

// hostFolder makes a folder of the host with a file that no guest may see, and checks at the end that nothing
// was made beside it.
func hostFolder(t *testing.T) string {
	t.Helper()
	require(t)
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // or only root could go there
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte(secret), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 {
			t.Errorf("on the host: %v, %v", entries, err)
		}
		if b, err := os.ReadFile(filepath.Join(dir, "secret")); err != nil || string(b) != secret {
			t.Errorf("the host's file: %q, %v", b, err)
		}
	})
	return dir
}

// tells fails if a run shows the secret.
func tells(t *testing.T, run *target.Run) {
	t.Helper()
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		for _, b := range [][]byte{o.Stdout, o.Stderr, o.Data} {
			if bytes.Contains(b, []byte(secret)) {
				t.Errorf("step %d: %.200q", i, b)
			}
		}
		if slices.Contains(o.Entries, "secret") {
			t.Errorf("step %d: %q", i, o.Entries)
		}
	}
}

// TestFileAPICannotLeave asks the file API, which is a part of init, for what init's descriptors lead to.
func TestFileAPICannotLeave(t *testing.T) {
	t.Parallel()
	for _, uid := range []int{0, 1000} {
		t.Run(fmt.Sprint("uid ", uid), func(t *testing.T) {
			t.Parallel()
			dir := hostFolder(t)
			var b strings.Builder
			fmt.Fprintf(&b, "id: leaves\nprofile: {uid: %d}\nsteps:\n", uid)
			fmt.Fprint(&b, "- run: {cmd: 'for n in $(seq 3 20); do ln -s /proc/self/fd/$n l$n; done'}\n")
			for n := 3; n < 20; n++ {
				for _, at := range []string{"/proc/self/fd/", "/proc/thread-self/fd/", "/proc/1/task/1/fd/", "l"} {
					to := fmt.Sprint(at, n, dir)
					fmt.Fprintf(&b, "- read_file: {path: %s/secret}\n- list: {path: %s}\n", to, to)
					fmt.Fprintf(&b, "- write_file: {path: %s/a/b, content: x}\n", to)
					fmt.Fprintf(&b, "- write_file: {path: %s/secret, content: x, mode: '0600'}\n", to)
					fmt.Fprintf(&b, "- remove: {path: %s/secret}\n", to)
				}
			}
			x := newTarget(t, linux.Options{})
			run := play(t, x, planOf(t, "leaves", []byte(b.String())))
			if len(run.Outcomes) != 1+17*4*5 {
				t.Errorf("%s: %s after %d steps", run.Status, run.Aborted, len(run.Outcomes))
			}
			tells(t, run)
		})
	}
}

// TestTreeCannotLeave has what is listed at the end lie behind a link to the host.
func TestTreeCannotLeave(t *testing.T) {
	t.Parallel()
	dir := hostFolder(t)
	x := newTarget(t, linux.Options{})
	for n := 3; n < 12; n++ {
		p := planOf(t, "tree", fmt.Appendf(nil, `
id: tree
profile: {uid: 0, cwd: /box%s, relative_to: /}
steps:
- run: {cmd: 'rm -r /box; ln -s /proc/1/fd/%d /box', cwd: /}
`, dir, n))
		p.KeepTree = true
		run := play(t, x, p)
		for _, e := range run.Tree {
			if strings.Contains(e.Path, "secret") {
				t.Errorf("descriptor %d: %+v", n, e)
			}
		}
	}
}

// TestProfileCannotLeave names in profiles, outright and by links, what leads to the host or opens what is
// guarded of /proc.
func TestProfileCannotLeave(t *testing.T) {
	t.Parallel()
	dir := hostFolder(t)
	x := newTarget(t, linux.Options{})
	for name, profile := range map[string]string{
		"bind":        "mounts: [{path: /x, type: bind-self, from: /proc/1/cwd}]",
		"bind proc":   "mounts: [{path: /x, type: bind-self, from: /proc}]",
		"bind sys":    "mounts: [{path: /x, type: bind-self, from: /proc/sys}]",
		"bind dev fd": "mounts: [{path: /x, type: bind-self, from: /dev/fd/4}]",
		"linked sys":  "files: [{path: /l, symlink: /proc}], mounts: [{path: /l/sys, type: bind-self}]",
		"file":        "files: [{path: /proc/self/cwd" + dir + "/made, content: x, after_mounts: true}]",
		"linked file": "files: [{path: /l, symlink: /proc/self/cwd}, " +
			"{path: /l" + dir + "/made, content: x, after_mounts: true}]",
		"linked persist": "files: [{path: /l, symlink: /proc/self/cwd}], persist: [/l" + dir + "/made]",
		"persist":        "files: [{path: /l, symlink: /proc/self/cwd}], persist: [/l" + dir + "]",
		"linked tmpfs":   "files: [{path: /l, symlink: /proc/self/cwd}], mounts: [{path: /l" + dir + "/made, type: tmpfs}]",
	} {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, "profile", []byte("id: profile\nprofile: {uid: 0, "+profile+"}\nsteps:\n"+
				"- run: {cmd: 'cat /x"+dir+"/secret /l"+dir+"/secret; "+
				"for f in /x/sys /x /proc/sys; do test -w $f/kernel/core_pattern && echo "+secret+"; done; echo on'}\n"))
			run := play(t, x, p)
			tells(t, run)
			if run.Status != target.StatusUnsupported && string(run.Outcomes[0].Stdout) != "on\n" {
				t.Errorf("%s: %+v", run.Status, run.Outcomes)
			}
		})
	}
}

// TestRestartCannotLeave leaves a link where a restart is going to mount.
func TestRestartCannotLeave(t *testing.T) {
	t.Parallel()
	dir := hostFolder(t)
	x := newTarget(t, linux.Options{})
	run := play(t, x, planOf(t, "restart", []byte(`
id: restart
profile: {uid: 0, persist: all, mounts: [{path: /m`+dir+`/made, type: tmpfs}]}
steps:
- run: {cmd: 'mv /m /o && ln -s /proc/self/cwd /m'}
- restart: {}
- run: {cmd: 'echo on'}
`)))
	if len(run.Outcomes) != 3 || string(run.Outcomes[2].Stdout) != "on\n" || run.Outcomes[0].Exit != 0 {
		t.Errorf("%s: %s: %+v", run.Status, run.Aborted, run.Outcomes)
	}
}

// TestSecretsOfEtc looks for files of the host's /etc that not everybody may read there.
func TestSecretsOfEtc(t *testing.T) {
	t.Parallel()
	x := newTarget(t, linux.Options{})
	run := play(t, x, planOf(t, "etc", []byte(`
id: etc
profile: {uid: 0}
steps:
- run: {cmd: 'find /etc ! -type l ! -perm -o+r ! -path /etc/shadow; ls -ld /etc /etc/ssl /etc/default; ls /etc/ssl'}
`)))
	out := string(run.Outcomes[0].Stdout)
	if !strings.HasPrefix(out, "drwxr-xr-x") || !strings.Contains(out, "certs") {
		t.Errorf("%s", out)
	}
}

// TestKeysOfTheHost asks for the session keyring, keyrings(7), which a process inherits like its directory.
func TestKeysOfTheHost(t *testing.T) {
	t.Parallel()
	x := newTarget(t, linux.Options{})
	ours, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, false)
	if err != nil {
		t.Skip(err) // a kernel without keys, or a filter of the host's
	}
	run := play(t, x, planOf(t, "keys", fmt.Appendf(nil, `
id: keys
profile: {uid: 0}
steps:
- run_code: {language: python, code: "import ctypes\nprint(ctypes.CDLL(None).syscall(%d, 0, -3, 0, 0))"}
`, unix.SYS_KEYCTL)))
	if got := strings.TrimSpace(string(run.Outcomes[0].Stdout)); got == "" || got == fmt.Sprint(ours) {
		t.Errorf("the guest's session keyring is %q, the host's %d; %s", got, ours, run.Outcomes[0].Stderr)
	}
}
