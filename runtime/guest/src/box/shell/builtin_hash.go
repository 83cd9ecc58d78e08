package shell

import (
	"maps"
	"slices"
	"strings"
)

// hashing is what hash was asked for.
type hashing struct {
	forget, drop, list, target bool
	path                       string
}

// hashBuiltin is hash: the programs that the shell remembers.
func hashBuiltin(sh *Shell, args []string) int {
	var h hashing
	rest, ok := sh.options(args, "dlp:rt", func(c byte, arg string) {
		switch c {
		case 'r':
			h.forget = true
		case 'd':
			h.drop = true
		case 'l':
			h.list = true
		case 't':
			h.target = true
		case 'p':
			h.path = arg
		}
	})
	if !ok {
		return 2
	}
	if !sh.opts[optHashall] && !sh.dash {
		return sh.fail("hashing disabled")
	}
	if h.forget {
		clear(sh.hashed)
	}
	if len(rest) == 0 && h.target {
		return sh.fail("-t: option requires an argument")
	}
	if len(rest) == 0 && !h.forget {
		return sh.showHashed(h.list)
	}
	status := 0
	for _, name := range rest {
		if !h.one(sh, name, len(rest) > 1) {
			status = sh.fail(name + ": not found")
		}
	}
	return status
}

// one does what was asked for with one name and reports whether there is such a program.
func (h *hashing) one(sh *Shell, name string, several bool) bool {
	known, ok := sh.hashed[name]
	switch {
	case h.path != "":
		sh.hashed[name] = hashedPath{path: h.path}
		return true
	case h.drop:
		delete(sh.hashed, name)
		return ok
	case h.target:
		if ok && several {
			sh.print(name, "\t")
		}
		if ok {
			sh.print(known.path, "\n")
		}
		return ok
	case strings.Contains(name, "/") || sh.findBuiltin(name) != nil || sh.funcs[name] != nil:
		return true
	}
	file := sh.searchPath(name, nil)
	if file != "" {
		sh.hashed[name] = hashedPath{path: file}
	}
	return file != ""
}

func (sh *Shell) showHashed(list bool) int {
	if len(sh.hashed) == 0 {
		if !sh.dash {
			sh.print("hash: hash table empty\n")
		}
		return 0
	}
	if !list && !sh.dash {
		sh.print("hits\tcommand\n")
	}
	const buckets = 256
	names := slices.Sorted(maps.Keys(sh.hashed))
	if !sh.dash {
		sortBuckets(names, buckets, func(string) int { return 0 })
	}
	for _, name := range names {
		h := sh.hashed[name]
		switch {
		case sh.dash:
			sh.print(h.path, "\n")
		case list:
			sh.print("builtin hash -p ", h.path, " ", name, "\n")
		default:
			hits := itoa(h.hits)
			sh.print(strings.Repeat(" ", max(0, 4-len(hits))), hits, "\t", h.path, "\n")
		}
	}
	return 0
}
