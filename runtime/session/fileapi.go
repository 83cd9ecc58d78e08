package session

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// defaultPayload is the most that one transfer may carry where the profile says nothing, bytes.
const defaultPayload = 100_000_000

// chunk is how much the file API moves with one call, bytes.
const chunk = 1 << 20

// file serves the operations on files. They are system calls of PID 1 under the file API's
// identity, so modes, mounts and quotas apply as to a guest; the rules of checkPath come first.
func (s *Session) file(q *Request) Response {
	name, err := s.checkPath(q)
	if err == nil {
		err = s.checkPayload(int64(len(q.Data)), q.Path)
	}
	if err != nil {
		r := failed(err)
		r.Message = s.words(q, err)
		return r
	}
	var r Response
	switch q.Op {
	case OpWrite, OpUpload:
		r = s.write(name, q)
	case OpRead, OpDownload:
		r = s.read(name, q.Path)
	case OpList:
		r = s.list(name)
	case OpRemove:
		r = s.remove(name)
	default:
		r = failed(primitives.ENOSYS)
	}
	if r.Err != primitives.OK && r.Message == "" {
		r.Message = s.words(q, r.Err)
	}
	return r
}

// words is what the tool layer says of an error, as the providers' layers do.
func (s *Session) words(q *Request, err error) string {
	c := primitives.CauseOf(err)
	if c != nil && c.Primitive == primitives.Interface && c.Rule == "relative-only" {
		return "Invalid file path: potential path traversal detected"
	}
	if primitives.ErrnoOf(err) == primitives.ENOENT {
		return fmt.Sprintf("File %s not found", q.Path)
	}
	return fmt.Sprintf("%s: %s", q.Path, primitives.ErrnoOf(err).Text())
}

// checkPath applies the interface's rules and returns the absolute path to use.
func (s *Session) checkPath(q *Request) (string, error) {
	if q.Path == "" {
		return "", primitives.ENOENT
	}
	if strings.IndexByte(q.Path, 0) >= 0 {
		return "", primitives.EINVAL
	}
	rules := &s.profile.Interface
	climbs := slices.Contains(strings.Split(q.Path, "/"), "..")
	_, lax := s.profile.HasFault("dotdot-allowed")
	if rules.RelativeOnly && (path.IsAbs(q.Path) || climbs && !lax) {
		return "", primitives.Deny(primitives.EACCES, primitives.Interface, "relative-only", q.Path)
	}
	name := q.Path
	if !path.IsAbs(name) {
		name = strings.TrimSuffix(s.fileRoot(), "/") + "/" + name
	}
	if len(rules.AllowedDirs) == 0 || lax && climbs {
		return name, nil
	}
	return name, s.checkAllowed(name, rules.AllowedDirs)
}

func (s *Session) fileRoot() string {
	if r := s.profile.Interface.RelativeTo; r != "" {
		return r
	}
	return s.profile.Paths.Cwd
}

// checkAllowed decides after links are resolved: a link inside an allowed directory may lead out.
func (s *Session) checkAllowed(name string, dirs []string) error {
	resolved, err := primitives.Realpath(name, s.readlink)
	if err != nil {
		return err
	}
	for _, d := range dirs {
		allowed, err := primitives.Realpath(d, s.readlink)
		if err == nil && primitives.Within(resolved, allowed) {
			return nil
		}
	}
	return primitives.Deny(primitives.EACCES, primitives.Interface, "allowed-dirs", name)
}

func (s *Session) checkPayload(size int64, name string) error {
	limit := s.profile.Interface.MaxPayloadBytes
	if limit == 0 {
		limit = defaultPayload
	}
	if size > limit {
		detail := fmt.Sprintf("%s: %d bytes, the limit is %d", name, size, limit)
		return primitives.Deny(primitives.EFBIG, primitives.Interface, "payload", detail)
	}
	return nil
}

