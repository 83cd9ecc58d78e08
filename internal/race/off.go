//go:build !race

package race

// Enabled says whether this program was built with -race.
const Enabled = false
