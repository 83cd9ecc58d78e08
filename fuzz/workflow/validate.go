package workflow

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/sandfault/sandfault/primitives"
)

// Limits on workflows. They hold for what is read and for what programs put together.
const (
	MaxSteps     = 1000
	MaxParallel  = 64
	MaxSessions  = 16 // beside the main one
	MaxDataBytes = 32 << 20
	MaxTextBytes = 4 << 20 // of a command or of code; Linux takes 131,071 bytes in one argument
	MaxPathBytes = 64 << 10
	MaxEnv       = 1000
	MaxTimeoutS  = 1e6
	maxWords     = 1000 // in any list of an expectation
	maxName      = 200  // bytes of an id or of another short word
)

// Problem is one mistake in a workflow.
type Problem struct {
	Key  string // where, such as "steps[2].run.cmd"
	Text string // what is wrong
	Fix  string // how to mend it
}

// Error renders the problem as one line.
func (p *Problem) Error() string {
	s := p.Key + ": " + p.Text
	if p.Fix != "" {
		s += "; " + p.Fix
	}
	return s
}

// Validate returns every mistake in the workflow but those of its profile section, which Resolve finds.
func (w *Workflow) Validate() []Problem {
	var c checker
	c.word("id", w.ID)
	if w.ID == "" {
		c.add("id", "it is missing", "name the workflow")
	}
	c.text("kind", w.Kind, maxName)
	c.text("layer", w.Layer, maxName)
	c.text("domain", w.Domain, maxName)
	c.text("summary", w.Summary, MaxTextBytes)
	switch n := len(w.Steps); {
	case n == 0:
		c.add("steps", "there is none", "give one step at least")
	case n > MaxSteps:
		c.add("steps", fmt.Sprintf("%d steps", n), fmt.Sprintf("at most %d", MaxSteps))
	}
	if len(w.Steps) != len(w.Expect) {
		c.add("expect", fmt.Sprintf("%d expectations for %d steps", len(w.Expect), len(w.Steps)),
			"give one a step, {} where anything will do")
	}
	c.steps(w)
	return c.problems
}

func (c *checker) steps(w *Workflow) {
	for i := range w.Steps {
		key := fmt.Sprintf("steps[%d]", i)
		c.step(key, &w.Steps[i], false)
		if i < len(w.Expect) {
			c.expect(fmt.Sprintf("expect[%d]", i), &w.Expect[i], &w.Steps[i])
		}
	}
	if n := len(w.Sessions()); n > MaxSessions {
		c.add("steps", fmt.Sprintf("%d sessions beside the main one", n),
			fmt.Sprintf("at most %d", MaxSessions))
	}
}

// Sessions returns the names of the sessions beside the main one, in the order in which the
// steps name them.
func (w *Workflow) Sessions() []string {
	var names []string
	seen := map[string]bool{"": true}
	add := func(s *Step) {
		if !seen[s.Session] {
			seen[s.Session] = true
			names = append(names, s.Session)
		}
	}
	for i := range w.Steps {
		add(&w.Steps[i])
		for j := range w.Steps[i].Parallel {
			add(&w.Steps[i].Parallel[j])
		}
	}
	return names
}

type checker struct{ problems []Problem }

func (c *checker) add(key, text, fix string) {
	c.problems = append(c.problems, Problem{Key: key, Text: text, Fix: fix})
}

func (c *checker) text(key, s string, most int) {
	if len(s) > most {
		c.add(key, fmt.Sprintf("%d bytes", len(s)), fmt.Sprintf("at most %d", most))
	}
}

// word checks a name that stands in reports and file names.
func (c *checker) word(key, s string) {
	c.text(key, s, maxName)
	odd := func(r rune) bool { return r == '/' || unicode.IsSpace(r) || !unicode.IsPrint(r) }
	if strings.ContainsFunc(s, odd) {
		c.add(key, fmt.Sprintf("%q is not one word", s),
			"leave out white space, slashes and what cannot be printed")
	}
}

func (c *checker) step(key string, s *Step, nested bool) {
	c.word(key+".session", s.Session)
	inner := key + "." + string(s.Op)
	switch s.Op {
	case OpRun:
		c.command(inner, s)
		c.text(inner+".cmd", s.Cmd, MaxTextBytes)
	case OpRunCode:
		c.command(inner, s)
		c.text(inner+".code", s.Code, MaxTextBytes)
		if !knownLanguage(s.Language) {
			c.add(inner+".language", fmt.Sprintf("no language %q", s.Language),
				"known are python, bash, javascript")
		}
		c.context(inner, s)
	case OpWrite, OpUpload, OpRead, OpDownload, OpList, OpRemove:
		c.file(inner, s)
	case OpRestart:
		if nested {
			c.add(key, "a restart beside other steps", "give it a step of its own")
		}
	case OpParallel:
		c.parallel(key, s, nested)
	default:
		c.add(key, fmt.Sprintf("no operation %q", s.Op), primitives.Suggest(string(s.Op), opNames()))
	}
}

