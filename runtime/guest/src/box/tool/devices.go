package tool

import "github.com/sandfault/sandfault/primitives"

// Programs about a machine's own devices, of which a sandbox shows none.

// dmesgMain is refused the kernel's log, which takes CAP_SYSLOG.
func dmesgMain(r *run) int {
	opts, _ := r.options("!C/clear !c/read-clear !D/console-off !E/console-on !F:/file f:/facility " +
		"H/human J/json k/kernel " +
		"L/color? l:/level !n:/console-level P/nopager p/force-prefix r/raw S/syslog !s:/buffer-size " +
		"T/ctime t/notime " +
		"u/userspace w/follow W/follow-new x/decode d/show-delta e/reltime h/help V/version /since: " +
		"/until: /time-format:")
	for _, o := range opts {
		switch o.name {
		case "h":
			r.help()
		case "V":
			r.print("dmesg from util-linux 2.38.1\n")
			return 0
		}
	}
	r.dieErr(1, primitives.EPERM, "read kernel buffer failed")
	return 1
}

// lsblkMain misses the kernel's list of block devices.
func lsblkMain(r *run) int {
	r.dieErr(1, primitives.ENOENT, "failed to access sysfs directory: /sys/dev/block")
	return 1
}
