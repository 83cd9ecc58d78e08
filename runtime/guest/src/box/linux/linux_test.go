//go:build !wasip1

package linux_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	f, err := linux.OpenFile(name, primitives.O_RDWR|primitives.O_CREAT, 0o640)
	must(t, err)
	if _, err = f.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	_, err = f.Seek(1, linux.SeekSet)
	must(t, err)
	b, err := io.ReadAll(f)
	must(t, err)
	if string(b) != "ello" {
		t.Errorf("read %q", b)
	}
	must(t, linux.Utimens(name, linux.UtimeOmit, -1, 0))
	st, err := linux.Fstat(f.Fd)
	must(t, err)
	if st.Size != 5 || !st.IsRegular() || st.Mtime != -1 {
		t.Errorf("stat %+v", st)
	}
	must(t, f.Close())
	if _, err = linux.Read(f.Fd, b); err != primitives.EBADF {
		t.Errorf("read of a closed descriptor: %v", err)
	}
}

func TestReadDirAndLinks(t *testing.T) {
	dir := t.TempDir()
	must(t, linux.Mkdir(filepath.Join(dir, "d"), 0o755))
	must(t, linux.Symlink("d", filepath.Join(dir, "l")))
	target, err := linux.Readlink(filepath.Join(dir, "l"))
	must(t, err)
	list, err := linux.ReadDir(dir)
	must(t, err)
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	if target != "d" || !slices.Equal(names, []string{"d", "l"}) {
		t.Errorf("target %q, names %q", target, names)
	}
	if err = linux.Unlink(filepath.Join(dir, "nope")); err != primitives.ENOENT {
		t.Errorf("unlink: %v", err)
	}
}

func TestSpawn(t *testing.T) {
	r, w, err := linux.Pipe2(primitives.O_CLOEXEC)
	must(t, err)
	pid, _, err := linux.Spawn(&abi.SpawnRequest{
		Path: "/bin/sh", Argv: []string{"sh", "-c", "echo $X; exit 3"}, Env: []string{"X=7"},
		Actions: []abi.FileAction{{Kind: abi.ActionDup2, Fd: int32(w), Newfd: 1}},
	})
	must(t, err)
	must(t, linux.Close(w))
	out, err := io.ReadAll(&linux.File{Fd: r})
	must(t, err)
	_, status, err := linux.Wait4(pid, 0)
	must(t, err)
	if string(out) != "7\n" || status.Code() != 3 {
		t.Errorf("output %q, code %d", out, status.Code())
	}
	_, stage, err := linux.Spawn(&abi.SpawnRequest{Path: "/no/such", Argv: []string{"x"}})
	if err != primitives.ENOENT || stage != abi.StageExec {
		t.Errorf("spawn: %v at %d", err, stage)
	}
}

func TestProcess(t *testing.T) {
	if got := linux.Args(); !slices.Equal(got, os.Args) {
		t.Errorf("args %q", got)
	}
	t.Setenv("LINUX_TEST", "a=b")
	if v, ok := linux.Getenv("LINUX_TEST"); !ok || v != "a=b" {
		t.Errorf("getenv %q", v)
	}
	if n, err := linux.Affinity(); err != nil || n < 1 {
		t.Errorf("affinity %d, %v", n, err)
	}
	u, err := linux.Uname()
	if err != nil || u.Sysname != "Linux" {
		t.Errorf("uname %+v, %v", u, err)
	}
}

func TestSignals(t *testing.T) {
	if _, err := linux.Sigaction(primitives.SIGALRM, abi.SigCatch); err != nil {
		t.Fatal(err)
	}
	defer linux.Sigaction(primitives.SIGALRM, abi.SigDefault) //nolint:errcheck // clean-up
	_, err := linux.Alarm(5e6)
	must(t, err)
	if err := linux.Nanosleep(5e9); err != primitives.EINTR {
		t.Errorf("nanosleep: %v", err)
	}
	if set := linux.Sigpending(); set != 1<<(primitives.SIGALRM-1) {
		t.Errorf("pending %#x", set)
	}
}
