package tool

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// runParts runs the programs of a directory, as debianutils' does.
type runParts struct {
	r                                           *run
	args                                        []string
	test, list, verbose, report, stopFirst, lsb bool
	reverse, newSession                         bool
	pattern                                     *regex.Regexp
	umask                                       uint32
}

var (
	runPartsName = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	runPartsLSB  = regexp.MustCompile(`^_?([a-z0-9_.]+-)+[a-z0-9]+$|^[a-z0-9][a-z0-9-]*$|^[a-zA-Z0-9_-]+$`)
)

func runPartsMain(r *run) int {
	r.usageTry = "Try `run-parts --help' for more information.\n"
	p := &runParts{r: r, umask: 0o22}
	opts, words := r.options("/test /list v/verbose /report /reverse /exit-on-error /new-session " +
		"/lsbsysinit /regex: a:/arg u:/umask h/help V/version !d/debug !/stdin !/random !c/")
	for _, o := range opts {
		p.option(o)
	}
	if len(words) == 0 {
		r.usage("missing operand")
	}
	return p.all(words[len(words)-1])
}

func (p *runParts) option(o option) {
	switch o.name {
	case "test":
		p.test = true
	case "list":
		p.list = true
	case "v":
		p.verbose = true
	case "report":
		p.report = true
	case "reverse":
		p.reverse = true
	case "exit-on-error":
		p.stopFirst = true
	case "new-session":
		p.newSession = true
	case "lsbsysinit":
		p.lsb = true
	case "a":
		p.args = append(p.args, o.value)
	case "u":
		p.umask = uint32(atoi(o.value))
	case "h":
		p.r.help()
	case "V":
		p.r.unsupported("--version")
	case "regex":
		re, err := regex.Compile(o.value, regex.Options{Syntax: regex.Extended})
		if err != nil {
			p.r.die(1, "failed to compile regular expression: %s", err)
		}
		p.pattern = re
	}
}

func (p *runParts) all(dir string) int {
	list, err := linux.ReadDir(dir)
	if err != nil {
		p.r.dieErr(1, err, "failed to open directory %s", dir)
	}
	var names []string
	for _, e := range list {
		if p.valid(e.Name) && e.Name != "." && e.Name != ".." {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	if p.reverse {
		slices.Reverse(names)
	}
	status := 0
	for _, n := range names {
		if !p.one(join(dir, n)) {
			if status = 1; p.stopFirst {
				break
			}
		}
	}
	return status
}

func (p *runParts) valid(name string) bool {
	switch {
	case p.pattern != nil:
		return p.pattern.MatchString(name)
	case p.lsb:
		return runPartsLSB.MatchString(name) &&
			!hasAnySuffix(name, ".dpkg-old", ".dpkg-dist", ".dpkg-new", ".dpkg-tmp")
	}
	return runPartsName.MatchString(name)
}

// one runs or names a file; false is a failure.
func (p *runParts) one(name string) bool {
	st, err := linux.Stat(name)
	if err != nil {
		p.r.message("component " + name + " is a broken symbolic link")
		return false
	}
	if !st.IsRegular() {
		return true
	}
	runs := linux.Access(name, primitives.X_OK) == nil
	switch {
	case p.list || p.test && runs:
		p.r.print(name, "\n")
		return true
	case p.test || !runs:
		return true
	}
	if p.verbose {
		_ = p.r.out.Flush()
		p.r.message("executing " + strings.Join(append([]string{name}, p.args...), " "))
	}
	return p.execute(name)
}

func (p *runParts) execute(name string) bool {
	flags := uint32(0)
	if p.newSession {
		flags = abi.SpawnSetsid
	}
	if p.report {
		return p.reported(name)
	}
	_ = p.r.out.Flush()
	pid, _, err := spawnvp(append([]string{name}, p.args...), &abi.SpawnRequest{Flags: flags})
	if err != nil {
		p.r.message("failed to exec " + name + ": " + errnoText(err))
		return false
	}
	return p.ended(name, ended(pid))
}

func (p *runParts) ended(name string, status int) bool {
	if status > 0 {
		p.r.message(sprintf("%s exited with return code %d", name, status))
	}
	return status == 0
}

// reported runs a file and names it if it prints something.
func (p *runParts) reported(name string) bool {
	rd, wr, err := linux.Pipe2(closeOnExec)
	if err != nil {
		p.r.dieErr(1, err, "pipe")
	}
	_ = p.r.out.Flush()
	pid, _, err := spawnvp(append([]string{name}, p.args...), &abi.SpawnRequest{Actions: []abi.FileAction{
		{Kind: abi.ActionDup2, Fd: int32(wr), Newfd: 1}, {Kind: abi.ActionDup2, Fd: int32(wr), Newfd: 2},
	}})
	_ = linux.Close(wr)
	if err != nil {
		p.r.message("failed to exec " + name + ": " + errnoText(err))
		return false
	}
	text, _ := readAll(&linux.File{Fd: rd})
	_ = linux.Close(rd)
	if len(text) > 0 {
		p.r.print(name, ":\n", string(text))
	}
	return p.ended(name, ended(pid))
}
