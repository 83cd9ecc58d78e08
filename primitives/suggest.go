package primitives

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Suggest returns how to mend a name that is not one of the known: the known one that it shortens or that
// shortens it, else the nearest if it is near, else all of them where they are few.
func Suggest(name string, known []string) string {
	best := nearest(name, known)
	switch {
	case best != "":
		return "did you mean " + best + "?"
	case len(known) == 0:
		return "it takes none"
	case len(known) <= 16:
		sorted := slices.Sorted(slices.Values(known))
		return "known are " + strings.Join(sorted, ", ")
	default:
		return "no known name is near"
	}
}

func nearest(name string, known []string) (best string) {
	name = strings.ToLower(name)
	short, distance := false, 1+min(len(name), maxSuggested)/3
	for _, k := range known {
		shortens := len(name) <= maxSuggested && (abbreviates(name, k) || abbreviates(k, name))
		most := distance
		switch {
		case short && !shortens:
			continue
		case shortens && !short:
			most = len(name) + len(k)
		}
		d := editDistance(name, k, most)
		if d < most || d == most && best == "" || shortens && !short {
			best, short, distance = k, shortens, d
		}
	}
	return best
}

// maxSuggested bounds the names that are compared as they are, bytes: longer ones are no mistakes of typing.
const maxSuggested = 40

// abbreviates reports whether a is short for b: its beginning, or letters of it in their order, as cmd is of
// command. Two letters are a beginning at the least, three are letters.
func abbreviates(a, b string) bool {
	if len(a) < 2 || len(a) >= len(b) || a[0] != b[0] {
		return false
	}
	if strings.HasPrefix(b, a) {
		return true
	}
	rest := b
	for i := range len(a) {
		at := strings.IndexByte(rest, a[i])
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return len(a) >= 3
}

// editDistance is Levenshtein's, of bytes; beyond most it returns some number above most.
func editDistance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
