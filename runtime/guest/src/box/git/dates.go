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

// strftime knows the fields that dates of logs are made of.
func strftime(layout string, t time.Time) string {
	fields := map[byte]string{
		'Y': "2006", 'm': "01", 'd': "02", 'H': "15", 'M': "04", 'S': "05", 'y': "06", 'b': "Jan", 'h': "Jan",
		'B': "January", 'a': "Mon", 'A': "Monday", 'z': "-0700", 'e': "_2", 'I': "03", 'p': "PM",
		'F': "2006-01-02",
		'T': "15:04:05", 'R': "15:04", 'D': "01/02/06", 'c': "Mon Jan _2 15:04:05 2006", 'j': "002",
	}
	var b strings.Builder
	for i := 0; i < len(layout); i++ {
		if layout[i] != '%' || i+1 == len(layout) {
			b.WriteByte(layout[i])
			continue
		}
		i++
		switch f, ok := fields[layout[i]]; {
		case ok:
			b.WriteString(t.Format(f))
		case layout[i] == 's':
			_, _ = fmt.Fprint(&b, t.Unix())
		case layout[i] == '%':
			b.WriteByte('%')
		default:
			b.WriteString(layout[i-1 : i+1])
		}
	}
	return b.String()
}
