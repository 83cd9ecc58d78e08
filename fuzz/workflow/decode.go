package workflow

import (
	"math"
	"slices"

	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// maxFileBytes bounds a workflow's file.
const maxFileBytes = 64 << 20

// Parse reads a workflow's file. The name is used in errors only. An error tells every mistake, with
// its line; the profile section is kept as it is, and Resolve finds its mistakes.
func Parse(file string, data []byte) (*Workflow, error) {
	doc, err := strictyaml.Parse(file, data, maxFileBytes)
	if err != nil {
		return nil, err
	}
	w := &Workflow{File: file}
	known := []string{"id", "kind", "layer", "summary", "domain", "profile", "steps", "expect", "verified"}
	_, expects := doc.Root().Get("expect")
	doc.Root().Map(known, w.decodeKey)
	if !expects {
		w.Expect = make([]Expect, len(w.Steps))
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	for _, p := range w.Validate() {
		doc.Wrong(p.Key, p.Text, p.Fix)
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *Workflow) decodeKey(key string, v strictyaml.Value) bool {
	switch key {
	case "id":
		w.ID = v.Text()
	case "kind":
		w.Kind = v.Text()
	case "layer":
		w.Layer = v.Text()
	case "summary":
		w.Summary = v.Text()
	case "domain":
		w.Domain = v.Text()
	case "verified":
		w.Verified = v.Bool()
	case "profile":
		w.setProfile(v)
	case "steps":
		for _, e := range v.List(MaxSteps) {
			w.Steps = append(w.Steps, decodeStep(e))
		}
	case "expect":
		w.Expect = []Expect{}
		for _, e := range v.List(MaxSteps) {
			w.Expect = append(w.Expect, decodeExpect(e))
		}
	default:
		return false
	}
	return true
}

func (w *Workflow) setProfile(v strictyaml.Value) {
	switch {
	case v.IsMap() && len(v.Node().Content) > 0:
		w.Profile = v.Node()
	case !v.IsMap() && !v.IsNull():
		v.Wrong("want settings of a profile", "see docs/PROFILES.md")
	}
}

// decodeStep reads one step: a mapping with its operation as a key, and perhaps a session.
func decodeStep(v strictyaml.Value) Step {
	var s Step
	v.Map(append(opNames(), "session"), func(key string, val strictyaml.Value) bool {
		switch {
		case key == "session":
			s.Session = val.Text()
		case !slices.Contains(Ops(), Op(key)):
			return false
		case s.Op != "":
			val.Wrong("two operations in one step", "give each a step of its own")
		default:
			s.Op = Op(key)
			s.decode(val)
		}
		return true
	})
	if s.Op == "" && v.IsMap() {
		v.Wrong("a step without an operation", "give one of its keys, such as run")
	}
	return s
}

func (s *Step) decode(v strictyaml.Value) {
	switch s.Op {
	case OpParallel:
		for _, e := range v.List(MaxParallel) {
			s.Parallel = append(s.Parallel, decodeStep(e))
		}
	case OpRestart:
		v.Map(nil, func(string, strictyaml.Value) bool { return false })
	case OpRun:
		v.Map([]string{"cmd", "cwd", "env", "stdin", "stdin_base64", "timeout_s"}, s.decodeCommand)
		need(v, "cmd")
	case OpRunCode:
		v.Map([]string{"language", "code", "context", "cwd", "env", "stdin", "stdin_base64", "timeout_s"},
			s.decodeCommand)
		need(v, "language")
		need(v, "code")
	case OpWrite, OpUpload:
		v.Map([]string{"path", "path_base64", "content", "content_base64", "mode"}, s.decodeFile)
		needOne(v, "path", "path_base64")
		needOne(v, "content", "content_base64")
	default:
		v.Map([]string{"path", "path_base64"}, s.decodeFile)
		needOne(v, "path", "path_base64")
	}
}

func (s *Step) decodeCommand(key string, v strictyaml.Value) bool {
	switch {
	case key == "cmd" && s.Op == OpRun:
		s.Cmd = v.Text()
	case key == "code" && s.Op == OpRunCode:
		s.Code = v.Text()
	case key == "language" && s.Op == OpRunCode:
		s.Language = v.Word(Languages()...)
	case key == "context" && s.Op == OpRunCode:
		s.Context = v.Text()
		if s.Context == "" {
			v.Wrong("a context without a name", "name it, or leave it out for a fresh interpreter")
		}
	case key == "cwd":
		s.Cwd = v.Text()
	case key == "env":
		s.Env = decodeEnv(v)
	case key == "stdin" && s.Stdin == nil:
		s.Stdin = []byte(v.Text())
	case key == "stdin_base64" && s.Stdin == nil:
		s.Stdin = notNil(v.Base64())
	case key == "timeout_s":
		s.TimeoutNS = nanoseconds(v, 1e-9)
	default:
		return false
	}
	return true
}

func (s *Step) decodeFile(key string, v strictyaml.Value) bool {
	switch {
	case key == "path":
		s.Path = v.Text()
	case key == "path_base64":
		s.Path = string(v.Base64())
	case key == "content" && s.Op.Writes():
		s.Data = []byte(v.Text())
	case key == "content_base64" && s.Op.Writes():
		s.Data = notNil(v.Base64())
	case key == "mode" && s.Op.Writes():
		mode := v.Mode()
		s.Mode = &mode
	default:
		return false
	}
	return true
}

func decodeEnv(v strictyaml.Value) []EnvVar {
	var env []EnvVar
	v.Map(nil, func(name string, val strictyaml.Value) bool {
		e := EnvVar{Name: name}
		if !val.IsNull() {
			text := val.Text()
			e.Value = &text
		}
		env = append(env, e)
		return true
	})
	return env
}

func need(v strictyaml.Value, key string) {
	if _, ok := v.Get(key); !ok {
		v.Wrong("it lacks "+key, "")
	}
}

func needOne(v strictyaml.Value, a, b string) {
	_, hasA := v.Get(a)
	_, hasB := v.Get(b)
	if hasA == hasB {
		v.Wrong("it needs one of "+a+" and "+b, "")
	}
}

// nanoseconds reads seconds, from least on.
func nanoseconds(v strictyaml.Value, least float64) int64 {
	return int64(math.Round(v.Number(least, MaxTimeoutS) * 1e9))
}

// notNil keeps what is given and empty apart from what is not given.
func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
