package tool

import (
	"bufio"
	"math"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const (
	xargsSpec = "+0/null a:/arg-file d:/delimiter E: e?/eof I: i?/replace L: l?/max-lines " +
		"n:/max-args o/open-tty P:/max-procs " +
		"p/interactive /process-slot-var: r/no-run-if-empty s:/max-chars /show-limits t/verbose x/exit"
	xargsRoom = 128 << 10 // bytes of one command line, as GNU's default
)

type xargs struct {
	r                          *run
	in                         *bufio.Reader
	delim                      int // -1: blanks and quotes
	eof                        string
	replace                    string
	lines, words, procs, room  int
	noEmpty, verbose, ask, fit bool
	tty                        bool
	command                    []string
	running                    map[int]int // slots of processes
	slotVar                    string
	status                     int
	ended, nulTold             bool
}

func xargsMain(r *run) int {
	x := &xargs{r: r, delim: -1, room: xargsRoom, procs: 1, running: map[int]int{}}
	opts, words := r.options(xargsSpec)
	file := "-"
	for _, o := range opts {
		if o.name == "a" {
			file = o.value
			continue
		}
		x.option(o)
	}
	f, err := openInput(file)
	if err != nil {
		r.dieErr(1, err, "Cannot open input file %s", r.curly(file))
	}
	x.in = bufio.NewReaderSize(f, 4096)
	if x.command = words; len(words) == 0 {
		x.command = []string{"echo"}
	}
	if x.replace != "" {
		x.each()
	} else {
		x.batches()
	}
	x.waitAll()
	return x.status
}

func (x *xargs) option(o option) {
	switch o.name {
	case "0":
		x.delim = 0
	case "d":
		x.delim = x.delimiterOf(o.value)
	case "E", "e", "eof":
		x.eof = o.value
	case "I":
		x.alone("replace/-I/-i")
		x.replace = o.value
	case "i", "replace":
		x.alone("replace/-I/-i")
		if x.replace = o.value; !o.given {
			x.replace = "{}"
		}
	case "L":
		x.alone("-L")
		x.lines = x.count(o, 1)
	case "l", "max-lines":
		x.alone("max-lines/-l")
		if x.lines = 1; o.given {
			x.lines = x.count(o, 1)
		}
	case "n":
		words := x.count(o, 1)
		if words == 1 && x.replace != "" { // it changes nothing
			return
		}
		x.alone("max-args/-n")
		x.words = words
	case "o":
		x.tty = true
	case "P":
		x.procs = x.count(o, 0)
	case "p":
		x.ask, x.verbose = true, true
	case "r":
		x.noEmpty = true
	case "s":
		x.room = x.count(o, 1)
	case "t":
		x.verbose = true
	case "x":
		x.fit = true
	case "process-slot-var":
		if strings.Contains(o.value, "=") {
			x.r.die(1, "option --process-slot-var may not be set to a value which includes `='")
		}
		x.slotVar = o.value
	case "show-limits":
		x.r.unsupported("--" + o.name)
	}
}

// alone drops the ways of cutting the input that the named one does not go with, with a word
// about each.
func (x *xargs) alone(option string) {
	drop := func(is bool, other string) {
		if is && !strings.HasPrefix(option, other) && (option != "-L" || other != "max-lines") {
			shown := "--" + option
			if option == "-L" {
				shown = option
			}
			x.r.message("warning: options --" + other + " and " + shown + " are mutually exclusive, " +
				"ignoring previous --" + other + " value")
		}
	}
	drop(x.replace != "", "replace")
	drop(x.lines > 0, "max-lines")
	drop(x.words > 0, "max-args")
	x.replace, x.lines, x.words = "", 0, 0
}

func (x *xargs) count(o option, least uint64) int {
	n, ok := parseUint(o.value)
	if !ok {
		x.r.message("invalid number \"" + o.value + "\" for -" + o.name + " option")
		x.r.usage("")
	}
	if n < least {
		x.r.message(sprintf("value %s for -%s option should be >= %d", o.value, o.name, least))
		x.r.usage("")
	}
	return int(min(n, math.MaxInt32))
}

// each runs the command once an item, with the item in place of the -I string.
func (x *xargs) each() {
	for {
		item, _, ok := x.next()
		if !ok {
			return
		}
		var argv []string
		for _, w := range x.command {
			argv = append(argv, strings.ReplaceAll(w, x.replace, item))
		}
		if !x.run(argv) {
			return
		}
	}
}

// batches runs the command with as many items as the limits allow.
func (x *xargs) batches() {
	fixed := 0
	for _, w := range x.command {
		fixed += len(w) + 1
	}
	ran := false
	var items []string
	size, lines := fixed, 0
	flush := func() bool {
		argv := append(append([]string{}, x.command...), items...)
		items, size, lines, ran = nil, fixed, 0, true
		return x.run(argv)
	}
	for {
		item, lineEnd, ok := x.next()
		if !ok {
			break
		}
		if size+len(item)+1 > x.room {
			if len(items) == 0 || x.fit {
				what := "line"
				if len(items) > 0 {
					what = "list"
				}
				x.r.message("argument " + what + " too long")
				x.status = 1
				return
			}
			if !flush() {
				return
			}
		}
		items = append(items, item)
		size += len(item) + 1
		lines += btoi(lineEnd)
		if x.words > 0 && len(items) == x.words || x.lines > 0 && lines == x.lines {
			if !flush() {
				return
			}
		}
	}
	if len(items) > 0 || !ran && !x.noEmpty {
		flush()
	}
}

// run starts one command and reports whether xargs goes on.
func (x *xargs) run(argv []string) bool {
	if x.verbose {
		text := ""
		for i, a := range argv {
			if i > 0 {
				text += " "
			}
			text += shellQuote(a, x.r.utf8Locale(), false)
		}
		if x.ask {
			return x.prompt(text, argv)
		}
		x.r.stderr(text + "\n")
	}
	return x.start(argv)
}

func (x *xargs) prompt(text string, argv []string) bool {
	x.r.stderr(text)
	tty, err := linux.OpenFile("/dev/tty", primitives.O_RDONLY, 0)
	x.r.stderr(map[bool]string{true: "?..."}[err == nil])
	if err != nil {
		x.r.dieErr(1, err, "failed to open /dev/tty for reading")
	}
	answer, _ := bufio.NewReader(tty).ReadString('\n')
	_ = tty.Close()
	if strings.HasPrefix(answer, "y") || strings.HasPrefix(answer, "Y") {
		return x.start(argv)
	}
	return true
}

func (x *xargs) start(argv []string) bool {
	for x.procs > 0 && len(x.running) >= x.procs {
		if !x.waitOne() {
			return false
		}
	}
	stdin := abi.FileAction{Kind: abi.ActionOpen, Path: "/dev/null", Newfd: 0}
	if x.tty {
		stdin.Path = "/dev/tty"
	}
	_ = x.r.out.Flush()
	slot := x.freeSlot()
	request := &abi.SpawnRequest{Actions: []abi.FileAction{stdin}}
	if x.slotVar != "" {
		request.Env = append([]string{sprintf("%s=%d", x.slotVar, slot)}, linux.Environ()...)
	}
	pid, stage, err := spawnvp(argv, request)
	switch {
	case err == nil:
		x.running[pid] = slot
		return true
	case stage == abi.StageClone:
		x.r.dieErr(1, err, "cannot fork")
	}
	x.r.message(argv[0] + ": " + err.Error())
	x.status = execStatus(err)
	return false
}

// freeSlot is the least number that no running process has.
func (x *xargs) freeSlot() int {
	taken := map[int]bool{}
	for _, n := range x.running {
		taken[n] = true
	}
	slot := 0
	for taken[slot] {
		slot++
	}
	return slot
}

func (x *xargs) waitAll() {
	for len(x.running) > 0 {
		x.waitOne()
	}
}

// waitOne waits for a child and reports whether xargs goes on.
func (x *xargs) waitOne() bool {
	pid, status, err := linux.Wait4(-1, 0)
	if is(err, primitives.EINTR) {
		return true
	}
	if err != nil {
		x.running = nil
		return false
	}
	delete(x.running, pid)
	if sig, ok := status.Signaled(); ok {
		x.r.message(sprintf("%s: terminated by signal %d", x.command[0], sig))
		x.status = 125
		return false
	}
	switch code := status.Code(); {
	case code == 255:
		x.r.message(x.command[0] + ": exited with status 255; aborting")
		x.status = 124
		return false
	case code != 0:
		x.status = 123
	}
	return true
}
