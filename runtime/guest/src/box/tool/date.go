package tool

import (
	"bufio"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const defaultDate = "%a %b %e %H:%M:%S %Z %Y"

const rfcEmail = "%a, %d %b %Y %H:%M:%S %z"

type date struct {
	r      *run
	loc    *time.Location
	format string
}

// now is the present in the zone that TZ names.
func (r *run) now() time.Time {
	return time.Unix(0, linux.ClockGettime(linux.ClockRealtime)).In(r.zone())
}

func dateMain(r *run) int {
	opts, words := r.options("d:/date !/debug f:/file I? /iso-8601? r:/reference /resolution " +
		"R/rfc-email /rfc-2822 /rfc-822 /rfc-3339: s:/set u/utc /uct /universal")
	d := &date{r: r, loc: r.zone()}
	text, file, reference, set, hasText, sources := "", "", "", false, false, map[string]bool{}
	for _, o := range opts {
		before := d.format
		d.format = ""
		switch o.name {
		case "d", "f", "r", "resolution":
			sources[o.name] = true
		}
		switch o.name {
		case "d":
			text, hasText = o.value, true
		case "f":
			file = o.value
		case "I", "iso-8601":
			d.format = isoFormat(r, o)
		case "r":
			reference = o.value
		case "R", "rfc-2822", "rfc-822":
			d.format = rfcEmail
		case "rfc-3339":
			d.format = rfc3339Format(r, o.value)
		case "s":
			text, hasText, set = o.value, true, true
		case "u", "uct", "universal":
			d.loc = time.UTC
		}
		if before != "" && d.format != "" {
			r.die(1, "multiple output formats specified")
		}
		d.format += before
	}
	given := d.oneSource(len(sources), set)
	if sources["resolution"] {
		if d.format == "" {
			d.format = "%s.%N"
		}
		d.operands(words, given)
		d.print(time.Unix(0, 1).In(d.loc))
		return r.status
	}
	shown := text
	if stamp := d.operands(words, given); stamp != "" {
		text, shown, hasText, set = stamp, words[0], true, true
	}
	now := time.Unix(0, linux.ClockGettime(linux.ClockRealtime)).In(d.loc)
	switch {
	case file != "":
		return d.lines(file, now)
	case reference != "":
		now = d.modified(reference)
	case hasText:
		t, ok := parseDate(text, now)
		if !ok {
			r.die(1, "invalid date %s", r.curly(shown))
		}
		now = t.In(d.loc)
	}
	if set { // setting the clock is for the superuser, and no call of ours
		r.warnErr(primitives.EPERM, "cannot set date")
	}
	d.print(now)
	return r.status
}

// oneSource refuses more than one way of saying which time is meant, and reports whether there was one.
func (d *date) oneSource(sources int, set bool) (given bool) {
	switch {
	case sources > 1:
		d.r.usage("the options to specify dates for printing are mutually exclusive")
	case set && sources > 0:
		d.r.usage("the options to print and set the time may not be used together")
	}
	return sources > 0 || set
}

// modified is when a file was changed last.
func (d *date) modified(name string) time.Time {
	st, err := linux.Stat(name)
	if err != nil {
		d.r.dieErr(1, err, "%s", d.r.plain(name))
	}
	return time.Unix(0, st.Mtime).In(d.loc)
}

// operands takes +FORMAT; another word would set the clock, and is returned as a date that parseDate reads.
func (d *date) operands(words []string, given bool) (stamp string) {
	if len(words) > 1 {
		d.r.usage("extra operand %s", d.r.curly(words[1]))
	}
	if len(words) == 0 {
		if d.format == "" {
			d.format = defaultDate
		}
		return ""
	}
	format, ok := strings.CutPrefix(words[0], "+")
	if !ok && given {
		d.r.message("the argument " + d.r.curly(words[0]) + " lacks a leading '+';")
		d.r.stderr("when using an option to specify date(s), any non-option\n" +
			"argument must be a format string beginning with '+'\n")
		d.r.usage("")
	}
	if !ok {
		return d.stamp(words[0])
	}
	if d.format != "" {
		d.r.die(1, "multiple output formats specified")
	}
	d.format = format
	return ""
}

// stamp reads MMDDhhmm[[CC]YY][.ss], as the operand that sets the clock.
func (d *date) stamp(word string) string {
	digits, seconds, dot := strings.Cut(word, ".")
	if !dot {
		seconds = "00"
	}
	year := ""
	switch len(digits) {
	case 8:
		year = strftime("%Y", d.r.now())
	case 10:
		year = digits[8:]
	case 12:
		year = digits[8:]
	}
	if !isDigits(digits) || !isDigits(seconds) || len(seconds) != 2 || year == "" {
		d.r.die(1, "invalid date %s", d.r.curly(word))
	}
	if d.format == "" {
		d.format = defaultDate
	}
	return year + "-" + digits[:2] + "-" + digits[2:4] + " " + digits[4:6] + ":" + digits[6:8] + ":" + seconds
}

func (d *date) print(t time.Time) { d.r.print(strftime(d.format, t), "\n") }

func (d *date) lines(file string, now time.Time) int {
	f, err := openInput(file)
	if err != nil {
		d.r.dieErr(1, err, "%s", d.r.plain(file))
	}
	defer closeInput(f)
	s := bufio.NewScanner(f)
	for s.Scan() {
		t, ok := parseDate(s.Text(), now)
		if !ok {
			d.r.warn("invalid date %s", d.r.curly(s.Text()))
			continue
		}
		d.print(t.In(d.loc))
	}
	return d.r.status
}

func isoFormat(r *run, o option) string {
	word := "date"
	if o.given {
		word = r.choose("--iso-8601", o.value, "hours", "minutes", "date", "seconds", "ns")
	}
	return map[string]string{
		"date": "%Y-%m-%d", "hours": "%Y-%m-%dT%H%:z", "minutes": "%Y-%m-%dT%H:%M%:z",
		"seconds": "%Y-%m-%dT%H:%M:%S%:z", "ns": "%Y-%m-%dT%H:%M:%S,%N%:z",
	}[word]
}

func rfc3339Format(r *run, value string) string {
	return map[string]string{
		"date": "%Y-%m-%d", "seconds": "%Y-%m-%d %H:%M:%S%:z", "ns": "%Y-%m-%d %H:%M:%S.%N%:z",
	}[r.choose("--rfc-3339", value, "date", "seconds", "ns")]
}
