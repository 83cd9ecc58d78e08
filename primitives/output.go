package primitives

// OutputSettings bound what a call returns.
type OutputSettings struct {
	MaxBytes int64 // per stream of a call; what is beyond is cut and marked; 0 = 64 MiB
}
