//go:build linux && (amd64 || arm64)

package linux

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// sandbox is one session on the host's side: a folder, a cgroup, a keeper and, between restarts, an init.
type sandbox struct {
	target  *Target
	profile primitives.Profile
	name    string
	base    string
	group   group
	keeper  *keeper
	boots   int
	begun   time.Time // of the session, anew with each restart

	starting sync.Mutex // commands get their cgroups one after the other
	init     *initProcess
	lacking  []string // of inits that are gone
}

// open makes a sandbox and boots it.
func (t *Target) open(ctx context.Context, p *primitives.Profile) (*sandbox, error) {
	s := &sandbox{target: t, profile: *p, name: t.owner.next()}
	s.base = filepath.Join(t.dir, s.name)
	if err := s.make(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *sandbox) make(ctx context.Context) error {
	var err error
	if s.group, err = s.target.cgroups.open(s.name, limitsOf(&s.profile, s.target.guards)); err != nil {
		return fmt.Errorf("make a sandbox: %w", err)
	}
	if err := s.makeStore(); err != nil {
		return fmt.Errorf("make a sandbox: %w", err)
	}
	return s.boot(ctx)
}

// makeStore makes the folder with an empty store.
func (s *sandbox) makeStore() error {
	for _, dir := range []string{s.base, s.base + "/" + bootFolder, s.base + "/" + storeFolder} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	var err error
	s.keeper, err = newKeeper(s.base, &s.profile)
	return err
}

// loseStore gives the sandbox an empty store in place of the one that it has.
func (s *sandbox) loseStore() error {
	s.keeper.close()
	s.keeper = nil
	if err := removeFolder(s.base); err != nil {
		return err
	}
	return s.makeStore()
}

// boot starts an init and waits until the sandbox is up.
func (s *sandbox) boot(ctx context.Context) error {
	spec, err := pack(bootSpec{Profile: s.profile, Base: s.base, Boots: s.boots})
	if err != nil {
		return err
	}
	defer release(spec)
	s.boots++
	s.init, err = startInit(ctx, s.keeper, s.target.program, spec)
	s.begun = time.Now()
	return err
}

// restart ends all processes and boots anew, with what persists.
func (s *sandbox) restart(ctx context.Context) error {
	s.lacking = s.lacks()
	if err := s.checkGuards(ctx); err != nil {
		return err
	}
	s.init.stop()
	if _, lost := s.profile.HasFault(faultLosesStore); lost {
		if err := s.loseStore(); err != nil {
			return fmt.Errorf("lose what persists: %w", err)
		}
	}
	return s.boot(ctx)
}

// lacks lists the features that were met and are not there.
func (s *sandbox) lacks() []string {
	s.init.mu.Lock()
	defer s.init.mu.Unlock()
	return append(slices.Clip(s.lacking), s.init.lacking...)
}

// close ends everything and leaves nothing behind.
func (s *sandbox) close() error {
	if s.init != nil {
		s.init.stop()
	}
	if s.keeper != nil {
		s.keeper.close()
	}
	var err error
	if s.group != nil {
		err = s.target.cgroups.remove(s.name)
	}
	return errors.Join(err, removeFolder(s.base))
}

// initProcess is a running init.
type initProcess struct {
	cmd     *exec.Cmd
	control *net.UnixConn
	said    *limited
	gone    chan struct{} // closed when it is no longer there

	mu      sync.Mutex
	last    uint64
	pending map[uint64]chan answer
	lacking []string // features that were met and are not there
}

// maxNotes bounds what a guest can make a run list.
const maxNotes = 64

const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS

func startInit(ctx context.Context, k *keeper, program string, spec *os.File) (*initProcess, error) {
	ours, theirs, err := pair()
	if err != nil {
		return nil, err
	}
	defer release(theirs)
	p := &initProcess{
		control: ours, said: &limited{}, gone: make(chan struct{}), pending: map[uint64]chan answer{},
	}
	p.cmd = &exec.Cmd{
		Path: program, Args: []string{initName}, Env: []string{"GOMAXPROCS=2"}, Dir: "/",
		Stderr: p.said, ExtraFiles: []*os.File{theirs, spec}, WaitDelay: time.Second,
		SysProcAttr: &unix.SysProcAttr{Cloneflags: namespaces, Setsid: true, Pdeathsig: unix.SIGKILL},
	}
	if err := k.do(p.cmd.Start); err != nil {
		release(ours)
		return nil, fmt.Errorf("start the sandbox's init: %w", err)
	}
	booted := make(chan answer, 1)
	p.pending[0] = booted
	go p.listen()
	a, err := p.await(ctx, booted)
	if err != nil {
		p.stop()
		return nil, fmt.Errorf("boot the sandbox: %w", p.because(err))
	}
	if a.Fatal != "" {
		p.stop()
		return nil, &bootError{text: a.Fatal, unsupported: a.Lacking}
	}
	return p, nil
}

// bootError is why a profile's sandbox cannot be built.
type bootError struct{ text, unsupported string }

// Error implements error.
func (e *bootError) Error() string { return "boot the sandbox: " + e.text }

// because adds what a dead init said last.
func (p *initProcess) because(err error) error {
	if text := p.said.text(); text != "" && errors.Is(err, errGone) {
		return fmt.Errorf("%w: %s", err, text)
	}
	return err
}

// listen hands on what init answers, until it is gone.
func (p *initProcess) listen() {
	defer close(p.gone)
	for {
		var a answer
		files, err := receive(p.control, &a)
		if err != nil {
			return
		}
		closeAll(files)
		p.mu.Lock()
		c := p.pending[a.ID]
		delete(p.pending, a.ID)
		if a.ID == noteID && len(p.lacking) < maxNotes && !slices.Contains(p.lacking, a.Lacking) {
			p.lacking = append(p.lacking, a.Lacking)
		}
		p.mu.Unlock()
		if c != nil {
			c <- a
		}
	}
}

// ask sends a message and returns where its answer will come.
func (p *initProcess) ask(h header, files ...*os.File) (<-chan answer, error) {
	c := make(chan answer, 1)
	p.mu.Lock()
	p.last++
	h.ID = p.last
	p.pending[h.ID] = c
	p.mu.Unlock()
	return c, send(p.control, h, files...)
}

// await waits for an answer. What went wrong with init itself is an error.
func (p *initProcess) await(ctx context.Context, c <-chan answer) (answer, error) {
	select {
	case a := <-c:
		return a, nil
	case <-ctx.Done():
		return answer{}, context.Cause(ctx)
	case <-p.gone:
	}
	select {
	case a := <-c: // it came just before
		return a, nil
	default:
		return answer{}, errGone
	}
}

// call asks and waits.
func (p *initProcess) call(ctx context.Context, h header, files ...*os.File) (answer, error) {
	c, err := p.ask(h, files...)
	if err != nil {
		return answer{}, p.because(err)
	}
	a, err := p.await(ctx, c)
	if err == nil && a.Fatal != "" {
		err = errors.New(a.Fatal)
	}
	return a, p.because(err)
}

// stop kills init and with it all that runs in its namespaces; when it returns nothing of that is left.
func (p *initProcess) stop() {
	_ = p.cmd.Process.Kill() // it may be dead already
	_ = p.cmd.Wait()         // how it ended says nothing: it was killed
	release(p.control)
	<-p.gone
}

// limited keeps the beginning of what is written to it.
type limited struct {
	mu sync.Mutex
	b  bytes.Buffer
}

const maxSaid = 4 << 10

// Write implements io.Writer.
func (l *limited) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.Write(b[:min(len(b), maxSaid-l.b.Len())])
	return len(b), nil
}

func (l *limited) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(l.b.String())
}
