package tool

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// pipVersionPattern is a version, PEP 440.
var pipVersionPattern = regexp.MustCompile(`^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?(\d*))?(?:[-_.]?(post|rev|r)[-_.]?(\d*)|-(\d+))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+[a-z0-9._-]+)?$`)

// pipKey is a version as numbers that compare as versions do: epoch, release, pre, post, dev.
type pipKey struct {
	epoch, post, dev int
	release          []int
	pre              [2]int
}

const pipNever = 1 << 30

// parsePipVersion reads a version.
func parsePipVersion(s string) (pipKey, bool) {
	m := pipVersionPattern.FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	if m == nil {
		return pipKey{}, false
	}
	k := pipKey{epoch: atoi(m[1]), post: -1, dev: pipNever, pre: [2]int{pipNever, 0}}
	for part := range strings.SplitSeq(m[2], ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return k, false
		}
		k.release = append(k.release, n)
	}
	for len(k.release) > 1 && k.release[len(k.release)-1] == 0 {
		k.release = k.release[:len(k.release)-1]
	}
	if m[3] != "" {
		k.pre = [2]int{map[string]int{"a": 0, "alpha": 0, "b": 1, "beta": 1}[m[3]], atoi(m[4])}
		if m[3][0] == 'c' || m[3][0] == 'r' || m[3][0] == 'p' {
			k.pre[0] = 2
		}
	}
	if m[5] != "" || m[7] != "" {
		k.post = atoi(m[6] + m[7])
	}
	if m[8] != "" {
		k.dev = atoi(m[9])
		if m[3] == "" && k.post < 0 {
			k.pre[0] = -1 // 1.0.dev1 comes before 1.0a1
		}
	}
	return k, true
}

// early reports whether a version is one that pip takes only if it is asked to.
func (k pipKey) early() bool { return k.pre[0] != pipNever || k.dev != pipNever }

func (k pipKey) compare(o pipKey) int {
	a := append(append([]int{k.epoch}, padded(k.release, len(o.release))...), k.pre[0], k.pre[1], k.post, k.dev)
	b := append(append([]int{o.epoch}, padded(o.release, len(k.release))...), o.pre[0], o.pre[1], o.post, o.dev)
	return slices.Compare(a, b)
}

func padded(list []int, n int) []int {
	list = slices.Clone(list)
	for len(list) < n {
		list = append(list, 0)
	}
	return list
}

// pipSpecifier is one condition on a version.
type pipSpecifier struct{ op, version string }

// holds reports whether a version meets the condition.
func (s pipSpecifier) holds(version string) bool {
	if s.op == "===" {
		return version == s.version
	}
	prefix, any := strings.CutSuffix(s.version, ".*")
	want, ok := parsePipVersion(prefix)
	have, ok2 := parsePipVersion(version)
	if !ok || !ok2 {
		return false
	}
	c := have.compare(want)
	if any {
		n := len(strings.Split(prefix, "."))
		c = slices.Compare(padded(have.release, n)[:n], padded(want.release, n)[:n])
	}
	switch s.op {
	case "==":
		return c == 0
	case "!=":
		return c != 0
	case "<=":
		return c <= 0
	case ">=":
		return c >= 0
	case "<":
		return c < 0
	case ">":
		return c > 0
	default: // ~=
		n := len(strings.Split(prefix, ".")) - 1
		return c >= 0 && slices.Equal(padded(have.release, n)[:n], padded(want.release, n)[:n])
	}
}

// pipRequirement is what is wanted of a project.
type pipRequirement struct {
	name   string
	extras []string
	specs  []pipSpecifier
	marker string
	from   string // who wants it, as pip tells; "" = the command line
	direct bool
}

var (
	pipRequirementPattern = regexp.MustCompile(`^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[([^\]]*)\])?\s*(.*)$`)
	pipSpecifierPattern   = regexp.MustCompile(`^(===|==|!=|<=|>=|~=|<|>)\s*([A-Za-z0-9.!+*_-]+)$`)
)

// parsePipRequirement reads a requirement, PEP 508, without an address.
func parsePipRequirement(word string) (pipRequirement, bool) {
	text, marker, _ := strings.Cut(word, ";")
	m := pipRequirementPattern.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return pipRequirement{}, false
	}
	q := pipRequirement{name: m[1], marker: strings.TrimSpace(marker)}
	for e := range strings.SplitSeq(m[2], ",") {
		if e = strings.TrimSpace(e); e != "" {
			q.extras = append(q.extras, normalName(e))
		}
	}
	rest := strings.TrimSpace(m[3])
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, "("), ")")
	for part := range strings.SplitSeq(rest, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		s := pipSpecifierPattern.FindStringSubmatch(part)
		if s == nil {
			return q, false
		}
		q.specs = append(q.specs, pipSpecifier{s[1], s[2]})
	}
	return q, true
}

// String is the requirement as pip shows it: conditions sorted as text.
func (q *pipRequirement) String() string {
	var specs []string
	for _, s := range q.specs {
		specs = append(specs, s.op+s.version)
	}
	slices.Sort(specs)
	extras := ""
	if q.extras != nil {
		extras = "[" + strings.Join(q.extras, ",") + "]"
	}
	return q.name + extras + strings.Join(specs, ",")
}

// allows reports whether a version will do.
func (q *pipRequirement) allows(version string) bool {
	return !slices.ContainsFunc(q.specs, func(s pipSpecifier) bool { return !s.holds(version) })
}

// wanted is "(from X)" with a space before it, or nothing.
func (q *pipRequirement) wanted() string {
	if q.from == "" {
		return ""
	}
	return " (from " + q.from + ")"
}

// pipMarkers are the variables of a marker, PEP 508, as the sandbox's Python has them.
var pipMarkers = map[string]string{
	"python_version": pipPython, "python_full_version": "3.13.2", "sys_platform": "linux", "platform_system": "Linux", "os_name": "posix",
	"implementation_name": "cpython", "platform_python_implementation": "CPython", "platform_machine": "x86_64",
}

var pipMarkerPattern = regexp.MustCompile(`^\(?\s*([a-z_]+)\s*(===|==|!=|<=|>=|~=|<|>)\s*["']([^"']*)["']\s*\)?$`)

// applies evaluates a marker of a requirement for the extras that were asked for.
func (p *pip) applies(marker string, extras []string) bool {
	if marker == "" {
		return true
	}
	for part := range strings.SplitSeq(marker, " and ") {
		m := pipMarkerPattern.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			p.r.unsupported("marker " + marker)
		}
		var holds bool
		value, known := pipMarkers[m[1]]
		switch {
		case m[1] == "extra":
			holds = slices.Contains(extras, normalName(m[3])) == (m[2] == "==")
		case !known:
			p.r.unsupported("marker " + marker)
		case strings.HasPrefix(m[1], "python_"):
			holds = pipSpecifier{m[2], m[3]}.holds(value)
		default:
			holds = (value == m[3]) == (m[2] == "==")
		}
		if !holds {
			return false
		}
	}
	return true
}
