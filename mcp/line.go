package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// line is one line of the protocol, without its end.
type line struct {
	text []byte
	// lost is the length of a line that was too long to keep; text holds its first bytes and tail its last
	// ones.
	lost int64
	tail []byte
}

// keptOfLost is how much of a line that is too long is kept at each end, bytes.
const keptOfLost = 1 << 10

// readLine reads one line of at most so many bytes. A longer one is read to its end and dropped, so that the
// next one is found. The last line need not end.
func readLine(r *bufio.Reader, most int) (line, error) {
	var l line
	for {
		part, err := r.ReadSlice('\n')
		l.add(bytes.TrimSuffix(part, []byte("\n")), most)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(l.text) > 0:
			return l, nil // the next call meets the end again
		}
		return l, err
	}
}

func (l *line) add(part []byte, most int) {
	switch {
	case l.lost > 0:
		l.lose(part)
	case len(l.text)+len(part) <= most:
		l.text = append(l.text, part...)
	default:
		whole := l.text
		l.text = append([]byte(nil), whole[:min(len(whole), keptOfLost)]...)
		l.lose(whole)
		l.lose(part)
	}
}

func (l *line) lose(part []byte) {
	l.lost += int64(len(part))
	l.tail = append(l.tail, part[max(0, len(part)-keptOfLost):]...)
	l.tail = l.tail[max(0, len(l.tail)-keptOfLost):]
}
