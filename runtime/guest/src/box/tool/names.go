package tool

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func basenameMain(r *run) int {
	opts, names := r.options("+a/multiple s:/suffix z/zero")
	suffix, multiple, end := "", false, "\n"
	for _, o := range opts {
		switch o.name {
		case "a":
			multiple = true
		case "s":
			suffix, multiple = o.value, true
		case "z":
			end = "\x00"
		}
	}
	if len(names) == 0 {
		r.usage("missing operand")
	}
	if !multiple {
		if len(names) > 2 {
			r.usage("extra operand %s", r.curly(names[2]))
		}
		if len(names) == 2 {
			suffix, names = names[1], names[:1]
		}
	}
	for _, name := range names {
		base := baseName(name)
		if base != "/" && base != suffix {
			base = strings.TrimSuffix(base, suffix)
		}
		r.print(base, end)
	}
	return 0
}

func dirnameMain(r *run) int {
	opts, names := r.options("+z/zero")
	end := string(rune(delimiter(len(opts) > 0)))
	if len(names) == 0 {
		r.usage("missing operand")
	}
	for _, name := range names {
		r.print(dirName(name), end)
	}
	return 0
}

func pwdMain(r *run) int {
	opts, words := r.options("L/logical P/physical")
	_, logical := r.lookupEnv("POSIXLY_CORRECT")
	for _, o := range opts {
		logical = o.name == "L"
	}
	if len(words) > 0 {
		r.message("ignoring non-option arguments")
	}
	if pwd := r.getenv("PWD"); logical && strings.HasPrefix(pwd, "/") && !strings.Contains(pwd, "/.") {
		a, errA := linux.Stat(pwd)
		b, errB := linux.Stat(".")
		if errA == nil && errB == nil && a.Ino == b.Ino && a.Dev == b.Dev {
			r.print(pwd, "\n")
			return 0
		}
	}
	dir, err := linux.Getcwd()
	if err != nil {
		r.dieErr(1, err, "couldn't find directory entry in '..' with matching i-node")
	}
	r.print(dir, "\n")
	return 0
}

func yesMain(r *run) int {
	_, words := r.options("+")
	line := strings.Join(words, " ")
	if len(words) == 0 {
		line = "y"
	}
	block := strings.Repeat(line+"\n", max(1, 8192/(len(line)+1)))
	for {
		if _, err := r.out.WriteString(block); err != nil {
			r.out.Err = nil
			r.dieErr(1, err, "standard output")
		}
	}
}

func ttyMain(r *run) int {
	r.usageStatus = 2
	opts, words := r.options("s/silent /quiet")
	if len(words) > 0 {
		r.usage("extra operand %s", r.curly(words[0]))
	}
	if !linux.Isatty(0) {
		if len(opts) == 0 {
			r.print("not a tty\n")
		}
		return 1
	}
	name, err := linux.Readlink("/proc/self/fd/0")
	if err != nil {
		name = "/dev/tty"
	}
	if len(opts) == 0 {
		r.print(name, "\n")
	}
	return 0
}
