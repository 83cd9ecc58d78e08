package emscripten

import (
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// calendar are libc's conversions between seconds and dates.
func calendar() []function {
	return []function{
		{name: "_tzset_js", params: "iiii", none: true, do: tzset},
		{name: "_mktime_js", params: "i", results: "I", do: mktime},
		{name: "_localtime_js", params: "Ii", none: true, do: localtime},
		{name: "_gmtime_js", params: "Ii", none: true, do: gmtime},
	}
}

// tmSize is struct tm: nine i32 fields, i32 offset, a pointer to the zone's name.
const tmSize = 11 * 4

// tzset is (timezone, daylight, name, name of summer time), which nobody looks at: the library asks for a
// winter's and a summer's day, as it does on Linux.
func tzset(g *hostabi.Guest, a hostabi.Args) uint64 {
	g.PutU32(a.U32(0), 0)
	g.PutU32(a.U32(1), 0)
	for _, ptr := range []uint32{a.U32(2), a.U32(3)} {
		copy(g.Bytes(ptr, 4), "UTC\x00")
	}
	return 0
}

// date is a day and a time of day as struct tm counts them: months from 0, years from 1900.
type date struct{ second, minute, hour, day, month, year, weekday, yearday int64 }

const (
	daySeconds = 24 * 60 * 60
	eraDays    = 146097 // days of 400 years
)

// daysTo returns the days from 1970-01-01 to the first of a month, which may lie outside of 0 to 11;
// the year begins in March in here, so that leap days come last.
func daysTo(year, month int64) int64 {
	year += floorDiv(month, 12)
	month = month - 12*floorDiv(month, 12)
	m := month - 2
	if m < 0 {
		m, year = m+12, year-1
	}
	era := floorDiv(year, 400)
	y := year - era*400
	return era*eraDays + y*365 + y/4 - y/100 + (153*m+2)/5 - 719468
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// dateOf is the inverse of seconds, for any number of seconds.
func dateOf(t int64) date {
	days := floorDiv(t, daySeconds)
	rest := t - days*daySeconds
	z := days + 719468
	era := floorDiv(z, eraDays)
	doe := z - era*eraDays
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	m := (5*doy + 2) / 153
	d := date{
		second: rest % 60, minute: rest / 60 % 60, hour: rest / 3600,
		day: doy - (153*m+2)/5 + 1, month: (m + 2) % 12, year: yoe + era*400,
	}
	if m >= 10 {
		d.year++
	}
	d.weekday = (4 + days) - 7*floorDiv(4+days, 7)
	d.yearday = days - daysTo(d.year, 0)
	d.year -= 1900
	return d
}

// seconds returns the time of a date; fields may lie outside of their ranges, as mktime(3) allows.
func (d *date) seconds() int64 {
	days := daysTo(d.year+1900, d.month) + d.day - 1
	return days*daySeconds + d.hour*3600 + d.minute*60 + d.second
}

func putDate(b []byte, d *date) {
	for i, v := range [...]int64{
		d.second, d.minute, d.hour, d.day, d.month, d.year, d.weekday, d.yearday, 0,
	} {
		putU32(b[4*i:], uint32(v))
	}
}

func gmtime(g *hostabi.Guest, a hostabi.Args) uint64 {
	b := g.Bytes(a.U32(1), tmSize)
	if b == nil {
		return 0
	}
	d := dateOf(a.I64(0))
	putDate(b, &d)
	putU32(b[36:], 0)
	return 0
}
