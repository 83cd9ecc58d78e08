package session

import "slices"

// parallel plays requests that were made at the same time. Commands start in list order and run
// side by side; operations on files are short, and are served in list order before them.
func (s *Session) parallel(qs []*Request) []Response {
	out := make([]Response, len(qs))
	var cmds []*Request
	var at []int
	for i, q := range qs {
		if q.Op.runs() {
			cmds, at = append(cmds, q), append(at, i)
			continue
		}
		out[i] = s.one(q)
	}
	if len(cmds) == 0 || s.expired() {
		for _, i := range at {
			out[i] = s.one(qs[i])
		}
		return out
	}
	s.machine.TakeDenials()
	answers := s.run(cmds)
	denials := s.machine.TakeDenials() // whose they are cannot be told: all were running
	for j, i := range at {
		answer := answers[j]
		out[i] = Chain(func(*Request) Response { return answer }, middlewares(s.profile)...)(qs[i])
		out[i].Denials = distinct(append(slices.Clip(denials), out[i].Denials...))
	}
	return out
}
