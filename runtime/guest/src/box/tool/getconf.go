package tool

import (
	_ "embed" // the table below
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// getconfText has the values that are the same on every Linux of this architecture, as getconf -a of Debian
// 12 prints them: a name and its value a line. "undefined" is a value too; an empty one stays empty.
//
//go:embed getconf.txt
var getconfText string

// pathLimits are the variables of a path, as of a file system of Linux (pathconf(3)).
var pathLimits = map[string]string{
	"LINK_MAX": "127", "MAX_CANON": "255", "MAX_INPUT": "255", "NAME_MAX": "255", "PATH_MAX": "4096",
	"PIPE_BUF":                "4096",
	"_POSIX_CHOWN_RESTRICTED": "1", "_POSIX_NO_TRUNC": "1", "_POSIX_VDISABLE": "0",
	"_POSIX_SYNC_IO":  "undefined",
	"_POSIX_ASYNC_IO": "undefined", "_POSIX_PRIO_IO": "undefined", "SOCK_MAXBUF": "undefined",
	"FILESIZEBITS":    "64",
	"POSIX2_SYMLINKS": "1", "SYMLINK_MAX": "undefined",
}

// rlimitNproc is RLIMIT_NPROC of getrlimit(2).
const rlimitNproc = 6

func getconfMain(r *run) int {
	r.usageStatus, r.usageTry = 2, "Usage: getconf [-v specification] variable_name [pathname]\n       "+
		"getconf -a [pathname]\n"
	opts, words := r.options("+!a v: !/help !/version")
	for _, o := range opts {
		if o.name == "v" && !strings.HasSuffix(o.value, "LP64_OFF64") {
			r.die(2, "unknown specification \"%s\"", o.value)
		}
	}
	if len(words) == 0 || len(words) > 2 {
		r.usage("")
	}
	if value, ok := pathLimits[words[0]]; ok {
		return r.getconfPath(value, words)
	}
	value, ok := r.getconf(words[0])
	if !ok {
		r.die(2, "Unrecognized variable `%s'", words[0])
	}
	r.print(value, "\n")
	return 0
}

// getconfPath prints a variable of a path, which must be given and be there.
func (r *run) getconfPath(value string, words []string) int {
	if len(words) < 2 {
		r.usage("")
	}
	if _, err := linux.Stat(words[1]); err != nil {
		r.dieErr(3, err, "pathconf: %s", words[1])
	}
	r.print(value, "\n")
	return 0
}

// getconf finds a variable of the system.
func (r *run) getconf(name string) (string, bool) {
	switch name {
	case "_NPROCESSORS_ONLN", "_NPROCESSORS_CONF":
		n, err := linux.Affinity()
		if err != nil {
			n = 1
		}
		return strconv.Itoa(n), true
	case "_PHYS_PAGES":
		return strconv.FormatInt(memInfo("MemTotal")/4, 10), true
	case "_AVPHYS_PAGES":
		return strconv.FormatInt(memInfo("MemFree")/4, 10), true
	case "OPEN_MAX":
		return softLimit(linux.RlimitNofile), true
	case "CHILD_MAX":
		return softLimit(rlimitNproc), true
	}
	for line := range strings.Lines(getconfText) {
		if found, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); found == name {
			return value, true
		}
	}
	return "", false
}

// memInfo reads a figure of /proc/meminfo, in KiB; 0 without one.
func memInfo(name string) int64 {
	text, err := readFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == name+":" {
			n, _ := strconv.ParseInt(f[1], 10, 64)
			return n
		}
	}
	return 0
}

// softLimit is a process's limit as getconf prints it: "undefined" for none.
func softLimit(resource int) string {
	limits, err := linux.Prlimit(0, resource, nil)
	if err != nil || limits[0] == ^uint64(0) {
		return "undefined"
	}
	return strconv.FormatUint(limits[0], 10)
}
