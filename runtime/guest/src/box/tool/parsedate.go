package tool

import (
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/zone"
)

// dateText reads the dates that people write, as far as GNU's date -d does: ISO 8601, "2 Jan
// 2024", "Jan 2", 10:30pm, @seconds, zones, weekdays, and steps such as "3 days ago".
type dateText struct {
	tokens []string
	pos    int

	year, month, day        int
	hasDate                 bool
	hour, minute, sec, nano int
	hasTime                 bool
	weekday                 int
	ordinal                 int
	hasWeekday              bool
	zone                    *time.Location

	years, months, days  int
	hours, minutes, secs int64
	relative             bool
}

// parseDate returns the time that text names, seen from now in its zone.
func parseDate(text string, now time.Time) (time.Time, bool) {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, `TZ="`); ok {
		name, after, closed := strings.Cut(rest, `"`)
		if !closed {
			return now, false
		}
		now, text = now.In(zone.Named(name)), strings.TrimSpace(after)
	}
	if seconds, ok := strings.CutPrefix(text, "@"); ok {
		return parseEpoch(seconds, now.Location())
	}
	d := &dateText{tokens: dateTokens(strings.ToLower(text)), zone: now.Location()}
	for d.pos < len(d.tokens) {
		if !d.item() {
			return now, false
		}
	}
	return d.resolve(now)
}

func parseEpoch(s string, loc *time.Location) (time.Time, bool) {
	whole, fraction, _ := strings.Cut(s, ".")
	sec, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	nano, ok := fractionNanos(fraction)
	if strings.HasPrefix(whole, "-") {
		nano = -nano
	}
	return time.Unix(sec, int64(nano)).In(loc), ok
}

func fractionNanos(digits string) (int, bool) {
	if digits == "" {
		return 0, true
	}
	n, err := strconv.Atoi((digits + "000000000")[:9])
	return n, err == nil
}

// dateTokens cuts text into words, numbers and signs; commas and comments vanish.
func dateTokens(s string) []string {
	var list []string
	depth := 0
	for i := 0; i < len(s); {
		c := s[i]
		start := i
		switch {
		case c == '(':
			depth++
			i++
			continue
		case c == ')':
			depth--
			i++
			continue
		case depth > 0 || strings.IndexByte(" \t\n,", c) >= 0:
			i++
			continue
		case c >= 'a' && c <= 'z':
			for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] == '.') {
				i++
			}
			list = append(list, strings.ReplaceAll(s[start:i], ".", ""))
			continue
		case c >= '0' && c <= '9':
			for i < len(s) && s[i] >= '0' && s[i] <= '9' {
				i++
			}
		default:
			i++
		}
		list = append(list, s[start:i])
	}
	return list
}

