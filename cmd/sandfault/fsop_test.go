//go:build linux

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sandfault/sandfault/internal/race"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// fsopCalls are calls on one path, for which %s stands.
var fsopCalls = []string{
	"mkdir %s 0755", "rmdir %s", "unlink %s", "mkfifo %s 0644", "mknod %s c 0644 1 3", "mknod %s r 0600 0 0",
	"open %s O_RDONLY,O_NONBLOCK : fstat 0 type", "open %s O_WRONLY,O_NONBLOCK", "open %s O_CREAT,O_RDWR,O_NONBLOCK 0640",
	"open %s O_CREAT,O_EXCL 0644", "open %s O_RDWR,O_NOFOLLOW,O_NONBLOCK", "open %s O_RDONLY,O_DIRECTORY",
	"open %s O_PATH,O_NOFOLLOW : fstat 0 type,mode", "open %s O_TMPFILE,O_RDWR 0600 : fstat 0 type,nlink",
	"symlink test %s", "readlink %s", "truncate %s 123", "chmod %s 0751", "lchmod %s 0700", "chown %s 65534 -1", "lchown %s -1 65534",
	"utimensat AT_FDCWD %s 1 2 4294967296 4 0", "utimensat AT_FDCWD %s 0 UTIME_NOW 0 UTIME_OMIT AT_SYMLINK_NOFOLLOW",
	"utimensat AT_FDCWD %s 1 1000000000 0 UTIME_NOW 0", "stat %s type,mode,uid,gid,size", "lstat %s type,nlink",
	"access %s R_OK,W_OK", "faccessat AT_FDCWD %s X_OK AT_EACCESS", "chdir %s", "link f %s", "link %s new", "rename f %s", "rename %s new",
	"renameat2 AT_FDCWD f AT_FDCWD %s RENAME_NOREPLACE", "renameat2 AT_FDCWD %s AT_FDCWD d RENAME_EXCHANGE",
	"renameat2 AT_FDCWD %s AT_FDCWD w RENAME_WHITEOUT", "bind %s", "connect %s", "setxattr %s user.a v 0", "getxattr %s user.a",
	"lsetxattr %s user.b v XATTR_REPLACE", "listxattr %s", "removexattr %s user.a", "statfs %s namelen",
}

var fsopPaths = []string{
	"f", "f/", "f/x", "none", "none/x", "d", "d/", "d/.", "l", "dl/", "loop", "dang", "sub/x", "fifo", "chr", ".", "''",
	strings.Repeat("x", 256), strings.Repeat("./", 2048) + "f",
}

// fsopScript makes every call on every path, in a fresh directory for each call, as root and a user by turns.
func fsopScript(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("umask 0\nW=$PWD\n")
	n := 0
	for i, call := range race.Part(t, fsopCalls, 8) {
		b.WriteString("cd $W; rm -rf t; mkdir -m 777 t; cd t; { fsop create f 0644; fsop mkdir d 0755; fsop symlink f l; " +
			"fsop symlink d dl; fsop symlink loop loop; fsop symlink nothere dang; fsop mkdir sub 0700; fsop create sub/x 0666; " +
			"fsop mkfifo fifo 0666; fsop mknod chr c 0666 1 3; } >/dev/null\n")
		for k, path := range fsopPaths {
			n++
			as := ""
			if (i+k)%2 == 0 {
				as = "-u 65534 -g 65534,65533 -U 022 "
			}
			fmt.Fprintf(&b, "echo %d $(fsop %s%s 2>&1)\n", n, as, strings.ReplaceAll(call, "%s", path))
		}
	}
	return b.String()
}

// update makes the goldens of testdata/fsop anew, by playing the scripts on Linux.
var update = flag.Bool("update", false, "rewrite the goldens of testdata/fsop on Linux")

// fsopFolder is where the scripts are that have goldens.
const fsopFolder = "testdata/fsop"

