package zone

import (
	"io/fs"
	"testing"
	"time"
)

// files has one zone, under two names.
func files(path string) ([]byte, error) {
	if path == "/usr/share/zoneinfo/Test/East" || path == "/etc/localtime" {
		return ruleFile("EAST-5"), nil
	}
	if path == "/usr/share/zoneinfo/Test/Broken" {
		return []byte("no zone"), nil
	}
	return nil, fs.ErrNotExist
}

// TestNames is what glibc's tzset makes of TZ, with the 1st of January and of July 2024.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tz             string
		winter, summer string
		east, later    int
	}{
		{"", "UTC", "UTC", 0, 0},
		{"UTC0", "UTC", "UTC", 0, 0},
		{"GMT", "GMT", "GMT", 0, 0},
		{"Test/East", "EAST", "EAST", 18000, 18000},
		{":Test/East", "EAST", "EAST", 18000, 18000},
		{"/usr/share/zoneinfo/Test/East", "EAST", "EAST", 18000, 18000},
		{"Test/Broken", "Test", "Test", 0, 0},
		{"Nowhere/Land", "Nowhere", "Nowhere", 0, 0},
		{"XYZ", "XYZ", "XYZ", 0, 0},
		{"X", "UTC", "UTC", 0, 0},
		{"JST-9", "JST", "JST", 32400, 32400},
		{"<+0330>-3:30", "+0330", "+0330", 12600, 12600},
		{"EST5EDT", "EST", "EDT", -18000, -14400},
		{"CET-1CEST,M3.5.0,M10.5.0/3", "CET", "CEST", 3600, 7200},
		{"AEST-10AEDT-11,M10.5.0,M3.5.0", "AEDT", "AEST", 39600, 36000},
	} {
		loc := Local(files, c.tz, true)
		for at, want := range map[time.Time]struct {
			name string
			east int
		}{
			time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC): {c.winter, c.east},
			time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC): {c.summer, c.later},
		} {
			if name, east := at.In(loc).Zone(); name != want.name || east != want.east {
				t.Errorf("TZ=%q at %v: %s %d, want %s %d", c.tz, at, name, east, want.name, want.east)
			}
		}
	}
}

func TestWithoutTZ(t *testing.T) {
	t.Parallel()
	if name, _ := time.Unix(0, 0).In(Local(files, "", false)).Zone(); name != "EAST" {
		t.Errorf("/etc/localtime: %s", name)
	}
	none := func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	if got := Local(none, "", false); got != time.UTC {
		t.Errorf("without files: %v", got)
	}
}
