package tool

import (
	_ "embed" // the table below
	"slices"
	"strings"
)

// interfaceText has what the programs say of themselves: a paragraph a program, its name first;
// then its version (v), the year of its copyright (y), its authors (w), how it is called (u) and
// its long options in the order of its own table (l).
//
//go:embed interface.txt
var interfaceText string

// about returns the lines of one kind that the table has for this tool.
func (r *run) about(kind string) []string {
	_, text, ok := strings.Cut("\n\n"+interfaceText, "\n\n"+r.which+"\n")
	if !ok {
		return nil
	}
	text, _, _ = strings.Cut(text, "\n\n")
	var found []string
	for line := range strings.SplitSeq(text, "\n") {
		if s, ok := strings.CutPrefix(line, kind+" "); ok {
			found = append(found, s)
		}
	}
	return found
}

// table returns the tool's options as its own program orders them, since messages list them so.
// Those that ours does not know are marked missing.
func (r *run) table(specs []optionSpec) []optionSpec {
	names := strings.Fields(strings.Join(r.about("l"), " "))
	var all []optionSpec
	for _, name := range names {
		i := slices.IndexFunc(specs, func(s optionSpec) bool { return s.long == name })
		switch {
		case i >= 0:
			all = append(all, specs[i])
		case name == "help", name == "version":
			all = append(all, optionSpec{long: name})
		default:
			all = append(all, optionSpec{long: name, missing: true})
		}
	}
	for _, s := range specs {
		if s.long != "" && !slices.Contains(names, s.long) {
			all = append(all, s)
		}
	}
	if len(names) == 0 {
		all = append(all, optionSpec{long: "help"}, optionSpec{long: "version"})
	}
	return all
}
