//go:build linux && (amd64 || arm64)

package linux

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	goruntime "runtime"
	godebug "runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// Descriptors of a launcher, beside the standard ones, which are its command's.
const (
	fdSpec      = 3
	fdStatus    = 4
	fdInside    = 5 // the sandbox's root
	firstCgroup = 6
)

// refusal is what a launcher writes of itself if its command could not start: the error number and the system
// call. Where errno is unspeakable a text follows.
type refusal struct{ Errno, Call uint32 }

const unspeakable = ^uint32(0)

// launch starts a command, waits for it and says how it ended.
func (p *pidOne) launch(h *header, files []*os.File) answer {
	r, w, err := os.Pipe()
	if err != nil {
		return fatal("launch", err)
	}
	defer release(r)
	spec, standard, cgroups := files[0], files[1:], []*os.File(nil)
	if !h.Stdin {
		null, err := os.Open("/dev/null")
		if err != nil {
			release(w)
			return answer{Errno: errnoOf(err)}
		}
		defer release(null)
		standard = append([]*os.File{null}, standard...)
	}
	standard, cgroups = standard[:3], standard[3:]
	attr := &syscall.ProcAttr{
		Dir: "/", Env: []string{"GOMAXPROCS=1", "GOGC=off"},
		Sys: &syscall.SysProcAttr{Setsid: true, Chroot: p.host},
	}
	for _, f := range append(append(standard[:3:3], spec, w, p.inside), cgroups...) {
		attr.Files = append(attr.Files, f.Fd())
	}
	ended, err := p.reaper.start("/proc/self/exe", []string{launchName}, attr)
	release(w)
	closeAll(files) // or a command's output would not end while it runs
	if err != nil {
		return fatal("start a launcher", err)
	}
	said, err := io.ReadAll(io.LimitReader(r, maxPacket/2))
	if err != nil {
		return fatal("start a launcher", err)
	}
	status := <-ended
	if len(said) > 0 {
		return refused(said)
	}
	return answer{Status: code(status)}
}

// refused reads what a launcher wrote.
func refused(said []byte) answer {
	const size = 8
	if len(said) < size {
		return answer{Fatal: "a launcher broke off"}
	}
	r := refusal{binary.NativeEndian.Uint32(said), binary.NativeEndian.Uint32(said[4:])}
	switch {
	case r.Errno == unspeakable:
		return answer{Fatal: "launch: " + string(said[size:])}
	case r.Call == unix.SYS_EXECVE || r.Call == unix.SYS_CHDIR:
		return answer{Errno: primitives.Errno(r.Errno)}
	default:
		return answer{Fatal: fmt.Sprintf("launch: system call %d: %v", r.Call, unix.Errno(r.Errno))}
	}
}

// runLaunch becomes the command that it was asked for. It returns only if that is not to be.
func runLaunch() error {
	goruntime.LockOSThread() // what follows is done to one thread, and execve ends the others
	godebug.SetGCPercent(-1)
	err := become()
	b := binary.NativeEndian.AppendUint32(nil, unspeakable)
	b = append(binary.NativeEndian.AppendUint32(b, 0), err.Error()...)
	if _, e := unix.Write(fdStatus, b); e != nil {
		return errors.Join(err, e)
	}
	return err
}

func become() error {
	// No guest may trace what still has a thread with the superuser's power. Execve takes this back.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	var s launchSpec
	if err := unpack(os.NewFile(fdSpec, "spec"), &s); err != nil {
		return fmt.Errorf("read what to launch: %w", err)
	}
	if err := keepDescriptors(); err != nil {
		return err
	}
	// From here on every path is the sandbox's.
	if err := errors.Join(unix.Fchdir(fdInside), unix.Chroot(".")); err != nil {
		return fmt.Errorf("enter the sandbox: %w", err)
	}
	if s.Profile.Permissions.Landlock {
		if err := confine(s.Profile.Permissions.LandlockRW); err != nil {
			return err
		}
	}
	var calls plan
	if err := calls.fill(&s); err != nil {
		return err
	}
	calls.run()
	return errors.New("a launcher survived itself")
}

// errnoOf is the error number behind an error; EIO where there is none.
func errnoOf(err error) primitives.Errno {
	if e, ok := errors.AsType[unix.Errno](err); ok {
		return primitives.Errno(e)
	}
	return primitives.EIO
}
