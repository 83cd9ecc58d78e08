package guest

import (
	"path"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Exhausted is how a program ends that gets no more memory: with its words on standard error, and an exit
// code or a signal.
type Exhausted struct {
	Words  string
	Exit   int
	Signal primitives.Signal // 0 = it exits
}

// Exhaust returns how the program of a name ends that was started with argv and asked for some bytes in vain.
func Exhaust(name string, argv []string, bytes int64) Exhausted {
	e := exhausted(name)
	about := strings.NewReplacer("{name}", called(name, argv), "{bytes}", strconv.FormatInt(bytes, 10))
	e.Words = about.Replace(e.Words)
	return e
}

// exhausted is what programs say, and how they end: measured on Debian 12 under `ulimit -v`; patch, tar, zip
// and zstd as their manuals have it. What mawk tells of the file that it reads is not known here.
func exhausted(name string) Exhausted {
	const gnu = "{name}: memory exhausted\n"
	switch name {
	case "bash":
		return Exhausted{"{name}: xrealloc: cannot allocate {bytes} bytes\n", 2, 0}
	case "dash":
		return Exhausted{"", 0, primitives.SIGSEGV} // its texts are on its stack
	case "awk", "mawk":
		return Exhausted{"{name}: run time error: out of memory\n\tFILENAME=\"\" FNR=0 NR=0\n", 2, 0}
	case "jq":
		return Exhausted{"error: cannot allocate memory\n", 0, primitives.SIGABRT}
	case "node":
		const words = "\n<--- Last few GCs --->\n\n\n<--- JS stacktrace --->\n\n" +
			"FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n"
		return Exhausted{words, 0, primitives.SIGABRT}
	case "git":
		return Exhausted{"fatal: Out of memory, malloc failed (tried to allocate {bytes} bytes)\n", 128, 0}
	case "curl":
		return Exhausted{"curl: (27) Out of memory\n", 27, 0}
	case "[", "cmp", "diff", "dir", "egrep", "fgrep", "grep", "ls", "printenv", "sort", "test", "vdir":
		return Exhausted{gnu, 2, 0}
	case "expr":
		return Exhausted{gnu, 3, 0}
	case "env", "nice", "nohup", "stdbuf", "timeout":
		return Exhausted{gnu, 125, 0}
	case "patch":
		return Exhausted{"{name}: **** out of memory\n", 2, 0}
	case "tar":
		return Exhausted{gnu + "{name}: Error is not recoverable: exiting now\n", 2, 0}
	case "xz", "unxz", "xzcat", "lzma", "unlzma", "lzcat":
		return Exhausted{"{name}: Cannot allocate memory\n", 1, 0}
	case "zip":
		return Exhausted{"\nzip error: Out of memory\n", 4, 0}
	case "zstd", "unzstd", "zstdcat":
		return Exhausted{"{name}: error 11 : Allocation error : not enough memory \n", 11, 0}
	case "colrm", "column", "fallocate", "flock", "getopt", "hd", "hexdump", "look", "mount", "mountpoint",
		"rev", "setsid", "taskset": // util-linux
		return Exhausted{"{name}: cannot allocate {bytes} bytes: Cannot allocate memory\n", 1, 0}
	}
	return Exhausted{gnu, 1, 0}
}

// called is what a program calls itself: by what it was started as, a shell by its script.
func called(name string, argv []string) string {
	if len(argv) == 0 || argv[0] == "" {
		return name
	}
	switch name {
	case "awk", "mawk":
		return path.Base(argv[0])
	case "bash":
		return script(argv)
	}
	return argv[0]
}

// script is $0 of a shell.
func script(argv []string) string {
	for i := 1; i < len(argv); i++ {
		switch arg := argv[i]; {
		case arg == "-o" || arg == "+o" || arg == "-O" || arg == "+O":
			i++ // its value
		case strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.Contains(arg, "c"):
			if i+2 < len(argv) {
				return argv[i+2] // $0
			}
			return argv[0]
		case !strings.HasPrefix(arg, "-"):
			return arg
		}
	}
	return argv[0]
}
