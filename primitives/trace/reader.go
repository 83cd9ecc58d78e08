package trace

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
)

// Reader reads the events of a recorded trace. It holds against hostile bytes: what it cannot
// read is an error that wraps ErrCorrupt, and it never allocates more than the trace's size.
type Reader struct {
	rest  []byte
	prev  int64
	index int
}

// NewReader checks the head of a trace.
func NewReader(recorded []byte) (*Reader, error) {
	rest, err := header(recorded)
	if err != nil {
		return nil, err
	}
	return &Reader{rest: rest}, nil
}

// Next returns the next event, or io.EOF after the last one.
func (r *Reader) Next() (Event, error) {
	if len(r.rest) == 0 {
		return Event{}, io.EOF
	}
	body, rest, err := split(r.rest)
	if err != nil {
		return Event{}, fmt.Errorf("event %d: %w", r.index, err)
	}
	e, err := decodeEvent(body, r.prev)
	if err != nil {
		return Event{}, fmt.Errorf("event %d: %w", r.index, err)
	}
	r.rest, r.prev = rest, e.Time
	r.index++
	return e, nil
}

// Decode returns the events of a trace in order. After an error there are no more; a
// trace without events is ErrEmpty.
func Decode(recorded []byte) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		r, err := NewReader(recorded)
		if err == nil && len(r.rest) == 0 {
			err = ErrEmpty
		}
		if err != nil {
			yield(Event{}, err)
			return
		}
		for {
			e, err := r.Next()
			if err == io.EOF { //nolint:errorlint // Next returns it bare
				return
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// split takes the first event, without its length, off the rest.
func split(b []byte) (body, rest []byte, err error) {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return nil, nil, fmt.Errorf("%w: cut short", ErrCorrupt)
	}
	return b[n : n+int(size)], b[n+int(size):], nil
}
