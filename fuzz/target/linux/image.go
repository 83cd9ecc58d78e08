//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"os"
	"path"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// fillImage writes the profile's image into the root directory of the process, which is an overlay over the
// host: what is written lands in the image's layer alone.
func fillImage(p *primitives.Profile) error {
	for _, f := range machineFiles(p) {
		if err := putFile(&f); err != nil {
			return err
		}
	}
	for _, name := range p.Paths.Missing {
		if err := takeAway(name); err != nil {
			return err
		}
	}
	for i := range p.Mounts.Dirs {
		if err := putDir(&p.Mounts.Dirs[i]); err != nil {
			return err
		}
	}
	for i := range p.Mounts.Files {
		if f := &p.Mounts.Files[i]; !f.AfterMounts {
			if err := putFile(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// machineFiles are the files of /etc and /sys that are the sandbox's, not the host's.
func machineFiles(p *primitives.Profile) []primitives.ImageFile {
	files := slices.Concat(primitives.EtcFiles(), p.Identity.EtcFiles())
	// The C library counts the machine's CPUs here, and affinity does not change them.
	for _, name := range []string{"online", "possible", "present"} {
		files = append(files, primitives.ImageFile{
			Path:    "/sys/devices/system/cpu/" + name,
			Content: fmt.Appendf(nil, "0-%d\n", p.CPU.Count-1),
			Mode:    0o644,
		})
	}
	return files
}

// putDir makes a directory of the profile with the parents that it lacks, which are root's.
func putDir(d *primitives.ImageDir) error {
	if err := os.MkdirAll(d.Path, 0o755); err != nil {
		return fmt.Errorf("directory %s: %w", d.Path, err)
	}
	if err := own(d.Path, d.UID, d.GID, d.Mode); err != nil {
		return fmt.Errorf("directory %s: %w", d.Path, err)
	}
	return nil
}

// putFile makes a file or link of the profile in place of what has its name.
func putFile(f *primitives.ImageFile) error {
	wrap := func(err error) error { return fmt.Errorf("file %s: %w", f.Path, err) }
	if err := os.MkdirAll(path.Dir(f.Path), 0o755); err != nil {
		return wrap(err)
	}
	if err := unix.Unlink(f.Path); err != nil && err != unix.ENOENT {
		return wrap(err)
	}
	if f.Symlink != "" {
		if err := os.Symlink(f.Symlink, f.Path); err != nil {
			return wrap(err)
		}
		return os.Lchown(f.Path, int(f.UID), int(f.GID))
	}
	if err := os.WriteFile(f.Path, f.Content, 0o600); err != nil {
		return wrap(err)
	}
	if err := own(f.Path, f.UID, f.GID, f.Mode); err != nil {
		return wrap(err)
	}
	return nil
}

// own sets owner and mode, in this order, for chown clears set-id bits.
func own(name string, uid, gid, mode uint32) error {
	if err := unix.Chown(name, int(uid), int(gid)); err != nil {
		return err
	}
	return unix.Chmod(name, mode)
}

// takeAway removes a program from every place where one is looked for.
func takeAway(name string) error {
	for _, dir := range []string{
		"/usr/local/bin/", "/usr/local/sbin/", "/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/",
	} {
		if err := os.RemoveAll(dir + name); err != nil {
			return fmt.Errorf("take %s away: %w", name, err)
		}
	}
	return nil
}