// context checks the use of a kept interpreter, which has its own environment from its start on.
func (c *checker) context(key string, s *Step) {
	if s.Context == "" {
		return
	}
	c.word(key+".context", s.Context)
	if s.Language != "python" {
		c.add(key+".context", "no interpreter of "+s.Language+" is kept",
			"leave the context out, or use python")
	}
	if s.Cwd != "" || len(s.Env) > 0 || s.Stdin != nil {
		c.add(key+".context", "cwd, env and stdin beside a context",
			"a context keeps its own: set them in the code, as by os.chdir and os.environ")
	}
}

func (c *checker) command(key string, s *Step) {
	c.text(key+".cwd", s.Cwd, MaxPathBytes)
	c.text(key+".stdin", string(s.Stdin), MaxDataBytes)
	if s.TimeoutNS < 0 || s.TimeoutNS > MaxTimeoutS*1e9 {
		c.add(key+".timeout_s", fmt.Sprintf("%v s", float64(s.TimeoutNS)/1e9),
			"give seconds, or leave it out")
	}
	if len(s.Env) > MaxEnv {
		c.add(key+".env", fmt.Sprintf("%d variables", len(s.Env)), fmt.Sprintf("at most %d", MaxEnv))
	}
	seen := map[string]bool{}
	for _, v := range s.Env {
		hasNUL := v.Value != nil && strings.ContainsRune(*v.Value, 0)
		if v.Name == "" || strings.ContainsAny(v.Name, "=\x00") || hasNUL {
			c.add(key+".env", fmt.Sprintf("%q is no variable that a program can be given", v.Name),
				"leave out NUL bytes, and = in names")
		}
		if seen[v.Name] {
			c.add(key+".env", fmt.Sprintf("%q stands twice", v.Name), "keep one")
		}
		seen[v.Name] = true
	}
}

func (c *checker) file(key string, s *Step) {
	if s.Path == "" {
		c.add(key+".path", "it is missing", "name a file")
	}
	c.text(key+".path", s.Path, MaxPathBytes)
	if len(s.Data) > MaxDataBytes {
		c.add(key+".content", fmt.Sprintf("%d bytes", len(s.Data)), fmt.Sprintf("at most %d", MaxDataBytes))
	}
	if s.Mode != nil && *s.Mode > 0o7777 {
		c.add(key+".mode", fmt.Sprintf("%#o is not a mode", *s.Mode),
			"give octal permission bits such as '0755'")
	}
}

func (c *checker) parallel(key string, s *Step, nested bool) {
	inner := key + ".parallel"
	switch n := len(s.Parallel); {
	case nested:
		c.add(key, "parallel steps within parallel steps", "put them side by side")
		return
	case n == 0:
		c.add(inner, "there is none", "give one step at least")
	case n > MaxParallel:
		c.add(inner, fmt.Sprintf("%d steps at once", n), fmt.Sprintf("at most %d", MaxParallel))
	}
	if s.Session != "" {
		c.add(key+".session", "parallel steps have no session of their own", "put it beside each of them")
	}
	busy := map[[2]string]bool{}
	for i := range s.Parallel {
		name := [2]string{s.Parallel[i].Session, s.Parallel[i].Context}
		if name[1] != "" && busy[name] {
			c.add(fmt.Sprintf("%s[%d].run_code.context", inner, i),
				fmt.Sprintf("%q is in use beside it", name[1]),
				"a context executes one text at a time: use two of them, or two steps")
		}
		busy[name] = true
		c.step(fmt.Sprintf("%s[%d]", inner, i), &s.Parallel[i], true)
	}
}

func (c *checker) expect(key string, e *Expect, s *Step) {
	if len(e.Parallel) > 0 && len(e.Parallel) != len(s.Parallel) {
		c.add(key+".parallel", fmt.Sprintf("%d expectations for %d steps", len(e.Parallel), len(s.Parallel)),
			"give one a step, {} where anything will do")
	}
	if e.Error != nil && *e.Error != "" {
		if _, ok := primitives.ErrnoByName(*e.Error); !ok {
			c.add(key+".error", fmt.Sprintf("no errno is called %q", *e.Error), "give a name such as ENOENT")
		}
	}
	for i, code := range e.Exit {
		if code < 0 || code > 255 {
			c.add(fmt.Sprintf("%s.exit[%d]", key, i), fmt.Sprintf("%d is no exit code", code),
				"give 0 to 255")
		}
	}
	for i := range e.Parallel {
		c.expect(fmt.Sprintf("%s.parallel[%d]", key, i), &e.Parallel[i], &Step{})
	}
}
