package tool

import (
	"bufio"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

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
		"R/rfc-email /rfc-2822 " +
		"/rfc-822 /rfc-3339: s:/set u/utc /uct /universal")
	d := &date{r: r, loc: r.zone()}
	text, file, reference, set := "", "", "", false
	hasText := false
	for _, o := range opts {
		before := d.format
		d.format = ""
		switch o.name {
		case "d":
			text, hasText = o.value, true
		case "f":
			file = o.value
		case "I", "iso-8601":
			d.format = isoFormat(r, o)
		case "r":
			reference = o.value
		case "resolution":
			d.format = "%s.%N"
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
	d.operands(words)
	now := time.Unix(0, linux.ClockGettime(linux.ClockRealtime)).In(d.loc)
	switch {
	case file != "":
		return d.lines(file, now)
	case reference != "":
		st, err := linux.Stat(reference)
		if err != nil {
			r.dieErr(1, err, "%s", r.plain(reference))
		}
		now = time.Unix(0, st.Mtime).In(d.loc)
	case hasText:
		t, ok := parseDate(text, now)
		if !ok {
			r.die(1, "invalid date %s", r.curly(text))
		}
		now = t.In(d.loc)
	}
	if set { // setting the clock is for the superuser, and no call of ours
		r.warnErr(primitives.EPERM, "cannot set date")
	}
	d.print(now)
	return r.status
}

// operands takes +FORMAT; another word would set the clock.
func (d *date) operands(words []string) {
	if len(words) > 1 {
		d.r.usage("extra operand %s", d.r.curly(words[1]))
	}
	if len(words) == 0 {
		if d.format == "" {
			d.format = "%a %b %e %H:%M:%S %Z %Y"
		}
		return
	}
	format, ok := strings.CutPrefix(words[0], "+")
	if !ok {
		d.r.die(1, "invalid date %s", d.r.curly(words[0]))
	}
	if d.format != "" {
		d.r.die(1, "multiple output formats specified")
	}
	d.format = format
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
