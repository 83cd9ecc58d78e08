package tool

import (
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// strftime formats t as date(1) does, with the flags of GNU: - _ 0 + ^ # and a width.
func strftime(format string, t time.Time) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		f := timeField{t: t, width: -1}
		n := f.parse(format[i+1:])
		if n == 0 {
			b.WriteString(format[i:])
			break
		}
		text, ok := f.format()
		if !ok {
			text = format[i : i+1+n]
		}
		b.WriteString(text)
		i += n
	}
	return b.String()
}

type timeField struct {
	t      time.Time
	pad    byte // '-', '_', '0', '+' or 0
	upper  bool
	swap   bool
	width  int
	colons int
	conv   byte
}

// parse reads what follows the percent sign and returns its length, 0 if it is cut off.
func (f *timeField) parse(s string) int {
	i := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '-', '_', '0', '+':
			f.pad = s[i]
			continue
		case '^':
			f.upper = true
			continue
		case '#':
			f.swap = true
			continue
		}
		break
	}
	if _, n := cformat.Digits(s[i:], 10, 9); n > 0 {
		f.width, _ = strconv.Atoi(s[i : i+n])
		i += n
	}
	for i < len(s) && s[i] == ':' {
		f.colons++
		i++
	}
	if i < len(s) && (s[i] == 'E' || s[i] == 'O') {
		i++
	}
	if i == len(s) {
		return 0
	}
	f.conv = s[i]
	return i + 1
}

func (f *timeField) format() (string, bool) {
	if f.colons > 0 && f.conv != 'z' {
		return "", false
	}
	if text, ok := f.composite(); ok {
		return f.text(text), true
	}
	if n, digits, fill, ok := f.number(); ok {
		return f.digits(n, digits, fill), true
	}
	switch f.conv {
	case 'z':
		return f.offset(), true
	case 'N':
		return f.nanoseconds(), true
	}
	text, ok := f.word()
	return f.text(text), ok
}

// word are the conversions that give names and signs.
func (f *timeField) word() (string, bool) {
	t := f.t
	switch f.conv {
	case 'a':
		return t.Weekday().String()[:3], true
	case 'A':
		return t.Weekday().String(), true
	case 'b', 'h':
		return t.Month().String()[:3], true
	case 'B':
		return t.Month().String(), true
	case 'p':
		text := t.Format("PM")
		if f.swap {
			text = strings.ToLower(text)
		}
		return text, true
	case 'P':
		return t.Format("pm"), true
	case 'Z':
		name, _ := t.Zone()
		if f.swap {
			name = strings.ToLower(name)
		}
		return name, true
	case 'n':
		return "\n", true
	case 't':
		return "\t", true
	case '%':
		return "%", true
	}
	return "", false
}

func (f *timeField) composite() (string, bool) {
	formats := map[byte]string{
		'c': "%a %b %e %H:%M:%S %Y", 'D': "%m/%d/%y", 'F': "%Y-%m-%d", 'r': "%I:%M:%S %p",
		'R': "%H:%M", 'T': "%H:%M:%S", 'x': "%m/%d/%y", 'X': "%H:%M:%S",
	}
	format, ok := formats[f.conv]
	if !ok {
		return "", false
	}
	return strftime(format, f.t), true
}

// number are the conversions that give numbers: value, digits and what fills them up.
func (f *timeField) number() (n int64, digits int, fill byte, ok bool) {
	t := f.t
	year, week := t.ISOWeek()
	sunday, monday := int(t.Weekday()), (int(t.Weekday())+6)%7
	fill = '0'
	switch f.conv {
	case 'C':
		n, digits = int64(t.Year()/100), 2
	case 'd':
		n, digits = int64(t.Day()), 2
	case 'e':
		n, digits, fill = int64(t.Day()), 2, '_'
	case 'g':
		n, digits = int64(year%100), 2
	case 'G':
		n, digits = int64(year), 4
	case 'H':
		n, digits = int64(t.Hour()), 2
	case 'I':
		n, digits = int64((t.Hour()+11)%12+1), 2
	case 'j':
		n, digits = int64(t.YearDay()), 3
	case 'k':
		n, digits, fill = int64(t.Hour()), 2, '_'
	case 'l':
		n, digits, fill = int64((t.Hour()+11)%12+1), 2, '_'
	case 'm':
		n, digits = int64(t.Month()), 2
	case 'M':
		n, digits = int64(t.Minute()), 2
	case 'q':
		n, digits = int64(t.Month()-1)/3+1, 1
	case 's':
		n, digits = t.Unix(), 1
	case 'S':
		n, digits = int64(t.Second()), 2
	case 'u':
		n, digits = int64(monday+1), 1
	case 'U':
		n, digits = int64((t.YearDay()+6-sunday)/7), 2
	case 'V':
		n, digits = int64(week), 2
	case 'w':
		n, digits = int64(sunday), 1
	case 'W':
		n, digits = int64((t.YearDay()+6-monday)/7), 2
	case 'y':
		n, digits = int64(t.Year()%100), 2
	case 'Y':
		n, digits = int64(t.Year()), 4
	default:
		return 0, 0, 0, false
	}
	return n, digits, fill, true
}

func (f *timeField) digits(n int64, digits int, fill byte) string {
	if f.pad != 0 {
		fill = f.pad
	}
	digits = max(digits, f.width)
	text := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, text = "-", text[1:]
	} else if f.pad == '+' && (f.conv == 'Y' || f.conv == 'G') && (n > 9999 || f.width > 4) {
		sign, digits = "+", digits-1
	}
	missing := digits - len(text)
	switch {
	case missing <= 0 || fill == '-':
		return sign + text
	case fill == '_':
		return strings.Repeat(" ", missing) + sign + text
	}
	return sign + strings.Repeat("0", missing) + text
}

// text applies case and width to a name.
func (f *timeField) text(s string) string {
	if f.upper || f.swap && strings.IndexByte("aAbBh", f.conv) >= 0 {
		s = strings.ToUpper(s)
	}
	if missing := f.width - len(s); missing > 0 && f.pad != '-' {
		fill := " "
		if f.pad == '0' || f.pad == '+' {
			fill = "0"
		}
		s = strings.Repeat(fill, missing) + s
	}
	return s
}

// nanoseconds is %N, whose width cuts digits from the right.
func (f *timeField) nanoseconds() string {
	text := strconv.Itoa(1e9 + f.t.Nanosecond())[1:]
	if f.width > 0 && f.width < 9 {
		return text[:f.width]
	}
	if f.pad != '-' {
		text += strings.Repeat("0", max(0, f.width-len(text)))
	}
	if f.pad == '-' {
		text = strings.TrimRight(text, "0")
	}
	return text
}

func (f *timeField) offset() string {
	_, seconds := f.t.Zone()
	sign := "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	two := func(n int) string { return strconv.Itoa(100 + n)[1:] }
	h, m, s := two(seconds/3600), two(seconds/60%60), two(seconds%60)
	switch f.colons {
	case 1:
		return sign + h + ":" + m
	case 2:
		return sign + h + ":" + m + ":" + s
	case 3:
		text := sign + h
		if m != "00" || s != "00" {
			text += ":" + m
		}
		if s != "00" {
			text += ":" + s
		}
		return text
	}
	return sign + h + m
}
