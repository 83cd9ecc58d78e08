package tool

import (
	"slices"
	"strings"
	"testing"
)

// accountLines makes a file of accounts of lines.
func accountLines(lines ...string) *accountFile {
	f := &accountFile{there: true}
	for _, l := range lines {
		f.fields = append(f.fields, strings.Split(l, ":"))
	}
	return f
}

// TestNextID has the numbers that useradd 4.13 gave on a Debian 12.
func TestNextID(t *testing.T) {
	t.Parallel()
	base := []string{"root:x:0:0", "nobody:x:65534:65534"}
	for _, c := range []struct {
		lines  []string
		system bool
		want   int
	}{
		{nil, false, 1000},
		{nil, true, 999},
		{[]string{"a:x:1500:100"}, false, 1501},
		{[]string{"a:x:1000:1000", "b:x:1001:1001"}, false, 1002},
		{[]string{"s:x:999:999", "t:x:997:997"}, true, 998},
	} {
		if got := accountLines(slices.Concat(base, c.lines)...).nextID(c.system, nil); got != c.want {
			t.Errorf("%q, system %v: %d, want %d", c.lines, c.system, got, c.want)
		}
	}
	if got := accountLines(base...).nextID(false, accountLines("g:x:1000:")); got != 1001 {
		t.Errorf("a group has 1000: got %d, want 1001", got)
	}
}

func TestSubordinateRanges(t *testing.T) {
	t.Parallel()
	f := accountLines("bob:100000:65536", "al:165536:65536")
	f.remove("bob")
	f.addRange("cy")
	f.addRange("dan")
	if got, want := f.text(), "al:165536:65536\ncy:100000:65536\ndan:231072:65536\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	d := &accountDB{group: accountLines("sudo:x:27:", "users:x:100:al"), gshadow: accountLines("sudo:*::")}
	for _, step := range []struct {
		done bool
		want bool
	}{
		{d.addMember("sudo", "bob"), true},
		{d.addMember("sudo", "bob"), false},
		{d.addMember("users", "bob"), true},
		{d.dropMember("users", "al"), true},
		{d.dropMember("users", "al"), false},
		{d.addMember("nope", "bob"), false},
	} {
		if step.done != step.want {
			t.Errorf("got %v, want %v", step.done, step.want)
		}
	}
	if got, want := d.group.text()+d.gshadow.text(), "sudo:x:27:bob\nusers:x:100:bob\nsudo:*::bob\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGoodName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"bob": true, "_apt": true, "www-data": true, "host$": true, "a1": true, "": false, "1a": false,
		"Bob": false, "a b": false, "-x": false, "a.b": false, strings.Repeat("a", 33): false,
	} {
		if got := goodName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
