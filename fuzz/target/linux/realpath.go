//go:build linux && (amd64 || arm64)

package linux

import (
	"strings"

	"golang.org/x/sys/unix"
)

// maxLinks bounds the links that one path may lead through, path_resolution(7).
const maxLinks = 40

// realpath resolves every link of an absolute path, as realpath(3) does, but takes components that are not
// there as they stand. It ends with ELOOP after too many links.
func realpath(name string) (string, error) {
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
		buf := make([]byte, 4096)
		n, err := unix.Readlink(done+"/"+c, buf)
		if err != nil {
			done += "/" + c
			continue
		}
		if links++; links > maxLinks {
			return "", unix.ELOOP
		}
		target := string(buf[:n])
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

// within reports whether name is dir or lies below it; both are absolute and resolved.
func within(name, dir string) bool {
	return dir == "/" || name == dir || strings.HasPrefix(name, dir+"/")
}
