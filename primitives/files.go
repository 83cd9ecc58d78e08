package primitives

// FileSettings bound open descriptors.
type FileSettings struct {
	Nofile int // RLIMIT_NOFILE of each process; 0 = 1024
}

// DefaultFiles is Linux's own soft limit.
func DefaultFiles() FileSettings { return FileSettings{Nofile: 1024} }

// Relaxed returns the profile in which a process may open as many files as Linux ever lets it.
func (FileSettings) Relaxed(p Profile) Profile {
	p.Files.Nofile = maxNofile
	return p
}

// Tightened returns the profile in which a process may have sixteen open files.
func (FileSettings) Tightened(p Profile) (Profile, bool) {
	p.Files.Nofile = 16
	return p, true
}

// maxNofile is fs.nr_open.
const maxNofile = 1 << 20

func (FileSettings) validate(p *Profile) []Problem {
	c := checker{primitive: Files}
	c.limit("nofile", int64(p.Files.Nofile), maxNofile)
	if n := p.Files.Nofile; n > 0 && n < 4 {
		c.add("nofile", "no program starts with so few", "give 4 at least")
	}
	return c.problems
}

func (FileSettings) describe() Description {
	return Description{
		Primitive: Files,
		Doc:       "How many files a process may have open.",
		Rules: []Rule{
			{"nofile", []Errno{EMFILE}, "the process has RLIMIT_NOFILE open files"},
		},
		Observables: []Observable{
			{
				Rule: "nofile", Errno: EMFILE, Exit: 1, Shell: "Too many open files",
				Python: "OSError: [Errno 24] Too many open files",
			},
		},
	}
}
