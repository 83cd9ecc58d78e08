package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// whichMain is debianutils' which: a script of few words.
func whichMain(r *run) int {
	all := false
	words := r.args
	for len(words) > 0 && strings.HasPrefix(words[0], "-") && words[0] != "-" {
		for _, c := range words[0][1:] {
			switch c {
			case 'a':
				all = true
			default:
				r.stderr("Illegal option -" + string(c) + "\n")
				r.print("Usage: /usr/bin/which [-a] args\n")
				return 2
			}
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return 1
	}
	status := 0
	for _, name := range words {
		found := false
		for _, p := range searchPath(name, dashEnviron()) {
			st, err := linux.Stat(p)
			if err != nil || !st.IsRegular() || linux.Access(p, primitives.X_OK) != nil {
				continue
			}
			r.print(p, "\n")
			found = true
			if !all {
				break
			}
		}
		if !found {
			status = 1
		}
	}
	return status
}

// dashEnviron is the environment of a script: dash sets PATH where there is none.
func dashEnviron() []string {
	env := environment(linux.Environ())
	if !slices.ContainsFunc(env, func(s string) bool { return strings.HasPrefix(s, "PATH=") }) {
		env.set("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
	}
	return env
}
