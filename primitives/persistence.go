package primitives

// PersistenceSettings say what a restart keeps. All else is fresh afterwards.
type PersistenceSettings struct {
	All   bool     // the whole root file system survives (tmpfs mounts never do)
	Paths []string // these trees survive
}
