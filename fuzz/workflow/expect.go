package workflow

import (
	"regexp"

	"github.com/sandfault/sandfault/primitives/strictyaml"
)

var sha256Hex = regexp.MustCompile(`^[0-9a-f]{64}$`)

func expectKeys() []string {
	return []string{
		"exit", "stdout", "stdout_base64", "stdout_sha256", "stdout_size", "stdout_contains",
		"stdout_not_contains", "stderr", "stderr_size", "stderr_contains", "timed_out", "truncated",
		"max_wall_s", "min_wall_s",
		"ok", "error", "content", "content_base64", "sha256", "size", "mode", "entries", "entries_base64",
		"errno", "note", "parallel",
	}
}

func decodeExpect(v strictyaml.Value) Expect {
	var e Expect
	v.Map(expectKeys(), func(key string, val strictyaml.Value) bool {
		return e.decodeRun(key, val) || e.decodeStreams(key, val) || e.decodeFile(key, val)
	})
	return e
}

// decodeRun reads what is expected of a command as a whole, and what is for readers.
func (e *Expect) decodeRun(key string, v strictyaml.Value) bool {
	switch key {
	case "exit":
		e.Exit = decodeExit(v)
	case "timed_out":
		e.TimedOut = new(v.Bool())
	case "truncated":
		e.Truncated = new(v.Bool())
	case "max_wall_s":
		e.MaxWallNS = new(nanoseconds(v, 0))
	case "min_wall_s":
		e.MinWallNS = new(nanoseconds(v, 0))
	case "errno":
		e.Errno = v.Text()
	case "note":
		e.Note = v.Text()
	case "parallel":
		for _, child := range v.List(MaxParallel) {
			e.Parallel = append(e.Parallel, decodeExpect(child))
		}
	default:
		return false
	}
	return true
}

func (e *Expect) decodeStreams(key string, v strictyaml.Value) bool {
	switch key {
	case "stdout":
		e.Stdout = new(v.Text())
	case "stdout_base64":
		e.StdoutBase64, e.HasStdoutBase64 = notNil(v.Base64()), true
	case "stdout_sha256":
		e.StdoutSHA256 = new(decodeSum(v))
	case "stdout_size":
		e.StdoutSize = new(v.Int(0, 1<<40))
	case "stdout_contains":
		e.StdoutContains = v.Texts(maxWords)
	case "stdout_not_contains":
		e.StdoutNotContains = v.Texts(maxWords)
	case "stderr":
		e.Stderr = new(v.Text())
	case "stderr_size":
		e.StderrSize = new(v.Int(0, 1<<40))
	case "stderr_contains":
		e.StderrContains = v.Texts(maxWords)
	default:
		return false
	}
	return true
}

// decodeFile reads what is expected of the file API.
func (e *Expect) decodeFile(key string, v strictyaml.Value) bool {
	switch key {
	case "ok":
		e.OK = new(v.Bool())
	case "error":
		e.Error = new(v.Text())
	case "content":
		e.Content = new(v.Text())
	case "content_base64":
		e.ContentBase64, e.HasContentBase64 = notNil(v.Base64()), true
	case "sha256":
		e.SHA256 = new(decodeSum(v))
	case "size":
		e.Size = new(v.Int(0, 1<<40))
	case "mode":
		e.Mode = new(v.Mode())
	case "entries":
		e.Entries, e.HasEntries = v.Texts(MaxTextBytes), true
	case "entries_base64":
		e.HasEntries = true
		for _, name := range v.List(MaxTextBytes) {
			e.Entries = append(e.Entries, string(name.Base64()))
		}
	default:
		return false
	}
	return true
}

func decodeExit(v strictyaml.Value) []int {
	if !v.IsList() {
		return []int{int(v.Int(0, 255))}
	}
	var codes []int
	for _, e := range v.List(256) {
		codes = append(codes, int(e.Int(0, 255)))
	}
	if len(codes) == 0 {
		v.Wrong("no code at all", "name one, or leave it out")
	}
	return codes
}

func decodeSum(v strictyaml.Value) string {
	s := v.Text()
	if s != "" && !sha256Hex.MatchString(s) {
		v.Wrong("not a SHA-256", "write 64 hex digits in lower case")
	}
	return s
}
