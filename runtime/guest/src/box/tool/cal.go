package tool

import (
	"strconv"
	"strings"
	"time"
)

// cal prints calendars as ncal's program of that name, with England's step to the Gregorian calendar.
type cal struct {
	r             *run
	julian        bool // -j: days of the year
	before, after int
	year, month   int // month is 0 for all of the year
}

func calMain(r *run) int {
	now := r.now()
	c := &cal{r: r, year: now.Year(), month: int(now.Month())}
	r.usageStatus, r.usageTry = 64, "Usage: cal [general options] [-jy] [[month] year]\n"
	opts, words := r.options("1 3 A: B: d: h j m: y !H: !C")
	whole, month := false, ""
	for _, o := range opts {
		switch o.name {
		case "1":
			c.before, c.after = 0, 0
		case "3":
			c.before, c.after = 1, 1
		case "A":
			c.after = c.count(o.value)
		case "B":
			c.before = c.count(o.value)
		case "d":
			when, err := time.Parse("2006-01", o.value)
			if err != nil {
				c.usage()
			}
			c.year, c.month = when.Year(), int(when.Month())
		case "h":
			c.usage()
		case "j":
			c.julian = true
		case "m":
			month = o.value
		case "y":
			whole = true
		}
	}
	c.operands(words, month, whole)
	c.print()
	return 0
}

func (c *cal) usage() {
	unsupportedNote("cal usage")
	c.r.stderr("Usage: cal [general options] [-jy] [[month] year]\n")
	panic(exit(64))
}

// count reads how many months; what is no number is none.
func (c *cal) count(s string) int {
	n, _ := parseUint(s)
	return int(min(n, 12*9999))
}

func (c *cal) operands(words []string, month string, whole bool) {
	switch {
	case len(words) > 2 || len(words) == 2 && month != "":
		c.usage()
	case len(words) == 2:
		month, words = words[0], words[1:]
	case len(words) == 1 && month == "":
		whole = true
	}
	if len(words) == 1 {
		n, ok := parseUint(words[0])
		if !ok || n < 1 || n > 9999 {
			c.r.die(64, "year `%s' not in range 1..9999", words[0])
		}
		c.year = int(n)
	}
	if month != "" {
		c.month = c.monthOf(month)
	}
	if whole {
		c.month = 0
	}
}

func (c *cal) monthOf(word string) int {
	if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= 12 {
		return n
	}
	for m := time.January; m <= time.December; m++ {
		full := strings.ToLower(m.String())
		if w := strings.ToLower(word); w == full || w == full[:3] {
			return int(m)
		}
	}
	c.r.die(64, "%s is neither a month number (1..12) nor a name", word)
	return 0
}

// print shows the months in rows.
func (c *cal) print() {
	first, n := c.year*12+c.month-1-c.before, c.before+c.after+1
	if c.month == 0 {
		first, n = c.year*12, 12
	}
	year := first / 12
	perRow := 3
	if c.julian {
		perRow = 2
	}
	same := n > 1 && (n <= perRow || c.month == 0) && (first+n-1)/12 == year
	for at := first + perRow; c.month != 0 && at < first+n; at += perRow {
		if at%12 == 0 { // it is by year there
			c.r.unsupported("of months whose rows end with a year")
		}
	}
	if same {
		title := strconv.Itoa(year)
		room := c.width() * min(perRow, n)
		c.r.print(strings.Repeat(" ", max(room-len(title), 0)/2), title, "\n")
	}
	for from := first; from < first+n; from += perRow {
		c.row(from, min(from+perRow, first+n), !same)
		if from+perRow < first+n {
			c.r.print("\n")
		}
	}
}

// width is that of a month without the space after it.
func (c *cal) width() int {
	if c.julian {
		return 27
	}
	return 20
}

func (c *cal) row(from, to int, years bool) {
	lines := make([]string, 8)
	for m := from; m < to; m++ {
		title := time.Month(m%12 + 1).String()
		if years {
			title += " " + strconv.Itoa(m/12)
		}
		left := (c.width() - len(title)) / 2
		lines[0] += sprintf("%-*s  ", c.width(), strings.Repeat(" ", left)+title)
		for i, text := range c.monthLines(m/12, m%12+1) {
			lines[i+1] += sprintf("%-*s  ", c.width(), text)
		}
	}
	for _, l := range lines {
		c.r.print(l, "\n")
	}
}

// monthLines are the names of the days, and six weeks.
func (c *cal) monthLines(year, month int) []string {
	cell := 2
	if c.julian {
		cell = 3
	}
	var names []string
	for _, d := range []string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"} {
		names = append(names, sprintf("%*s", cell, d))
	}
	lines := []string{strings.Join(names, " ")}
	weeks := make([]string, 6)
	week := 0
	for day := range calDays(year, month) {
		n := day + 1
		if year == 1752 && month == 9 && n > 2 {
			n += 11
		}
		at := (calDayNumber(year, month, 1) + day) % 7
		if day > 0 && at == 0 {
			week++
		}
		show := n
		if c.julian {
			show = calDayNumber(year, month, 1) + day - calDayNumber(year, 1, 1) + 1
		}
		weeks[week] = sprintf("%-*s%*d", at*(cell+1), weeks[week], cell, show)
	}
	return append(lines, weeks...)
}

// calJulian reports whether a month is of the old calendar, which England left in September 1752.
func calJulian(year, month int) bool { return year < 1752 || year == 1752 && month < 9 }

func calDays(year, month int) int {
	switch {
	case year == 1752 && month == 9:
		return 19
	case month == 2 && year%4 == 0 && (calJulian(year, month) || year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4 || month == 6 || month == 9 || month == 11:
		return 30
	}
	return 31
}

// calDayNumber counts days so that a Sunday is a multiple of 7.
func calDayNumber(year, month, day int) int {
	y := year - 1
	n := y*365 + y/4 // as of the old calendar
	if year > 1752 {
		n -= 11 + (y/100 - 1752/100) - (y/400 - 1752/400)
	}
	for m := 1; m < month; m++ {
		n += calDays(year, m)
	}
	return n + day + 5
}
