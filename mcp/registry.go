package mcp

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// registry holds the sessions that are running, by id.
type registry struct {
	mu     sync.Mutex
	byID   map[string]*live
	last   int // number of the session that started last
	closed bool
}

// add admits a session under the id that name gives it, if there is room.
func (r *registry) add(l *live, name func() (string, error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return problemf(codeClosing, "%v", errClosing)
	case len(r.byID) >= maxSessions:
		return problemf(codeLimit, "%d sessions are running, as many as there may be: stop one", maxSessions)
	}
	id, err := name()
	if err != nil {
		return err
	}
	if r.byID == nil {
		r.byID = map[string]*live{}
	}
	l.id = id
	r.byID[id] = l
	return nil
}

// get returns a running session, or nil.
func (r *registry) get(id string) *live {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byID[id]
}

// remove forgets a session.
func (r *registry) remove(l *live) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.byID, l.id)
}

// close admits no more sessions, and returns those that are running.
func (r *registry) close() []*live {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	all := r.inOrder()
	clear(r.byID)
	return all
}

// inOrder returns the sessions in the order of their start. The caller holds the lock.
func (r *registry) inOrder() []*live {
	return slices.SortedFunc(maps.Values(r.byID), func(a, b *live) int { return a.number - b.number })
}

// ids returns the ids of the sessions that are running, in the order of their start.
func (r *registry) ids() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	ids := []string{}
	for _, l := range r.inOrder() {
		ids = append(ids, l.id)
	}
	return ids
}

// placeKey is the key under which a context carries the place that a call took when it arrived.
type placeKey struct{}

// arrive takes a place before a session's door for a call that has come but is not served yet, so that calls
// are served in the order in which they came. leave gives the place up, if the call has not.
func (s *Server) arrive(ctx context.Context, id string) (_ context.Context, leave func()) {
	l := s.sessions.get(id)
	if l == nil {
		return ctx, func() {}
	}
	p := l.door.reserve(maxWaiting)
	if p == nil {
		return ctx, func() {} // enter says so
	}
	return context.WithValue(ctx, placeKey{}, p), p.leave
}

// notInTurn says why a call was not served.
const notInTurn = "the call was ended before its turn came: %v"

// enter finds a session and waits until it is the call's turn. The call must leave.
func (s *Server) enter(ctx context.Context, id string) (_ *live, leave func(), err error) {
	l := s.sessions.get(id)
	if l == nil {
		return nil, nil, problemf(codeSession, "no session %q is running; start_session starts one",
			shortened(id))
	}
	p, taken := ctx.Value(placeKey{}).(*place)
	if !taken || p.door != &l.door {
		p = l.door.reserve(maxWaiting)
	}
	if p == nil {
		return nil, nil, problemf(codeLimit, "%d calls wait for the session %s already", maxWaiting, id)
	}
	if err := p.wait(ctx); err != nil {
		return nil, nil, problemf(codeUndone, notInTurn, err)
	}
	return l, p.leave, nil
}
