package primitives

import (
	"fmt"
	"slices"
	"strings"
)

// PathSettings say where programs and packages are.
type PathSettings struct {
	Cwd     string   // the working directory of a session, absolute
	Search  string   // PATH
	Missing []string // programs of the image that this sandbox lacks, by name
}

// DefaultSearch is the PATH of a sandbox.
const DefaultSearch = "/usr/local/bin:/usr/bin:/bin"

// DefaultPaths are the working directory /workspace and every program of the image.
func DefaultPaths() PathSettings { return PathSettings{Cwd: "/workspace", Search: DefaultSearch} }

// Relaxed returns the profile in which every program of the image is there and found, and so are the
// folders that workflows take for granted.
func (PathSettings) Relaxed(p Profile) Profile {
	p.Paths.Search, p.Paths.Missing = DefaultSearch, nil
	dirs := slices.Clone(p.Mounts.Dirs)
	for _, d := range DefaultMounts().Dirs {
		if !slices.ContainsFunc(dirs, func(have ImageDir) bool { return have.Path == d.Path }) {
			d.UID, d.GID = p.Identity.UID, p.Identity.GID
			dirs = append(dirs, d)
		}
	}
	p.Mounts.Dirs = dirs
	return p
}

// Tightened returns the profile as it is: programs that are there are nobody's leak.
func (PathSettings) Tightened(p Profile) (Profile, bool) { return p, false }

func (PathSettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: Paths}, &p.Paths
	c.absolute("cwd", s.Cwd)
	c.word("path", s.Search, "")
	for i, name := range s.Missing {
		if name == "" || strings.ContainsAny(name, "/\x00") {
			c.add(fmt.Sprintf("missing[%d]", i), fmt.Sprintf("%q is not a program's name", name),
				"give a name such as git")
		}
	}
	return c.problems
}

func (PathSettings) describe() Description {
	return Description{
		Primitive: Paths,
		Doc:       "Where programs and packages are, and which are not.",
		Rules: []Rule{
			{"missing", []Errno{ENOENT}, "the sandbox lacks a program that workflows expect"},
			{"site-packages", []Errno{EACCES}, "the system's package folder is not the guest's to write"},
		},
		Observables: []Observable{
			{
				Rule: "missing", Errno: ENOENT, Exit: 127, Shell: "command not found",
				Python: "FileNotFoundError: [Errno 2] No such file or directory",
			},
			{
				Rule: "site-packages", Errno: EACCES, Exit: 1, Shell: "Permission denied",
				Python: "PermissionError: [Errno 13] Permission denied",
			},
		},
	}
}
