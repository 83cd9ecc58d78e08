package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/kernel"
	"github.com/sandfault/sandfault/runtime/session"
)

type execFlags struct {
	profile string
	seed    uint64
	strace  bool
	user    string
	capAdd  []string
	put     []string
	dir     []string
	env     []string
	clean   bool
	cwd     string
	sched   string
}

func newExec(a *app) *cobra.Command {
	var f execFlags
	cmd := &cobra.Command{
		Use:   "exec [flags] -- CMD ARG...",
		Short: "Run one command in a fresh sandbox",
		Long: "Exec runs one command in a fresh sandbox. Its output is passed through as it comes, its exit code is\n" +
			"exec's. Standard input is passed in if it is not a terminal.\n\n" +
			"A WebAssembly program for WASI that --put brings runs like any other. It finds \"/\" and \".\" open as its\n" +
			"directories, or those that --dir or --env WASI_PREOPENS=DIR::NAME,DIR names.\n\n" +
			"Exit code: the command's, 128 plus the signal that ended it, 124 at a time limit or where every process\n" +
			"waits for another; 2 if it could not be started, met something that the emulator lacks, or what it\n" +
			"printed could not be passed on; 130 interrupted: Ctrl-C ends the sandbox, and is no SIGINT in it.\n" +
			"Whatever is not the command's own doing is said on standard error.",
		Example: "  sandfault exec -- ls -la /\n  sandfault exec --strace -- python3 -c 'print(1)'\n" +
			"  sandfault exec --put prog.wasm:/tmp/prog --put data:/workspace/data -- /tmp/prog data\n" +
			"  sandfault exec --put test.wasm:/tmp/test --dir fixtures --clean-env --env A=b -- /tmp/test fixtures\n" +
			"  sandfault exec --user 0 -- fsop -u 65534 -g 65534 mkdir /etc/x 0755",
		Args: needs("a command", "sandfault exec -- ls -la /"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.exec(cmd.Context(), &f, args)
		},
	}
	addProfile(cmd, &f.profile, "default")
	addSeed(cmd, &f.seed)
	cmd.Flags().BoolVar(&f.strace, "strace", false,
		"print every system call to standard error as strace does, with the instructions before it")
	cmd.Flags().StringVar(&f.user, "user", "",
		"run as `UID[:GID[,GROUP...]]` instead of the profile's user; the group is the UID's number if not given")
	fl := cmd.Flags()
	fl.StringArrayVar(&f.capAdd, "cap-add", nil,
		"give root a `capability` that container engines withhold: SYS_ADMIN, to mount; the key cap_sys_admin of\n"+
			"profiles does the same")
	fl.StringArrayVar(&f.put, "put", nil,
		"copy a file or folder into the sandbox first, `HOST:GUEST`; it is the command's user's there, and\n"+
			"WebAssembly can be executed")
	fl.StringArrayVar(&f.dir, "dir", nil,
		"copy a folder as --put does and give it to a WASI program as its directory, `HOST[::NAME]`; it is at NAME\n"+
			"in the sandbox, which is HOST if not given")
	fl.StringArrayVar(&f.env, "env", nil, "set a variable, `NAME=VALUE`, or remove one, NAME")
	fl.BoolVar(&f.clean, "clean-env", false, "start from no variables at all instead of the profile's")
	fl.StringVar(&f.cwd, "cwd", "", "working `directory` (default: the profile's)")
	addSched(cmd, &f.sched)
	return cmd
}

// maxStdin bounds what exec passes in, bytes.
const maxStdin = 256 << 20

func (a *app) exec(ctx context.Context, f *execFlags, argv []string) (err error) {
	user, err := parseUser(f.user)
	if err != nil {
		return err
	}
	doc, err := loadProfile(f.profile)
	if err != nil {
		return err
	}
	if err := addCaps(f.capAdd, &doc.Profile); err != nil {
		return err
	}
	engine, err := a.openEngine()
	if err != nil {
		return err
	}
	defer closing(engine, &err)
	stdin, err := a.stdin(ctx)
	if err != nil {
		return err
	}
	return a.execIn(ctx, f, engine.Engine, &doc.Profile, &session.Request{
		Op: session.OpExec, Argv: argv, Stdin: stdin, User: user, Cwd: f.cwd,
	})
}

// addCaps adds capabilities by name, with or without CAP_ before it.
func addCaps(names []string, p *primitives.Profile) error {
	for _, name := range names {
		if strings.TrimPrefix(strings.ToUpper(name), "CAP_") != "SYS_ADMIN" {
			return fmt.Errorf("--cap-add %s: the capability that can be added is SYS_ADMIN", name)
		}
		p.Permissions.SysAdmin = true
	}
	return nil
}

