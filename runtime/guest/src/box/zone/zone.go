// Package zone finds the time zones of a process: those of TZ and of /etc/localtime. Go's own time.Local
// would have read them when the memory image was made.
package zone

import (
	"encoding/binary"
	"io"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const zoneInfo = "/usr/share/zoneinfo/"

// Local is the zone that TZ names, if it is set, or else that of /etc/localtime.
func Local(tz string, set bool) *time.Location {
	if !set {
		return zoneFile("UTC", "/etc/localtime")
	}
	return Named(tz)
}

// Named is a zone by its name or its rule, as TZ may have it.
func Named(name string) *time.Location {
	name = strings.TrimPrefix(name, ":")
	if name == "" || name == "UTC" || name == "UTC0" || name == "GMT" || name == "GMT0" {
		return fixedZone(strings.TrimSuffix(name, "0"))
	}
	path := name
	if !strings.HasPrefix(path, "/") {
		path = zoneInfo + name
	}
	if loc := zoneFile("", path); loc != nil {
		return loc
	}
	if loc, err := time.LoadLocationFromTZData(name, zoneRule(name)); err == nil {
		return loc
	}
	letters := len(name) - len(strings.TrimLeft(name,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	if letters < 3 {
		return time.UTC
	}
	return fixedZone(name[:letters])
}

func fixedZone(name string) *time.Location {
	if name == "" || name == "UTC" {
		return time.UTC
	}
	return time.FixedZone(name, 0)
}

// zoneFile reads a compiled zone; without one it is the zone called other, nil for "".
func zoneFile(other, path string) *time.Location {
	if data, err := read(path); err == nil {
		if loc, err := time.LoadLocationFromTZData(path, data); err == nil {
			return loc
		}
	}
	if other == "" {
		return nil
	}
	return fixedZone(other)
}

// zoneRule wraps a rule of POSIX such as EST5EDT in the smallest file that Go's reader takes:
// one type, no transition, the rule as footer.
func zoneRule(rule string) []byte {
	if strings.Contains(rule, "EDT") && !strings.Contains(rule, ",") || strings.Count(rule, ",") == 0 &&
		hasSummer(rule) {
		rule += ",M3.2.0,M11.1.0"
	}
	header := func() []byte {
		b := append([]byte("TZif2"), make([]byte, 15)...)
		for _, n := range []uint32{0, 0, 0, 0, 1, 4} { // isut, isstd, leap, time, type, char
			b = binary.BigEndian.AppendUint32(b, n)
		}
		return append(b, 0, 0, 0, 0, 0, 0, 'U', 'T', 'C', 0)
	}
	b := append(header(), header()...)
	return append(b, "\n"+rule+"\n"...)
}

// hasSummer reports whether a rule names a second abbreviation after its offset.
func hasSummer(rule string) bool {
	rest := strings.TrimLeft(rule, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	rest = strings.TrimLeft(rest, "+-0123456789:")
	return rest != "" && rest[0] != ','
}

// read returns a file's content.
func read(path string) ([]byte, error) {
	f, err := linux.OpenFile(path, primitives.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	const most = 1 << 20
	return io.ReadAll(io.LimitReader(f, most))
}