// write stores a file: parents are made, an existing file is rewritten in place, so that its
// mode, links and inode stay.
func (s *Session) write(name string, q *Request) Response {
	s.mkdirs(path.Dir(name))
	flags := int64(primitives.O_WRONLY | primitives.O_CREAT | primitives.O_TRUNC | primitives.O_CLOEXEC)
	fd := s.call(&primitives.Call{
		No: primitives.SysOpenat, Args: [6]int64{primitives.AT_FDCWD, 0, flags, 0o666}, Path: name,
	})
	if fd.Errno != primitives.OK {
		return failed(fd.Err())
	}
	err := s.writeAll(fd.Val, q.Data)
	if err == nil && q.Mode != nil {
		r := s.call(&primitives.Call{No: primitives.SysFchmod, Args: [6]int64{fd.Val, int64(*q.Mode)}})
		err = r.Err()
	}
	if r := s.closeFD(fd.Val); err == nil {
		err = r.Err()
	}
	if err != nil {
		return failed(err)
	}
	return Response{}
}

// mkdirs makes what is missing of a directory's path. Its errors are left to the open that
// follows, which fails for the same reason and with the same errno.
func (s *Session) mkdirs(dir string) {
	var missing []string
	for ; dir != "/" && dir != "."; dir = path.Dir(dir) {
		var st primitives.Stat
		r := s.call(&primitives.Call{
			No: primitives.SysNewfstatat, Args: [6]int64{primitives.AT_FDCWD}, Path: dir, Stat: &st,
		})
		if r.Errno != primitives.ENOENT {
			break
		}
		missing = append(missing, dir)
	}
	for _, d := range slices.Backward(missing) {
		s.call(&primitives.Call{
			No: primitives.SysMkdirat, Args: [6]int64{primitives.AT_FDCWD, 0, 0o777}, Path: d,
		})
	}
}

func (s *Session) writeAll(fd int64, b []byte) error {
	for len(b) > 0 {
		part := b[:min(len(b), chunk)]
		r := s.call(&primitives.Call{
			No: primitives.SysWrite, Args: [6]int64{fd, 0, int64(len(part))}, In: part,
		})
		switch {
		case r.Errno != primitives.OK:
			return r.Err()
		case r.Val <= 0:
			return primitives.EIO
		}
		b = b[r.Val:]
	}
	return nil
}

func (s *Session) closeFD(fd int64) primitives.Result {
	return s.call(&primitives.Call{No: primitives.SysClose, Args: [6]int64{fd}})
}

func (s *Session) read(name, shown string) Response {
	fd := s.call(&primitives.Call{
		No: primitives.SysOpenat, Path: name,
		Args: [6]int64{primitives.AT_FDCWD, 0, primitives.O_RDONLY | primitives.O_CLOEXEC},
	})
	if fd.Errno != primitives.OK {
		return failed(fd.Err())
	}
	defer s.closeFD(fd.Val)
	var st primitives.Stat
	r := s.call(&primitives.Call{No: primitives.SysFstat, Args: [6]int64{fd.Val}, Stat: &st})
	if r.Errno != primitives.OK {
		return failed(r.Err())
	}
	if st.IsDir() {
		return failed(primitives.EISDIR)
	}
	if err := s.checkPayload(st.Size, shown); err != nil {
		return failed(err)
	}
	data, err := s.readAll(fd.Val, shown, st.Size)
	if err != nil {
		return failed(err)
	}
	return Response{Data: data, Mode: st.Mode &^ primitives.S_IFMT}
}

// readAll reads to the end of the file, which may lie beyond the size that stat told: files of
// /proc have none, devices no end.
func (s *Session) readAll(fd int64, shown string, size int64) ([]byte, error) {
	data := make([]byte, 0, size+1)
	for {
		buf := make([]byte, min(chunk, max(4096, size+1-int64(len(data)))))
		r := s.call(&primitives.Call{
			No: primitives.SysRead, Args: [6]int64{fd, 0, int64(len(buf))}, Out: buf,
		})
		switch {
		case r.Errno != primitives.OK:
			return nil, r.Err()
		case r.Val == 0:
			return data, nil
		}
		data = append(data, buf[:r.Val]...)
		if err := s.checkPayload(int64(len(data)), shown); err != nil {
			return nil, err
		}
	}
}

func (s *Session) remove(name string) Response {
	call := &primitives.Call{No: primitives.SysUnlinkat, Args: [6]int64{primitives.AT_FDCWD}, Path: name}
	r := s.call(call)
	if r.Errno == primitives.EISDIR {
		call.Args[2] = primitives.AT_REMOVEDIR
		r = s.call(call)
	}
	if r.Errno != primitives.OK {
		return failed(r.Err())
	}
	return Response{}
}
