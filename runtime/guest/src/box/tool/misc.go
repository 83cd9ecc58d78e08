package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// hostidMain prints what gethostid(3) makes of 127.0.1.1, the address that Debian gives a host of
// its own in /etc/hosts.
func hostidMain(r *run) int {
	_, words := r.options("")
	if len(words) > 0 {
		r.usage("extra operand %s", r.curly(words[0]))
	}
	r.print("007f0100\n")
	return 0
}

// usersMain and whoMain look into a utmp that no sandbox has: nobody is logged in.
func usersMain(r *run) int {
	_, words := r.options("")
	if len(words) > 1 {
		r.usage("extra operand %s", r.curly(words[1]))
	}
	return 0
}

func whoMain(r *run) int {
	opts, words := r.options("a/all b/boot d/dead H/heading l/login /lookup m p/process q/count r/runlevel " +
		"s/short t/time T/message w /writable u/users")
	if len(words) > 2 {
		r.usage("extra operand %s", r.curly(words[2]))
	}
	for _, o := range opts {
		switch o.name {
		case "H":
			r.print("NAME     LINE         TIME             COMMENT\n")
		case "q":
			r.print("\n# users=0\n")
		}
	}
	return 0
}

func mountpointMain(r *run) int {
	r.usageTry = "Try '" + r.name + " --help' for more information.\n"
	opts, words := r.options("q/quiet /nofollow d/fs-devno x/devno")
	quiet, number, device, follow := false, false, false, true
	for _, o := range opts {
		switch o.name {
		case "q":
			quiet = true
		case "d":
			number = true
		case "x":
			device = true
		case "nofollow":
			follow = false
		}
	}
	if len(words) != 1 {
		r.usage("bad usage")
	}
	name := words[0]
	stat := linux.Stat
	if !follow {
		stat = linux.Lstat
	}
	st, err := stat(name)
	if err != nil {
		if !quiet {
			r.message(name + ": " + primitives.ErrnoOf(err).Text())
		}
		return 1
	}
	if device {
		if st.Mode&primitives.S_IFMT != primitives.S_IFBLK {
			if !quiet {
				r.message(name + ": not a block device")
			}
			return 32
		}
		r.printf("%d:%d\n", major(st.Rdev), minor(st.Rdev))
		return 0
	}
	above, err := linux.Stat(name + "/..")
	is := err == nil && st.IsDir() && (above.Dev != st.Dev || above.Ino == st.Ino)
	switch {
	case is && number:
		r.printf("%d:%d\n", major(st.Dev), minor(st.Dev))
	case is && !quiet:
		r.print(name, " is a mountpoint\n")
	case !is && !quiet:
		r.print(name, " is not a mountpoint\n")
	}
	if is {
		return 0
	}
	return 32
}

// colrmMain removes columns from lines.
func colrmMain(r *run) int {
	_, words := r.options("")
	limits := [2]uint64{}
	for i, w := range words[:min(len(words), 2)] {
		n, ok := parseUint(w)
		if !ok || n == 0 {
			r.die(1, "%s argument: '%s'", []string{"first", "second"}[i], w)
		}
		limits[i] = n
	}
	lines := newLineReader(&linux.File{Fd: 0}, '\n')
	for {
		line, ended, err := lines.next()
		if err != nil {
			return 0
		}
		column := uint64(0)
		for _, c := range string(line) {
			switch c {
			case '\t':
				column += 8 - column%8
			case '\b':
				column = max(column, 1) - 1
			default:
				column++
			}
			if limits[0] > 0 && column >= limits[0] && (limits[1] == 0 || column <= limits[1]) {
				continue
			}
			r.print(string(c))
		}
		if ended {
			r.print("\n")
		}
	}
}

// lookMain prints the lines of a sorted file that begin with a string.
func lookMain(r *run) int {
	opts, words := r.options("a/alternative d/alphanum f/ignore-case t:/terminate")
	fold, alnum, end := false, false, ""
	for _, o := range opts {
		switch o.name {
		case "d":
			alnum = true
		case "f":
			fold = true
		case "t":
			end = o.value
		}
	}
	file := "/usr/share/dict/words"
	switch len(words) {
	case 1:
		fold, alnum = true, true
	case 2:
		file = words[1]
	default:
		r.usage("bad usage")
	}
	want := words[0]
	if end != "" {
		if i := strings.IndexByte(want, end[0]); i >= 0 {
			want = want[:i+1]
		}
	}
	key := func(s string) string {
		if alnum {
			s = strings.Map(func(c rune) rune {
				if c < 128 && !isAlnum(byte(c)) && c != ' ' && c != '\t' {
					return -1
				}
				return c
			}, s)
		}
		if fold {
			s = string(asciiLower([]byte(s)))
		}
		return s
	}
	text, err := readFile(file)
	if err != nil {
		r.dieErr(1, err, "%s", file)
	}
	found := 1
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n")+"\n", "\n")
	lines = lines[:len(lines)-1]
	want = key(want)
	at, _ := slices.BinarySearchFunc(lines, want, func(line, want string) int {
		return strings.Compare(key(strings.TrimSuffix(line, "\n")), want)
	})
	for ; at < len(lines) && strings.HasPrefix(key(strings.TrimSuffix(lines[at], "\n")), want); at++ {
		r.print(lines[at])
		found = 0
	}
	return found
}

// mknodMain makes fifos and device nodes.
func mknodMain(r *run) int {
	opts, words := r.options("m:/mode Z !/context?")
	mode := uint32(0o666)
	for _, o := range opts {
		if o.name != "m" {
			continue
		}
		m, ok := parseMode(o.value)
		if !ok {
			r.die(1, "invalid mode")
		}
		if mode = m.apply(mode, false, currentUmask()); mode&^0o777 != 0 {
			r.die(1, "mode must specify only file permission bits")
		}
		umask := linux.Umask(0)
		defer linux.Umask(umask)
	}
	fifo := len(words) > 1 && words[1] == "p"
	switch want := map[bool]int{true: 2, false: 4}[fifo]; {
	case len(words) == 0:
		r.usage("missing operand")
	case len(words) < want:
		r.message("missing operand after " + r.curly(words[len(words)-1]))
		if len(words) == 2 {
			r.stderr("Special files require major and minor device numbers.\n")
		}
		r.usage("")
	case len(words) > want:
		r.message("extra operand " + r.curly(words[want]))
		if fifo && len(words) == 4 {
			r.stderr("Fifos do not have major and minor device numbers.\n")
		}
		r.usage("")
	}
	kind, dev := uint32(primitives.S_IFIFO), uint64(0)
	if !fifo {
		kind, dev = deviceOf(r, words)
	}
	if err := linux.Mknod(words[0], kind|mode, dev); err != nil {
		r.dieErr(1, err, "%s", r.plain(words[0]))
	}
	return 0
}

func deviceOf(r *run, words []string) (kind uint32, dev uint64) {
	switch words[1] {
	case "b":
		kind = primitives.S_IFBLK
	case "c", "u":
		kind = primitives.S_IFCHR
	default:
		r.usage("invalid device type %s", r.curly(words[1]))
	}
	var numbers [2]uint64
	for i, what := range []string{"major", "minor"} {
		n, bad := parseAmount(words[2+i], "")
		if bad != 0 || n > 1<<32-1 {
			r.die(1, "invalid %s device number %s", what, r.curly(words[2+i]))
		}
		numbers[i] = n
	}
	hi, lo := numbers[0], numbers[1]
	return kind, lo&0xff | hi&0xfff<<8 | lo&^0xff<<12 | hi&^0xfff<<32
}
