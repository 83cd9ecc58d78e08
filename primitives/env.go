package primitives

// EnvSettings are a guest's variables beyond PATH and HOME.
type EnvSettings struct {
	Vars  []EnvVar // in order; a later one replaces an earlier one
	Unset []string // names taken away, also PATH and HOME
}

// EnvVar is one environment variable.
type EnvVar struct{ Name, Value string }