func (d *dateText) peek(n int) string {
	if d.pos+n < len(d.tokens) {
		return d.tokens[d.pos+n]
	}
	return ""
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func (d *dateText) item() bool {
	t := d.peek(0)
	switch {
	case isDigits(t):
		return d.number(t)
	case t == "+" || t == "-":
		return d.signed(t)
	case t == "t" && d.hasDate && isDigits(d.peek(1)):
		d.pos++
		return true
	}
	return d.word(t)
}

// number reads an item that begins with digits.
func (d *dateText) number(t string) bool {
	next, after := d.peek(1), d.peek(2)
	switch {
	case next == ":":
		return d.clock()
	case next == "-" && isDigits(after) && d.peek(3) == "-" && isDigits(d.peek(4)):
		d.pos += 5
		return d.date(atoi(t), atoi(after), atoi(d.tokens[d.pos-1]), len(t))
	case next == "/" && isDigits(after):
		return d.slashes(t, after)
	case next == "-" && monthOf(after) > 0 && d.peek(3) == "-" && isDigits(d.peek(4)):
		d.pos += 5
		year := d.tokens[d.pos-1]
		return d.date(atoi(year), monthOf(after), atoi(t), len(year))
	case monthOf(next) > 0:
		d.pos += 2
		return d.date(d.trailingYear(), monthOf(next), atoi(t), 4)
	case next == "am" || next == "pm":
		d.pos += 2
		return d.setClock(atoi(t), 0, 0, next)
	case unitOfTime(next) != "":
		return d.step(1, t)
	case len(t) == 8 && !d.hasDate:
		d.pos++
		return d.date(atoi(t[:4]), atoi(t[4:6]), atoi(t[6:]), 4)
	case len(t) == 4 && !d.hasTime && (d.hasDate || len(d.tokens) == 1):
		d.pos++
		return d.setClock(atoi(t[:2]), atoi(t[2:]), 0, "")
	case len(t) <= 2 && !d.hasTime:
		d.pos++
		return d.setClock(atoi(t), 0, 0, "")
	case len(t) == 4 && d.hasTime && d.hasDate:
		d.pos++
		d.year = atoi(t)
		return true
	}
	return false
}

func (d *dateText) slashes(a, b string) bool {
	if d.peek(3) == "/" && isDigits(d.peek(4)) {
		c := d.peek(4)
		d.pos += 5
		if len(a) > 2 {
			return d.date(atoi(a), atoi(b), atoi(c), len(a))
		}
		return d.date(atoi(c), atoi(a), atoi(b), len(c))
	}
	d.pos += 3
	return d.date(-1, atoi(a), atoi(b), 4)
}

// trailingYear reads the year that may follow "2 Jan"; -1 without one.
func (d *dateText) trailingYear() int {
	if y := d.peek(0); isDigits(y) && len(y) == 4 && d.peek(1) != ":" {
		d.pos++
		return atoi(y)
	}
	return -1
}

func (d *dateText) date(year, month, day, digits int) bool {
	if digits == 2 && year >= 0 {
		year += 2000
		if year >= 2069 {
			year -= 100
		}
	}
	if d.hasDate || month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	d.year, d.month, d.day, d.hasDate = year, month, day, true
	return true
}

// clock reads H:M[:S[.frac]] [am|pm] and a zone right behind it.
func (d *dateText) clock() bool {
	hour := atoi(d.peek(0))
	if !isDigits(d.peek(2)) {
		return false
	}
	minute, sec := atoi(d.peek(2)), 0
	d.pos += 3
	if d.peek(0) == ":" && isDigits(d.peek(1)) {
		sec = atoi(d.peek(1))
		d.pos += 2
		if d.peek(0) == "." && isDigits(d.peek(1)) {
			d.nano, _ = fractionNanos(d.peek(1))
			d.pos += 2
		}
	}
	half := d.peek(0)
	if half == "am" || half == "pm" {
		d.pos++
	} else {
		half = ""
	}
	if !d.setClock(hour, minute, sec, half) {
		return false
	}
	if sign := d.peek(0); (sign == "+" || sign == "-") && isDigits(d.peek(1)) {
		return d.offset(sign) // even before a unit: "12:00 +3 hours" is 12:00 in zone +3 and one hour
	}
	return true
}

func (d *dateText) setClock(hour, minute, sec int, half string) bool {
	if half != "" && (hour < 1 || hour > 12) {
		return false
	}
	switch {
	case half == "am" && hour == 12:
		hour = 0
	case half == "pm" && hour < 12:
		hour += 12
	}
	if d.hasTime || hour > 24 || minute > 59 || sec > 60 {
		return false
	}
	d.hour, d.minute, d.sec, d.hasTime = hour, minute, sec, true
	return true
}

// offset reads +HH, +HHMM or +HH:MM.
func (d *dateText) offset(sign string) bool {
	digits := d.peek(1)
	d.pos += 2
	hours, minutes := atoi(digits), 0
	if len(digits) > 2 {
		hours, minutes = hours/100, hours%100
	}
	if d.peek(0) == ":" && isDigits(d.peek(1)) {
		minutes = atoi(d.peek(1))
		d.pos += 2
	}
	if hours > 24 || minutes > 59 {
		return false
	}
	seconds := hours*3600 + minutes*60
	if sign == "-" {
		seconds = -seconds
	}
	d.zone = time.FixedZone("", seconds)
	return true
}

func (d *dateText) signed(sign string) bool {
	direction := 1
	for d.peek(0) == "+" || d.peek(0) == "-" {
		if d.peek(0) == "-" {
			direction = -direction
		}
		d.pos++
	}
	switch {
	case isDigits(d.peek(0)) && unitOfTime(d.peek(1)) != "":
		return d.step(direction, d.peek(0))
	case isDigits(d.peek(0)) && d.hasTime:
		d.pos--
		return d.offset(sign)
	case unitOfTime(d.peek(0)) != "":
		d.pos--
		return d.step(direction, "1")
	}
	return false
}

// step reads "N unit [ago]"; the number is at the present token.
func (d *dateText) step(direction int, number string) bool {
	n := direction * atoi(number)
	unit := unitOfTime(d.peek(1))
	d.pos += 2
	if d.peek(0) == "ago" {
		n = -n
		d.pos++
	}
	return d.add(n, unit)
}

func (d *dateText) add(n int, unit string) bool {
	d.relative = true
	switch unit {
	case "year":
		d.years += n
	case "month":
		d.months += n
	case "fortnight":
		d.days += 14 * n
	case "week":
		d.days += 7 * n
	case "day":
		d.days += n
	case "hour":
		d.hours += int64(n)
	case "minute":
		d.minutes += int64(n)
	case "second":
		d.secs += int64(n)
	default:
		return false
	}
	return true
}
