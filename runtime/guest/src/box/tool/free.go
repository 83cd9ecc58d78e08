package tool

import (
	"strconv"
	"strings"
	"time"
)

func freeMain(r *run) int {
	opts, _ := r.options("b/bytes k/kibi m/mebi g/gibi /tera /kilo /mega /giga /tebi h/human /si " +
		"!l/lohi t/total !s: !c: w/wide " +
		"V !v/committed")
	unit, base, human, total, wide := int64(1024), int64(1024), false, false, false
	for _, o := range opts {
		switch o.name {
		case "b":
			unit = 1
		case "k":
			unit = 1 << 10
		case "m":
			unit = 1 << 20
		case "g":
			unit = 1 << 30
		case "tebi":
			unit = 1 << 40
		case "kilo":
			unit = 1e3
		case "mega":
			unit = 1e6
		case "giga":
			unit = 1e9
		case "tera":
			unit = 1e12
		case "h":
			human = true
		case "si":
			base = 1000
		case "t":
			total = true
		case "w":
			wide = true
		case "V":
			r.print("free from procps-ng 4.0.2\n")
			return 0
		}
	}
	if wide {
		r.unsupported("-w")
	}
	show := func(n int64) string {
		if human {
			return freeHuman(n, base)
		}
		return strconv.FormatInt(n/unit, 10)
	}
	m := func(name string) int64 { return procNumber("/proc/meminfo", name) * 1024 }
	cache := m("Buffers") + m("Cached") + m("SReclaimable")
	used := m("MemTotal") - m("MemAvailable")
	row := func(name string, values ...int64) {
		line := name + strings.Repeat(" ", 9-len(name))
		for _, v := range values {
			text := show(v)
			line += strings.Repeat(" ", max(0, 11-len(text))) + text + " "
		}
		r.print(strings.TrimRight(line, " "), "\n")
	}
	r.print("               total        used        free      shared  buff/cache   available\n")
	row("Mem:", m("MemTotal"), used, m("MemFree"), m("Shmem"), cache, m("MemAvailable"))
	row("Swap:", m("SwapTotal"), m("SwapTotal")-m("SwapFree"), m("SwapFree"))
	if total {
		row("Total:", m("MemTotal")+m("SwapTotal"), used+m("SwapTotal")-m("SwapFree"),
			m("MemFree")+m("SwapFree"))
	}
	return 0
}

// freeHuman is at most four characters and a unit.
func freeHuman(n, base int64) string {
	letters := "BKMGTP"
	v, power := float64(n), 0
	for v >= float64(base) && power < len(letters)-1 {
		v /= float64(base)
		power++
	}
	suffix := letters[power : power+1]
	if power > 0 && base == 1024 {
		suffix += "i"
	}
	if power > 0 && v < 10 {
		return strconv.FormatFloat(v, 'f', 1, 64) + suffix
	}
	return strconv.FormatFloat(float64(int64(v)), 'f', 0, 64) + suffix
}

func uptimeMain(r *run) int {
	opts, _ := r.options("p/pretty s/since V/version")
	up := procNumber("/proc/uptime", "")
	now := r.now()
	if len(opts) > 0 {
		switch opts[0].name {
		case "s":
			r.print(strftime("%Y-%m-%d %H:%M:%S", now.Add(-time.Duration(up)*time.Second)), "\n")
		case "p":
			r.print("up ", prettyUptime(up), "\n")
		case "V":
			r.print("uptime from procps-ng 4.0.2\n")
		}
		return 0
	}
	text := sprintf("%d min", up/60%60)
	if up >= 3600 {
		text = sprintf("%2d:%02d", up/3600%24, up/60%60)
	}
	if days := up / 86400; days > 0 {
		text = sprintf("%d day%s, ", days, map[bool]string{true: "s"}[days > 1]) + text
	}
	load, _ := readFile("/proc/loadavg")
	f := append(strings.Fields(string(load)), "0.00", "0.00", "0.00")
	r.print(strftime(" %H:%M:%S up ", now), text, ",  0 users,  load average: ", strings.Join(f[:3], ", "),
		"\n")
	return 0
}

func prettyUptime(up int64) string {
	var parts []string
	for _, u := range []struct {
		n    int64
		name string
	}{{up / 604800, "week"}, {up / 86400 % 7, "day"}, {up / 3600 % 24, "hour"}, {up / 60 % 60, "minute"}} {
		if u.n == 1 {
			parts = append(parts, "1 "+u.name)
		} else if u.n > 1 {
			parts = append(parts, strconv.FormatInt(u.n, 10)+" "+u.name+"s")
		}
	}
	if parts == nil {
		return "0 minutes"
	}
	return strings.Join(parts, ", ")
}
