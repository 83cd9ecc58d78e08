package emscripten

import (
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives/det"
)

func TestDatesAreThoseOfTheCalendar(t *testing.T) {
	t.Parallel()
	s := det.NewSeed(1).Stream("dates")
	for _, at := range []int64{
		0, -1, 1, 951_782_399, 951_782_400, 4_107_542_399, -62_167_219_200, 253_402_300_799,
	} {
		checkDate(t, at)
	}
	for range 10_000 {
		checkDate(t, s.Int64N(1<<38)-1<<37)
	}
}

func checkDate(t *testing.T, at int64) {
	t.Helper()
	d, want := dateOf(at), time.Unix(at, 0).UTC()
	got := [...]int64{d.year + 1900, d.month + 1, d.day, d.hour, d.minute, d.second, d.weekday, d.yearday + 1}
	is := [...]int64{
		int64(want.Year()), int64(want.Month()), int64(want.Day()), int64(want.Hour()), int64(want.Minute()),
		int64(want.Second()), int64(want.Weekday()), int64(want.YearDay()),
	}
	if got != is {
		t.Errorf("%d: %v, want %v", at, got, is)
	}
	if back := d.seconds(); back != at {
		t.Errorf("%d: back to %d", at, back)
	}
}

// TestFieldsOutOfRange is what mktime(3) allows.
func TestFieldsOutOfRange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d    date
		want time.Time
	}{
		{date{month: 13, year: 100, day: 1}, time.Date(2001, 2, 1, 0, 0, 0, 0, time.UTC)},
		{date{month: -1, year: 100, day: 1}, time.Date(1999, 12, 1, 0, 0, 0, 0, time.UTC)},
		{
			date{month: 1, year: 124, day: 30, hour: 25, second: -1},
			time.Date(2024, 3, 2, 0, 59, 59, 0, time.UTC),
		},
	} {
		if got := c.d.seconds(); got != c.want.Unix() {
			t.Errorf("%+v: %v, want %v", c.d, time.Unix(got, 0).UTC(), c.want)
		}
	}
}