// execIn plays the one request on a machine of its own.
func (a *app) execIn(
	ctx context.Context, f *execFlags, engine *runtime.Engine, p *primitives.Profile, q *session.Request,
) (err error) {
	if q.Env, err = parseEnv(f.env, f.clean, p); err != nil {
		return err
	}
	if err := oneOf("sched", f.sched, schedRandom, schedRoundRobin); err != nil {
		return err
	}
	signal.Ignore(syscall.SIGPIPE) // a reader that went away is an error like any other
	out, said := &passing{w: a.out, name: "standard output"}, &passing{w: a.err, name: "standard error"}
	log := trace.NewCounter()
	over := false
	if f.strace {
		log.Watch(func(e *trace.Event) {
			if !over {
				_, _ = io.WriteString(said, trace.Format(e)+"\n")
			}
		})
	}
	m, err := runtime.New(runtime.Config{
		Engine: engine, Profile: *p, Seed: det.NewSeed(f.seed), Trace: log, Done: ctx.Done(),
		RoundRobin: f.sched == schedRoundRobin,
		Guard:      func() error { return cmp.Or(ctx.Err(), out.err, said.err) },
	})
	if err != nil {
		return err
	}
	defer m.Close()
	owner := p.Cred()
	if q.User != nil {
		owner.UID, owner.GID = q.User.UID, q.User.GID
	}
	if err := putAll(m, f, &owner); err != nil {
		return err
	}
	q.Env = append(q.Env, preopens(f.dir)...)
	q.Live = &session.Streams{Stdout: out, Stderr: said}
	s := session.New(m, m.Profile())
	r := s.Do(q)
	if err := cmp.Or(out.err, said.err); err != nil {
		return err
	}
	over = true
	return a.execResult(m, q.Argv[0]+notFound(s, q, &r), &r)
}

// notFound says what was not found where a command did not start for that: its working directory, in which
// nothing else starts either, or its program; "" where that is plain.
func notFound(s *session.Session, q *session.Request, r *session.Response) string {
	if r.Started || r.Err == primitives.OK {
		return ""
	}
	if q.Cwd != "" {
		probe := session.Request{Op: session.OpExec, Argv: []string{"/bin/sh", "-c", ":"}, User: q.User}
		starts := s.Do(&probe).Started
		probe.Cwd = q.Cwd
		if starts && !s.Do(&probe).Started {
			return ": working directory " + q.Cwd
		}
	}
	if r.Err == primitives.ENOENT && !strings.Contains(q.Argv[0], "/") {
		return ": not found in PATH"
	}
	return ""
}

// passing passes on what a command prints, and keeps the error that ends that.
type passing struct {
	w    io.Writer
	name string
	err  error
}

// Write implements io.Writer.
func (p *passing) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.w.Write(b)
	if err != nil {
		p.err = fmt.Errorf("pass on what the command printed to %s: %w", p.name, err)
	}
	return n, p.err
}

// parseUser reads UID[:GID[,GROUP...]].
func parseUser(s string) (*kernel.Identity, error) {
	if s == "" {
		return nil, nil //nolint:nilnil // no user is the profile's
	}
	uid, groups, named := strings.Cut(s, ":")
	id := &kernel.Identity{}
	var err error
	if id.UID, err = parseID(uid); err != nil {
		return nil, err
	}
	id.GID = id.UID
	if !named {
		return id, nil
	}
	for i, g := range strings.Split(groups, ",") {
		gid, err := parseID(g)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			id.GID = gid
		} else {
			id.Groups = append(id.Groups, gid)
		}
	}
	return id, nil
}

// parseID reads a uid or gid. The highest number means "none" to Linux.
func parseID(s string) (uint32, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil || n == math.MaxUint32 {
		return 0, fmt.Errorf("--user: %q is no id: give numbers, such as 0 or 1000:1000,27", s)
	}
	return uint32(n), nil
}

// stdin reads standard input to its end, if it is not a terminal, or until ctx ends. What is read until then
// is lost with the program.
func (a *app) stdin(ctx context.Context) ([]byte, error) {
	if in, ok := a.in.(*os.File); ok {
		st, err := in.Stat()
		if err != nil || st.Mode()&os.ModeCharDevice != 0 {
			return nil, nil //nolint:nilerr // no standard input at all is as a terminal
		}
	}
	var b []byte
	var err error
	read := make(chan struct{})
	go func() {
		defer close(read)
		b, err = io.ReadAll(io.LimitReader(a.in, maxStdin+1))
	}()
	select {
	case <-read:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch {
	case err != nil:
		return nil, err
	case len(b) > maxStdin:
		return nil, errors.New("standard input is larger than 256 MiB")
	case len(b) == 0:
		return nil, nil
	}
	return b, nil
}

func (a *app) execResult(m *runtime.Machine, what string, r *session.Response) error {
	if err := m.Aborted(); err != nil {
		return err
	}
	if lacks := m.Unsupported(); len(lacks) > 0 {
		return &primitives.Unsupported{Feature: strings.Join(lacks, "; ")}
	}
	switch {
	case !r.Started:
		return fmt.Errorf("%s: %w", what, startError(r))
	case r.Stuck:
		fmt.Fprintln(a.err, "sandfault: deadlock: every process waits for another, and none can be woken; "+
			"they were ended")
	case r.TimedOut:
		fmt.Fprintf(a.err, "sandfault: the time limit ended the command%s\n", limitOf(m.Profile(), r))
	}
	if r.Exit != 0 {
		return &exitError{r.Exit}
	}
	return nil
}

// limitOf names the profile's rule that ended a command.
func limitOf(p *primitives.Profile, r *session.Response) string {
	for _, d := range r.Denials {
		switch {
		case d.Cause.Primitive != primitives.Lifetime:
		case d.Cause.Rule == "command":
			return fmt.Sprintf(": lifetime/command, %g s of virtual time", p.Lifetime.CommandSeconds)
		case d.Cause.Rule == "session":
			return fmt.Sprintf(": lifetime/session, %g s of virtual time", p.Lifetime.SessionSeconds)
		}
	}
	return ""
}

func startError(r *session.Response) error {
	if r.Cause != nil {
		return &primitives.Denied{Errno: r.Err, Cause: *r.Cause}
	}
	return r.Err
}
