//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// The folders of a sandbox on the host.
const (
	bootFolder  = "boot"  // where init builds; what is mounted there ends with init
	storeFolder = "store" // what a restart keeps, and what must not count as memory
)

// root builds the root file system: an overlay of the profile's image over what is shown of the host's user
// land. All is done by init in its own mount namespace.
//
// Layers, from the top: upper (what guests write), image (what the profile adds and takes away), hide (what
// is not shown of the host, overlayfs whiteouts and opaque directories), the host's root.
type root struct {
	spec *bootSpec
	dir  string // Base/boot
	// host is the host's root, mounted nowhere: a launcher starts there, for the libraries of the sandbox,
	// which its guests may have changed, must not be those of a program that still has the superuser's power.
	host int
}

func (r *root) at(name string) string { return r.dir + "/" + name }

func (r *root) build() error {
	r.dir = r.spec.Base + "/" + bootFolder
	if err := r.layers(); err != nil {
		return err
	}
	if err := r.mountRoot(); err != nil {
		return err
	}
	store, err := unix.Open(r.spec.Base+"/"+storeFolder, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open the store: %w", err)
	}
	defer releaseFD(store)
	if r.host, err = unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|
		unix.AT_RECURSIVE); err != nil {
		return fmt.Errorf("keep the host's root: %w", err)
	}
	if err := enter(r.at("root")); err != nil {
		return err
	}
	// From here on every path is the sandbox's own, so that no link of a profile leads to the host's files.
	m := mounter{profile: &r.spec.Profile, store: store, boots: r.spec.Boots}
	if err := m.mountAll(); err != nil {
		return err
	}
	return leaveHost()
}

// layers makes the image and what hides the host.
func (r *root) layers() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("take the host's mounts for this namespace: %w", err)
	}
	opts := fmt.Sprintf("mode=0755,size=%d", guardImage)
	if err := unix.Mount("tmpfs", r.dir, "tmpfs", 0, opts); err != nil {
		return fmt.Errorf("mount the image's file system: %w", err)
	}
	for _, name := range []string{"hide", "image", "scratch", "merge", "root", "disk"} {
		if err := unix.Mkdir(r.at(name), 0o755); err != nil {
			return fmt.Errorf("make %s: %w", name, err)
		}
	}
	if err := hideHost(r.at("hide")); err != nil {
		return fmt.Errorf("hide the host: %w", err)
	}
	if err := unix.Chdir(r.dir); err != nil {
		return err
	}
	if err := overlay("merge", "hide:/", "image", "scratch", "redirect_dir=off"); err != nil {
		return err
	}
	if err := inside(r.at("merge"), func() error { return fillImage(&r.spec.Profile) }); err != nil {
		return fmt.Errorf("image: %w", err)
	}
	if err := unix.Unmount(r.at("merge"), 0); err != nil {
		return fmt.Errorf("unmount the image: %w", err)
	}
	return nil
}

// mountRoot mounts the overlay, and proc, without which init cannot start launchers.
func (r *root) mountRoot() error {
	if err := unix.Chdir(r.dir); err != nil {
		return err
	}
	disk, err := r.disk()
	if err != nil {
		return err
	}
	for _, name := range []string{"/up", "/work"} {
		if err := unix.Mkdir(disk+name, 0o755); err != nil && !os.IsExist(err) {
			return fmt.Errorf("make the root's %s: %w", name, err)
		}
	}
	redirect := "redirect_dir=on"
	if r.spec.Profile.Mounts.Overlay {
		redirect = "redirect_dir=off"
	}
	if err := overlay("root", "image:hide:/", disk+"/up", disk+"/work", redirect); err != nil {
		return err
	}
	const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	if err := unix.Mount("proc", r.at("root")+"/proc", "proc", flags, ""); err != nil {
		return fmt.Errorf("mount /proc: %w", err)
	}
	return nil
}

// disk returns the folder, as seen from dir, of what guests write: of the store where it must outlive this
// init or must not count as memory, of a file system of its own else.
func (r *root) disk() (string, error) {
	p := &r.spec.Profile
	if inStore(p) {
		dir := "../" + storeFolder + "/root"
		if !p.Persistence.All {
			dir += strconv.Itoa(r.spec.Boots)
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", err
		}
		return dir, nil
	}
	if err := mountDisk("disk", &p.Quota); err != nil {
		return "", err
	}
	return "disk", nil
}

// inStore reports whether the root's files lie in the store.
func inStore(p *primitives.Profile) bool { return p.Persistence.All || p.Memory.CapBytes > 0 }

// ownInodes are those that an overlay takes for itself: the file system's root, up, work and what is in it.
const ownInodes = 5

// mountDisk mounts a file system in memory with the bounds of a disk.
func mountDisk(at string, q *primitives.QuotaSettings) error {
	opts := []string{"mode=0700", fmt.Sprintf("size=%d", orGuard(q.DiskBytes, guardDisk))}
	if q.DiskInodes > 0 {
		opts = append(opts, fmt.Sprintf("nr_inodes=%d", q.DiskInodes+ownInodes))
	}
	if err := unix.Mount("tmpfs", at, "tmpfs", 0, strings.Join(opts, ",")); err != nil {
		return fmt.Errorf("mount the root's file system: %w", err)
	}
	return nil
}

// overlay mounts an overlay of folders below the working directory: guests can read the options, and the
// host's paths are none of their business.
func overlay(at, lower, upper, work, opts string) error {
	data := fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s,%s,index=off,metacopy=off", lower, upper, work,
		opts)
	if err := unix.Mount("overlay", at, "overlay", unix.MS_NODEV, data); err != nil {
		return fmt.Errorf("mount an overlay: %w", err)
	}
	return nil
}

// inside runs do with another root directory and returns to the present one.
func inside(dir string, do func() error) error {
	back, err := unix.Open("/", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer releaseFD(back)
	if err := unix.Chroot(dir); err != nil {
		return fmt.Errorf("enter: %w", err)
	}
	err = unix.Chdir("/")
	if err == nil {
		err = do()
	}
	if back := unix.Fchdir(back); back != nil {
		return fmt.Errorf("leave: %w", back)
	}
	if back := unix.Chroot("."); back != nil {
		return fmt.Errorf("leave: %w", back)
	}
	return err
}

// enter makes dir the root of the mount namespace. The former root lies above it and is the working directory
// until leaveHost, for mounts are taken from there.
func enter(dir string) error {
	if err := unix.Chdir(dir); err != nil {
		return fmt.Errorf("enter the root: %w", err)
	}
	old, err := unix.Open("/", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("enter the root: %w", err)
	}
	defer releaseFD(old)
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	return unix.Fchdir(old)
}

// leaveHost takes the host's file systems out of the namespace.
func leaveHost() error {
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("unmount the host's root: %w", err)
	}
	return unix.Chdir("/")
}
