package tool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

const killUsage = `
Usage:
 kill [options] <pid> [...]

Options:
 <pid> [...]            send signal to every <pid> listed
 -<signal>, -s, --signal <signal>
                        specify the <signal> to be sent
 -q, --queue <value>    integer value to be sent with the signal
 -l, --list=[<signal>]  list all signal names, or convert one to a name
 -L, --table            list all signal names in a nice table

 -h, --help     display this help and exit
 -V, --version  output version information and exit

For more details see kill(1).
`

// killMain is kill of procps.
func killMain(r *run) int {
	sig := primitives.SIGTERM
	words := r.args
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		a := words[0]
		words = words[1:]
		name := strings.TrimLeft(a, "-")
		switch {
		case a == "--":
			return r.killAll(sig, words)
		case a == "-l" || strings.HasPrefix(a, "-l") || a == "--list" || strings.HasPrefix(a, "--list="):
			return r.killList(strings.TrimPrefix(strings.TrimPrefix(a, "--list="), "-l"), words)
		case a == "-L" || a == "--table" || a == "-q" || a == "--queue":
			r.unsupported(a)
		case (a == "-s" || a == "--signal") && len(words) > 0:
			name, words = words[0], words[1:]
		case a == "-V" || a == "--version":
			r.print("kill from procps-ng 4.0.2\n")
			return 0
		case a == "-h" || a == "--help" || a == "-s" || a == "--signal":
			r.stderr(killUsage)
			return 1
		case strings.HasPrefix(a, "--signal="):
			name = strings.TrimPrefix(a, "--signal=")
		case strings.HasPrefix(a, "-s"):
			name = a[2:]
		}
		s, ok := signalByName(name)
		if !ok {
			if name == "" {
				name = "-"
			}
			r.message("invalid argument " + name[:1])
			r.stderr(killUsage)
			return 1
		}
		sig = s
	}
	return r.killAll(sig, words)
}

func (r *run) killAll(sig primitives.Signal, words []string) int {
	if len(words) == 0 {
		r.stderr(killUsage)
		return 1
	}
	status := 0
	for _, w := range words {
		pid, err := strconv.Atoi(w)
		if err != nil {
			r.message("failed to parse argument: '" + w + "'")
			status = 1
			continue
		}
		if err := linux.Kill(pid, sig); err != nil {
			r.message("(" + w + "): " + primitives.ErrnoOf(err).Text())
			status = 1
		}
	}
	return status
}

func (r *run) killList(word string, words []string) int {
	if word != "" {
		words = append([]string{word}, words...)
	}
	if len(words) == 0 {
		r.print("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT\n" +
			"CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH POLL PWR SYS\n")
		return 0
	}
	for _, w := range words {
		if n, err := strconv.Atoi(w); err == nil {
			if n < 1 || n > signalMax {
				r.message("unknown signal name " + w)
				return 1
			}
			r.print(signalName(primitives.Signal(n)), "\n")
			continue
		}
		s, ok := signalByName(w)
		if !ok {
			r.message("unknown signal name " + w)
			return 1
		}
		r.print(strconv.Itoa(int(s)), "\n")
	}
	return 0
}

// pgrep selects processes by name and more; pkill and pidof stand on it.
type pgrep struct {
	full, exact, invert, ignoreCase bool
	newest, oldest                  bool
	parents, groups, sessions       []int
	users                           []string
	re                              *regex.Regexp
}

const pgrepSpec = "d:/delimiter l/list-name a/list-full v/inverse c/count f/full g:/pgroup " +
	"i/ignore-case n/newest o/oldest " +
	"P:/parent s:/session !t:/terminal u:/euid U:/uid x/exact !F:/pidfile !L/logpidfile !r:/runstates " +
	"w/lightweight " +
	"/signal: e/echo !q:/queue"

func pgrepMain(r *run) int { return pgrepRun(r, false) }

func pkillMain(r *run) int { return pgrepRun(r, true) }

func pgrepRun(r *run, kills bool) int {
	r.usageStatus = 2
	g := &pgrep{}
	sig := primitives.SIGTERM
	if kills && len(r.args) > 0 && len(r.args[0]) > 1 && r.args[0][0] == '-' {
		if s, ok := signalByName(r.args[0][1:]); ok {
			sig, r.args = s, r.args[1:]
		}
	}
	opts, words := r.options(pgrepSpec)
	list, full, count, echo, delim := false, false, false, false, "\n"
	for _, o := range opts {
		switch o.name {
		case "d":
			delim = o.value
		case "l":
			list = true
		case "a":
			list, full = true, true
		case "c":
			count = true
		case "e":
			echo = true
		case "signal":
			s, ok := signalByName(o.value)
			if !ok {
				r.usage("Unknown signal \"%s\".", o.value)
			}
			sig = s
		default:
			g.option(o)
		}
	}
	if len(words) > 1 {
		r.usage("only one pattern can be provided")
	}
	if len(words) == 0 && g.parents == nil && g.groups == nil && g.sessions == nil && g.users == nil {
		r.message("no matching criteria specified")
		r.usage("")
	}
	if len(words) == 1 {
		re, err := regex.Compile(words[0], regex.Options{
			Syntax: regex.Extended, Line: g.exact,
			Fold: g.ignoreCase,
		})
		if err != nil {
			r.die(2, "%s", err)
		}
		g.re = re
	}
	return r.pgrepReport(g.find(), &pgrepOutput{kills, list, full, count, echo, delim, sig})
}

