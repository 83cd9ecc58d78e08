//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// stream is one output of a command, as far as it is kept. What is beyond the limit is read and thrown
// away, as a command must not block on it.
type stream struct {
	file  *os.File // our end of the pipe; it does not block
	limit int64    // bytes
	kept  []byte
	cut   bool
}

const pipeSize = 64 << 10

// run reads to the end of the file, or until finishBy.
func (s *stream) run() {
	buf := make([]byte, pipeSize)
	for {
		n, err := s.file.Read(buf)
		s.take(buf[:n])
		if errors.Is(err, os.ErrDeadlineExceeded) {
			s.rest(buf)
		}
		if err != nil {
			return
		}
	}
}

// rest takes what is in the pipe already: the time may have been up before this goroutine had its turn. What
// is written meanwhile has no end, so there is a bound.
func (s *stream) rest(buf []byte) {
	raw, err := s.file.SyscallConn()
	if err != nil {
		return
	}
	for range 2 * maxPipe / pipeSize {
		var n int
		err := raw.Control(func(fd uintptr) { n, _ = unix.Read(int(fd), buf) })
		if err != nil || n <= 0 {
			return
		}
		s.take(buf[:n])
	}
}

// maxPipe is what a guest may make a pipe hold, fs.pipe-max-size of proc_sys_fs(5).
const maxPipe = 1 << 20

// finishBy ends the reading at a time.
func (s *stream) finishBy(t time.Time) {
	_ = s.file.SetReadDeadline(t) // fails only on a file that is closed already
}

func (s *stream) take(b []byte) {
	room := s.limit - int64(len(s.kept))
	if int64(len(b)) > room {
		b, s.cut = b[:room], true
	}
	s.kept = append(s.kept, b...)
}
