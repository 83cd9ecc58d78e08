package jq

import (
	"math"
	"strings"
	"time"
)

func nowNative(m *machine, _ *scope, _ []*node, in item, out yield) error {
	return out(in.with(float64(m.host.Now().UnixMicro()) / 1e6))
}

// broken is a time taken apart, as gmtime gives it.
func broken(t time.Time, fraction float64) []any {
	return []any{
		float64(t.Year()), float64(t.Month() - 1), float64(t.Day()), float64(t.Hour()), float64(t.Minute()),
		float64(t.Second()) + fraction, float64(t.Weekday()), float64(t.YearDay() - 1),
	}
}

func brokenIn(v any, name string, where *time.Location) (any, error) {
	x, ok := v.(float64)
	if !ok {
		return nil, fail(name, "() requires numeric inputs")
	}
	whole := math.Floor(x)
	return broken(time.Unix(int64(whole), 0).In(where), x-whole), nil
}

func gmtime(v any) (any, error) { return brokenIn(v, "gmtime", time.UTC) }

func localtimeNative(m *machine, _ *scope, _ []*node, in item, out yield) error {
	v, err := brokenIn(in.v, "localtime", m.host.Local())
	if err != nil {
		return err
	}
	return out(in.with(v))
}

// instant puts a time together again.
func instant(v any, where *time.Location) (time.Time, bool) {
	list, ok := v.([]any)
	const fields = 6
	if !ok || len(list) < fields {
		return time.Time{}, false
	}
	var n [fields]int
	for i := range n {
		x, ok := list[i].(float64)
		if !ok {
			return time.Time{}, false
		}
		n[i] = int(x)
	}
	return time.Date(n[0], time.Month(n[1]+1), n[2], n[3], n[4], n[5], 0, where), true
}

func mktime(v any) (any, error) {
	if _, ok := v.([]any); !ok {
		return nil, fail("mktime requires array inputs")
	}
	t, ok := instant(v, time.UTC)
	if !ok {
		return nil, fail("mktime requires parsed datetime inputs")
	}
	return float64(t.Unix()), nil
}

// strftimeNative is strftime, and strflocaltime, which takes numbers apart in the local zone.
func strftimeNative(m *machine, s *scope, args []*node, in item, out yield) error {
	v := in.v
	if x, ok := v.(float64); ok {
		v, _ = gmtime(x)
	}
	t, ok := instant(v, time.UTC)
	if !ok {
		return fail("strftime/1 requires parsed datetime inputs")
	}
	return m.value(args[0], s, in.v, func(f any) error {
		text, ok := f.(string)
		if !ok {
			return fail("strftime/1 requires a string format")
		}
		return out(in.with(m.host.Strftime(text, t)))
	})
}

func strptime(v, f any) (any, error) {
	text, ok := v.(string)
	form, okForm := f.(string)
	if !ok || !okForm {
		return nil, fail("strptime/1 requires string inputs and arguments")
	}
	t, ok := parseTime(text, form)
	if !ok {
		return nil, fail(`date "`, text, `" does not match format "`, form, `"`)
	}
	return broken(t, 0), nil
}

// timeText is a text that is taken apart by a format of strptime(3).
type timeText struct {
	rest                               string
	year, month, day, hour, min, sec   int
	yearDay, pm                        int
	stamp                              int64
	hasStamp, hasPM, hasDay, hasYearDy bool
}

func parseTime(text, form string) (time.Time, bool) {
	p := timeText{rest: text, year: 1900, month: 1, day: 1}
	if !p.parse(form) || p.rest != "" {
		return time.Time{}, false
	}
	if p.hasStamp {
		return time.Unix(p.stamp, 0).UTC(), true
	}
	if p.hasPM {
		p.hour = p.hour%12 + p.pm
	}
	t := time.Date(p.year, time.Month(p.month), p.day, p.hour, p.min, p.sec, 0, time.UTC)
	if p.hasYearDy && !p.hasDay {
		t = time.Date(p.year, 1, p.yearDay, p.hour, p.min, p.sec, 0, time.UTC)
	}
	return t, true
}