// fsopScripts returns the scripts by name.
func fsopScripts(t *testing.T) map[string]string {
	t.Helper()
	lib, err := os.ReadFile(filepath.Join(fsopFolder, "lib.sh"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(fsopFolder, "*.sh"))
	if err != nil {
		t.Fatal(err)
	}
	scripts := map[string]string{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".sh")
		if name == "lib" {
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scripts[name] = string(lib) + string(b)
	}
	return scripts
}

// TestFsopScripts compares what the calls of testdata/fsop give in a sandbox with what they gave on Linux.
func TestFsopScripts(t *testing.T) {
	t.Parallel()
	needBox(t)
	for name, script := range fsopScripts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(filepath.Join(fsopFolder, name+".golden"))
			if err != nil {
				t.Fatal(err)
			}
			compareLines(t, fsopHere(t, script, fsopMounted(name)), string(want))
		})
	}
}

// TestFsopScriptsOnLinux plays the same calls on this host and compares what they give with the goldens. It
// takes minutes on a busy machine, so it is left to who asks for Linux.
func TestFsopScriptsOnLinux(t *testing.T) {
	t.Parallel()
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") != "1" && !*update {
		t.Skip("the goldens were not compared with Linux: set SANDFAULT_REQUIRE_LINUX=1")
	}
	needTmpfs(t)
	bin := buildFsop(t)
	for name, script := range fsopScripts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(fsopFolder, name+".golden")
			got := fsopOnHost(t, bin, script, fsopMounted(name))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compareLines(t, got, string(want))
		})
	}
}

// TestFsopFault gives every call on a path an address that no process has.
func TestFsopFault(t *testing.T) {
	t.Parallel()
	needBox(t)
	var b strings.Builder
	for _, call := range []string{
		"open %s O_RDONLY", "openat AT_FDCWD %s O_CREAT 0644", "create %s 0644", "chdir %s", "unlink %s", "rmdir %s",
		"unlinkat AT_FDCWD %s AT_REMOVEDIR", "mkdir %s 0755", "mkdirat AT_FDCWD %s 0755", "link %s x", "link . %s",
		"linkat AT_FDCWD %s AT_FDCWD x 0", "symlink %s x", "symlink x %s", "symlinkat x AT_FDCWD %s", "readlink %s",
		"rename %s x", "rename . %s", "renameat2 AT_FDCWD %s AT_FDCWD x 0", "mkfifo %s 0644", "mknod %s c 0644 1 3",
		"chmod %s 0644", "lchmod %s 0644", "fchmodat AT_FDCWD %s 0644 0", "chown %s 1 1", "lchown %s 1 1",
		"fchownat AT_FDCWD %s 1 1 0", "stat %s type", "lstat %s type", "fstatat AT_FDCWD %s type 0", "truncate %s 0",
		"utimensat AT_FDCWD %s 1 1 1 1 0", "access %s F_OK", "faccessat AT_FDCWD %s F_OK 0", "getxattr %s user.a",
		"setxattr %s user.a b 0", "listxattr %s", "removexattr %s user.a", "statfs %s type",
	} {
		for _, path := range []string{"NULL", "DEADCODE"} {
			c := strings.ReplaceAll(call, "%s", path)
			fmt.Fprintf(&b, "[ \"$(fsop %s)\" = EFAULT ] || echo '%s'\n", c, c)
		}
	}
	if got := fsopHere(t, b.String(), false); got != "" {
		t.Errorf("without EFAULT:\n%s", got)
	}
}

// needBox skips where the guest is not built.
func needBox(t *testing.T) {
	t.Helper()
	guests, err := store.New(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guests.Guest(guest.Box); err != nil {
		t.Skip("guest box is not built (make guests)")
	}
}

// shm is a tmpfs of the host.
const shm = "/dev/shm"

// needTmpfs skips where the comparison with Linux cannot be made, or fails where it must.
func needTmpfs(t *testing.T) {
	t.Helper()
	const tmpfs = 0x01021994
	var st syscall.Statfs_t
	if err := syscall.Statfs(shm, &st); err == nil && st.Type == tmpfs && os.Geteuid() == 0 {
		return
	}
	give := t.Skipf
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
		give = t.Fatalf
	}
	give("the comparison with Linux was not made: it needs root and a tmpfs at %s", shm)
}

// fsopMounted reports whether a script is about mounts: it finds some then, and may make others.
func fsopMounted(name string) bool { return name == "mounts" || name == "mountcalls" }

