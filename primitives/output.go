package primitives

// OutputSettings bound what a call returns.
type OutputSettings struct {
	MaxBytes int64 // per stream of a call; what is beyond is cut and marked; 0 = 64 MiB
}

// DefaultMaxOutput is what is returned of a stream where a profile gives no limit, bytes. It
// protects the host.
const DefaultMaxOutput = 64 << 20

// Limit returns how many bytes of a stream are returned.
func (s OutputSettings) Limit() int64 {
	if s.MaxBytes == 0 {
		return DefaultMaxOutput
	}
	return s.MaxBytes
}

// Relaxed returns the profile in which streams have no limit but the host's.
func (OutputSettings) Relaxed(p Profile) Profile {
	p.Output.MaxBytes = 0
	return p
}

// Tightened returns the profile in which 4 KiB of a stream are returned.
func (OutputSettings) Tightened(p Profile) (Profile, bool) {
	p.Output.MaxBytes = 4096
	return p, true
}

func (OutputSettings) validate(p *Profile) []Problem {
	c := checker{primitive: Output}
	c.limit("max_output_bytes", p.Output.MaxBytes, DefaultMaxOutput)
	return c.problems
}

func (OutputSettings) describe() Description {
	return Description{
		Primitive: Output,
		Doc:       "How much of a command's output comes back.",
		Rules: []Rule{
			{"max-bytes", nil, "the stream is cut at its limit, and the outcome is marked as truncated"},
		},
		Faults: []Fault{
			{
				Name: "truncate-unmarked", Primitive: Output, Layer: LayerInterface,
				Doc: "Output that is cut at max_output_bytes is not marked: a part passes for the whole.",
			},
		},
		Observables: []Observable{{Rule: "max-bytes", Exit: 0}},
	}
}
