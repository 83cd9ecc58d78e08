package conformance

// Checks returns all checks, in the order in which they are made: what others build on comes first.
func Checks() []Check {
	var all []Check
	for _, list := range [][]Check{commandChecks(), fileChecks(), errorChecks(), lifeChecks()} {
		all = append(all, list...)
	}
	return all
}

// every is the bytes 0 to 255.
func every() []byte {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}
