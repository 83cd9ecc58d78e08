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
func boxPrograms() []Program {
	links := map[string][]string{
		"bash": {Dir + "rbash"},
		"dash": {Dir + "sh"},
	}
	sizes := map[string]int64{"bash": 3584 << 10}
	names := Applets()
	list := make([]Program, len(names))
	for i, name := range names {
		list[i] = Program{Name: name, Links: links[name], Bytes: sizes[name]}
	}
	return list
}