// pgrepOutput is what pgrep and pkill do with what they found.
type pgrepOutput struct {
	kills, list, full, count, echo bool
	delim                          string
	sig                            primitives.Signal
}

func (r *run) pgrepReport(found []*process, how *pgrepOutput) int {
	var lines []string
	for _, p := range found {
		line := strconv.Itoa(p.pid)
		switch {
		case how.kills:
			if err := linux.Kill(p.pid, how.sig); err != nil {
				r.message("killing pid " + line + " failed: " + primitives.ErrnoOf(err).Text())
			} else if how.echo {
				r.print(p.comm, " killed (pid ", line, ")\n")
			}
		case how.full:
			line += " " + p.command()
		case how.list:
			line += " " + p.comm
		}
		lines = append(lines, line)
	}
	switch {
	case how.count:
		r.print(strconv.Itoa(len(found)), "\n")
	case !how.kills && len(lines) > 0:
		r.print(strings.Join(lines, how.delim), "\n")
	}
	return btoi(len(found) == 0)
}

func (g *pgrep) option(o option) {
	numbers := func(own int) []int {
		var list []int
		for w := range strings.SplitSeq(o.value, ",") {
			n := atoi(w)
			if n == 0 {
				n = own
			}
			list = append(list, n)
		}
		return list
	}
	switch o.name {
	case "v":
		g.invert = true
	case "f":
		g.full = true
	case "i":
		g.ignoreCase = true
	case "n":
		g.newest = true
	case "o":
		g.oldest = true
	case "x":
		g.exact = true
	case "P":
		g.parents = numbers(0)
	case "g":
		own, _ := linux.Getpgid(0)
		g.groups = numbers(own)
	case "s":
		own, _ := linux.Getsid(0)
		g.sessions = numbers(own)
	case "u", "U":
		g.users = append(g.users, strings.Split(o.value, ",")...)
	}
}

func (g *pgrep) find() []*process {
	var list []*process
	users := accounts(true)
	has := func(set []int, n int) bool {
		if slices.Contains(set, n) {
			return true
		}
		return set == nil
	}
	for _, p := range processes() {
		if p.pid == linux.Getpid() {
			continue
		}
		text := p.comm
		if g.full && len(p.args) > 0 {
			text = strings.Join(p.args, " ")
		}
		ok := (g.re == nil || g.re.Match([]byte(text))) && has(g.parents, p.ppid) && has(g.groups, p.pgrp) &&
			has(g.sessions, p.session)
		if g.users != nil {
			byUser := false
			for _, u := range g.users {
				byUser = byUser || u == nameOf(users, p.euid) || u == strconv.Itoa(p.euid)
			}
			ok = ok && byUser
		}
		if ok != g.invert {
			list = append(list, p)
		}
	}
	if len(list) > 0 && (g.newest || g.oldest) {
		best := list[0]
		for _, p := range list[1:] {
			if g.newest && p.start >= best.start || g.oldest && p.start < best.start {
				best = p
			}
		}
		return []*process{best}
	}
	return list
}

// pidofMain is sysvinit's pidof, highest pid first.
func pidofMain(r *run) int {
	opts, words := r.options("s c n q x o: d: S:")
	single, quiet := false, false
	var omit []int
	for _, o := range opts {
		switch o.name {
		case "s":
			single = true
		case "q":
			quiet = true
		case "o":
			omit = append(omit, atoi(o.value))
		case "d", "S":
			r.unsupported("-" + o.name)
		}
	}
	var found []string
	all := processes()
	for _, p := range slices.Backward(all) {
		for _, w := range words {
			match := p.comm == baseName(w) || len(p.args) > 0 && (p.args[0] == w || baseName(p.args[0]) == w)
			skip := p.pid == linux.Getpid()
			for _, o := range omit {
				skip = skip || o == p.pid
			}
			if match && !skip && !(single && len(found) > 0) {
				found = append(found, strconv.Itoa(p.pid))
			}
		}
	}
	if len(found) == 0 {
		return 1
	}
	if !quiet {
		r.print(strings.Join(found, " "), "\n")
	}
	return 0
}
