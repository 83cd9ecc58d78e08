package target

import (
	"sync"
	"time"
)

// stopwatch adds up the time in which at least one guest is prepared. It is safe for concurrent use.
type stopwatch struct {
	mu     sync.Mutex
	active int
	since  time.Time
	total  time.Duration
}

// around has a preparation's begin and end noted before they are told on.
func (s *stopwatch) around(tell func(name string) (ready func())) func(string) func() {
	return func(name string) func() {
		s.begin()
		ready := func() {}
		if tell != nil {
			ready = tell(name)
		}
		return func() {
			s.end()
			ready()
		}
	}
}

func (s *stopwatch) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active == 0 {
		s.since = time.Now()
	}
	s.active++
}

func (s *stopwatch) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active--; s.active == 0 {
		s.total += time.Since(s.since)
	}
}

func (s *stopwatch) elapsed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active == 0 {
		return s.total
	}
	return s.total + time.Since(s.since)
}
