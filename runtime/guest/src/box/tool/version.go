package tool

import "strings"

const licence = `License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.
This is free software: you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.

`

// version prints what this tool follows and ends it.
func (r *run) version() {
	line := r.about("v")
	if len(line) == 0 {
		line = []string{r.which + " (GNU coreutils) 9.1"}
	}
	r.print(line[0], "\n")
	if year := r.about("y"); len(year) > 0 {
		r.print("Copyright (C) ", year[0], " Free Software Foundation, Inc.\n", licence,
			strings.Join(r.about("w"), "\n"), "\n")
	}
	panic(exit(0))
}

// help says how the tool is called and which options there are. The text of the original is its
// authors', so the run is marked; the exit code is the original's.
func (r *run) help(specs ...optionSpec) {
	unsupportedNote(r.which + " --help")
	ways := r.about("u")
	if len(ways) == 0 {
		ways = []string{r.name + " [OPTION]..."}
	}
	for i, way := range ways {
		r.print([]string{"Usage: ", "  or:  "}[min(i, 1)], way, "\n")
	}
	r.print("\nOptions:\n", describeAll(specs))
	panic(exit(0))
}

func describeAll(specs []optionSpec) string {
	text := ""
	for _, s := range specs {
		if !s.missing {
			text += "  " + s.describe() + "\n"
		}
	}
	return text
}

// describe is an option's line in the help: its letter, its name, and whether it has a value.
func (s *optionSpec) describe() string {
	text := "    "
	if len(s.letter) == 1 {
		text = "-" + s.letter + ", "
	}
	if s.long == "" {
		text = text[:2]
	} else {
		text += "--" + s.long
	}
	switch {
	case s.value == ':' && s.long != "":
		text += "=VALUE"
	case s.value == ':':
		text += " VALUE"
	case s.value == '?' && s.long != "":
		text += "[=VALUE]"
	case s.value == '?':
		text += "[VALUE]"
	}
	return text
}
