package session

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// maxLinks bounds the links that one path may lead through, path_resolution(7).
const maxLinks = 40

// realpath resolves every link of an absolute path by readlink calls, as realpath(3) does, but
// takes components that are not there as they stand. It ends with ELOOP after too many links.
func (s *Session) realpath(name string) (string, error) {
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
		target, isLink := s.readlink(done + "/" + c)
		if !isLink {
			done += "/" + c
			continue
		}
		if links++; links > maxLinks {
			return "", primitives.ELOOP
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

func (s *Session) readlink(name string) (target string, isLink bool) {
	buf := make([]byte, 4096)
	r := s.call(&primitives.Call{
		No: primitives.SysReadlinkat, Args: [6]int64{primitives.AT_FDCWD}, Path: name, Out: buf,
	})
	if r.Errno != primitives.OK {
		return "", false
	}
	return string(buf[:r.Val]), true
}

// within reports whether name is dir or lies below it; both are absolute and resolved.
func within(name, dir string) bool {
	return dir == "/" || name == dir || strings.HasPrefix(name, dir+"/")
}
