package vfs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/spf13/afero"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// rival is a file system under the same benchmarks as ours. Paths are absolute in it.
type rival interface { //nolint:interfacebloat // a method for each operation that is measured
	mkdirAll(path string) error
	stat(path string) error
	open(path string) error // and close
	create(path string, b []byte) error
	read(path string, b []byte) (int, error)
	write(path string, b []byte) error // over what is there, from the beginning
	list(path string) (int, error)
	hold(path string) (read, write func(b []byte, off int64) error) // of a file that stays open
	rename(from, to string) error
	unlink(path string) error
}

// vfsRival is a Namespace by its own calls.
type vfsRival struct {
	ns *vfs.Namespace
	c  primitives.Cred
}

func newVfsRival() rival {
	fs := vfs.NewTmpfs(vfs.TmpfsOptions{Mode: 0o777})
	return &vfsRival{ns: vfs.NewNamespace(fs, vfs.Options{}), c: user()}
}

func (r *vfsRival) mkdirAll(path string) error { return r.ns.MkdirAll(&r.c, r.ns.Root(), path, 0o755) }

func (r *vfsRival) stat(path string) error {
	_, err := r.ns.Stat(&r.c, r.ns.Root(), path, 0)
	return err
}

func (r *vfsRival) with(path string, flags int, do func(f *vfs.File) error) error {
	f, err := r.ns.Open(&r.c, r.ns.Root(), path, flags, 0o644)
	if err != nil {
		return err
	}
	if err := do(f); err != nil {
		return err
	}
	return f.Close()
}

func (r *vfsRival) open(path string) error {
	return r.with(path, primitives.O_RDONLY, func(*vfs.File) error { return nil })
}

func (r *vfsRival) create(path string, b []byte) error {
	return r.with(path, create, func(f *vfs.File) error {
		_, err := f.WriteAt(&r.c, b, 0)
		return err
	})
}

func (r *vfsRival) read(path string, b []byte) (n int, err error) {
	err = r.with(path, primitives.O_RDONLY, func(f *vfs.File) error {
		n, err = f.ReadAt(b, 0)
		return err
	})
	return n, err
}

func (r *vfsRival) write(path string, b []byte) error {
	return r.with(path, primitives.O_WRONLY, func(f *vfs.File) error {
		_, err := f.WriteAt(&r.c, b, 0)
		return err
	})
}

