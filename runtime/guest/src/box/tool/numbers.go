package tool

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// unitPowers are the letters that may follow a size, in rising powers.
const unitPowers = "kMGTPEZY"

// parseSize reads a number with a multiplier: b (512), k, K, M ... (1024), kB, MB ... (1000),
// KiB, MiB. ok is false if it is none; an overflow saturates.
func parseSize(s string) (n uint64, ok bool) {
	digits := 0
	for digits < len(s) && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	suffix := s[digits:]
	v := new(big.Int).SetInt64(1)
	if digits > 0 {
		v.SetString(s[:digits], 10)
	} else if suffix == "" {
		return 0, false
	}
	unit, ok := unitOf(suffix)
	if !ok {
		return 0, false
	}
	v.Mul(v, unit)
	if !v.IsUint64() {
		return math.MaxUint64, true
	}
	return v.Uint64(), true
}

func unitOf(suffix string) (*big.Int, bool) {
	switch suffix {
	case "":
		return big.NewInt(1), true
	case "b":
		return big.NewInt(512), true
	case "c":
		return big.NewInt(1), true
	case "w":
		return big.NewInt(2), true
	}
	letter := suffix[:1]
	if letter == "K" {
		letter = "k"
	}
	if letter == "m" {
		letter = "M"
	}
	power := strings.Index(unitPowers, letter)
	base := int64(1024)
	switch suffix[1:] {
	case "B":
		base = 1000
	case "", "iB":
	default:
		return nil, false
	}
	if power < 0 {
		return nil, false
	}
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(power+1)), nil), true
}

// outOfRange is what follows a number that is one, but too small or too large.
func outOfRange(isNumber bool) string {
	if isNumber {
		return ": " + primitives.ERANGE.Text()
	}
	return ""
}

// parseUint reads a plain decimal number.
func parseUint(s string) (uint64, bool) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		if strings.Trim(s, "0123456789") == "" {
			return math.MaxUint64, true
		}
		return 0, false
	}
	return n, true
}

// human is human_readable() rounding up: 1.5K, 12M. base is 1024 or 1000.
func human(n, base uint64) string {
	digits, power := scaled(n, base, ceilDiv)
	if power < 0 {
		return digits
	}
	return digits + unitLetter(power, base)
}

func unitLetter(power int, base uint64) string {
	if base == 1000 {
		return unitPowers[power : power+1]
	}
	return "KMGTPEZY"[power : power+1]
}

// humanBytes is the form of dd: 17 MB, 16 MiB, rounded to nearest.
func humanBytes(n, base uint64) string {
	digits, power := scaled(n, base, func(a, b uint64) uint64 { return a/b + (a%b*2+b-1)/(2*b-1) })
	switch {
	case power < 0:
		return digits + " B"
	case base == 1000:
		return digits + " " + unitLetter(power, base) + "B"
	}
	return digits + " " + unitLetter(power, base) + "iB"
}

// scaled writes n with at most three digits before the unit of the given power, -1 for none.
func scaled(n, base uint64, divide func(a, b uint64) uint64) (string, int) {
	if n < base {
		return strconv.FormatUint(n, 10), -1
	}
	unit, power := uint64(1), -1
	for n/unit >= base && power < 5 {
		unit *= base
		power++
	}
	tenths := n/unit*10 + divide(n%unit*10, unit)
	if n/unit >= 10 || tenths >= 100 {
		whole := n/unit + divide(n%unit, unit)
		if whole >= base && power < 5 {
			return "1.0", power + 1
		}
		return strconv.FormatUint(whole, 10), power
	}
	return strconv.FormatUint(tenths/10, 10) + "." + strconv.FormatUint(tenths%10, 10), power
}

func ceilDiv(a, b uint64) uint64 {
	q := a / b
	if a%b != 0 {
		q++
	}
	return q
}
