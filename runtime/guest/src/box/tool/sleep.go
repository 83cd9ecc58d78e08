package tool

import (
	"math"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// parseSeconds reads a time as sleep and timeout do: 1.5, 2m, infinity.
func parseSeconds(s string) (float64, bool) {
	unit := 1.0
	number := s
	if s != "" {
		switch s[len(s)-1] {
		case 's':
			number = s[:len(s)-1]
		case 'm':
			unit, number = 60, s[:len(s)-1]
		case 'h':
			unit, number = 3600, s[:len(s)-1]
		case 'd':
			unit, number = 86400, s[:len(s)-1]
		}
	}
	if strings.Contains(number, "_") {
		return 0, false
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil && !math.IsInf(v, 1) || math.IsNaN(v) || v < 0 {
		return 0, false
	}
	return v * unit, true
}

// nanoseconds turns seconds into what a call takes, never less than asked.
func nanoseconds(seconds float64) int64 {
	if seconds > 9e9 {
		return math.MaxInt64
	}
	return int64(math.Ceil(seconds * 1e9))
}

func sleepMain(r *run) int {
	_, words := r.options("")
	if len(words) == 0 {
		r.usage("missing operand")
	}
	total, bad := 0.0, false
	for _, w := range words {
		v, ok := parseSeconds(w)
		if !ok {
			r.message("invalid time interval " + r.curly(w))
			bad = true
		}
		total += v
	}
	if bad {
		r.usage("")
	}
	until := linux.ClockGettime(linux.ClockMonotonic) + nanoseconds(min(total, 4e9))
	for {
		left := until - linux.ClockGettime(linux.ClockMonotonic)
		if left <= 0 || linux.Nanosleep(left) == nil {
			return 0
		}
	}
}
