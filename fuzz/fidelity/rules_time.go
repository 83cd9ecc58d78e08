package fidelity

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// present is how long a sandbox's own present lasts: dates from the day of its beginning to a day later. A
// virtual clock jumps ahead by what its steps sleep, and Python prints local times of other zones.
const present = 24 * time.Hour

// isPresent reports whether a time lies in a sandbox's present. Days count whole.
func (s *Scene) isPresent(t time.Time) bool {
	day := s.Began.UTC().Truncate(present)
	return !s.Began.IsZero() && !t.Before(day) && t.Before(day.Add(2*present))
}

const (
	months = `(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)`
	days   = `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)`
	hours  = `[0-2][0-9]:[0-5][0-9]`
)

// form is one way to write a date, perhaps with a time of day; the first group is the date.
type form struct {
	pattern *regexp.Regexp
	layout  string // of the first group
	year    bool   // whether the layout has a year; the present one is taken where it has none
}

//nolint:gochecknoglobals // an immutable table
var forms = []form{
	{regexp.MustCompile(`\b([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T_ -]` + hours +
		`(?::[0-5][0-9](?:[.,][0-9]+)?)?(?: ?(?:Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?)?`), "2006-01-02", true},
	{regexp.MustCompile(`\b([0-9]{4}/[0-9]{2}/[0-9]{2})(?: ` + hours +
		`(?::[0-5][0-9])?)?\b`), "2006/01/02", true},
	{regexp.MustCompile(`\b([0-9]{8})(?:[T_-]?[0-9]{6}Z?)?\b`), "20060102", true},
	{regexp.MustCompile(`\b` + days + `, ([0-9]{2} ` + months + ` [0-9]{4}) ` + hours +
		`:[0-5][0-9](?: (?:GMT|UTC|[+-][0-9]{4}))?`), "02 Jan 2006", true},
	{regexp.MustCompile(`\b(?:` + days + ` )?(` + months + ` [ 0-9][0-9]) ` + hours +
		`(?::[0-5][0-9](?: (?:UTC|GMT))?(?: [0-9]{4})?)?\b`), "Jan _2", false},
}

func clock(s *Scene, text string) string {
	for i := range forms {
		f := &forms[i]
		text = f.pattern.ReplaceAllStringFunc(text, func(found string) string {
			date, err := time.Parse(f.layout, strings.TrimSpace(f.pattern.FindStringSubmatch(found)[1]))
			if err == nil && !f.year {
				date = time.Date(s.Began.Year(), date.Month(), date.Day(), 0, 0, 0, 0, time.UTC)
			}
			if err != nil || !s.isPresent(date) {
				return found
			}
			if len(strings.TrimSpace(found)) <= len(f.layout) {
				return "<date>"
			}
			return "<time>"
		})
	}
	return text
}

var epochNumber = regexp.MustCompile(`\b([0-9]{10})([0-9]{3}|[0-9]{6}|[0-9]{9})?(\.[0-9]+)?\b`)

func epoch(s *Scene, text string) string {
	return epochNumber.ReplaceAllStringFunc(text, func(found string) string {
		seconds, err := strconv.ParseInt(found[:10], 10, 64)
		if err != nil || !s.isPresent(time.Unix(seconds, 0)) {
			return found
		}
		return "<epoch>"
	})
}

var (
	shellTime = regexp.MustCompile(`(?m)^(real|user|sys)([\t ]+)(?:[0-9]+m)?[0-9]+\.[0-9]+s?$`)
	ddRate    = regexp.MustCompile(`copied, [0-9.e-]+ s, [0-9.]+ [kMGT]?B/s`)
	measured  = regexp.MustCompile(`(?i)\b((?:took|elapsed|duration)(?: time)?[ :=]+)` +
		`(?:[0-9]+\.[0-9]+ ?(?:s|sec|secs|seconds|ms)|[0-9]+ ?ms)\b|` +
		`(\bin )[0-9]+\.[0-9]{3,}(?: ?s| seconds)\b`)
)

func duration(_ *Scene, text string) string {
	text = shellTime.ReplaceAllString(text, "$1$2<duration>")
	text = ddRate.ReplaceAllString(text, "copied, <duration>")
	return measured.ReplaceAllString(text, "$1$2<duration>")
}
