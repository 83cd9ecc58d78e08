package primitives

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Suggest returns how to mend a name that is not one of the known: the nearest known one if
// it is near, else all of them where they are few.
func Suggest(name string, known []string) string {
	best, distance := "", 1+min(len(name), 40)/3
	for _, k := range known {
		d := editDistance(strings.ToLower(name), k, distance)
		if d < distance || d == distance && best == "" {
			best, distance = k, d
		}
	}
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
