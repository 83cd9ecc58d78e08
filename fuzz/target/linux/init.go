//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// Descriptors of init, beside the standard ones.
const (
	fdControl = 3
	fdBoot    = 4
)

// pidOne is the init of a sandbox: it serves the host until the host is gone. When it ends, however that
// comes about, the kernel kills everything in its pid namespace.
type pidOne struct {
	control *net.UnixConn
	sending sync.Mutex
	reaper  *reaper
	spec    bootSpec
	host    string   // the host's root, as long as init lives
	inside  *os.File // the sandbox's
}

func runInit() error {
	if os.Getpid() != 1 {
		return fmt.Errorf("%s: not in a pid namespace of its own", initName)
	}
	ignoreSignals()
	if err := closeInherited(fdBoot + 1); err != nil {
		return err
	}
	if err := keepDescriptors(); err != nil {
		return err
	}
	control, err := connection(os.NewFile(fdControl, "control"))
	if err != nil {
		return err
	}
	boot := os.NewFile(fdBoot, "boot")
	p := &pidOne{control: control}
	if err := unpack(boot, &p.spec); err != nil {
		return fmt.Errorf("read what to boot: %w", err)
	}
	release(boot)
	if err := p.boot(); err != nil {
		a := answer{Fatal: err.Error()}
		switch {
		case errors.Is(err, errTooMuch):
			a.Lacking = "persist"
		case errors.Is(err, errInProc):
			a.Lacking = "a place below /proc"
		}
		p.answer(a)
		return err
	}
	p.reaper = newReaper(p.spec.Profile.Processes.NoReaper)
	p.answer(answer{})
	for {
		var h header
		files, err := receive(control, &h)
		if err != nil {
			os.Exit(0) // the host is done with us, or dead
		}
		go p.serve(h, files)
	}
}

// ignoreSignals keeps a guest with the superuser's uid from ending its init: the kernel protects PID 1 only
// from signals that it does not handle, and the Go runtime handles them all. What the runtime needs stays.
func ignoreSignals() {
	for s := unix.SIGHUP; s <= maxSignal; s++ {
		if s != unix.SIGCHLD && s != unix.SIGURG {
			signal.Ignore(s)
		}
	}
}

// boot makes the sandbox around this process.
func (p *pidOne) boot() error {
	host := p.spec.Profile.Identity.Hostname
	if host == "" {
		host = primitives.DefaultIdentity().Hostname
	}
	if err := unix.Sethostname([]byte(host)); err != nil {
		return fmt.Errorf("set the host name: %w", err)
	}
	if err := startNetwork(&p.spec.Profile, p.lacks); err != nil {
		return err
	}
	// Guests must neither trace init nor read its memory, whatever their uid.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("make init undumpable: %w", err)
	}
	// The name that guests see of PID 1, as in the emulator.
	if err := os.WriteFile("/proc/self/comm", []byte("sandbox"), 0); err != nil {
		return fmt.Errorf("name init: %w", err)
	}
	unix.Umask(0o022) // whatever the host's
	r := root{spec: &p.spec}
	if err := r.build(); err != nil {
		return err
	}
	p.host = fmt.Sprintf("/proc/self/fd/%d", r.host)
	inside, err := os.Open("/")
	if err != nil {
		return fmt.Errorf("open the root: %w", err)
	}
	p.inside = inside
	unix.Umask(int(p.spec.Profile.Identity.Umask)) // the file API's
	return nil
}

func (p *pidOne) answer(a answer) {
	p.sending.Lock()
	defer p.sending.Unlock()
	if err := send(p.control, a); err != nil {
		os.Exit(0)
	}
}

// lacks tells the host of a feature that the emulated internet does not have.
func (p *pidOne) lacks(feature string) { p.answer(answer{ID: noteID, Lacking: feature}) }

// serve serves one message. Each has a goroutine, for a command lasts and a file may block.
func (p *pidOne) serve(h header, files []*os.File) {
	defer closeAll(files)
	a := answer{Fatal: fmt.Sprintf("message %d is not understood", h.Kind)}
	switch {
	case h.Kind == kindLaunch && len(files) >= 3:
		a = p.launch(&h, files)
	case h.Kind == kindFile && len(files) == 2:
		a = serveFile(files[0], files[1])
	case h.Kind == kindTree && len(files) == 2:
		a = serveTree(files[0], files[1])
	case h.Kind == kindFull:
		a = p.full()
	}
	a.ID = h.ID
	p.answer(a)
}

// fatal is the answer to what init could not do for a reason of its own.
func fatal(doing string, err error) answer { return answer{Fatal: doing + ": " + err.Error()} }
