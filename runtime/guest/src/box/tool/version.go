package tool

import "strings"

// packageOf names the GNU package that a tool's version text speaks of.
func packageOf(name string) string {
	switch name {
	case "grep", "egrep", "fgrep":
		return "GNU grep) 3.8"
	case "sed":
		return "GNU sed) 4.9"
	case "find", "xargs":
		return "GNU findutils) 4.9.0"
	case "tar":
		return "GNU tar) 1.34"
	case "patch":
		return "GNU patch) 2.7.6"
	case "diff", "cmp":
		return "GNU diffutils) 3.8"
	}
	return "GNU coreutils) 9.1"
}

const licence = `License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.
This is free software: you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.
`

// version prints what this tool follows and ends it.
func (r *run) version() {
	name := r.which
	if strings.HasSuffix(name, "grep") {
		name = "grep"
	}
	r.print(name, " (", packageOf(name), "\nCopyright (C) 2022 Free Software Foundation, Inc.\n", licence)
	panic(exit(0))
}

// help has no more than the usage line: the text of the original is its authors'.
func (r *run) help() {
	r.print("Usage: ", r.name, " [OPTION]...\n")
	_ = r.out.Flush()
	r.unsupported("--help")
}
