package tool

import (
	"math"
	"math/big"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// The suffixes that xstrtoumax takes for most tools; '0' stands for a following B or iB.
const sizeSuffixes = "bkKmMGTPEZY0"

// parseAmount reads a number as xstrtoumax does: blanks, a plus sign, digits, a multiplier of
// those that are allowed. A number that does not fit is EOVERFLOW, and none at all EINVAL.
func parseAmount(s, suffixes string) (uint64, primitives.Errno) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	signed := strings.TrimPrefix(s, "+")
	digits := len(signed) - len(strings.TrimLeft(signed, "0123456789"))
	v := big.NewInt(1)
	suffix := s
	if digits > 0 {
		v.SetString(signed[:digits], 10)
		suffix = signed[digits:]
	}
	if suffix == "" && digits == 0 {
		return 0, primitives.EINVAL
	}
	if suffix != "" {
		if strings.IndexByte(suffixes, suffix[0]) < 0 || suffix[0] == '0' ||
			len(suffix) > 1 && !strings.Contains(suffixes, "0") {
			return 0, primitives.EINVAL
		}
		unit, ok := unitOf(suffix)
		if !ok {
			return 0, primitives.EINVAL
		}
		v.Mul(v, unit)
	}
	if !v.IsUint64() {
		return math.MaxUint64, primitives.EOVERFLOW
	}
	return v.Uint64(), 0
}

// amount is xdectoumax: parseAmount within limits, or the end of the tool with a message that
// starts with what.
func (r *run) amount(s, suffixes, what string, least, most uint64) uint64 {
	n, bad := parseAmount(s, suffixes)
	if bad == 0 && (n < least || n > most) {
		bad = primitives.ERANGE
		if n > math.MaxInt32/2 {
			bad = primitives.EOVERFLOW
		}
	}
	if bad == 0 {
		return n
	}
	text := what + ": " + r.curly(s)
	if bad != primitives.EINVAL {
		text += ": " + bad.Text()
	}
	r.die(1, "%s", text)
	return 0
}
