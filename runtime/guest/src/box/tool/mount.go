package tool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// mountMain lists what is mounted. Nobody but the superuser of a machine mounts, and then by a system call
// that the sandbox does not have.
func mountMain(r *run) int {
	opts, words := r.options("l/show-labels t:/types !a/all o:/options B/bind r/read-only w/rw " +
		"n/no-mtab !f/fake v/verbose R/rbind M/move !L:/label !U:/uuid /make-private /make-shared")
	types := ""
	for _, o := range opts {
		if o.name == "t" {
			types = o.value
		}
	}
	if len(words) > 0 {
		return r.mountRefused(opts, words)
	}
	text, err := readFile("/proc/self/mounts")
	if err != nil {
		r.dieErr(1, err, "/proc/self/mounts")
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 4 || types != "" && !mountTypeMatches(types, f[2]) {
			continue
		}
		r.printf("%s on %s type %s (%s)\n", mountText(f[0]), mountText(f[1]), f[2], f[3])
	}
	return 0
}

// mountRefused is what becomes of a mount: EPERM, for root too, as container engines leave it without
// CAP_SYS_ADMIN.
func (r *run) mountRefused(opts []option, words []string) int {
	remount := slices.ContainsFunc(opts, func(o option) bool {
		return o.name == "o" && slices.Contains(strings.Split(o.value, ","), "remount") ||
			strings.HasPrefix(o.name, "make-")
	})
	target := words[len(words)-1]
	if len(words) == 1 && !remount {
		r.message(target + ": can't find in /etc/fstab.")
		return 1
	}
	if _, err := linux.Stat(target); err != nil {
		r.message(target + ": mount point does not exist.")
		r.stderr("       dmesg(1) may have more information after failed mount system call.\n")
		return 32
	}
	text := "must be superuser to use mount."
	if linux.Geteuid() == 0 {
		text = "permission denied."
	}
	r.message(target + ": " + text)
	r.stderr("       dmesg(1) may have more information after failed mount system call.\n")
	return 32
}

// umountMain refuses as umount(2) does, for the same reason.
func umountMain(r *run) int {
	_, words := r.options("!a/all f/force l/lazy n/no-mtab r/read-only R/recursive v/verbose !t:/types " +
		"q/quiet d/detach-loop")
	if len(words) == 0 {
		r.usage("bad usage")
	}
	for _, target := range words {
		if _, err := linux.Stat(target); err != nil {
			r.message(target + ": no mount point specified.")
		} else {
			r.message(target + ": must be superuser to unmount.")
		}
	}
	return 32
}

// mountTypeMatches knows the list of -t: types, or what is not wanted after "no".
func mountTypeMatches(list, kind string) bool {
	list, negated := strings.CutPrefix(list, "no")
	for t := range strings.SplitSeq(list, ",") {
		if t == kind {
			return !negated
		}
	}
	return negated
}

// mountText undoes the octal escapes of /proc/mounts.
func mountText(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
