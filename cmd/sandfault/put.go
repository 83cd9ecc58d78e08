package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/session"
	"github.com/sandfault/sandfault/runtime/wasi"
)

// What may be put into a sandbox from outside.
const (
	maxPutBytes = 1 << 30
	maxPutFiles = 100_000
)

// putter copies files and folders of this host into a machine before its command starts. They are the
// command's user's there; links are copied as links and never followed.
type putter struct {
	machine *runtime.Machine
	uid     uint32
	gid     uint32
	bytes   int64
	files   int
}

// putAll copies what --put names, HOST:GUEST each, and --dir.
func putAll(m *runtime.Machine, f *execFlags, user *primitives.Cred) error {
	p := putter{machine: m, uid: user.UID, gid: user.GID}
	for _, spec := range f.put {
		i := strings.LastIndexByte(spec, ':')
		if i <= 0 || i == len(spec)-1 {
			return fmt.Errorf("--put %q: give HOST:GUEST, a file or folder here and its path in the sandbox",
				spec)
		}
		to := spec[i+1:]
		if !path.IsAbs(to) {
			to = path.Join(m.Profile().Paths.Cwd, to)
		}
		if err := p.put(spec[:i], path.Clean(to)); err != nil {
			return fmt.Errorf("--put %s: %w", spec, err)
		}
	}
	for _, spec := range f.dir {
		host, name := dirSpec(spec)
		if host == "" || name == "" || strings.ContainsAny(name, ",") || strings.Contains(name, "::") {
			return fmt.Errorf("--dir %q: give HOST or HOST::NAME, a folder here and its name for the program",
				spec)
		}
		to := name
		if !path.IsAbs(to) {
			to = path.Join(cmp.Or(f.cwd, m.Profile().Paths.Cwd), to)
		}
		if err := p.put(host, path.Clean(to)); err != nil {
			return fmt.Errorf("--dir %s: %w", spec, err)
		}
	}
	return nil
}

// dirSpec reads HOST[::NAME].
func dirSpec(spec string) (host, name string) {
	host, name, named := strings.Cut(spec, "::")
	if !named {
		name = host
	}
	return host, name
}

// preopens names what --dir gives to a WASI program.
func preopens(dirs []string) []session.EnvChange {
	if len(dirs) == 0 {
		return nil
	}
	names := make([]string, 0, len(dirs))
	for _, spec := range dirs {
		_, name := dirSpec(spec)
		names = append(names, name)
	}
	return []session.EnvChange{{Name: wasi.PreopensVariable, Value: strings.Join(names, ",")}}
}

func (p *putter) put(from, to string) error {
	st, err := os.Stat(from)
	switch {
	case err != nil:
		return err
	case st.IsDir():
		return p.folder(from, to)
	case !st.Mode().IsRegular():
		return errors.New("neither a file nor a folder")
	}
	root, err := os.OpenRoot(filepath.Dir(from))
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return p.file(root, filepath.Base(from), to, st)
}

// folder copies a folder and what is in it.
func (p *putter) folder(from, to string) error {
	root, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		at := path.Join(to, name)
		switch {
		case d.IsDir():
			return p.add(&primitives.ImageFile{Path: at, Mode: primitives.S_IFDIR | uint32(st.Mode().Perm())})
		case d.Type() == fs.ModeSymlink:
			target, err := root.Readlink(name)
			if err != nil {
				return err
			}
			return p.add(&primitives.ImageFile{Path: at, Symlink: target})
		case d.Type().IsRegular():
			return p.file(root, name, at, st)
		default:
			return fmt.Errorf("%s is neither a file, a folder nor a link", name)
		}
	})
}

func (p *putter) file(root *os.Root, name, to string, st fs.FileInfo) error {
	in, err := root.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	b, err := io.ReadAll(io.LimitReader(in, maxPutBytes-p.bytes+1))
	if err != nil {
		return err
	}
	if p.bytes += int64(len(b)); p.bytes > maxPutBytes {
		return fmt.Errorf("more than %d MiB", maxPutBytes>>20)
	}
	mode := uint32(st.Mode().Perm())
	if guest.IsWasm(b) {
		mode |= mode >> 2 & 0o111 // compilers make modules that nobody may execute
	}
	return p.add(&primitives.ImageFile{Path: to, Content: b, Mode: mode})
}

func (p *putter) add(f *primitives.ImageFile) error {
	if p.files++; p.files > maxPutFiles {
		return fmt.Errorf("more than %d files", maxPutFiles)
	}
	f.UID, f.GID = p.uid, p.gid
	return p.machine.Put(f)
}

// parseEnv reads NAME=VALUE, or NAME for the variable to be removed.
func parseEnv(list []string, clean bool, p *primitives.Profile) ([]session.EnvChange, error) {
	var out []session.EnvChange
	if clean {
		for _, name := range []string{"PATH", "HOME"} {
			out = append(out, session.EnvChange{Name: name, Remove: true})
		}
		for _, v := range p.Env.Vars {
			out = append(out, session.EnvChange{Name: v.Name, Remove: true})
		}
	}
	for _, v := range list {
		name, value, ok := strings.Cut(v, "=")
		if name == "" || strings.IndexByte(v, 0) >= 0 {
			return nil, fmt.Errorf("--env %q: give NAME=VALUE, or NAME to remove it", v)
		}
		out = append(out, session.EnvChange{Name: name, Value: value, Remove: !ok})
	}
	return out, nil
}
