// Package git is the git of a sandbox: the everyday commands of git 2.39, the version of Debian 12, on
// repositories that the real one reads and writes too, with its output, messages and exit codes. Equal
// contents, names and dates give equal hashes.
//
// What git has and this package has not is named `unsupported`, never ignored.
package git

import (
	"fmt"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Host is what git asks of the program that it is part of.
type Host struct {
	Zone        *time.Location // of dates
	Unsupported func(feature string)
	// Reach asks a remote's server: the status of its HTTP answer, 0 where there is none, or why it was not
	// reached.
	Reach func(r Remote) (status int, why string)
}

// Remote is a repository behind a network.
type Remote struct {
	Scheme, Host, Port string
	Path               string // begins with /, ends without
}

// exit is what a command ends with from any depth.
type exit int

// program is one run of git.
type program struct {
	host Host
	out  *linux.Writer
	sink *strings.Builder // takes what is printed instead, for capture
	env  map[string]string
	name string // of the subcommand

	overrides [][2]string // of -c
	gitDir    string      // of --git-dir, or empty
	workTree  string
	repo      *repo

	attributes  map[string][]attributeRule // by the file that they were read from
	moreIgnores []ignoreRule               // patterns of a command line
	onlyMore    bool                       // no other patterns hold

	gentle       bool     // a repository of another user's is none, and no error
	lockName     string   // what a reference that cannot be locked is called, if not by its name
	combined     string   // the path whose conflict was shown last
	reflogAction string   // what logs say instead of the command
	words        []string // of pull, which logs show
}

// Main runs git and returns its exit code.
func Main(argv []string, host Host) (code int) {
	g := &program{host: host, out: linux.NewWriter(1), env: map[string]string{}}
	for _, s := range linux.Environ() {
		if k, v, ok := strings.Cut(s, "="); ok {
			g.env[k] = v
		}
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(exit)
			if !ok {
				panic(r)
			}
			code = int(e)
		}
		if err := g.out.Flush(); err != nil && code == 0 {
			code = 128
		}
	}()
	return g.run(argv[1:])
}

func (g *program) print(parts ...string) {
	for _, s := range parts {
		if g.sink != nil {
			_, _ = g.sink.WriteString(s)
			continue
		}
		_, _ = g.out.WriteString(s)
	}
}

// capture returns what f would print.
func (g *program) capture(f func()) string {
	outer := g.sink
	defer func() { g.sink = outer }()
	var b strings.Builder
	g.sink = &b
	f()
	return b.String()
}

func (g *program) printf(format string, args ...any) { g.print(fmt.Sprintf(format, args...)) }

// tell writes to standard error.
func (g *program) tell(format string, args ...any) {
	_ = g.out.Flush()
	f := linux.File{Fd: 2}
	_, _ = fmt.Fprintf(&f, format, args...)
}

// fatal ends git as die() does.
func (g *program) fatal(format string, args ...any) {
	g.tell("fatal: "+format+"\n", args...)
	panic(exit(128))
}

// fail is an error that ends the command with 1.
func (g *program) fail(format string, args ...any) {
	g.tell("error: "+format+"\n", args...)
	panic(exit(1))
}

// usage ends git after a wrong command line. The text that follows in the original is its authors'.
func (g *program) usage(format string, args ...any) {
	g.tell("error: "+format+"\n", args...)
	g.host.Unsupported("the usage of git " + g.name)
	panic(exit(129))
}

func (g *program) unsupported(feature string) {
	g.host.Unsupported("git " + feature)
	g.tell("git: %s: not supported by this sandbox's git\n", feature)
	panic(exit(129))
}

func text(err error) string { return primitives.ErrnoOf(err).Text() }

func is(err error, e primitives.Errno) bool { return err != nil && primitives.ErrnoOf(err) == e }
