package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func unameMain(r *run) int {
	opts, words := r.options("a/all s/kernel-name /sysname n/nodename r/kernel-release /release " +
		"v/kernel-version m/machine p/processor i/hardware-platform o/operating-system")
	if len(words) > 0 {
		r.usage("extra operand %s", r.curly(words[0]))
	}
	u, err := linux.Uname()
	if err != nil {
		r.dieErr(1, err, "cannot get system name")
	}
	wanted := ""
	for _, o := range opts {
		switch o.name {
		case "a":
			wanted += "snrvmo"
		case "sysname":
			wanted += "s"
		case "release":
			wanted += "r"
		default:
			wanted += o.name
		}
	}
	if wanted == "" {
		wanted = "s"
	}
	var list []string
	for _, field := range []struct{ letter, text string }{
		{"s", u.Sysname},
		{"n", u.Nodename},
		{"r", u.Release},
		{"v", u.Version},
		{"m", u.Machine},
		{"p", "unknown"},
		{"i", "unknown"},
		{"o", "GNU/Linux"},
	} {
		if strings.Contains(wanted, field.letter) {
			list = append(list, field.text)
		}
	}
	r.print(strings.Join(list, " "), "\n")
	return 0
}

func archMain(r *run) int {
	r.options("")
	u, err := linux.Uname()
	if err != nil {
		r.dieErr(1, err, "cannot get system name")
	}
	r.print(u.Machine, "\n")
	return 0
}

func hostnameMain(r *run) int {
	opts, words := r.options("a/alias A/all-fqdns b/boot d/domain f/fqdn /long F:/file i/ip-address " +
		"I/all-ip-addresses s/short y/yp /nis")
	if len(words) > 0 {
		r.die(1, "you must be root to change the host name")
	}
	u, err := linux.Uname()
	if err != nil {
		r.dieErr(1, err, "uname")
	}
	for _, o := range opts {
		switch o.name {
		case "s":
			short, _, _ := strings.Cut(u.Nodename, ".")
			r.print(short, "\n")
			return 0
		case "f", "long", "i":
			return r.hostAddress(u.Nodename, o.name == "i")
		case "I":
			r.print("\n")
			return 0
		case "d":
			_, domain, _ := strings.Cut(u.Nodename, ".")
			r.print(domain, "\n")
			return 0
		default:
			r.unsupported("-" + o.name)
		}
	}
	r.print(u.Nodename, "\n")
	return 0
}

func (r *run) hostAddress(name string, address bool) int {
	list, eai := linux.Getaddrinfo(name)
	if eai != 0 {
		r.die(1, "%s", linux.GaiText(eai))
	}
	if !address {
		r.print(name, "\n")
		return 0
	}
	var text []string
	for _, ip := range list {
		text = append(text, dotted(ip))
	}
	r.print(strings.Join(text, " "), "\n")
	return 0
}

func dotted(ip [4]byte) string {
	s := make([]string, 4)
	for i, b := range ip {
		s[i] = strconv.Itoa(int(b))
	}
	return strings.Join(s, ".")
}

func nprocMain(r *run) int {
	opts, words := r.options("/all /ignore:")
	all, ignore := false, uint64(0)
	for _, o := range opts {
		switch o.name {
		case "all":
			all = true
		case "ignore":
			n, ok := parseUint(o.value)
			if !ok {
				r.die(1, "invalid number to ignore: %s", r.curly(o.value))
			}
			ignore = n
		}
	}
	if len(words) > 0 {
		r.usage("extra operand %s", r.curly(words[0]))
	}
	n, err := linux.Affinity()
	if err != nil {
		n = 1
	}
	if !all {
		n = r.openMP(n)
	}
	r.printf("%d\n", max(1, n-int(min(ignore, uint64(n)))))
	return 0
}

// openMP lets the variables of OpenMP speak, as GNU's nproc does.
func (r *run) openMP(n int) int {
	limit := uint64(1 << 31)
	if v, ok := parseUint(strings.TrimSpace(r.getenv("OMP_THREAD_LIMIT"))); ok && v > 0 {
		limit = v
	}
	first, _, _ := strings.Cut(r.getenv("OMP_NUM_THREADS"), ",")
	if v, ok := parseUint(strings.TrimSpace(first)); ok && v > 0 {
		return int(min(v, limit))
	}
	return int(min(uint64(n), limit))
}
