package git

import (
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// person is who made a commit, and when.
type person struct {
	name, email string
	when        int64 // seconds
	zone        string
}

func (p person) String() string {
	return p.name + " <" + p.email + "> " + strconv.FormatInt(p.when, 10) + " " + p.zone
}

func parsePerson(s string) person {
	open, end := strings.IndexByte(s, '<'), strings.LastIndexByte(s, '>')
	if open < 0 || end < open {
		return person{name: s, zone: "+0000"}
	}
	p := person{name: strings.TrimSpace(s[:open]), email: s[open+1 : end], zone: "+0000"}
	if fields := strings.Fields(s[end+1:]); len(fields) == 2 {
		p.when, _ = strconv.ParseInt(fields[0], 10, 64)
		p.zone = fields[1]
	}
	return p
}

// at is the time in the zone that the person was in.
func (p person) at() time.Time { return time.Unix(p.when, 0).In(zoneOf(p.zone)) }

func zoneOf(s string) *time.Location {
	n, err := strconv.Atoi(s)
	if err != nil || n == 0 {
		return time.UTC
	}
	sign := 1
	if n < 0 {
		n, sign = -n, -1
	}
	return time.FixedZone("", sign*(n/100*3600+n%100*60))
}

const unknownIdentity = `
*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

`

// identity is that of the AUTHOR or COMMITTER. A strict one must have been set by somebody.
func (g *program) identity(role string, strict bool) person {
	c := g.repo.config
	p := person{name: g.env["GIT_"+role+"_NAME"], email: g.env["GIT_"+role+"_EMAIL"]}
	low := strings.ToLower(role)
	for _, key := range [...]string{low + ".", "user."} {
		if p.name == "" {
			p.name = c.text(key + "name")
		}
		if p.email == "" {
			p.email = c.text(key + "email")
		}
	}
	if p.email == "" {
		p.email = g.env["EMAIL"]
	}
	user, full := account()
	if p.email == "" {
		uts, _ := linux.Uname()
		host := uts.Nodename
		if !strings.Contains(host, ".") {
			host += ".(none)"
		}
		p.email = user + "@" + host
		if strict && strings.HasSuffix(host, ".(none)") {
			g.unknown(role, "unable to auto-detect email address (got '"+p.email+"')")
		}
	}
	if p.name == "" {
		p.name = full
		if p.name == "" && strict {
			g.unknown(role, "empty ident name (for <"+p.email+">) not allowed")
		}
	}
	p.name, p.email = crud(p.name), crud(p.email)
	now := time.Unix(0, linux.ClockGettime(0)).In(g.host.Zone)
	p.when, p.zone = now.Unix(), now.Format("-0700")
	if v := g.env["GIT_"+role+"_DATE"]; v != "" {
		g.setDate(&p, v)
	}
	return p
}

func (g *program) unknown(role, why string) {
	name := "Author"
	if role == "COMMITTER" {
		name = "Committer"
	}
	g.tell("%s identity unknown\n%s", name, unknownIdentity)
	g.fatal("%s", why)
}

func (g *program) setDate(p *person, text string) {
	t, ok := parseDate(text, g.host.Zone)
	if !ok {
		g.fatal("invalid date format: %s", text)
	}
	p.when, p.zone = t.Unix(), t.Format("-0700")
}

// crud takes away what may not stand at the ends of a name.
func crud(s string) string {
	s = strings.Map(func(c rune) rune {
		if c == '<' || c == '>' || c == '\n' {
			return -1
		}
		return c
	}, s)
	return strings.TrimFunc(s, func(c rune) bool {
		return c <= ' ' ||
			strings.ContainsRune(".,:;<>\"\\'", c)
	})
}

// account is the user's name and full name by /etc/passwd.
func account() (user, full string) {
	b, _ := readFile("/etc/passwd")
	uid := strconv.Itoa(linux.Getuid())
	for line := range strings.Lines(string(b)) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) > 4 && f[2] == uid {
			full, _, _ = strings.Cut(f[4], ",")
			return f[0], strings.ReplaceAll(full, "&", strings.ToUpper(f[0][:1])+f[0][1:])
		}
	}
	return "unknown", ""
}

// parseDate reads the dates that git takes in variables and --date.
func parseDate(s string, local *time.Location) (time.Time, bool) {
	s = strings.TrimSpace(s)
	raw := strings.TrimPrefix(s, "@")
	if stamp, zone, _ := strings.Cut(raw, " "); len(stamp) > 0 && strings.Trim(stamp, "0123456789") == "" &&
		(len(stamp) > 8 || raw != s) {
		n, err := strconv.ParseInt(stamp, 10, 64)
		where := time.UTC
		if zone != "" {
			where = zoneOf(zone)
		}
		return time.Unix(n, 0).In(where), err == nil
	}
	for _, layout := range [...]string{
		time.RFC3339, "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 -07:00",
		"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04 -0700", "Mon, 2 Jan 2006 15:04:05 -0700",
		"Mon Jan 2 15:04:05 2006 -0700", "2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	for _, layout := range [...]string{
		"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04",
		"Mon Jan 2 15:04:05 2006", "2 Jan 2006 15:04:05", "2006/01/02 15:04:05", "01/02/2006 15:04:05",
	} {
		if t, err := time.ParseInLocation(layout, s, local); err == nil {
			return t, true
		}
	}
	for _, layout := range [...]string{"2006-01-02", "2006/01/02", "01/02/2006", "2 Jan 2006", "Jan 2 2006"} {
		if t, err := time.ParseInLocation(layout, s, local); err == nil {
			now := time.Unix(0, linux.ClockGettime(0)).In(local)
			return time.Date(t.Year(), t.Month(), t.Day(), now.Hour(), now.Minute(), now.Second(), 0,
				local), true
		}
	}
	return relativeDate(s, local)
}

// relativeDate reads "now", "yesterday" and "3 days ago".
func relativeDate(s string, local *time.Location) (time.Time, bool) {
	now := time.Unix(0, linux.ClockGettime(0)).In(local)
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(s), ".", " "))
	switch {
	case len(words) == 1 && (words[0] == "now" || words[0] == "today"):
		return now, true
	case len(words) == 1 && words[0] == "yesterday":
		return now.AddDate(0, 0, -1), true
	case len(words) == 3 && words[2] == "ago":
		n, err := strconv.Atoi(words[0])
		if err != nil {
			return now, false
		}
		switch strings.TrimSuffix(words[1], "s") {
		case "second":
			return now.Add(-time.Duration(n) * time.Second), true
		case "minute":
			return now.Add(-time.Duration(n) * time.Minute), true
		case "hour":
			return now.Add(-time.Duration(n) * time.Hour), true
		case "day":
			return now.AddDate(0, 0, -n), true
		case "week":
			return now.AddDate(0, 0, -7*n), true
		case "month":
			return now.AddDate(0, -n, 0), true
		case "year":
			return now.AddDate(-n, 0, 0), true
		}
	}
	return now, false
}
