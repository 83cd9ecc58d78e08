package shell

import (
	"fmt"
	"strings"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/zone"
)

// times is what has been used so far.
type times struct{ real, user, system int64 }

func (sh *Shell) times() (t times) {
	t.real = sh.now()
	for _, who := range [...]int{linux.RusageSelf, linux.RusageChildren} {
		if r, err := linux.Getrusage(who); err == nil {
			t.user += r.User
			t.system += r.System
		}
	}
	return t
}

const defaultTimeFormat = "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS"

// reportTimes is the report of `time`.
func (sh *Shell) reportTimes(before times, posix bool) {
	now := sh.times()
	t := times{now.real - before.real, now.user - before.user, now.system - before.system}
	format := defaultTimeFormat
	if posix {
		format = "real %2R\nuser %2U\nsys %2S"
	} else if f, ok := sh.get("TIMEFORMAT"); ok {
		if format = f; f == "" {
			return
		}
	}
	sh.flush()
	text, bad := formatTimes(format, t)
	if bad != 0 {
		sh.warn("TIMEFORMAT: `" + string(bad) + "': invalid format character")
		return
	}
	sh.stderr(text + "\n")
}

// formatTimes fills in TIMEFORMAT; bad is a letter that means nothing in it.
func formatTimes(format string, t times) (text string, bad byte) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		prec, long := 3, false
		if c := format[i]; '0' <= c && c <= '9' && i+1 < len(format) {
			prec = min(int(c-'0'), 3)
			i++
		}
		if format[i] == 'l' && i+1 < len(format) {
			long = true
			i++
		}
		switch format[i] {
		case '%':
			b.WriteByte('%')
		case 'R':
			b.WriteString(duration(t.real, prec, long))
		case 'U':
			b.WriteString(duration(t.user, prec, long))
		case 'S':
			b.WriteString(duration(t.system, prec, long))
		case 'P':
			p := int64(0)
			if t.real > 0 {
				p = (t.user + t.system) * 10000 / t.real
			}
			fmt.Fprintf(&b, "%d.%02d", p/100, p%100)
		default:
			return "", format[i]
		}
	}
	return b.String(), 0
}

// duration writes seconds, or minutes and seconds, with prec digits, cut not rounded.
func duration(ns int64, prec int, long bool) string {
	ms := ns / 1_000_000
	sec, frac := ms/1000, ms%1000
	var b strings.Builder
	if long {
		fmt.Fprintf(&b, "%dm", sec/60)
		sec %= 60
	}
	fmt.Fprintf(&b, "%d", sec)
	if prec > 0 {
		b.WriteString("." + fmt.Sprintf("%03d", frac)[:prec])
	}
	if long {
		b.WriteByte('s')
	}
	return b.String()
}

// timesBuiltin is times: the CPU time of the shell and of its children.
func timesBuiltin(sh *Shell, args []string) int {
	if _, ok := sh.options(args, "", nil); !ok {
		return 2
	}
	for _, who := range [...]int{linux.RusageSelf, linux.RusageChildren} {
		r, _ := linux.Getrusage(who)
		if sh.dash {
			sh.print(dashTime(r.User), " ", dashTime(r.System), "\n")
			continue
		}
		sh.print(duration(r.User, 3, true), " ", duration(r.System, 3, true), "\n")
	}
	return 0
}

func dashTime(ns int64) string {
	sec := ns / second
	return fmt.Sprintf("%dm%d.%06ds", sec/60, sec%60, ns%second/1000)
}

// time is printf's %(format)T.
func (f *formatter) time(d *cformat.Directive, format string) {
	a, given := f.next()
	at := f.sh.now() / second
	switch {
	case !given || a == "-1":
	case a == "-2":
		at = f.sh.start / second
	default:
		at = f.integer(a, false)
	}
	if format == "" {
		format = "%X"
	}
	f.out.WriteString(d.Text(f.sh.strftime(format, at)))
}

// strftime writes a time in the zone of TZ.
func (sh *Shell) strftime(format string, at int64) string {
	tz, set := sh.get("TZ")
	return strftime(format, time.Unix(at, 0).In(zone.Local(tz, set)))
}

// strftime is C's, in the C locale.
func strftime(format string, t time.Time) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		c := format[i]
		if (c == '-' || c == '_' || c == 'E' || c == 'O') && i+1 < len(format) {
			i++
			s := timeField(format[i], t)
			if c == '-' {
				s = strings.TrimLeft(s, "0 ")
				if s == "" {
					s = "0"
				}
			}
			b.WriteString(s)
			continue
		}
		b.WriteString(timeField(c, t))
	}
	return b.String()
}

func timeField(c byte, t time.Time) string {
	layouts := map[byte]string{
		'a': "Mon", 'A': "Monday", 'b': "Jan", 'B': "January", 'h': "Jan", 'c': "Mon Jan _2 15:04:05 2006",
		'd': "02", 'D': "01/02/06", 'e': "_2", 'F': "2006-01-02", 'H': "15", 'I': "03", 'm': "01", 'M': "04",
		'p': "PM", 'P': "pm", 'r': "03:04:05 PM", 'R': "15:04", 'S': "05", 'T': "15:04:05", 'x': "01/02/06",
		'X': "15:04:05", 'y': "06", 'Y': "2006", 'z': "-0700", 'Z': "MST",
	}
	if l, ok := layouts[c]; ok {
		return t.Format(l)
	}
	switch c {
	case '%':
		return "%"
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 's':
		return fmt.Sprint(t.Unix())
	case 'j':
		return fmt.Sprintf("%03d", t.YearDay())
	case 'C':
		return fmt.Sprintf("%02d", t.Year()/100)
	case 'k':
		return fmt.Sprintf("%2d", t.Hour())
	case 'l':
		return fmt.Sprintf("%2d", (t.Hour()+11)%12+1)
	case 'u':
		return fmt.Sprint((int(t.Weekday())+6)%7 + 1)
	case 'w':
		return fmt.Sprint(int(t.Weekday()))
	case 'G':
		y, _ := t.ISOWeek()
		return fmt.Sprint(y)
	case 'V':
		_, w := t.ISOWeek()
		return fmt.Sprintf("%02d", w)
	case 'U':
		return fmt.Sprintf("%02d", (t.YearDay()+6-int(t.Weekday()))/7)
	case 'W':
		return fmt.Sprintf("%02d", (t.YearDay()+6-(int(t.Weekday())+6)%7)/7)
	}
	return "%" + string(c)
}
