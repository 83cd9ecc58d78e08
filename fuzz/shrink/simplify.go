package shrink

import "github.com/sandfault/sandfault/fuzz/workflow"

// simplify tries to take away what a step has beyond its operation: another session's name,
// environment, standard input, working directory, and most of a payload.
func (s *shrinker) simplify() {
	for i := 0; i < len(s.best.Steps); i++ {
		for _, change := range []func(*workflow.Step) bool{
			dropSession, dropEnv, dropStdin, dropCwd, dropMode, halvePayload,
		} {
			for s.change(i, change) {
			}
		}
	}
}

// change asks for the workflow with step i changed; it reports whether that was kept.
func (s *shrinker) change(i int, change func(*workflow.Step) bool) bool {
	c := edit(s.best)
	return change(&c.Steps[i]) && s.ask(c)
}

func dropSession(s *workflow.Step) bool {
	had := s.Session != ""
	s.Session = ""
	return had
}

func dropEnv(s *workflow.Step) bool {
	had := len(s.Env) > 0
	s.Env = nil
	return had
}

func dropStdin(s *workflow.Step) bool {
	had := s.Stdin != nil
	s.Stdin = nil
	return had
}

func dropCwd(s *workflow.Step) bool {
	had := s.Cwd != ""
	s.Cwd = ""
	return had
}

func dropMode(s *workflow.Step) bool {
	had := s.Mode != nil
	s.Mode = nil
	return had
}

// minPayload is a size in bytes below which a payload is small enough for a reader.
const minPayload = 64

func halvePayload(s *workflow.Step) bool {
	if len(s.Data) <= minPayload {
		return false
	}
	s.Data = s.Data[:len(s.Data)/2]
	return true
}
