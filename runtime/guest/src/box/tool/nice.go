package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const defaultAdjustment = 10

// niceMain runs a program with another nice value, or prints its own.
func niceMain(r *run) int {
	r.usageStatus = exitCanceled
	if len(r.args) > 0 && len(r.args[0]) > 1 && r.args[0][0] == '-' &&
		strings.Trim(r.args[0][1:], "-+0123456789") == "" {
		r.args = append([]string{"-n", r.args[0][1:]}, r.args[1:]...)
	}
	opts, words := r.options("+n:/adjustment")
	current, err := linux.Getpriority(0)
	if err != nil {
		r.dieErr(exitCanceled, err, "cannot get niceness")
	}
	if len(words) == 0 {
		if len(opts) > 0 {
			r.usage("a command must be given with an adjustment")
		}
		r.printf("%d\n", current)
		return 0
	}
	adjustment := defaultAdjustment
	for _, o := range opts {
		n, err := strconv.Atoi(o.value)
		if err != nil && strings.Trim(strings.TrimLeft(o.value, "+-"), "0123456789") != "" || o.value == "" {
			r.die(exitCanceled, "invalid adjustment %s", r.curly(o.value))
		}
		adjustment = n
	}
	if err := linux.Setpriority(0, min(max(current+adjustment, -20), 19)); err != nil {
		r.message("cannot set niceness: Permission denied")
	}
	err = execvp(words, linux.Environ())
	r.message(r.curly(words[0]) + ": " + err.Error())
	return execStatus(err)
}

// reniceMain changes the nice value of processes.
func reniceMain(r *run) int {
	r.usageTry = "Try 'renice --help' for more information.\n"
	if len(r.args) > 0 {
		if _, err := strconv.Atoi(r.args[0]); err == nil { // renice -5 PID
			r.args = append([]string{"-n"}, r.args...)
		}
	}
	opts, words := r.options("+n:/priority p/pid !g:/pgrp !u:/user /relative: h/help V/version")
	value, relative := "", false
	for _, o := range opts {
		switch o.name {
		case "n":
			value = o.value
		case "relative":
			value, relative = o.value, true
		case "h":
			r.help()
		case "V":
			r.print("renice from util-linux 2.38.1\n")
			return 0
		}
	}
	if value == "" && len(words) > 0 {
		value, words = words[0], words[1:]
	}
	if len(words) == 0 {
		r.message("not enough arguments")
		r.usage("")
	}
	priority, err := strconv.Atoi(value)
	if err != nil {
		r.message("invalid priority '" + value + "'")
		r.usage("")
	}
	for _, word := range words {
		if word == "-p" || word == "--pid" {
			continue
		}
		r.renice(word, priority, relative)
	}
	return r.status
}

func (r *run) renice(word string, priority int, relative bool) {
	pid, err := strconv.Atoi(word)
	if err != nil {
		r.warn("bad process ID value: %s", word)
		return
	}
	old, err := linux.Getpriority(pid)
	if err != nil {
		r.warnErr(err, "failed to get priority for %d (process ID)", pid)
		return
	}
	if relative {
		priority += old
	}
	if err := linux.Setpriority(pid, min(max(priority, -20), 19)); err != nil {
		r.warnErr(err, "failed to set priority for %d (process ID)", pid)
		return
	}
	now, _ := linux.Getpriority(pid)
	r.printf("%d (process ID) old priority %d, new priority %d\n", pid, old, now)
}
