//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// defaultHost is the host name where a profile gives none.
const defaultHost = "sandbox"

// fillImage writes the profile's image into the root directory of the process, which is an overlay over the
// host: what is written lands in the image's layer alone.
func fillImage(p *primitives.Profile) error {
	for _, f := range identityFiles(p) {
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

// identityFiles are the files of /etc and /sys that depend on the profile.
func identityFiles(p *primitives.Profile) []primitives.ImageFile {
	id := &p.Identity
	user, group := "", ""
	if id.User != "" && id.UID != 0 {
		user = fmt.Sprintf("%s:x:%d:%d::%s:/bin/bash\n", id.User, id.UID, id.GID, id.Home)
		group = fmt.Sprintf("%s:x:%d:\n", id.User, id.GID)
	}
	host := id.Hostname
	if host == "" {
		host = defaultHost
	}
	text := func(name, content string) primitives.ImageFile {
		return primitives.ImageFile{Path: name, Content: []byte(content), Mode: 0o644}
	}
	files := []primitives.ImageFile{
		text("/etc/passwd", systemUsers+user),
		text("/etc/group", systemGroups+group),
		text("/etc/hostname", host+"\n"),
		text("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n127.0.0.1 "+host+"\n"),
		text("/etc/resolv.conf", "nameserver 192.0.2.53\noptions timeout:1 attempts:1\n"),
		text("/etc/nsswitch.conf", "passwd: files\ngroup: files\nshadow: files\nhosts: files dns\n"),
		text("/etc/environment", ""),
		text("/etc/timezone", "Etc/UTC\n"),
		{Path: "/etc/localtime", Symlink: "/usr/share/zoneinfo/Etc/UTC"},
		{Path: "/etc/shadow", Content: []byte("root:*:19700:0:99999:7:::\n"), Mode: 0o640},
	}
	// The C library counts the machine's CPUs here, and affinity does not change them.
	for _, name := range []string{"online", "possible", "present"} {
		files = append(files, text("/sys/devices/system/cpu/"+name, fmt.Sprintf("0-%d\n", p.CPU.Count-1)))
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

// The system accounts of a Debian 12, base-passwd(8).
const (
	systemUsers = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
bin:x:2:2:bin:/bin:/usr/sbin/nologin
sys:x:3:3:sys:/dev:/usr/sbin/nologin
sync:x:4:65534:sync:/bin:/bin/sync
games:x:5:60:games:/usr/games:/usr/sbin/nologin
man:x:6:12:man:/var/cache/man:/usr/sbin/nologin
lp:x:7:7:lp:/var/spool/lpd:/usr/sbin/nologin
mail:x:8:8:mail:/var/mail:/usr/sbin/nologin
www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin
backup:x:34:34:backup:/var/backups:/usr/sbin/nologin
_apt:x:42:65534::/nonexistent:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
`
	systemGroups = `root:x:0:
daemon:x:1:
bin:x:2:
sys:x:3:
adm:x:4:
tty:x:5:
disk:x:6:
lp:x:7:
mail:x:8:
man:x:12:
sudo:x:27:
www-data:x:33:
backup:x:34:
shadow:x:42:
utmp:x:43:
video:x:44:
staff:x:50:
games:x:60:
users:x:100:
nogroup:x:65534:
`
)
