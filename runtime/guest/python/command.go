package python

import (
	"slices"
	"strconv"
	"strings"
)

// Start is a command line and an environment, taken apart: what acts on the interpreter's own start, so that
// interpreters with the same Kind can be started ahead and exchanged, and what is to be run.
type Start struct {
	Flags []string // options
	Env   []string // variables that act before the first line
	ASCII bool     // arguments are decoded as ASCII
	Job   Job
	Skip  int // arguments up to and with the one that Argv[0] stands for
}

// Job is what an interpreter runs; one of the pointers is set, or none for standard input.
type Job struct {
	Program                   string   // argv[0] of the process
	Argv                      []string // sys.argv
	Command, Module, Filename *string
}

// Options of the command line (Python/initconfig.c): those with an argument, and those that Parse does
// not understand, because they end before a first line or change what follows it.
const (
	optionsPlain    = "bBEIOPqRsSu"
	optionsWithText = "WX"
)

// Parse takes a command line apart. It is false for one that the interpreter has to read itself: unusual
// options, and mistakes.
func Parse(argv, env []string) (Start, bool) {
	s := Start{Env: acting(env)}
	if len(argv) == 0 || slices.ContainsFunc(s.Env, loud) {
		return s, false
	}
	s.Job.Program = argv[0]
	i := 1
	for i < len(argv) {
		arg := argv[i]
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			return s.script(argv, i), s.decided()
		}
		i++
		next, finished, ok := s.options(arg[1:], argv, i)
		if !ok {
			return s, false
		}
		if i = next; finished {
			return s, s.decided()
		}
	}
	s.Job.Argv, s.Skip = []string{""}, len(argv)
	return s, s.decided()
}

// options reads one argument of options; i is the next one. finished means that a command or module was read.
func (s *Start) options(letters string, argv []string, i int) (next int, finished, ok bool) {
	for n := 0; n < len(letters); n++ {
		c := letters[n]
		if strings.IndexByte(optionsPlain, c) >= 0 {
			s.Flags = append(s.Flags, "-"+string(c))
			continue
		}
		if strings.IndexByte(optionsWithText+"cm", c) < 0 {
			return i, false, false
		}
		text := letters[n+1:]
		if text == "" {
			if i == len(argv) {
				return i, false, false
			}
			text = argv[i]
			i++
		}
		switch c {
		case 'c':
			text += "\n"
			s.Job.Command = &text
		case 'm':
			s.Job.Module = &text
		default:
			s.Flags = append(s.Flags, "-"+string(c), text)
			return i, false, c != 'X' || silent(text)
		}
		s.Job.Argv = append([]string{"-" + string(c)}, argv[i:]...)
		s.Skip = i
		return i, true, true
	}
	return i, false, true
}

// silent reports whether an -X option says nothing at a start and changes nothing of what is imported ahead.
func silent(option string) bool {
	name, _, _ := strings.Cut(option, "=")
	switch name {
	case "utf8", "dev", "faulthandler", "int_max_str_digits", "no_debug_ranges", "warn_default_encoding":
		return true
	}
	return false
}

// script is a file to run, or "-" for standard input.
func (s *Start) script(argv []string, i int) Start {
	if argv[i] != "-" {
		s.Job.Filename = &argv[i]
	}
	s.Job.Argv = slices.Clone(argv[i:])
	s.Skip = i + 1
	return *s
}

// decided sets what follows from options and environment. It is false where the interpreter's memory would
// not be what a text in it is decoded to.
func (s *Start) decided() bool {
	s.ASCII = s.cLocale() && s.utf8Off()
	return true
}

func (s *Start) variable(name string) string {
	for _, e := range s.Env {
		if v, found := strings.CutPrefix(e, name+"="); found {
			return v
		}
	}
	return ""
}

func (s *Start) cLocale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := s.variable(name); v != "" {
			return v == "C" || v == "POSIX"
		}
	}
	return false
}

func (s *Start) utf8Off() bool {
	if slices.Contains(s.Flags, "utf8=0") {
		return true
	}
	v := s.variable("PYTHONUTF8")
	return v == "0" && !slices.Contains(s.Flags, "-E") && !slices.Contains(s.Flags, "-I")
}

// quiet are variables that act on a start, and of which it says nothing. Others of that kind the interpreter
// has to read itself.
//
//nolint:gochecknoglobals // an immutable table
var quiet = []string{
	"PYTHONUTF8", "PYTHONIOENCODING", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED",
	"PYTHONOPTIMIZE", "PYTHONWARNINGS", "PYTHONDEVMODE", "PYTHONCOERCECLOCALE", "PYTHONSAFEPATH",
	"PYTHONINTMAXSTRDIGITS", "PYTHONNODEBUGRANGES", "PYTHONFAULTHANDLER", "PYTHONNOUSERSITE",
}

// late are variables that act only after an interpreter was taken over.
//
//nolint:gochecknoglobals // an immutable table
var late = []string{"PYTHONPATH", "PYTHONSTARTUP", "PYTHONUSERBASE"}

// acting returns the variables that act on a start, sorted.
func acting(env []string) []string {
	var list []string
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		locale := name == "LANG" || name == "LC_ALL" || name == "LC_CTYPE"
		if locale || strings.HasPrefix(name, "PYTHON") && !slices.Contains(late, name) {
			list = append(list, e)
		}
	}
	slices.Sort(list)
	return list
}

func loud(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return strings.HasPrefix(name, "PYTHON") && !slices.Contains(quiet, name)
}

// Kind names everything that two interpreters must have in common to be exchanged.
func (s *Start) Kind() string {
	var b strings.Builder
	for _, list := range [][]string{s.Flags, s.Env} {
		b.WriteString(strconv.Itoa(len(list)))
		for _, e := range list {
			b.WriteByte(0)
			b.WriteString(e)
		}
		b.WriteByte(0)
	}
	return b.String()
}

// CommandLine is what an interpreter of the kind is started with.
func (s *Start) CommandLine() []string {
	return append(append([]string{Program}, s.Flags...), "-c", "")
}

// Environment is what it is started in.
func (s *Start) Environment() []string { return append([]string{"PATH=/usr/bin"}, s.Env...) }

// Resolve makes a script's name absolute, as the interpreter does before it runs it.
func (s *Start) Resolve(cwd string) {
	if f := s.Job.Filename; f != nil && !strings.HasPrefix(*f, "/") && cwd != "" {
		name := strings.TrimSuffix(cwd, "/") + "/" + strings.TrimPrefix(*f, "./")
		s.Job.Filename = &name
	}
}

// Relative reports whether there is a name for Resolve.
func (s *Start) Relative() bool {
	return s.Job.Filename != nil && !strings.HasPrefix(*s.Job.Filename, "/")
}

// State is what the shim is told of the job: sys.argv[0], and how many arguments of the command line are not
// in sys.argv[1:].
func (s *Start) State() []byte {
	return []byte(s.Job.Argv[0] + "\x00" + strconv.Itoa(s.Skip))
}
