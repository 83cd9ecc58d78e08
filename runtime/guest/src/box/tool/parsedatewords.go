package tool

import (
	"strings"
	"time"
)

var ordinals = map[string]int{
	"last": -1, "this": 0, "next": 1, "first": 1, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
	"seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12,
}

// zones are the abbreviations that GNU knows without being told, in hours.
var zones = map[string]int{
	"z": 0, "utc": 0, "gmt": 0, "ut": 0, "wet": 0, "cet": 1, "eet": 2, "msk": 3, "est": -5, "edt": -4,
	"cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "bst": 1, "cest": 2, "eest": 3,
	"jst": 9,
}

func monthOf(word string) int {
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		if word == name || word == name[:3] || word == "sept" && m == time.September {
			return int(m)
		}
	}
	return 0
}

func weekdayOf(word string) (int, bool) {
	for w := time.Sunday; w <= time.Saturday; w++ {
		name := strings.ToLower(w.String())
		if word == name || word == name[:3] || word == "tues" && w == time.Tuesday ||
			(word == "thur" || word == "thurs") && w == time.Thursday || word == "wednes" &&
			w == time.Wednesday {
			return int(w), true
		}
	}
	return 0, false
}

// militaryZone is the offset that a single letter stands for: a to m east, n to y west, j for none.
func militaryZone(t string) (hours int, ok bool) {
	if len(t) != 1 || t[0] < 'a' || t[0] > 'z' || t == "j" || t == "z" {
		return 0, false
	}
	c := int(t[0])
	switch {
	case c < 'j':
		return c - 'a' + 1, true
	case c <= 'm':
		return c - 'a', true
	}
	return 'm' - c, true
}

// unitOfTime is the singular of a unit, "" if word is none.
func unitOfTime(word string) string {
	switch word {
	case "sec", "secs":
		return "second"
	case "min", "mins":
		return "minute"
	}
	singular := strings.TrimSuffix(word, "s")
	switch singular {
	case "year", "month", "fortnight", "week", "day", "hour", "minute", "second":
		return singular
	}
	return ""
}

// word reads an item that begins with a letter.
func (d *dateText) word(t string) bool {
	d.pos++
	switch t {
	case "now", "today":
		d.relative = true
		return true
	case "yesterday":
		return d.add(-1, "day")
	case "tomorrow":
		return d.add(1, "day")
	case "and", "dst":
		return true
	}
	if n, ok := ordinals[t]; ok {
		if unit := unitOfTime(d.peek(0)); unit != "" {
			d.pos++
			return d.add(n, unit)
		}
		if w, ok := weekdayOf(d.peek(0)); ok {
			d.pos++
			if d.hasWeekday {
				return false
			}
			d.weekday, d.ordinal, d.hasWeekday = w, n, true
			return true
		}
		return false
	}
	if m := monthOf(t); m > 0 {
		return d.monthFirst(m)
	}
	if w, ok := weekdayOf(t); ok {
		if d.hasWeekday {
			return false
		}
		d.weekday, d.hasWeekday = w, true
		return true
	}
	if hours, ok := militaryZone(t); ok && d.peek(0) == "" {
		d.zone = time.FixedZone("", hours*3600)
		return true
	}
	if hours, ok := zones[t]; ok {
		d.zone = time.FixedZone(strings.ToUpper(t), hours*3600)
		if hours == 0 {
			d.zone = time.UTC
		}
		if sign := d.peek(0); (sign == "+" || sign == "-") && isDigits(d.peek(1)) &&
			unitOfTime(d.peek(2)) == "" {
			return d.offset(sign)
		}
		return true
	}
	if unit := unitOfTime(t); unit != "" {
		n := 1
		if d.peek(0) == "ago" {
			d.pos++
			n = -1
		}
		return d.add(n, unit)
	}
	return false
}

// monthFirst reads "Jan 2 [2024]" and "Jan 2024"'s day-less relatives as GNU does.
func (d *dateText) monthFirst(month int) bool {
	if !isDigits(d.peek(0)) || d.peek(1) == ":" {
		return false
	}
	day := atoi(d.peek(0))
	d.pos++
	return d.date(d.trailingYear(), month, day, 4)
}

func (d *dateText) resolve(now time.Time) (time.Time, bool) {
	now = now.In(d.zone)
	year, month, day := now.Year(), int(now.Month()), now.Day()
	hour, minute, sec, nano := now.Hour(), now.Minute(), now.Second(), now.Nanosecond()
	if d.hasDate {
		month, day = d.month, d.day
		if d.year >= 0 {
			year = d.year
		}
	}
	switch {
	case d.hasTime:
		hour, minute, sec, nano = d.hour, d.minute, d.sec, d.nano
	case d.hasDate || d.hasWeekday || !d.relative:
		hour, minute, sec, nano = 0, 0, 0, 0
	}
	plain := time.Date(year, time.Month(month), day, hour, minute, sec, nano, d.zone)
	if plain.Day() != day || plain.Hour() != hour || plain.Minute() != minute || plain.Second() != sec {
		return now, false // February 30, 24:00, an hour that summer time leaves out
	}
	if d.hasWeekday && !d.hasDate {
		ahead := (d.weekday - int(plain.Weekday()) + 7) % 7
		steps := d.ordinal
		if steps > 0 && ahead != 0 {
			steps--
		}
		day += ahead + 7*steps
	}
	t := time.Date(year+d.years, time.Month(month+d.months), day+d.days, hour, minute, sec, nano, d.zone)
	t = t.Add(time.Duration(d.hours)*time.Hour + time.Duration(d.minutes)*time.Minute)
	return t.Add(time.Duration(d.secs) * time.Second), true
}
