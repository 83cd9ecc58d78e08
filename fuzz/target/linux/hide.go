//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// What is shown of the host: its programs and what they read. Its data, homes and secrets are not.

// shown are the entries of the host's root that guests see.
func shown() []string {
	return []string{"bin", "etc", "lib", "lib64", "sbin", "usr"}
}

type folder struct {
	path string
	mode uint32
}

// standard are the directories that each root has, without what the host has in them.
func standard() []folder {
	return []folder{
		{"boot", 0o755},
		{"dev", 0o755},
		{"home", 0o755},
		{"media", 0o755},
		{"mnt", 0o755},
		{"opt", 0o755},
		{"proc", 0o555},
		{"root", 0o700},
		{"run", 0o755},
		{"srv", 0o755},
		{"sys", 0o755},
		{"tmp", 0o1777},
		{"var", 0o755},
	}
}

// further are directories within those.
func further() []folder {
	return []folder{
		{"run/lock", 0o1777},
		{"var/backups", 0o755},
		{"var/cache", 0o755},
		{"var/cache/apt", 0o755},
		{"var/cache/apt/archives", 0o755},
		{"var/lib", 0o755},
		{"var/lib/apt", 0o755},
		{"var/lib/apt/lists", 0o755},
		{"var/lib/dpkg", 0o755},
		{"var/local", 0o2775},
		{"var/log", 0o755},
		{"var/mail", 0o2775},
		{"var/opt", 0o755},
		{"var/spool", 0o755},
		{"var/tmp", 0o1777},
	}
}

// private are files of the host's /etc that tell of the host or turn its programs.
func private() []string {
	return []string{
		"apt/auth.conf", "apt/auth.conf.d", "environment", "gitconfig", "group-", "gshadow", "gshadow-",
		"krb5.keytab", "machine-id", "npmrc", "passwd-", "pip.conf", "profile.d", "shadow-", "ssh",
		"ssl/private", "subgid", "subgid-", "subuid", "subuid-", "sudoers", "sudoers.d", "wgetrc",
	}
}

// hideHost fills the layer that lies above the host's root.
func hideHost(dir string) error {
	entries, err := os.ReadDir("/")
	if err != nil {
		return err
	}
	std := standard()
	for _, e := range entries {
		isStd := slices.ContainsFunc(std, func(f folder) bool { return f.path == e.Name() })
		if isStd || slices.Contains(shown(), e.Name()) {
			continue
		}
		if err := whiteout(dir + "/" + e.Name()); err != nil {
			return err
		}
	}
	for _, f := range std {
		if err := makeFolder(dir, f); err != nil {
			return err
		}
		if err := unix.Setxattr(dir+"/"+f.path, "trusted.overlay.opaque", []byte("y"), 0); err != nil {
			return fmt.Errorf("make %s opaque: %w", f.path, err)
		}
	}
	for _, f := range further() {
		if err := makeFolder(dir, f); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{"/var/lock": "/run/lock", "/var/run": "/run"} {
		if err := os.Symlink(to, dir+name); err != nil {
			return err
		}
	}
	return hidePrivate(dir)
}

// hidePrivate hides what is private, and what not everybody may read on the host: a guest may have root's
// uid.
func hidePrivate(dir string) error {
	return filepath.WalkDir("/etc", func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // just removed on the host
		}
		if err != nil {
			return err
		}
		var st unix.Stat_t
		if err := unix.Lstat(name, &st); err != nil {
			return nil //nolint:nilerr // just removed on the host
		}
		if !slices.Contains(private(), strings.TrimPrefix(name, "/etc/")) && public(&st) {
			return nil
		}
		if err := makeParents(dir, path.Dir(name)); err != nil {
			return err
		}
		if err := whiteout(dir + name); err != nil {
			return err
		}
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
}

// public reports whether everybody may read a file or list a directory.
func public(st *unix.Stat_t) bool {
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFLNK:
		return true
	case unix.S_IFDIR:
		return st.Mode&0o005 == 0o005
	}
	return st.Mode&0o004 != 0
}

// makeParents makes a directory of the host's and those above it in the layer that hides: there they stand
// for the host's, so they have their owners and modes.
func makeParents(dir, name string) error {
	if name == "/" {
		return nil
	}
	if err := makeParents(dir, path.Dir(name)); err != nil {
		return err
	}
	if _, err := os.Lstat(dir + name); err == nil {
		return nil
	}
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return fmt.Errorf("look at %s: %w", name, err)
	}
	if err := makeFolder(dir, folder{name[1:], st.Mode & 0o7777}); err != nil {
		return err
	}
	return own(dir+name, st.Uid, st.Gid, st.Mode&0o7777)
}

func makeFolder(dir string, f folder) error {
	at := dir + "/" + f.path
	if err := unix.Mkdir(at, 0o700); err != nil {
		return fmt.Errorf("make %s: %w", f.path, err)
	}
	return unix.Chmod(at, f.mode)
}

// whiteout makes an entry hide what a lower layer has under the name: a character device 0/0.
func whiteout(at string) error {
	if err := unix.Mknod(at, unix.S_IFCHR, 0); err != nil {
		return fmt.Errorf("hide %s: %w", at, err)
	}
	return nil
}