func (r *vfsRival) hold(path string) (read, write func(b []byte, off int64) error) {
	f, err := r.ns.Open(&r.c, r.ns.Root(), path, primitives.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	read = func(b []byte, off int64) error { _, err := f.ReadAt(b, off); return err }
	write = func(b []byte, off int64) error { _, err := f.WriteAt(&r.c, b, off); return err }
	return read, write
}

func (r *vfsRival) list(path string) (n int, err error) {
	err = r.with(path, primitives.O_RDONLY, func(f *vfs.File) error {
		names, err := f.Names()
		n = len(names)
		return err
	})
	return n, err
}

func (r *vfsRival) rename(from, to string) error {
	return r.ns.Rename(&r.c, r.ns.Root(), from, r.ns.Root(), to, 0)
}

func (r *vfsRival) unlink(path string) error { return r.ns.Unlink(&r.c, r.ns.Root(), path, 0) }

// aferoRival is any afero.Fs: MemMapFs, or a directory of the host's tmpfs.
type aferoRival struct{ fs afero.Fs }

func (r aferoRival) mkdirAll(path string) error { return r.fs.MkdirAll(path, 0o755) }

func (r aferoRival) stat(path string) error {
	_, err := r.fs.Stat(path)
	return err
}

func (r aferoRival) with(path string, flags int, do func(f afero.File) error) error {
	f, err := r.fs.OpenFile(path, flags, 0o644)
	if err != nil {
		return err
	}
	if err := do(f); err != nil {
		return err
	}
	return f.Close()
}

func (r aferoRival) open(path string) error {
	return r.with(path, os.O_RDONLY, func(afero.File) error { return nil })
}

func (r aferoRival) create(path string, b []byte) error {
	return r.with(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, func(f afero.File) error {
		_, err := f.WriteAt(b, 0)
		return err
	})
}

func (r aferoRival) read(path string, b []byte) (n int, err error) {
	err = r.with(path, os.O_RDONLY, func(f afero.File) error {
		n, err = f.ReadAt(b, 0)
		return err
	})
	return n, err
}

func (r aferoRival) write(path string, b []byte) error {
	return r.with(path, os.O_WRONLY, func(f afero.File) error {
		_, err := f.WriteAt(b, 0)
		return err
	})
}

func (r aferoRival) hold(path string) (read, write func(b []byte, off int64) error) {
	f, err := r.fs.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	read = func(b []byte, off int64) error { _, err := f.ReadAt(b, off); return err }
	write = func(b []byte, off int64) error { _, err := f.WriteAt(b, off); return err }
	return read, write
}

func (r aferoRival) list(path string) (n int, err error) {
	err = r.with(path, os.O_RDONLY, func(f afero.File) error {
		names, err := f.Readdirnames(-1)
		n = len(names)
		return err
	})
	return n, err
}

func (r aferoRival) rename(from, to string) error { return r.fs.Rename(from, to) }
func (r aferoRival) unlink(path string) error     { return r.fs.Remove(path) }

// rivals are what is compared. The host's tmpfs is there where /dev/shm is one.
func rivals(b *testing.B) map[string]func() rival {
	b.Helper()
	all := map[string]func() rival{
		"vfs":      newVfsRival,
		"MemMapFs": func() rival { return aferoRival{afero.NewMemMapFs()} },
	}
	const shm = "/dev/shm"
	dir, err := os.MkdirTemp(shm, "vfs-bench-") //nolint:usetesting // b.TempDir may be on a disk
	if err != nil {
		return all
	}
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	n := 0
	all["tmpfs"] = func() rival {
		n++
		sub := filepath.Join(dir, fmt.Sprint(n))
		if err := os.Mkdir(sub, 0o755); err != nil {
			b.Fatal(err)
		}
		return aferoRival{afero.NewBasePathFs(afero.NewOsFs(), sub)}
	}
	return all
}

const (
	deepDir  = "/a/b/c/d/e"
	deepFile = deepDir + "/f"
	manyDir  = "/many"
	many     = 100_000
)

func fill(b *testing.B, r rival, files int) {
	b.Helper()
	fatal(b, r.mkdirAll(deepDir), r.create(deepFile, make([]byte, 4096)), r.mkdirAll(manyDir))
	for i := range files {
		fatal(b, r.create(fmt.Sprintf("%s/f%06d", manyDir, i), []byte("x")))
	}
}

func fatal(b *testing.B, errs ...error) {
	b.Helper()
	for _, err := range errs {
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRivals is the table of docs/PERFORMANCE.md. Names are operation/files in the tree/file system.
func BenchmarkRivals(b *testing.B) {
	block := make([]byte, 4096)
	operations := []struct {
		name string
		do   func(r rival) error
	}{
		{"stat-depth6", func(r rival) error { return r.stat(deepFile) }},
		{"open-depth6", func(r rival) error { return r.open(deepFile) }},
		{"read4k-depth6", func(r rival) error { _, err := r.read(deepFile, block); return err }},
		{"write4k-depth6", func(r rival) error { return r.write(deepFile, block) }},
		{"create-unlink", func(r rival) error {
			if err := r.create(deepDir+"/new", block[:100]); err != nil {
				return err
			}
			return r.unlink(deepDir + "/new")
		}},
		{"rename", func(r rival) error {
			if err := r.rename(deepFile, deepDir+"/g"); err != nil {
				return err
			}
			return r.rename(deepDir+"/g", deepFile)
		}},
		{"list-small", func(r rival) error { _, err := r.list(deepDir); return err }},
	}
	for _, files := range []int{0, many} {
		for name, start := range rivals(b) { // each is measured alone
			r := start()
			full := sync.OnceFunc(func() { fill(b, r, files) }) // not for what -bench leaves out
			for _, o := range operations {
				b.Run(fmt.Sprintf("%s/%d/%s", o.name, files, name), func(b *testing.B) {
					full()
					b.ReportAllocs()
					for b.Loop() {
						if err := o.do(r); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
			benchHeld(b, r, files, name, full)
			benchMany(b, r, files, name, full)
		}
	}
}

// benchHeld measures reading and writing of an open file, 4 KiB at the beginning of 1 MiB.
func benchHeld(b *testing.B, r rival, files int, name string, full func()) {
	b.Helper()
	const size, block = 1 << 20, 4 << 10
	fatal(b, r.create("/held", make([]byte, size)))
	read, write := r.hold("/held")
	for op, do := range map[string]func(b []byte, off int64) error{"read": read, "write": write} {
		for _, n := range []int{block, size} {
			data := make([]byte, n)
			b.Run(fmt.Sprintf("%s%dk/%d/%s", op, n>>10, files, name), func(b *testing.B) {
				full()
				b.SetBytes(int64(n))
				for b.Loop() {
					fatal(b, do(data, 0))
				}
			})
		}
	}
}

// benchMany measures what is done in the directory of many files.
func benchMany(b *testing.B, r rival, files int, name string, full func()) {
	b.Helper()
	if files == 0 {
		return
	}
	b.Run(fmt.Sprintf("list/%d/%s", files, name), func(b *testing.B) {
		full()
		for b.Loop() {
			if n, err := r.list(manyDir); err != nil || n != files {
				b.Fatal(n, err)
			}
		}
	})
	b.Run(fmt.Sprintf("create-unlink-beside/%d/%s", files, name), func(b *testing.B) {
		full()
		for b.Loop() {
			fatal(b, r.create(manyDir+"/new", nil), r.unlink(manyDir+"/new"))
		}
	})
	b.Run(fmt.Sprintf("rename-beside/%d/%s", files, name), func(b *testing.B) {
		full()
		for b.Loop() {
			fatal(b, r.rename(manyDir+"/f000007", manyDir+"/g"), r.rename(manyDir+"/g", manyDir+"/f000007"))
		}
	})
	b.Run(fmt.Sprintf("write-stat-beside/%d/%s", files, name), func(b *testing.B) {
		full()
		for b.Loop() {
			fatal(b, r.write(manyDir+"/f000009", []byte("y")), r.stat(manyDir+"/f000010"))
		}
	})
}
