package primitives

// PathSettings say where programs and packages are.
type PathSettings struct {
	Cwd     string   // the working directory of a session, absolute
	Search  string   // PATH
	Missing []string // programs of the image that this sandbox lacks, by name
}
