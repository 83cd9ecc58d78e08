package git

import (
	"fmt"
	"strings"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// ago is a time as people count it from now.
func (g *program) ago(when int64) string {
	now := linux.ClockGettime(0) / 1e9
	n := now - when
	if n < 0 {
		return "in the future"
	}
	count := func(n int64, unit string) string {
		if n == 1 {
			return "1 " + unit + " ago"
		}
		return fmt.Sprintf("%d %ss ago", n, unit)
	}
	if n < 90 {
		return count(n, "second")
	}
	if n = (n + 30) / 60; n < 90 {
		return count(n, "minute")
	}
	if n = (n + 30) / 60; n < 36 {
		return count(n, "hour")
	}
	n = (n + 12) / 24
	switch {
	case n < 14:
		return count(n, "day")
	case n < 70:
		return count((n+3)/7, "week")
	case n < 365:
		return count((n+15)/30, "month")
	}
	months := (n*12*2 + 365) / (365 * 2)
	years, rest := months/12, months%12
	if n < 1825 && rest > 0 {
		year := fmt.Sprintf("%d year%s", years, many(int(years)))
		return year + ", " + count(rest, "month")
	}
	return count((n+183)/365, "year")
}

// dateText is a date in one of git's forms.
func dateText(p person, form string, g *program) string {
	t := p.at()
	form, local := strings.CutSuffix(form, "-local")
	if rest, ok := strings.CutPrefix(form, "auto:"); ok { // nothing here is a terminal
		form = "default"
		_ = rest
	}
	if form == "local" {
		form, local = "default", true
	}
	zone := p.zone
	if layout, ok := strings.CutPrefix(form, "format-local:"); ok {
		form, local = "format:"+layout, true
	}
	if local {
		t = t.In(g.host.Zone)
		zone = t.Format("-0700")
	}
	switch form {
	case "", "default":
		if local {
			return t.Format("Mon Jan 2 15:04:05 2006")
		}
		return t.Format("Mon Jan 2 15:04:05 2006 ") + zone
	case "iso", "iso8601":
		return t.Format("2006-01-02 15:04:05 ") + zone
	case "iso-strict", "iso8601-strict":
		if zone == "+0000" {
			return t.Format("2006-01-02T15:04:05") + "+00:00"
		}
		return t.Format("2006-01-02T15:04:05-07:00")
	case "rfc", "rfc2822":
		return t.Format("Mon, 2 Jan 2006 15:04:05 ") + zone
	case "short":
		return t.Format("2006-01-02")
	case "unix":
		return fmt.Sprint(p.when)
	case "raw":
		return fmt.Sprint(p.when, " ", zone)
	case "relative":
		return g.ago(p.when)
	case "human":
		return g.humanDate(p, t, local)
	}
	if layout, ok := strings.CutPrefix(form, "format:"); ok {
		return strftime(layout, t)
	}
	g.fatal("unknown date format %s", form)
	return ""
}

// humanDate leaves out of a date what is as it is now.
func (g *program) humanDate(p person, t time.Time, local bool) string {
	const second = 1e9
	now := time.Unix(linux.ClockGettime(0)/second, 0).In(g.host.Zone)
	zone := ""
	if !local && t.Format("-0700") != now.Format("-0700") {
		zone = t.Format(" -0700")
	}
	today := now.Year() == t.Year() && now.YearDay() == t.YearDay()
	age := now.Unix() - p.when
	switch {
	case today && age >= 0:
		return g.ago(p.when)
	case now.Year() == t.Year() && age >= 0 && now.YearDay()-t.YearDay() < 5:
		return t.Format("Mon 15:04") + zone
	case now.Year() == t.Year():
		return t.Format("Mon Jan 2 15:04") + zone
	}
	return t.Format("Jan 2 2006")
}

// strftime is strftime(3) in the C locale.
func strftime(layout string, t time.Time) string {
	fields := map[byte]string{
		'Y': "2006",
		'm': "01",
		'd': "02",
		'H': "15",
		'M': "04",
		'S': "05",
		'y': "06",
		'b': "Jan",
		'h': "Jan",
		'B': "January",
		'a': "Mon",
		'A': "Monday",
		'z': "-0700",
		'e': "_2",
		'I': "03",
		'p': "PM",
		'F': "2006-01-02",
		'r': "03:04:05 PM",
		'x': "01/02/06",
		'X': "15:04:05",
		'T': "15:04:05",
		'R': "15:04",
		'D': "01/02/06",
		'c': "Mon Jan _2 15:04:05 2006",
		'j': "002",
		'P': "pm",
	}
	year, week := t.ISOWeek()
	numbers := map[byte]string{
		's': fmt.Sprint(t.Unix()), 'C': fmt.Sprintf("%02d", t.Year()/100), 'G': fmt.Sprint(year),
		'g': fmt.Sprintf("%02d", year%100), 'V': fmt.Sprintf("%02d", week), 'w': fmt.Sprint(int(t.Weekday())),
		'u': fmt.Sprint((int(t.Weekday())+6)%7 + 1), 'k': fmt.Sprintf("%2d", t.Hour()),
		'l': fmt.Sprintf("%2d", (t.Hour()+11)%12+1), 'n': "\n", 't': "\t", '%': "%", 'Z': "",
		'U': fmt.Sprintf("%02d", (t.YearDay()+6-int(t.Weekday()))/7),
		'W': fmt.Sprintf("%02d", (t.YearDay()+6-(int(t.Weekday())+6)%7)/7),
	}
	var b strings.Builder
	for i := 0; i < len(layout); i++ {
		if layout[i] != '%' || i+1 == len(layout) {
			b.WriteByte(layout[i])
			continue
		}
		i++
		if f, ok := fields[layout[i]]; ok {
			b.WriteString(t.Format(f))
		} else if v, ok := numbers[layout[i]]; ok {
			b.WriteString(v)
		} else {
			b.WriteString(layout[i-1 : i+1])
		}
	}
	return b.String()
}
