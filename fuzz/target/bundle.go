package target

import (
	"encoding/binary"
	"errors"
	"slices"
)

// ErrLog is returned for a recorded log that cannot be read.
var ErrLog = errors.New("damaged event log")

// bundle packs the logs of a run's sessions, sorted by name: a name and a log, each with its
// length as a uvarint in front.
func bundle(logs map[string][]byte) []byte {
	names := make([]string, 0, len(logs))
	for n := range logs {
		names = append(names, n)
	}
	slices.Sort(names)
	var out []byte
	for _, n := range names {
		for _, part := range [][]byte{[]byte(n), logs[n]} {
			out = binary.AppendUvarint(out, uint64(len(part)))
			out = append(out, part...)
		}
	}
	return out
}

// unbundle reads what bundle wrote.
func unbundle(b []byte) (map[string][]byte, error) {
	logs := map[string][]byte{}
	next := func() ([]byte, bool) {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > uint64(len(b)-size) {
			return nil, false
		}
		part := b[size : size+int(n)]
		b = b[size+int(n):]
		return part, true
	}
	for len(b) > 0 {
		name, ok := next()
		if !ok {
			return nil, ErrLog
		}
		log, ok := next()
		if !ok {
			return nil, ErrLog
		}
		logs[string(name)] = log
	}
	if len(logs) == 0 {
		return nil, ErrLog
	}
	return logs, nil
}
