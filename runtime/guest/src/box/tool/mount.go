package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// mountMain lists what is mounted, or makes the call of mount(2) that its words ask for. Whether it may is
// the kernel's to say: container engines leave root without CAP_SYS_ADMIN.
func mountMain(r *run) int {
	opts, words := r.options("l/show-labels t:/types !a/all o:/options B/bind r/read-only w/rw " +
		"n/no-mtab f/fake v/verbose R/rbind M/move m?/mkdir !L:/label !U:/uuid /source: /target: " +
		"/make-private /make-slave /make-shared /make-unbindable " +
		"/make-rprivate /make-rslave /make-rshared /make-runbindable")
	m := mountRequest{r: r}
	for _, o := range opts {
		m.option(o)
	}
	if len(words) == 0 && m.target == "" {
		return r.mountList(m.kind)
	}
	dropRoot()
	return m.run(words)
}

// dropRoot gives up what the set-user-ID bit of mount and umount gives: a user may mount only what /etc/fstab
// lets users mount, which is nothing in a sandbox, so the kernel is asked in the user's own name.
func dropRoot() {
	if uid := linux.Getuid(); uid != 0 && linux.Geteuid() == 0 {
		_ = linux.Setresuid(uid, uid, uid)
	}
}

// mountList prints the mount table.
func (r *run) mountList(types string) int {
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
