package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

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
}

func newExec(a *app) *cobra.Command {
	var f execFlags
	cmd := &cobra.Command{
		Use:   "exec [flags] -- CMD ARG...",
		Short: "Run one command in a fresh sandbox",
		Long: "Exec runs one command in a fresh sandbox. Its output is passed through as it comes, its exit code is\n" +
			"exec's. Standard input is passed in if it is not a terminal.\n\n" +
			"Exit code: the command's, 128 plus the signal that ended it, 124 at a time limit; 2 if it could not be\n" +
			"started or met something that the emulator lacks, which is said on standard error.",
		Example: "  sandfault exec -- ls -la /\n  sandfault exec --strace -- python3 -c 'print(1)'\n" +
			"  sandfault exec --user 0 -- fsop -u 65534 -g 65534 mkdir /etc/x 0755",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.exec(cmd.Context(), &f, args)
		},
	}
	addProfile(cmd, &f.profile, "default")
	addSeed(cmd, &f.seed)
	cmd.Flags().BoolVar(&f.strace, "strace", false, "print every system call to standard error")
	cmd.Flags().StringVar(&f.user, "user", "",
		"run as `UID[:GID[,GROUP...]]` instead of the profile's user; the group is the UID's number if not given")
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
	engine, err := openEngine()
	if err != nil {
		return err
	}
	defer closing(engine, &err)
	stdin, err := a.stdin()
	if err != nil {
		return err
	}
	log := trace.NewCounter()
	if f.strace {
		log.Watch(func(e *trace.Event) { _, _ = io.WriteString(a.err, trace.Format(e)+"\n") })
	}
	m, err := runtime.New(runtime.Config{
		Engine: engine.Engine, Profile: doc.Profile, Seed: det.NewSeed(f.seed), Trace: log, Guard: ctx.Err,
		Done: ctx.Done(),
	})
	if err != nil {
		return err
	}
	defer m.Close()
	s := session.New(m, m.Profile())
	r := s.Do(&session.Request{
		Op: session.OpExec, Argv: argv, Stdin: stdin, User: user,
		Live: &session.Streams{Stdout: a.out, Stderr: a.err},
	})
	return execResult(m, argv, &r)
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

// stdin reads standard input to its end, if it is not a terminal.
func (a *app) stdin() ([]byte, error) {
	if in, ok := a.in.(*os.File); ok {
		st, err := in.Stat()
		if err != nil || st.Mode()&os.ModeCharDevice != 0 {
			return nil, nil //nolint:nilerr // no standard input at all is as a terminal
		}
	}
	b, err := io.ReadAll(io.LimitReader(a.in, maxStdin+1))
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

func execResult(m *runtime.Machine, argv []string, r *session.Response) error {
	if err := m.Aborted(); err != nil {
		return err
	}
	if lacks := m.Unsupported(); len(lacks) > 0 {
		return &primitives.Unsupported{Feature: lacks[0]}
	}
	switch {
	case !r.Started:
		return fmt.Errorf("%s: %w", argv[0], startError(r))
	case r.Exit != 0:
		return &exitError{r.Exit}
	}
	return nil
}

func startError(r *session.Response) error {
	if r.Cause != nil {
		return &primitives.Denied{Errno: r.Err, Cause: *r.Cause}
	}
	return r.Err
}
