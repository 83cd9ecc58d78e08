// Package zone finds the time zones of a process, those of TZ and of /etc/localtime, as tzset(3) does. It
// builds for the host and for guests, reads files by a function that it is given, and looks at no clock.
package zone

import (
	"encoding/binary"
	"strings"
	"time"
)

// Reader returns the content of a file, MaxFile bytes of it at most.
type Reader func(path string) ([]byte, error)

// MaxFile bounds what is read of a compiled zone, bytes.
const MaxFile = 1 << 20

const zoneInfo = "/usr/share/zoneinfo/"

// Local is the zone that TZ names, if it is set, or else that of /etc/localtime.
func Local(read Reader, tz string, set bool) *time.Location {
	if set {
		return Named(read, tz)
	}
	if loc := read.load("/etc/localtime"); loc != nil {
		return loc
	}
	return time.UTC
}

// Named is a zone by its name or its rule, as TZ may have it. What is neither is UTC by the letters that it
// begins with.
func Named(read Reader, name string) *time.Location {
	name = strings.TrimPrefix(name, ":")
	if name == "" || name == "UTC" || name == "UTC0" || name == "GMT" || name == "GMT0" {
		return fixed(strings.TrimSuffix(name, "0"))
	}
	path := name
	if !strings.HasPrefix(path, "/") {
		path = zoneInfo + name
	}
	if loc := read.load(path); loc != nil {
		return loc
	}
	if loc := rule(name); loc != nil {
		return loc
	}
	letters := len(name) - len(strings.TrimLeft(name, alphabet))
	if letters < 3 {
		return time.UTC
	}
	return fixed(name[:letters])
}

const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func fixed(name string) *time.Location {
	if name == "" || name == "UTC" {
		return time.UTC
	}
	return time.FixedZone(name, 0)
}

// load reads a compiled zone; nil if there is none.
func (read Reader) load(path string) *time.Location {
	data, err := read(path)
	if err != nil {
		return nil
	}
	loc, err := time.LoadLocationFromTZData(path, data)
	if err != nil {
		return nil
	}
	return loc
}

// rule is the zone of a rule of POSIX; nil for what is none.
func rule(text string) *time.Location {
	rest := afterName(text)
	if rest == text || rest == "" || !strings.ContainsRune("+-0123456789", rune(rest[0])) {
		return nil
	}
	if rest = strings.TrimLeft(rest, "+-0123456789:"); rest != "" && !strings.Contains(rest, ",") {
		text += ",M3.2.0,M11.1.0" // glibc's, of a summer time that has no dates
	}
	loc, err := time.LoadLocationFromTZData(text, ruleFile(text))
	if err != nil {
		return nil
	}
	return loc
}

// afterName is what follows the abbreviation that a rule begins with.
func afterName(text string) string {
	if name, rest, quoted := strings.Cut(text, ">"); quoted && strings.HasPrefix(name, "<") {
		return rest
	}
	return strings.TrimLeft(text, alphabet)
}

// ruleFile wraps a rule in the smallest file that Go's reader takes: one type, no transition, the rule as
// footer.
func ruleFile(rule string) []byte {
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