func (p *timeText) parse(form string) bool {
	for i := 0; i < len(form); i++ {
		switch c := form[i]; {
		case c == ' ' || c == '\t' || c == '\n':
			p.rest = strings.TrimLeft(p.rest, " \t\n")
		case c != '%' || i+1 == len(form):
			if p.rest == "" || p.rest[0] != c {
				return false
			}
			p.rest = p.rest[1:]
		default:
			i++
			if !p.field(form[i]) {
				return false
			}
		}
	}
	return true
}

func (p *timeText) field(c byte) bool {
	switch c {
	case 'Y':
		return p.number(&p.year, 4, 0, 9999)
	case 'y':
		ok := p.number(&p.year, 2, 0, 99)
		p.year += 1900 + 100*b2i(p.year < 69)
		return ok
	case 'm':
		return p.number(&p.month, 2, 1, 12)
	case 'd', 'e':
		p.hasDay = true
		return p.number(&p.day, 2, 1, 31)
	case 'H', 'k':
		return p.number(&p.hour, 2, 0, 23)
	case 'I', 'l':
		return p.number(&p.hour, 2, 1, 12)
	case 'M':
		return p.number(&p.min, 2, 0, 59)
	case 'S':
		return p.number(&p.sec, 2, 0, 61)
	case 'j':
		p.hasYearDy = true
		return p.number(&p.yearDay, 3, 1, 366)
	case 'p', 'P':
		half := 0
		ok := p.word([]string{"AM", "PM"}, &half)
		p.hasPM, p.pm = true, 12*half
		return ok
	case 'b', 'B', 'h':
		ok := p.word(monthNames, &p.month)
		p.month++
		return ok
	case 'a', 'A':
		day := 0
		return p.word(dayNames, &day)
	case 's':
		n := 0
		ok := p.number(&n, 18, 0, math.MaxInt)
		p.stamp, p.hasStamp = int64(n), true
		return ok
	case 'Z':
		p.rest = strings.TrimLeft(p.rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
		return true
	case 'z':
		return p.zone()
	}
	forms := map[byte]string{
		'T': "%H:%M:%S", 'D': "%m/%d/%y", 'F': "%Y-%m-%d", 'R': "%H:%M", 'n': " ", 't': " ",
		'c': "%a %b %e %H:%M:%S %Y",
		'r': "%I:%M:%S %p", 'x': "%m/%d/%y", 'X': "%H:%M:%S",
	}
	if f, ok := forms[c]; ok {
		return p.parse(f)
	}
	if c == '%' && strings.HasPrefix(p.rest, "%") {
		p.rest = p.rest[1:]
		return true
	}
	return false
}

func (p *timeText) number(to *int, digits, least, most int) bool {
	p.rest = strings.TrimLeft(p.rest, " ")
	n, v := 0, 0
	for n < len(p.rest) && n < digits && isDigit(p.rest[n]) {
		v = v*10 + int(p.rest[n]-'0')
		n++
	}
	if n == 0 || v < least || v > most {
		return false
	}
	p.rest, *to = p.rest[n:], v
	return true
}

var (
	monthNames = []string{
		"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
		"November", "December",
	}
	dayNames = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
)

// word takes a name or its first three letters.
func (p *timeText) word(names []string, to *int) bool {
	for i, name := range names {
		for _, n := range [...]int{len(name), min(3, len(name))} {
			if len(p.rest) >= n && strings.EqualFold(p.rest[:n], name[:n]) {
				p.rest, *to = p.rest[n:], i
				return true
			}
		}
	}
	return false
}

func (p *timeText) zone() bool {
	if strings.HasPrefix(p.rest, "Z") {
		p.rest = p.rest[1:]
		return true
	}
	if p.rest == "" || p.rest[0] != '+' && p.rest[0] != '-' {
		return false
	}
	p.rest = p.rest[1:]
	var hours, minutes int
	if !p.number(&hours, 2, 0, 23) {
		return false
	}
	p.rest = strings.TrimPrefix(p.rest, ":")
	return p.rest == "" || p.number(&minutes, 2, 0, 59)
}
