package guest

import (
	_ "embed"
	"strings"
)

// applets are the names of box's programs: `make guests RECORD=1` writes them.
//
//go:embed applets.txt
var applets string

// Applets returns the names of box's programs, one file of /usr/bin each, sorted.
func Applets() []string { return strings.Fields(applets) }

// boxPrograms are Applets with what Debian links to them, and with the sizes that are not all tools'.
// Measured as a cgroup of Linux 6 is charged for each of twenty that wait: sleep 211 KiB, tail -f 235 KiB,
// bash 360 KiB.
func boxPrograms() []Program {
	links := map[string][]string{
		"bash": {Dir + "rbash"},
		"dash": {Dir + "sh"},
	}
	sizes, shared := map[string]int64{"bash": 384 << 10}, map[string]int64{"bash": 3200 << 10}
	names := Applets()
	list := make([]Program, len(names))
	for i, name := range names {
		list[i] = Program{Name: name, Links: links[name], Bytes: sizes[name], Shared: shared[name]}
	}
	return list
}
