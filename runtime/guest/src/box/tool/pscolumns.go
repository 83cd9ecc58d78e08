package tool

import (
	"strconv"
	"strings"
	"time"
)

func psNumber(header string, width int, of func(s *ps, p *process) int64) psColumn {
	return psColumn{header, width, false, func(s *ps, p *process) string {
		return strconv.FormatInt(of(s,
			p), 10)
	}}
}

func psText(header string, width int, of func(s *ps, p *process) string) psColumn {
	return psColumn{header, width, true, of}
}

// psColumns are the columns by the names that -o takes. The table is made once; what it says of a
// process it asks for when it is printed.
var psColumns = withAliases(map[string]psColumn{
	"pid":    psNumber("PID", 0, func(_ *ps, p *process) int64 { return int64(p.pid) }),
	"ppid":   psNumber("PPID", 0, func(_ *ps, p *process) int64 { return int64(p.ppid) }),
	"pgid":   psNumber("PGID", 0, func(_ *ps, p *process) int64 { return int64(p.pgrp) }),
	"sid":    psNumber("SID", 0, func(_ *ps, p *process) int64 { return int64(p.session) }),
	"tpgid":  psNumber("TPGID", 0, func(_ *ps, p *process) int64 { return int64(p.tpgid) }),
	"uid":    psNumber("UID", 5, func(_ *ps, p *process) int64 { return int64(p.euid) }),
	"gid":    psNumber("GID", 5, func(_ *ps, p *process) int64 { return int64(p.egid) }),
	"ni":     psNumber("NI", 3, func(_ *ps, p *process) int64 { return int64(p.nice) }),
	"pri":    psNumber("PRI", 3, func(_ *ps, p *process) int64 { return int64(39 - p.priority) }),
	"nlwp":   psNumber("NLWP", 4, func(_ *ps, p *process) int64 { return int64(p.threads) }),
	"vsz":    psNumber("VSZ", 6, func(_ *ps, p *process) int64 { return p.vsize / 1024 }),
	"rss":    psNumber("RSS", 5, func(_ *ps, p *process) int64 { return p.rss / 1024 }),
	"sz":     psNumber("SZ", 5, func(_ *ps, p *process) int64 { return p.vsize / 4096 }),
	"etimes": psNumber("ELAPSED", 7, func(s *ps, p *process) int64 { return s.elapsed(p) }),
	"times":  psNumber("TIME", 8, func(_ *ps, p *process) int64 { return (p.utime + p.stime) / clockTicks }),
	"c":      psNumber("C", 2, func(s *ps, p *process) int64 { return min(s.cpu(p)/10, 99) }),
	"f":      psNumber("F", 1, func(_ *ps, p *process) int64 { return p.flags >> 6 & 7 }),

	"%cpu": {"%CPU", 4, false, func(s *ps, p *process) string { return tenths(s.cpu(p)) }},
	"%mem": {"%MEM", 4, false, func(s *ps, p *process) string {
		return tenths(p.rss * 1000 / max(s.total,
			1))
	}},
	"time": {"TIME", 8, false, func(_ *ps, p *process) string {
		return psTime((p.utime +
			p.stime) / clockTicks)
	}},
	"bsdtime": {"TIME", 6, false, func(_ *ps, p *process) string {
		n := (p.utime + p.stime) / clockTicks
		return sprintf("%d:%02d", n/60, n%60)
	}},
	"etime":   {"ELAPSED", 11, false, func(s *ps, p *process) string { return psElapsed(s.elapsed(p)) }},
	"start":   {"START", 5, false, func(s *ps, p *process) string { return s.started(p) }},
	"stime":   {"STIME", 5, false, func(s *ps, p *process) string { return s.started(p) }},
	"user":    psText("USER", 8, func(s *ps, p *process) string { return s.userName(p.euid) }),
	"user8":   psText("USER", 8, func(s *ps, p *process) string { return s.userName(p.euid) }),
	"ruser":   psText("RUSER", 8, func(s *ps, p *process) string { return s.userName(p.uid) }),
	"group":   psText("GROUP", 8, func(s *ps, p *process) string { return nameOf(s.groups, p.egid) }),
	"tty":     psText("TT", 8, func(_ *ps, p *process) string { return psTTY(p.tty) }),
	"s":       psText("S", 1, func(_ *ps, p *process) string { return p.state }),
	"stat":    psText("STAT", 4, func(_ *ps, p *process) string { return psState(p) }),
	"ucmd":    psText("CMD", 15, func(_ *ps, p *process) string { return psName(p) }),
	"comm":    psText("COMMAND", 15, func(_ *ps, p *process) string { return psName(p) }),
	"args":    psText("COMMAND", 27, func(_ *ps, p *process) string { return p.command() }),
	"addr":    psText("ADDR", 4, func(*ps, *process) string { return "-" }),
	"addr_sz": psText("ADDR SZ", 7, func(_ *ps, p *process) string { return sprintf("-%6d", p.vsize/4096) }),
	"wchan":   psText("WCHAN", 6, func(*ps, *process) string { return "-" }),
	"lstart": {"STARTED", 24, false, func(s *ps, p *process) string {
		return strftime("%a %b %e %H:%M:%S %Y", s.startTime(p))
	}},
})

