package primitives

// PersistenceSettings say what a restart keeps. All else is fresh afterwards.
type PersistenceSettings struct {
	All   bool     // the whole root file system survives (tmpfs mounts never do)
	Paths []string // these trees survive
}

// Relaxed returns the profile in which a restart keeps the root file system.
func (PersistenceSettings) Relaxed(p Profile) Profile {
	p.Persistence = PersistenceSettings{All: true}
	return p
}

// Tightened returns the profile in which a restart keeps nothing.
func (PersistenceSettings) Tightened(p Profile) (Profile, bool) {
	p.Persistence = PersistenceSettings{}
	return p, true
}

func (PersistenceSettings) validate(p *Profile) []Problem {
	c := checker{primitive: Persistence}
	c.absolutes("persist", p.Persistence.Paths)
	return c.problems
}

func (PersistenceSettings) describe() Description {
	return Description{
		Primitive: Persistence,
		Doc:       "What a restart of the session keeps.",
		Rules: []Rule{
			{
				"restart",
				[]Errno{ENOENT},
				"the restart gave a fresh file system; what was written before is not there",
			},
		},
		Faults: []Fault{
			{
				Name: "restart-loses-persist", Primitive: Persistence, Layer: LayerSandbox,
				Doc: "A restart keeps nothing, though the profile says that these paths survive.",
			},
		},
		Observables: []Observable{
			{
				Rule: "restart", Errno: ENOENT, Exit: 1, Shell: "No such file or directory",
				Python: "FileNotFoundError: [Errno 2] No such file or directory",
			},
		},
	}
}
