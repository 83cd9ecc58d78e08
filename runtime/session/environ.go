package session

import "slices"

// environ returns the variables of a command: the profile's, with the request's changes. The order
// is PATH, HOME, the profile's own, then what the request adds.
func (s *Session) environ(q *Request) []string {
	var names []string
	values := map[string]string{}
	set := func(name, value string) {
		if _, have := values[name]; !have {
			names = append(names, name)
		}
		values[name] = value
	}
	unset := func(name string) {
		delete(values, name)
		names = slices.DeleteFunc(names, func(n string) bool { return n == name })
	}
	set("PATH", s.profile.Paths.Search)
	set("HOME", s.home(q))
	for _, v := range s.profile.Env.Vars {
		set(v.Name, v.Value)
	}
	for _, n := range s.profile.Env.Unset {
		unset(n)
	}
	for _, c := range q.Env {
		if c.Remove {
			unset(c.Name)
			continue
		}
		set(c.Name, c.Value)
	}
	env := make([]string, len(names))
	for i, n := range names {
		env[i] = n + "=" + values[n]
	}
	return env
}

// home is the home of the command's user, as container engines find it: "/" for one that nobody knows.
func (s *Session) home(q *Request) string {
	switch {
	case q.User == nil || q.User.UID == s.profile.Identity.UID:
		return s.profile.Identity.Home
	case q.User.UID == 0:
		return "/root"
	default:
		return "/"
	}
}
