package tool

import (
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Nobody is logged in in a sandbox, and no file tells who was.

func wMain(r *run) int {
	opts, _ := r.options("h/no-header u/no-current s/short f/from o/old-style i/ip-addr p/pids " +
		"V/version /help")
	header, short, from := true, false, true
	for _, o := range opts {
		switch o.name {
		case "h":
			header = false
		case "s":
			short = true
		case "f":
			from = false
		case "V":
			r.print("w from procps-ng 4.0.2\n")
			return 0
		}
	}
	if !header {
		return 0
	}
	r.args = nil
	uptimeMain(r)
	where := "FROM             "
	if !from {
		where = ""
	}
	if short {
		r.print("USER     TTY      ", where, " IDLE WHAT\n")
	} else {
		r.print("USER     TTY      ", where, "LOGIN@   IDLE   JCPU   PCPU WHAT\n")
	}
	return 0
}

// lastMain misses the file of logins.
func lastMain(r *run) int {
	file := map[string]string{"last": "/var/log/wtmp", "lastb": "/var/log/btmp"}[r.which]
	args := r.args[:0:0]
	for _, a := range r.args { // -N is how many
		if len(a) < 2 || a[0] != '-' || !isDigits(a[1:]) {
			args = append(args, a)
		}
	}
	r.args = args
	opts, _ := r.options("a/hostlast d/dns f:/file F/fulltimes i/ip n:/limit p:/present " +
		"R/nohostname s:/since " +
		"t:/until w/fullnames x/system /time-format: h/help V/version")
	for _, o := range opts {
		switch o.name {
		case "f":
			file = o.value
		case "h":
			r.help()
		case "V":
			r.print(r.which, " from util-linux 2.38.1\n")
			return 0
		}
	}
	st, err := linux.Stat(file)
	if err != nil {
		r.dieErr(1, err, "cannot open %s", file)
	}
	if st.Size > 0 {
		r.unsupported("of a file with logins")
	}
	when := r.now()
	if st.Ctime != 0 {
		when = time.Unix(0, st.Ctime).In(r.zone())
	}
	r.print("\n", baseName(file), " begins ", strftime("%a %b %e %H:%M:%S %Y", when), "\n")
	return 0
}

// nologinMain turns everybody away.
func nologinMain(r *run) int {
	r.print("This account is currently not available.\n")
	return 1
}

// loggerMain has no log to write to, which is no failure; -s prints to standard error.
func loggerMain(r *run) int {
	opts, words := r.options("+i /id? f:/file e/skip-empty /no-act p:/priority /octet-count /prio-prefix " +
		"s/stderr S:/size t:/tag n:/server P:/port T/tcp d/udp u:/socket /socket-errors? " +
		"/journald? /rfc3164 " +
		"/rfc5424? /msgid: /sd-id: /sd-param: h/help V/version")
	shows := false
	for _, o := range opts {
		switch o.name {
		case "s":
			shows = true
		case "n", "f", "rfc5424", "journald", "u":
			r.unsupported("-" + o.name)
		case "h":
			r.help()
		case "V":
			r.print("logger from util-linux 2.38.1\n")
			return 0
		}
	}
	if shows {
		r.message("socket /dev/log: " + primitives.ENOENT.Text())
	}
	if len(words) == 0 {
		_, _ = readAll(&linux.File{Fd: 0})
	}
	return 0
}

// sysctlMain reads parameters of the kernel.
func sysctlMain(r *run) int {
	r.usageTry = noTry
	opts, words := r.options("n/values e/ignore N/names b/binary w/write q/quiet !a/all !A !X !p? " +
		"!r:/pattern " +
		"!system /dry-run h/help V/version")
	values, ignore, names, end := false, false, false, "\n"
	for _, o := range opts {
		switch o.name {
		case "n":
			values = true
		case "e":
			ignore = true
		case "N":
			names = true
		case "b":
			values, end = true, ""
		case "h":
			r.help()
		case "V":
			r.print("sysctl from procps-ng 4.0.2\n")
			return 0
		}
	}
	if len(words) == 0 {
		unsupportedNote("sysctl usage")
		r.stderr("\nUsage:\n sysctl [options] [variable[=value] ...]\n")
		return 1
	}
	for _, w := range words {
		name, value, sets := strings.Cut(w, "=")
		path := "/proc/sys/" + strings.ReplaceAll(name, ".", "/")
		name = strings.ReplaceAll(name, "/", ".")
		if _, err := linux.Stat(path); err != nil {
			if !ignore {
				r.warnErr(err, "cannot stat %s", path)
			}
			continue
		}
		if sets {
			if err := sysctlSet(path, value); err != nil {
				text := "setting key \"" + name + "\": " + errnoText(err)
				if is(err, primitives.EACCES) {
					text = "permission denied on key \"" + name + "\""
				}
				r.message(text)
				r.status = 255
				continue
			}
		}
		text, err := readFile(path)
		if err != nil {
			r.warnErr(err, "reading key \"%s\"", name)
			continue
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
			switch {
			case names:
				r.print(name, "\n")
			case values:
				r.print(line, end)
			default:
				r.print(name, " = ", line, "\n")
			}
		}
	}
	return r.status
}

func sysctlSet(path, value string) error {
	f, err := linux.OpenFile(path, primitives.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer closeInput(f)
	_, err = f.Write([]byte(value + "\n"))
	return err
}
