package primitives

import "strings"

// maxLinks bounds the links that one path may lead through, path_resolution(7).
const maxLinks = 40

// Realpath resolves every link of an absolute path, as realpath(3) does, but takes components that are not
// there as they stand. It ends with ELOOP after too many links. Readlink returns where a link leads, and
// false for what is none.
func Realpath(name string, readlink func(string) (string, bool)) (string, error) {
	rest := strings.Split(name, "/")
	done := ""
	for links := 0; len(rest) > 0; {
		c := rest[0]
		rest = rest[1:]
		switch c {
		case "", ".":
			continue
		case "..":
			done = done[:max(0, strings.LastIndexByte(done, '/'))]
			continue
		}
		target, isLink := readlink(done + "/" + c)
		if !isLink {
			done += "/" + c
			continue
		}
		if links++; links > maxLinks {
			return "", ELOOP
		}
		if strings.HasPrefix(target, "/") {
			done = ""
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	if done == "" {
		return "/", nil
	}
	return done, nil
}

// Within reports whether name is dir or lies below it; both are absolute and resolved.
func Within(name, dir string) bool {
	return dir == "/" || name == dir || strings.HasPrefix(name, dir+"/")
}
