package session

import "github.com/sandfault/sandfault/primitives"

// readlink returns where a link leads; what is none, or cannot be read, is no link.
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
