package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// writeError is what a program says when its standard output does not take what it writes, where that is not
// coreutils' "NAME: write error: REASON". In the texts %n is the name that the program was called by and %e
// the reason; a text stands as it is, with its newlines.
type writeError struct {
	early, late string // in the midst of the output, and at its end when all was in stdio's buffer
	status      int    // 0 is the program's own for errors
	silent      bool   // the exit code stays what it was, and nothing is said
}

const (
	plainError  = "%n: write error: %e\n"
	namelessEnd = "%n: write error\n"
)

// writeErrors are the programs that differ, as measured with /dev/full and RLIMIT_FSIZE on Debian 12.
var writeErrors = map[string]writeError{
	"head": {early: "%n: error writing 'standard output': %e\n"},
	"tail": {early: "%n: error writing 'standard output': %e\n"},
	"sort": {
		early: "%n: write failed: 'standard output': %e\n" + namelessEnd,
		late:  "%n: fflush failed: 'standard output': %e\n" + namelessEnd,
	},
	"tr":       {early: plainError + namelessEnd},
	"base32":   {early: plainError + namelessEnd},
	"base64":   {early: plainError + namelessEnd},
	"basenc":   {early: plainError + namelessEnd},
	"paste":    {early: plainError + namelessEnd},
	"expand":   {early: plainError + namelessEnd},
	"unexpand": {early: plainError + namelessEnd},
	"shuf":     {early: plainError + namelessEnd},
	"od":       {early: namelessEnd + plainError},
	"factor":   {early: plainError + plainError},
	"rev":      {early: namelessEnd},
	"printf":   {early: namelessEnd},
	"hexdump":  {early: namelessEnd},
	"column":   {early: namelessEnd},
	"du":       {early: namelessEnd, late: namelessEnd},
	"cksum":    {late: namelessEnd},
	"free":     {early: namelessEnd, late: namelessEnd},
	"xxd":      {early: "%n: %e\n", late: "%n: %e\n", status: 3},
	"diff":     {early: "%n: standard output: %e\n", late: "%n: standard output: %e\n"},
	"find": {
		early: "%n: ‘standard output’: %e\n" + namelessEnd,
		late:  "%n: ‘standard output’: %e\n" + namelessEnd,
	},
	"jq": {
		early: "Error: writing output failed: %e\n", late: "Error: writing output failed: %e\n",
		status: 2,
	},
	"awk": {
		early:  "%n: write failure (%e)\n%n: close failed on file /dev/stdout (%e)\n",
		late:   "%n: close failed on file /dev/stdout (%e)\n",
		status: 2,
	},
	"iconv": {
		early:  "%n: conversion stopped due to problem in writing the output\n",
		late:   "%n: error while closing output file: %e\n",
		status: 1,
	},
	"tar": {early: "%n: stdout: write error\n", late: "%n: stdout: write error\n"},
	"which": {
		early: "/usr/bin/which: 10: printf: printf: I/O error\n",
		late:  "/usr/bin/which: 10: printf: printf: I/O error\n", status: 1,
	},
	"expr": {status: 3}, "tty": {status: 3}, "getopt": {status: 3}, "pgrep": {status: 1},
	"hostname": {silent: true}, "getent": {silent: true}, "unzip": {silent: true}, "curl": {silent: true},
	"getconf": {silent: true}, "locale": {silent: true}, "kill": {silent: true}, "pidof": {silent: true},
	"patch": {silent: true}, "file": {silent: true, status: 1},
}

// close reports, as close_stdout does, what standard output would not take.
func (r *run) close(code int) int {
	err := r.out.Flush()
	if err == nil {
		return code
	}
	which := r.which
	switch which {
	case "mawk", "nawk":
		which = "awk"
	case "hd":
		which = "hexdump"
	}
	special := writeErrors[which]
	if special.silent {
		return max(code, special.status)
	}
	text := special.late
	if r.out.Early() {
		text = special.early
	}
	if text == "" {
		text = plainError
		if r.lineBuffered {
			text = namelessEnd
		}
	}
	r.stderr(strings.NewReplacer("%n", r.name, "%e", primitives.ErrnoOf(err).Text()).Replace(text))
	if special.status != 0 {
		return special.status
	}
	return r.usageStatus
}