func withAliases(m map[string]psColumn) map[string]psColumn {
	for alias, name := range map[string]string{
		"pcpu": "%cpu", "pmem": "%mem", "cputime": "time", "command": "args", "cmd": "args", "tt": "tty",
		"tname": "tty",
		"vsize": "vsz", "rssize": "rss", "rsz": "rss", "nice": "ni", "state": "s", "euser": "user",
		"uname": "user",
		"pgrp":  "pgid", "sess": "sid", "session": "sid", "bsdstart": "start", "start_time": "stime",
		"ucomm": "comm", "euid": "uid",
		"egid": "gid", "egroup": "group", "thcount": "nlwp",
	} {
		c := m[name]
		switch alias {
		case "cmd":
			c.header = "CMD"
		case "tname":
			c.header = "TTY"
		case "egroup":
			c.header = "EGROUP"
		case "euid":
			c.header = "EUID"
		}
		m[alias] = c
	}
	return m
}

func tenths(n int64) string { return sprintf("%d.%d", n/10, n%10) }

func psName(p *process) string {
	if p.state == "Z" {
		return p.comm + " <defunct>"
	}
	return graphic(p.comm, true)
}

func (s *ps) userName(uid int) string {
	name := nameOf(s.accounts, uid)
	if len(name) > 8 {
		return name[:7] + "+"
	}
	return name
}

func (s *ps) startTime(p *process) time.Time {
	return time.Unix(s.boot+p.start/clockTicks, 0).In(s.now.Location())
}

func (s *ps) elapsed(p *process) int64 { return max(0, s.now.Unix()-s.boot-p.start/clockTicks) }

// cpu is the share of its life that a process has computed, in thousandths.
func (s *ps) cpu(p *process) int64 {
	return (p.utime + p.stime) * 1000 / clockTicks / max(s.elapsed(p), 1)
}

func (s *ps) started(p *process) string {
	t := s.startTime(p)
	switch {
	case s.now.Sub(t) < 24*time.Hour && s.now.Day() == t.Day():
		return strftime("%H:%M", t)
	case s.now.Year() == t.Year():
		return strftime("%b%d", t)
	}
	return strftime(" %Y", t)
}

func psTime(n int64) string {
	text := sprintf("%02d:%02d:%02d", n/3600%24, n/60%60, n%60)
	if n >= 86400 {
		return sprintf("%d-", n/86400) + text
	}
	return text
}

func psElapsed(n int64) string {
	text := sprintf("%02d:%02d", n/60%60, n%60)
	if n >= 3600 {
		text = sprintf("%02d:", n/3600%24) + text
	}
	if n >= 86400 {
		text = sprintf("%d-", n/86400) + text
	}
	return text
}

func psTTY(dev int) string {
	switch high, low := dev>>8&0xfff, dev&0xff|dev>>12&0xfff00; {
	case dev == 0:
		return "?"
	case high >= 136 && high < 144:
		return "pts/" + strconv.Itoa((high-136)*256+low)
	case high == 4:
		return "tty" + strconv.Itoa(low)
	}
	return "?"
}

func psState(p *process) string {
	var b strings.Builder
	b.WriteString(p.state)
	if p.nice < 0 {
		b.WriteByte('<')
	}
	if p.nice > 0 {
		b.WriteByte('N')
	}
	if p.session == p.pid {
		b.WriteByte('s')
	}
	if p.threads > 1 {
		b.WriteByte('l')
	}
	if p.tpgid != -1 && p.tpgid == p.pgrp {
		b.WriteByte('+')
	}
	return b.String()
}
