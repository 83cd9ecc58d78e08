package tool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// A sandbox has one scheduler for all: what would change how a program is scheduled runs it and changes
// nothing, and what shows that shows the default.

// become turns into a program, and says why it could not.
func (r *run) become(words []string) int {
	err := execvp(words, linux.Environ())
	r.message("failed to execute " + words[0] + ": " + errnoText(err))
	return execStatus(err)
}

func ioniceMain(r *run) int {
	opts, words := r.options("+c:/class n:/classdata p/pid P/pgid t/ignore u/uid h/help V/version")
	set, show := false, false
	for _, o := range opts {
		switch o.name {
		case "c":
			n, ok := parseUint(o.value)
			word := strings.ToLower(o.value)
			known := slices.Contains([]string{"none", "realtime", "best-effort", "idle"}, word)
			if ok && n > 3 || !ok && !known {
				r.die(1, "unknown scheduling class: '%s'", o.value)
			}
			set = true
		case "n":
			if _, err := strconv.Atoi(o.value); err != nil {
				r.die(1, "invalid class data argument: '%s'", o.value)
			}
			set = true
		case "p", "P", "u":
			show = true
		case "h":
			r.help()
		case "V":
			r.print("ionice from util-linux 2.38.1\n")
			return 0
		}
	}
	switch {
	case show && set:
		return 0
	case show || !set && len(words) == 0:
		for range max(len(words), 1) {
			r.print("none: prio 0\n")
		}
		return 0
	case len(words) == 0:
		r.usage("bad usage")
	}
	return r.become(words)
}

func chrtMain(r *run) int {
	opts, words := r.options("+b/batch d/deadline f/fifo i/idle o/other r/rr R/reset-on-fork " +
		"T:/sched-runtime " +
		"P:/sched-period D:/sched-deadline a/all-tasks m/max p/pid v/verbose h/help V/version")
	pid, policy := false, byte('r')
	for _, o := range opts {
		switch o.name {
		case "m":
			for _, name := range []string{"OTHER", "FIFO", "RR", "BATCH", "IDLE", "DEADLINE"} {
				limits := map[bool]string{false: "0/0", true: "1/99"}[name == "FIFO" || name == "RR"]
				r.print("SCHED_", name, " min/max priority\t: ", limits, "\n")
			}
			return 0
		case "p":
			pid = true
		case "b", "d", "f", "i", "o", "r":
			policy = o.name[0]
		case "h":
			r.help()
		case "V":
			r.print("chrt from util-linux 2.38.1\n")
			return 0
		}
	}
	if pid && len(words) == 1 {
		r.print("pid ", words[0], "'s current scheduling policy: SCHED_OTHER\n",
			"pid ", words[0], "'s current scheduling priority: 0\n")
		return 0
	}
	if len(words) < 2 {
		r.usage("bad usage")
	}
	if policy == 'f' || policy == 'r' || policy == 'd' { // takes CAP_SYS_NICE
		what := "0"
		if pid {
			what = words[1]
		}
		r.dieErr(1, primitives.EPERM, "failed to set pid %s's policy", what)
	}
	if pid {
		return 0
	}
	return r.become(words[1:])
}

// setarchMain is setarch and linux64: all that it can choose is what there is already.
func setarchMain(r *run) int {
	arch := ""
	if r.which != "setarch" {
		arch = r.which
	} else if len(r.args) > 0 && !strings.HasPrefix(r.args[0], "-") {
		arch, r.args = r.args[0], r.args[1:]
	}
	opts, words := r.options("+B/32bit F/fdpic-funcptrs I/short-inode L/addr-compat-layout " +
		"R/addr-no-randomize " +
		"S/whole-seconds T/sticky-timeouts X/read-implies-exec Z/mmap-page-zero 3/3gb /4gb " +
		"/uname-2.6 v/verbose " +
		"/list /show h/help V/version")
	for _, o := range opts {
		switch o.name {
		case "list":
			r.print("uname26\nlinux32\nlinux64\ni386\ni486\ni586\ni686\nathlon\nx86_64\n")
			return 0
		case "h":
			r.help()
		case "V":
			r.print(r.which, " from util-linux 2.38.1\n")
			return 0
		case "R", "v":
		default:
			r.unsupported("-" + o.name)
		}
	}
	switch arch {
	case "", "x86_64", "linux64":
	case "uname26", "linux32", "i386", "i486", "i586", "i686", "athlon":
		r.unsupported("of " + arch)
	default:
		r.die(1, "%s: Unrecognized architecture", arch)
	}
	if arch == "" && len(opts) == 0 {
		r.die(1, "no architecture argument or personality flags specified")
	}
	if len(words) == 0 {
		words = []string{"/bin/sh"}
	}
	return r.become(words)
}

// chrootMain is refused by every sandbox, if not by the name.
func chrootMain(r *run) int {
	r.usageStatus = exitCanceled
	_, words := r.options("+/userspec: /groups: /skip-chdir")
	if len(words) == 0 {
		r.usage("missing operand")
	}
	err := error(primitives.EPERM)
	if st, e := linux.Stat(words[0]); e != nil {
		err = e
	} else if !st.IsDir() {
		err = primitives.ENOTDIR
	}
	r.dieErr(exitCanceled, err, "cannot change root directory to %s", r.quoted(words[0]))
	return exitCanceled
}
