//go:build linux && (amd64 || arm64)

package linux

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/fuzz/target"
)

// Target plays workflows on this host's kernel. It is safe for concurrent use.
type Target struct {
	options Options
	dir     string // absolute, without links
	made    bool   // dir was made for this target alone
	host    host
	guards  limits // where a profile has none
	owner   *owner
	cgroups hierarchy
	image   *os.File // of this program
	program string   // where image can be executed
}

// New returns a target, or why this host cannot be one. It removes what dead processes left behind.
func New(o Options) (*Target, error) {
	if err := Available(); err != nil {
		return nil, err
	}
	t := &Target{options: o, host: lookAtHost(), guards: limits{guardMemory, guardPids}}
	if err := t.setUp(); err != nil {
		return nil, fmt.Errorf("target linux: %w", errors.Join(err, t.Close()))
	}
	return t, nil
}

func (t *Target) setUp() error {
	var err error
	if t.owner, err = self(); err != nil {
		return err
	}
	if t.cgroups, err = findHierarchy(); err != nil {
		return err
	}
	if err := t.openDir(); err != nil {
		return err
	}
	if err := t.owner.clean(t.cgroups, t.dir); err != nil {
		return fmt.Errorf("remove what was left behind: %w", err)
	}
	return t.openProgram()
}

// openDir finds the folder of sandboxes. It must be root's alone, for whoever can write there can replace
// what is mounted.
func (t *Target) openDir() error {
	dir := t.options.Dir
	if dir == "" {
		dir = filepath.Join(os.TempDir(), "sandfault-linux")
	}
	err := os.Mkdir(dir, 0o700)
	t.made = err == nil && t.options.Dir != ""
	if err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("make the folder of sandboxes: %w", err)
	}
	if t.dir, err = filepath.EvalSymlinks(dir); err == nil {
		t.dir, err = filepath.Abs(t.dir)
	}
	if err != nil {
		return fmt.Errorf("find the folder of sandboxes: %w", err)
	}
	var st unix.Stat_t
	if err := unix.Stat(t.dir, &st); err != nil {
		return fmt.Errorf("%s: %w", t.dir, err)
	}
	if st.Uid != 0 || st.Mode&0o022 != 0 || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return fmt.Errorf("%s must be a directory that only root can write to: remove it, or name another",
			t.dir)
	}
	return nil
}

// openProgram copies this program into memory, sealed: a guest with root's uid that gets hold of its init's
// program must not be able to change the file that the host runs.
func (t *Target) openProgram() error {
	self, err := os.Open("/proc/self/exe")
	if err != nil {
		return fmt.Errorf("open this program: %w", err)
	}
	defer release(self)
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("sandfault", flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3 all can be executed
		fd, err = unix.MemfdCreate("sandfault", flags)
	}
	if err != nil {
		return fmt.Errorf("copy this program: %w", err)
	}
	t.image = os.NewFile(uintptr(fd), "sandfault")
	if _, err := io.Copy(t.image, self); err != nil {
		return fmt.Errorf("copy this program: %w", err)
	}
	const seals = unix.F_SEAL_WRITE | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return fmt.Errorf("seal this program's copy: %w", err)
	}
	t.program = fmt.Sprintf("/proc/self/fd/%d", fd)
	return nil
}

// Name implements target.Target.
func (*Target) Name() string { return "linux" }

// Play implements target.Target. Whatever happens, nothing of the run is left on the host when it returns.
func (t *Target) Play(ctx context.Context, p target.Plan) (run *target.Run, err error) {
	if names := t.unsupported(&p.Profile, p.Workflow); len(names) > 0 {
		return &target.Run{Status: target.StatusUnsupported, Unsupported: names}, nil
	}
	limit := t.options.WallLimit
	if limit == 0 {
		limit = target.DefaultWallLimit
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, target.ErrWallLimit)
	defer cancel()
	pl := &player{target: t, plan: p, ctx: ctx, rooms: map[string]*sandbox{}}
	defer func() {
		if e := recover(); e != nil {
			run, err = &target.Run{
				Status:  target.StatusAborted,
				Aborted: fmt.Sprintf("internal error: %v", e),
			}, nil
		}
		if e := pl.close(); e != nil && err == nil {
			run, err = nil, e
		}
	}()
	return pl.play()
}

// Close gives up what the target has. No call of Play may be under way, nor follow.
func (t *Target) Close() error {
	if t.image != nil {
		release(t.image)
		t.image = nil
	}
	if !t.made {
		return nil
	}
	t.made = false
	err := unix.Rmdir(t.dir) // others may use it by now
	if err == nil || errors.Is(err, unix.ENOTEMPTY) || errors.Is(err, unix.ENOENT) {
		return nil
	}
	return fmt.Errorf("remove %s: %w", t.dir, err)
}
