// Package tool holds the programs of a Debian userland that workflows call, written after the
// GNU ones: the same messages, exit codes and bytes (coreutils 9.1, grep 3.8, sed 4.9,
// findutils 4.9). What a GNU program has and ours lacks is named by linux.Unsupported, never ignored.
//
// A tool is a function of a run: it reads its options, does its work through package linux
// and returns the exit code. Nothing outlives a run.
package tool

import (
	"bufio"
	"fmt"
	"maps"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// run is one run of a tool.
type run struct {
	name   string // argv[0], which stands before every message
	which  string // the tool's own name
	args   []string
	out    *linux.Writer
	status int // the exit code that earlier, survivable errors ask for

	// lineBuffered is set by tools whose stdio has forgotten the error number when they end.
	lineBuffered bool

	usageStatus int    // exit code for wrong options and for an unwritable standard output
	usageLine   string // what stands before "Try ..."; "NAME: " for diffutils
	usageTry    string // what stands instead of "Try ..."
	env         map[string]string
	answers     *bufio.Reader // to the questions of confirm
	groups      bool          // grep has printed lines that a separator must follow
}

// exit is what die panics with, to end a tool from any depth as exit(3) does.
type exit int

// program is a tool's main function.
type program func(r *run) int

// Lookup returns the tool of that name; argv[0] is what it was called by.
func Lookup(name string) (func(argv []string) int, bool) {
	p, ok := programs[name]
	if !ok {
		return nil, false
	}
	return func(argv []string) int { return p.main(name, argv) }, true
}

// Names returns the names of all tools, sorted.
func Names() []string { return slices.Sorted(maps.Keys(programs)) }

func (p program) main(name string, argv []string) (code int) {
	r := &run{name: argv[0], which: name, args: argv[1:], out: linux.NewWriter(1), usageStatus: 1}
	defer func() {
		if e := recover(); e != nil {
			status, ok := e.(exit)
			if !ok {
				panic(e)
			}
			code = int(status)
		}
		code = r.close(code)
	}()
	return p(r)
}

// printf writes to standard output.
func (r *run) printf(format string, args ...any) { _, _ = fmt.Fprintf(r.out, format, args...) }

// print writes to standard output.
func (r *run) print(parts ...string) {
	for _, s := range parts {
		_, _ = r.out.WriteString(s)
	}
}

// message writes one line to standard error, after what standard output holds back.
func (r *run) message(text string) {
	if r.out.Flush() != nil {
		r.lineBuffered = true // stdio knows at the end that it failed, and not why
	}
	stderr := linux.File{Fd: 2}
	_, _ = stderr.Write([]byte(r.name + ": " + text + "\n"))
}

// stderr writes text as it is to standard error.
func (r *run) stderr(text string) {
	_ = r.out.Flush()
	stderr := linux.File{Fd: 2}
	_, _ = stderr.Write([]byte(text))
}

// warn reports an error that the tool survives; it will exit with 1.
func (r *run) warn(format string, args ...any) {
	r.message(fmt.Sprintf(format, args...))
	r.status = max(r.status, 1)
}

// warnErr is warn with the text of err at its end.
func (r *run) warnErr(err error, format string, args ...any) {
	r.warn("%s: %s", fmt.Sprintf(format, args...), primitives.ErrnoOf(err).Text())
}

// die ends the tool with a message.
func (r *run) die(status int, format string, args ...any) {
	r.message(fmt.Sprintf(format, args...))
	panic(exit(status))
}

// dieErr is die with the text of err at its end.
func (r *run) dieErr(status int, err error, format string, args ...any) {
	r.die(status, "%s: %s", fmt.Sprintf(format, args...), primitives.ErrnoOf(err).Text())
}

// usage ends the tool after a wrong command line; format may be empty.
func (r *run) usage(format string, args ...any) {
	if format != "" {
		r.message(fmt.Sprintf(format, args...))
	}
	if r.usageTry == "" {
		r.usageTry = "Try '" + r.name + " --help' for more information.\n"
	}
	if r.usageTry != noTry {
		r.stderr(r.usageLine + r.usageTry)
	}
	panic(exit(r.usageStatus))
}

// noTry as usageTry is that nothing follows the message.
const noTry = "\x00"

// unsupportedNote tells the sandbox that this run is not what the GNU tool's would be.
func unsupportedNote(feature string) { linux.Unsupported(feature) }

// unsupported owns up to a feature that the GNU tool has and ends the tool.
func (r *run) unsupported(feature string) {
	unsupportedNote(r.which + " " + feature)
	r.message(feature + ": not supported by this sandbox's " + r.which)
	panic(exit(2))
}

// getenv returns an environment variable, empty if it is not set.
func (r *run) getenv(name string) string {
	v, _ := r.lookupEnv(name)
	return v
}

func (r *run) lookupEnv(name string) (string, bool) {
	if r.env == nil {
		r.env = map[string]string{}
		for _, s := range linux.Environ() {
			if k, v, ok := cutByte(s, '='); ok {
				if _, twice := r.env[k]; !twice {
					r.env[k] = v
				}
			}
		}
	}
	v, ok := r.env[name]
	return v, ok
}

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// is reports whether err is the error number e. Package linux returns them bare.
func is(err error, e primitives.Errno) bool { return err != nil && primitives.ErrnoOf(err) == e }
