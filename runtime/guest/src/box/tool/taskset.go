package tool

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// taskset shows which processors a process may use. In a sandbox all processes may use the same
// ones: a mask that leaves out some of them is unsupported, one that has them all changes nothing.
type taskset struct {
	r    *run
	list bool
}

func tasksetMain(r *run) int {
	opts, words := r.options("+a/all-tasks c/cpu-list p/pid h/ V/")
	t := &taskset{r: r}
	pid := false
	for _, o := range opts {
		switch o.name {
		case "c":
			t.list = true
		case "p":
			pid = true
		case "h":
			r.help()
		case "V":
			r.print("taskset from util-linux 2.38.1\n")
			return 0
		}
	}
	if pid && len(words) == 1 {
		t.show(t.pid(words[0]), "current")
		return 0
	}
	if len(words) < 2 {
		r.usage("bad usage")
	}
	if pid {
		process := t.pid(words[1])
		t.show(process, "current")
		t.set(words[0])
		t.show(process, "new")
		return 0
	}
	t.set(words[0])
	err := execvp(words[1:], linux.Environ())
	r.message(sprintf("failed to execute %s: %s", words[1], primitives.ErrnoOf(err).Text()))
	return execStatus(err)
}

func (t *taskset) pid(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		t.r.die(1, "invalid PID argument: '%s'", s)
	}
	return n
}

// allowed are the processors of every process here.
func (t *taskset) allowed() *big.Int {
	mask, ok := cpusAllowed("self")
	if !ok {
		t.r.unsupported("without /proc/self/status")
	}
	return mask
}

// cpusAllowed reads the mask of a process; ok is false if there is no such process.
func cpusAllowed(process string) (mask *big.Int, ok bool) {
	text, err := readFile("/proc/" + process + "/status")
	if err != nil {
		return nil, false
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if value, found := strings.CutPrefix(line, "Cpus_allowed:"); found {
			return parseCPUMask(strings.TrimSpace(value))
		}
	}
	return nil, false
}

// parseCPUMask reads hexadecimal digits, with commas among them as /proc writes.
func parseCPUMask(s string) (*big.Int, bool) {
	digits := strings.ReplaceAll(strings.TrimPrefix(s, "0x"), ",", "")
	if digits == "" || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return nil, false
	}
	return new(big.Int).SetString(digits, 16)
}

func (t *taskset) show(pid int, when string) {
	name := "self"
	if pid != 0 {
		name = strconv.Itoa(pid)
	}
	mask, ok := cpusAllowed(name)
	if !ok {
		t.r.die(1, "failed to get pid %d's affinity: No such process", pid)
	}
	if t.list {
		t.r.printf("pid %d's %s affinity list: %s\n", pid, when, cpuList(mask))
		return
	}
	t.r.printf("pid %d's %s affinity mask: %s\n", pid, when, mask.Text(16))
}

// set checks a mask against what is allowed.
func (t *taskset) set(s string) {
	mask, ok := parseCPUMask(s)
	kind := "mask"
	if t.list {
		mask, ok = parseCPUs(s)
		kind = "list"
	}
	if !ok {
		t.r.die(1, "failed to parse CPU %s: %s", kind, s)
	}
	allowed := t.allowed()
	both := new(big.Int).And(mask, allowed)
	if both.Sign() == 0 {
		t.r.die(1, "failed to set pid %d's affinity: Invalid argument", linux.Getpid())
	}
	if both.Cmp(allowed) != 0 {
		t.r.unsupported("to fewer processors than there are")
	}
}

// parseCPUs reads "0,2-4" and "0-8:2".
func parseCPUs(s string) (*big.Int, bool) {
	mask := new(big.Int)
	for word := range strings.SplitSeq(s, ",") {
		word, step, stepped := strings.Cut(word, ":")
		first, last, span := strings.Cut(word, "-")
		a, ok := parseUint(first)
		b, by := a, uint64(1)
		if span && ok {
			b, ok = parseUint(last)
		}
		if stepped && ok {
			by, ok = parseUint(step)
		}
		if !ok || b < a || by == 0 || b >= 1<<12 {
			return nil, false
		}
		for ; a <= b; a += by {
			mask.SetBit(mask, int(a), 1)
		}
	}
	return mask, true
}

// cpuList is the form "0,2-4" of a mask.
func cpuList(mask *big.Int) string {
	var parts []string
	for at := 0; at < mask.BitLen(); at++ {
		if mask.Bit(at) == 0 {
			continue
		}
		first := at
		for mask.Bit(at+1) == 1 {
			at++
		}
		text := strconv.Itoa(first)
		if at == first+1 {
			text += "," + strconv.Itoa(at)
		} else if at > first {
			text += "-" + strconv.Itoa(at)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}
