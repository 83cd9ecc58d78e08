package tool

import (
	"encoding/binary"
	"strings"
	"time"
)

const zoneInfo = "/usr/share/zoneinfo/"

// zone is the time zone that TZ or /etc/localtime names. Go's own time.Local would have read
// them when the memory image was made.
func (r *run) zone() *time.Location {
	name, set := r.lookupEnv("TZ")
	if !set {
		return zoneFile("UTC", "/etc/localtime")
	}
	return zoneNamed(name)
}

func zoneNamed(name string) *time.Location {
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
	if data, err := readFile(path); err == nil {
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
