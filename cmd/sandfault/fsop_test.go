//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

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
func fsopScript() string {
	var b strings.Builder
	b.WriteString("umask 0\nW=$PWD\n")
	n := 0
	for i, call := range fsopCalls {
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

// TestFsopAsOnLinux plays one script of calls by the host's build of fsop on a tmpfs of the host, and by the
// guest's in a sandbox, and compares what they print.
func TestFsopAsOnLinux(t *testing.T) {
	t.Parallel()
	give := t.Skipf
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
		give = t.Fatalf
	}
	const shm, tmpfs = "/dev/shm", 0x01021994
	var st syscall.Statfs_t
	if err := syscall.Statfs(shm, &st); err != nil || st.Type != tmpfs || os.Geteuid() != 0 {
		give("the comparison with Linux was not made: it needs root and a tmpfs at %s", shm)
	}
	guests, err := store.New(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guests.Guest(guest.Box); err != nil {
		t.Skip("guest box is not built (make guests)")
	}
	script := fsopScript()
	want := fsopOnHost(t, shm, script)
	var out, errs bytes.Buffer
	root := newRoot(&app{out: &out, err: &errs, in: strings.NewReader(script)})
	root.SetArgs([]string{"exec", "--user", "0", "--", "sh", "-c", "mkdir /tmp/w; cd /tmp/w; sh /dev/stdin"})
	if err := root.Execute(); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	got := strings.Split(out.String(), "\n")
	lines := strings.Split(script, "\n")
	commands := lines[:0]
	for _, l := range lines {
		if strings.HasPrefix(l, "echo ") {
			commands = append(commands, l)
		}
	}
	for i, w := range strings.Split(want, "\n") {
		if i >= len(got) || got[i] != w {
			t.Errorf("%.120s\nlinux %s\nhere  %s", commands[min(i, len(commands)-1)], w, append(got, "nothing")[min(i, len(got))])
		}
	}
}

// fsopOnHost plays the script on the host.
func fsopOnHost(t *testing.T, base, script string) string {
	t.Helper()
	dir, err := os.MkdirTemp(base, "fsop-") //nolint:usetesting // base says which file system
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "fsop")
	build := exec.Command("go", "build", "-o", bin, "../../runtime/guest/src/box")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command("sh", "-s")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(script)
	cmd.Env = []string{"PATH=" + filepath.Dir(bin) + ":" + os.Getenv("PATH"), "GOMAXPROCS=1"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
