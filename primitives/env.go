package primitives

import (
	"fmt"
	"slices"
	"strings"
)

// EnvSettings are a guest's variables beyond PATH and HOME.
type EnvSettings struct {
	Vars  []EnvVar // in order; a later one replaces an earlier one
	Unset []string // names taken away, also PATH and HOME
}

// EnvVar is one environment variable.
type EnvVar struct{ Name, Value string }

// DefaultEnv is the locale, beside the PATH and HOME that every guest has.
func DefaultEnv() EnvSettings { return EnvSettings{Vars: []EnvVar{{"LANG", "C.UTF-8"}}} }

// Relaxed returns the profile with the usual locale, PATH and HOME, and without variables that turn a
// program's behaviour; what else the profile sets stays, for workflows may read it.
func (EnvSettings) Relaxed(p Profile) Profile {
	vars := DefaultEnv().Vars
	for _, v := range p.Env.Vars {
		if !turnsPrograms(v.Name) {
			vars = append(vars, v)
		}
	}
	p.Env = EnvSettings{Vars: vars}
	return p
}

func turnsPrograms(name string) bool {
	switch name {
	case "LANG", "PATH", "HOME", "TMPDIR", "SHELL", "IFS", "BASH_ENV", "ENV":
		return true
	default:
		return strings.HasPrefix(name, "LC_") || strings.HasPrefix(name, "PYTHON") || strings.HasPrefix(name,
			"LD_")
	}
}

// Tightened returns the profile with no variables but the usual ones: what a guest then still
// sees of others has leaked.
func (EnvSettings) Tightened(p Profile) (Profile, bool) {
	p.Env = DefaultEnv()
	return p, true
}

func (EnvSettings) validate(p *Profile) []Problem {
	c := checker{primitive: Env}
	size := 0
	for _, v := range p.Env.Vars {
		if v.Name == "" || strings.ContainsAny(v.Name, "=\x00") {
			c.add("env", fmt.Sprintf("%q is not a variable's name", v.Name), "leave out = and NUL bytes")
		}
		if strings.ContainsRune(v.Value, 0) {
			c.add("env."+v.Name, "the value holds a NUL byte", "a value ends at its first NUL byte")
		}
		size += len(v.Name) + len(v.Value) + 2
	}
	if size > maxEnvBytes {
		c.add("env", fmt.Sprintf("%d bytes", size),
			fmt.Sprintf("give %d at most: execve(2) takes no more", maxEnvBytes))
	}
	return c.problems
}

// maxEnvBytes leaves a program room for its arguments in Linux's 2 MiB for both.
const maxEnvBytes = 1 << 20

// Environ returns a guest's variables as NAME=value, in the order PATH, HOME, then those of the
// profile; a later value of a name takes the place of the earlier one.
func (p *Profile) Environ() []string {
	vars := append([]EnvVar{{"PATH", p.Paths.Search}, {"HOME", p.Identity.Home}}, p.Env.Vars...)
	var names []string
	values := map[string]string{}
	for _, v := range vars {
		if _, dup := values[v.Name]; !dup {
			names = append(names, v.Name)
		}
		values[v.Name] = v.Value
	}
	var out []string
	for _, name := range names {
		if !slices.Contains(p.Env.Unset, name) {
			out = append(out, name+"="+values[name])
		}
	}
	return out
}

func (EnvSettings) describe() Description {
	return Description{
		Primitive: Env,
		Doc:       "Which variables a guest has: locale, credentials, what programs are turned by.",
		Rules: []Rule{
			{"unset", nil, "a variable that programs expect is not set"},
			{"ascii-locale", nil, "the locale is not UTF-8: text beyond ASCII is refused or changed"},
		},
		Observables: []Observable{
			{
				Rule: "unset", Exit: 1, Shell: "bash: cd: HOME not set",
				Python: "RuntimeError: Could not determine home directory.",
			},
			{
				Rule: "ascii-locale", Exit: 1,
				Python: "UnicodeEncodeError: 'ascii' codec can't encode character",
			},
		},
	}
}
