package emscripten

import (
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/zone"
)

// local is the time zone of a process and what mktime(3) remembers.
type local struct {
	location *time.Location // nil: not looked at yet
	offset   int64          // from a date taken for UTC to the time it stood for, of the last mktime, s
}

// zoneOf is the zone of a process, which it looks up at the first need: by the environment that it began
// with, if it has not said another one since.
func zoneOf(g *hostabi.Guest) *local {
	l := &taskOf(g).local
	if l.location == nil {
		tz, set := "", false
		for _, e := range g.Process.Env() {
			if v, found := cutTZ(e); found && !set {
				tz, set = v, true
			}
		}
		l.location = zone.Local(fileReader(g), tz, set)
	}
	return l
}

func cutTZ(variable string) (string, bool) {
	const name = "TZ="
	if len(variable) < len(name) || variable[:len(name)] != name {
		return "", false
	}
	return variable[len(name):], true
}

// setZone is tzset(TZ, its length, whether it is set).
func setZone(g *hostabi.Guest, a hostabi.Args) uint64 {
	tz := string([]byte(g.Text(a.U32(0), a.U32(1))))
	l := &taskOf(g).local
	l.location = zone.Local(fileReader(g), tz, a.U32(2) != 0)
	return 0
}

// fileReader reads a file as libc would, by the process's own calls.
func fileReader(g *hostabi.Guest) zone.Reader {
	return func(path string) ([]byte, error) {
		c := g.Call(primitives.SysOpenat, primitives.AT_FDCWD, 0, primitives.O_RDONLY|primitives.O_CLOEXEC, 0)
		c.Path = path
		r := g.Do(c)
		if !ok(r) {
			return nil, r.Errno
		}
		fd := r.Val
		defer func() { g.Do(g.Call(primitives.SysClose, fd)) }()
		var data []byte
		part := make([]byte, 64<<10)
		for len(data) < zone.MaxFile {
			c := g.Call(primitives.SysRead, fd, 0, int64(len(part)))
			c.Out = part
			if r = g.Do(c); !ok(r) {
				return nil, r.Errno
			}
			if r.Val == 0 {
				break
			}
			data = append(data, part[:r.Val]...)
		}
		return data, nil
	}
}

// at is what a zone says of a time: seconds east of UTC, the abbreviation, and whether it is summer time.
func (l *local) at(t int64) (east int64, name string, summer bool) {
	v := time.Unix(t, 0).In(l.location)
	name, offset := v.Zone()
	return int64(offset), name, v.IsDST()
}

// localtime is (time, struct tm). Libc takes the name of the zone from one of two texts, by tm_isdst.
func localtime(g *hostabi.Guest, a hostabi.Args) uint64 {
	l := zoneOf(g)
	b := g.Bytes(a.U32(1), tmSize)
	if b == nil {
		return 0
	}
	l.put(g, b, a.I64(0))
	return 0
}

// put fills a struct tm, and libc's text of the zone's name.
func (l *local) put(g *hostabi.Guest, b []byte, t int64) {
	east, name, summer := l.at(t)
	d := dateOf(t + east)
	putDate(b, &d)
	text := uint32(python.ZoneName)
	if summer {
		putU32(b[32:], 1)
		text = python.SummerName
	}
	putU32(b[36:], uint32(east))
	if room := g.Bytes(text, python.ZoneNameSize); room != nil {
		room[copy(room[:len(room)-1], name)] = 0
	}
}

// mktime also brings the fields into their ranges.
func mktime(g *hostabi.Guest, a hostabi.Args) uint64 {
	l := zoneOf(g)
	b := g.Bytes(a.U32(0), tmSize)
	if b == nil {
		return ^uint64(0)
	}
	at := func(i int) int64 { return int64(int32(getU32(b[4*i:]))) }
	d := date{second: at(0), minute: at(1), hour: at(2), day: at(3), month: at(4), year: at(5)}
	t := l.seconds(&d, at(8))
	l.put(g, b, t)
	return uint64(t)
}

// seconds finds the time of a local date as glibc's mktime does, whose answer for dates that come twice or
// never depends on the last one's: it goes from a guess by the difference of dates, until that is none or it
// would go back and forth. Summer says by tm_isdst what is wanted: none 0, any -1.
func (l *local) seconds(want *date, summer int64) int64 {
	utc := want.seconds()
	first := utc + l.offset
	t, before, last, lastSummer := first, first, first, false
	const probes = 6
	for range probes {
		east, _, is := l.at(t)
		next := utc - east
		if next == t {
			t = l.asWanted(utc, t, summer, is)
			break
		}
		turns := summer < 0 && (!lastSummer || is) || summer >= 0 && (summer != 0) != is
		if t == before && t != last && turns {
			break // a date that never was
		}
		before, last, t, lastSummer = last, t, next, is
	}
	l.offset += t - first
	return t
}

// asWanted goes from a time of the other kind to the one that was asked for, by the offset that such a time
// has within the next eight years or so, or else by an hour.
func (l *local) asWanted(utc, t, summer int64, is bool) int64 {
	if summer < 0 || (summer != 0) == is {
		return t
	}
	const (
		stride = 601200 // s, shorter than any summer time was
		bound  = 536454000/2 + stride
	)
	for delta := int64(stride); delta < bound; delta += stride {
		for _, other := range [2]int64{t - delta, t + delta} {
			if east, _, there := l.at(other); there == (summer != 0) {
				return utc - east
			}
		}
	}
	const hour = 3600
	if is {
		return t + hour
	}
	return t - hour
}
