package tool

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const clockTicks = 100 // of /proc/*/stat, a second

// process is what /proc tells of one.
type process struct {
	pid, ppid, pgrp, session, tty, tpgid int
	state                                string
	comm                                 string
	args                                 []string
	utime, stime, start                  int64 // ticks
	priority, nice, threads              int
	vsize, rss                           int64 // bytes
	flags                                int64
	uid, euid, gid, egid                 int
}

// processes lists all that /proc shows, by pid.
func processes() []*process {
	list, err := linux.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var all []*process
	for _, e := range list {
		pid, err := strconv.Atoi(e.Name)
		if err != nil {
			continue
		}
		if p := readProcess(pid); p != nil {
			all = append(all, p)
		}
	}
	sortProcesses(all, func(a, b *process) bool { return a.pid < b.pid })
	return all
}

func readProcess(pid int) *process {
	dir := "/proc/" + strconv.Itoa(pid) + "/"
	stat, err := readFile(dir + "stat")
	if err != nil {
		return nil
	}
	p := &process{pid: pid}
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 0 || end < open {
		return nil
	}
	p.comm = string(stat[open+1 : end])
	f := strings.Fields(string(stat[end+1:]))
	number := func(i int) int64 { // fields as proc(5) counts them, from 3
		if i-3 >= len(f) {
			return 0
		}
		n, _ := strconv.ParseInt(f[i-3], 10, 64)
		return n
	}
	if len(f) > 0 {
		p.state = f[0]
	}
	p.ppid, p.pgrp, p.session = int(number(4)), int(number(5)), int(number(6))
	p.tty, p.tpgid, p.flags = int(number(7)), int(number(8)), number(9)
	p.utime, p.stime = number(14), number(15)
	p.priority, p.nice, p.threads = int(number(18)), int(number(19)), int(number(20))
	p.start, p.vsize, p.rss = number(22), number(23), number(24)*4096
	if line, err := readFile(dir + "cmdline"); err == nil && len(line) > 0 {
		p.args = strings.Split(strings.TrimRight(string(line), "\x00"), "\x00")
	}
	if status, err := readFile(dir + "status"); err == nil {
		p.readIDs(string(status))
	}
	return p
}

func (p *process) readIDs(status string) {
	for line := range strings.SplitSeq(status, "\n") {
		f := strings.Fields(line)
		if len(f) < 3 {
			continue
		}
		switch f[0] {
		case "Uid:":
			p.uid, p.euid = atoi(f[1]), atoi(f[2])
		case "Gid:":
			p.gid, p.egid = atoi(f[1]), atoi(f[2])
		}
	}
}

// command is the command line, or the name in brackets of what has none.
func (p *process) command() string {
	text := "[" + p.comm + "]"
	if len(p.args) > 0 {
		text = graphic(strings.Join(p.args, " "), true)
	}
	if p.state == "Z" {
		text = "[" + p.comm + "] <defunct>"
	}
	return text
}

// sortProcesses is an insertion sort, for the lists are short and nearly sorted.
func sortProcesses(list []*process, less func(a, b *process) bool) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && less(list[j], list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// procNumber reads "Name: 123" or the first number of a file.
func procNumber(path, name string) int64 {
	text, err := readFile(path)
	if err != nil {
		return 0
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		f := strings.Fields(strings.ReplaceAll(line, ":", " "))
		if len(f) > 0 && name == "" {
			n, _ := strconv.ParseFloat(f[0], 64)
			return int64(n)
		}
		if len(f) > 1 && f[0] == name {
			n, _ := strconv.ParseInt(f[1], 10, 64)
			return n
		}
	}
	return 0
}
