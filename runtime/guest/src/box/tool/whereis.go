package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// whereisMain finds the programs of a name. Manual pages and sources there are none of in a sandbox.
func whereisMain(r *run) int {
	opts, words := r.options("b/ m/ s/ u/ g/ l/ !B: !M: !S: !f/ h/help V/version")
	binaries := true
	for _, o := range opts {
		switch o.name {
		case "m", "s":
			binaries = slices.ContainsFunc(opts, func(o option) bool { return o.name == "b" })
		case "u", "g", "l":
			r.unsupported("-" + o.name)
		case "h":
			r.help()
		case "V":
			r.print("whereis from util-linux 2.38.1\n")
			return 0
		}
	}
	if len(words) == 0 {
		r.message("not enough arguments")
		r.usage("")
	}
	for _, word := range words {
		name := baseName(word)
		r.print(name, ":")
		if binaries {
			for _, path := range r.binaries(name) {
				r.print(" ", path)
			}
		}
		r.print("\n")
	}
	return 0
}

// binaries are the places where a program of that name is, the standard ones first, then those of PATH; one
// of several names of a directory.
func (r *run) binaries(name string) []string {
	dirs := []string{
		"/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/etc", "/usr/etc",
		"/lib", "/lib32",
		"/lib64", "/usr/games", "/usr/games/bin", "/usr/games/lib", "/usr/local/bin", "/usr/local/sbin",
		"/usr/local/etc",
		"/usr/local/lib", "/usr/local/games", "/usr/ucb", "/usr/share", "/opt",
	}
	var found []string
	var seen []uint64
	for _, dir := range append(dirs, strings.Split(r.getenv("PATH"), ":")...) {
		st, err := linux.Stat(dir)
		if err != nil || slices.Contains(seen, st.Ino) {
			continue
		}
		seen = append(seen, st.Ino)
		if _, err := linux.Stat(dir + "/" + name); err == nil {
			found = append(found, dir+"/"+name)
		}
	}
	return found
}