// The mounts, in a sandbox and on Linux.
const (
	fsopMounts = `
mounts:
  - {path: /tmp, type: tmpfs, mode: "755"}
  - {path: /tmp/w, type: tmpfs, mode: "777"}
  - {path: /tmp/w/m, type: tmpfs, mode: "1777", size: 64k, inodes: 12}
  - {path: /tmp/w/r, type: tmpfs, mode: "777"}
  - {path: /tmp/w/ro, type: bind-self, from: /tmp/w/r, options: [ro]}
  - {path: /tmp/w/x, type: tmpfs, mode: "777", options: [noexec, nosuid, nodev]}
`
	fsopMount = `
mount -t tmpfs -o mode=777 w . && cd "$PWD" && mkdir m r ro x && mount -t tmpfs -o mode=1777,size=64k,nr_inodes=12 w m &&
mount -t tmpfs -o mode=777 w r && mount --bind r ro && mount -o remount,bind,ro ro &&
mount -t tmpfs -o mode=777,noexec,nosuid,nodev w x || exit
`
)

// fsopHere plays a script in a sandbox, on a tmpfs, as root.
func fsopHere(t *testing.T, script string, mounted bool) string {
	t.Helper()
	var out, errs bytes.Buffer
	root := newRoot(&app{out: &out, err: &errs, in: strings.NewReader(script)})
	args := []string{"exec", "--user", "0"}
	if mounted {
		args = append(args, "--cap-add", "SYS_ADMIN")
		profile := filepath.Join(t.TempDir(), "mounts.yaml")
		if err := os.WriteFile(profile, []byte(fsopMounts), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--profile", profile)
	}
	root.SetArgs(append(args, "--", "sh", "-c", "mkdir -p /tmp/w; cd /tmp/w; sh /dev/stdin"))
	// What a script ends with is its last call's affair; that a guest is compiled may be told.
	err := root.Execute()
	for line := range strings.Lines(errs.String()) {
		if !strings.Contains(line, "preparing box") && !strings.Contains(line, "box: done after") {
			t.Fatalf("%v\n%s", err, errs.String())
		}
	}
	return out.String()
}

// compareLines tells the first lines that differ.
func compareLines(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	told := 0
	for i := range max(len(g), len(w)) {
		here, linux := "nothing", "nothing"
		if i < len(g) {
			here = g[i]
		}
		if i < len(w) {
			linux = w[i]
		}
		if here == linux {
			continue
		}
		t.Errorf("line %d\nlinux %.150s\nhere  %.150s", i+1, linux, here)
		if told++; told == 20 {
			return
		}
	}
}

// TestFsopAsOnLinux plays one script of calls by the host's build of fsop on a tmpfs of the host, and by the
// guest's in a sandbox, and compares what they print.
func TestFsopAsOnLinux(t *testing.T) {
	t.Parallel()
	needTmpfs(t)
	needBox(t)
	script := fsopScript(t)
	want := strings.Split(fsopOnHost(t, buildFsop(t), script, false), "\n")
	got := strings.Split(fsopHere(t, script, false), "\n")
	lines := strings.Split(script, "\n")
	commands := lines[:0]
	for _, l := range lines {
		if strings.HasPrefix(l, "echo ") {
			commands = append(commands, l)
		}
	}
	for i, w := range want {
		if i >= len(got) || got[i] != w {
			t.Errorf("%.120s\nlinux %s\nhere  %s", commands[min(i, len(commands)-1)], w, append(got, "nothing")[min(i, len(got))])
		}
	}
}

// buildFsop builds the host's fsop and returns its folder.
func buildFsop(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "fsop"), "../../runtime/guest/src/box")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// fsopOnHost plays a script on a tmpfs of the host with the fsop that is in bin.
func fsopOnHost(t *testing.T, bin, script string, mounted bool) string {
	t.Helper()
	dir, err := os.MkdirTemp(shm, "fsop-") //nolint:usetesting // a tmpfs it must be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-s")
	if mounted {
		cmd = exec.Command("unshare", "-m", "sh", "-s") // the mounts go with it
		script = fsopMount + script
	}
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(script)
	cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "GOMAXPROCS=1"}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil && errs.Len() > 0 {
		t.Fatalf("%v: %s", err, errs.String())
	}
	return string(out)
}
