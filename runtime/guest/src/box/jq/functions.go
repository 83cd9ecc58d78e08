package jq

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	functions0 = map[string]func(v any) (any, error){
		"not":            func(v any) (any, error) { return !truth(v), nil },
		"type":           func(v any) (any, error) { return kind(v), nil },
		"length":         length,
		"utf8bytelength": byteLength,
		"keys":           func(v any) (any, error) { return keysOf(v, true) },
		"keys_unsorted":  func(v any) (any, error) { return keysOf(v, false) },
		"tostring":       func(v any) (any, error) { return tostring(v), nil },
		"tojson":         func(v any) (any, error) { return Encode(v, Format{Compact: true}), nil },
		"fromjson":       fromJSON,
		"tonumber":       toNumber,
		"explode":        explode,
		"implode":        implode,
		"reverse":        reverse,
		"sort":           func(v any) (any, error) { return sortBy(v, v) },
		"min":            func(v any) (any, error) { return extreme(v, v, -1) },
		"max":            func(v any) (any, error) { return extreme(v, v, 1) },
		"isinfinite":     numeric(func(x float64) any { return math.IsInf(x, 0) }),
		"isnan":          numeric(func(x float64) any { return math.IsNaN(x) }),
		"isnormal":       func(v any) (any, error) { x, ok := v.(float64); return ok && isNormal(x), nil },
		"isfinite":       numeric(func(x float64) any { return !math.IsInf(x, 0) }),
		"gmtime":         gmtime,
		"mktime":         mktime,
		"frexp":          numeric(frexp),
		"modf":           numeric(modf),
		"lgamma_r":       numeric(lgammaR),
	}
	functions1 = map[string]func(v, a any) (any, error){
		"has":        has,
		"contains":   func(v, a any) (any, error) { return contains(v, a) },
		"startswith": func(v, a any) (any, error) { return affix(v, a, "startswith", strings.HasPrefix) },
		"endswith":   func(v, a any) (any, error) { return affix(v, a, "endswith", strings.HasSuffix) },
		"ltrimstr":   func(v, a any) (any, error) { return trimmed(v, a, strings.TrimPrefix), nil },
		"rtrimstr":   func(v, a any) (any, error) { return trimmed(v, a, strings.TrimSuffix), nil },
		"split":      split1,
		"join":       join,
		"indices":    indicesOf,
		"delpaths":   delpaths,
		"format":     func(v, a any) (any, error) { return format("@"+tostring(a), v) },
		"_case":      letterCase,
		"_flatten":   flattened,
		"_sort":      sortBy,
		"_group":     groupBy,
		"_least":     func(v, a any) (any, error) { return extreme(v, a, -1) },
		"_most":      func(v, a any) (any, error) { return extreme(v, a, 1) },
		"bsearch":    bsearch,
		"strptime":   strptime,
	}
	functions2 = map[string]func(v, a, b any) (any, error){
		"setpath": setpathFunction,
		"split":   splitRegex,
	}
)

func numeric(f func(x float64) any) func(v any) (any, error) {
	return func(v any) (any, error) {
		x, ok := v.(float64)
		if !ok {
			return nil, fail(described(v), " number required")
		}
		return f(x), nil
	}
}

func isNormal(x float64) bool {
	const smallest = 0x1p-1022
	return !math.IsInf(x, 0) && !math.IsNaN(x) && math.Abs(x) >= smallest
}

func length(v any) (any, error) {
	switch v := v.(type) {
	case nil:
		return 0.0, nil
	case float64:
		return math.Abs(v), nil
	case string:
		return float64(utf8.RuneCountInString(v)), nil
	case []any:
		return float64(len(v)), nil
	case *Object:
		return float64(v.n), nil
	}
	return nil, fail(described(v), " has no length")
}

func byteLength(v any) (any, error) {
	if s, ok := v.(string); ok {
		return float64(len(s)), nil
	}
	return nil, fail(described(v), " only strings have UTF-8 byte length")
}

func keysOf(v any, sorted bool) (any, error) {
	list := []any{}
	switch v := v.(type) {
	case *Object:
		keys := v.Keys()
		if sorted {
			keys = v.sortedKeys()
		}
		for _, k := range keys {
			list = append(list, k)
		}
	case []any:
		for i := range v {
			list = append(list, float64(i))
		}
	default:
		return nil, fail(described(v), " has no keys")
	}
	return list, nil
}

func fromJSON(v any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fail(described(v), " only strings can be parsed")
	}
	x, err := Decode(s)
	if err != nil {
		return nil, &Error{err.Error()}
	}
	return x, nil
}

func toNumber(v any) (any, error) {
	switch v := v.(type) {
	case float64:
		return v, nil
	case string:
		x, err := Decode(v)
		if err != nil {
			return nil, &Error{err.Error()}
		}
		if x, ok := x.(float64); ok {
			return x, nil
		}
	}
	return nil, fail(described(v), " cannot be parsed as a number")
}

func explode(v any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fail("explode input must be a string")
	}
	list := []any{}
	for _, r := range s {
		list = append(list, float64(r))
	}
	return list, nil
}

func implode(v any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fail("implode input must be an array")
	}
	var b strings.Builder
	for _, x := range list {
		r, ok := x.(float64)
		if !ok {
			return nil, fail("implode input must be an array of numbers")
		}
		b.WriteRune(rune(r))
	}
	return b.String(), nil
}

func letterCase(v, upper any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fail("explode input must be a string")
	}
	first, last := byte('A'), byte('Z')
	if upper == 1.0 {
		first, last = 'a', 'z'
	}
	b := []byte(s)
	for i, c := range b {
		if c >= first && c <= last {
			b[i] = c ^ 0x20
		}
	}
	return string(b), nil
}

func reverse(v any) (any, error) {
	switch v := v.(type) {
	case nil:
		return []any{}, nil
	case []any:
		list := slices.Clone(v)
		slices.Reverse(list)
		return list, nil
	case string:
		if v == "" {
			return []any{}, nil
		}
		return nil, fail("Cannot index string with number")
	case float64:
		if v == 0 {
			return []any{}, nil
		}
	case *Object:
		if v.n == 0 {
			return []any{}, nil
		}
	}
	if b, ok := v.(bool); ok {
		return nil, fail(described(b), " has no length")
	}
	return nil, fail("Cannot index ", kind(v), " with number")
}

// sortBy orders a list by the keys that another has for it.
func sortBy(v, by any) (any, error) {
	list, ok := v.([]any)
	keys, _ := by.([]any)
	if !ok {
		return nil, fail(described(v), " cannot be sorted, as it is not an array")
	}
	order := sortedOrder(keys)
	sorted := make([]any, len(list))
	for i, j := range order {
		sorted[i] = list[j]
	}
	return sorted, nil
}

func sortedOrder(keys []any) []int {
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(keys[a], keys[b]) })
	return order
}

func groupBy(v, by any) (any, error) {
	list, ok := v.([]any)
	keys, _ := by.([]any)
	if !ok {
		return nil, fail("Cannot index ", kind(v), " with number")
	}
	groups := []any{}
	var group []any
	last := -1
	for _, i := range sortedOrder(keys) {
		if last >= 0 && !equal(keys[last], keys[i]) {
			groups = append(groups, group)
			group = nil
		}
		group = append(group, list[i])
		last = i
	}
	if group != nil {
		groups = append(groups, group)
	}
	return groups, nil
}

// extreme is the element whose key is least (sign -1) or greatest (1).
func extreme(v, by any, sign int) (any, error) {
	list, ok := v.([]any)
	keys, okKeys := by.([]any)
	if !ok || !okKeys {
		return nil, cannot(v, by, "iterated over")
	}
	best := -1
	for i := range list {
		if best < 0 || compare(keys[i], keys[best])*sign > 0 || sign > 0 && equal(keys[i], keys[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil, nil
	}
	return list[best], nil
}

func has(v, k any) (any, error) {
	switch v := v.(type) {
	case *Object:
		if k, ok := k.(string); ok {
			_, found := v.Get(k)
			return found, nil
		}
	case []any:
		if k, ok := k.(float64); ok {
			return k >= 0 && k < float64(len(v)), nil
		}
	}
	return nil, fail("Cannot check whether ", kind(v), " has a ", kind(k), " key")
}

func affix(v, a any, name string, test func(s, part string) bool) (any, error) {
	s, ok := v.(string)
	part, okPart := a.(string)
	if !ok || !okPart {
		return nil, fail(name, "() requires string inputs")
	}
	return test(s, part), nil
}

func trimmed(v, a any, trim func(s, part string) string) any {
	s, ok := v.(string)
	part, okPart := a.(string)
	if !ok || !okPart {
		return v
	}
	return trim(s, part)
}

func split1(v, a any) (any, error) {
	s, ok := v.(string)
	by, okBy := a.(string)
	if !ok || !okBy {
		return nil, fail("split input and separator must be strings")
	}
	return splitText(s, by), nil
}

func join(v, by any) (any, error) {
	list, err := elements(v)
	if err != nil || len(list) == 0 {
		return "", err
	}
	var sum any
	for i, x := range list {
		switch y := x.(type) {
		case nil:
			x = ""
		case bool, float64:
			x = tostring(y)
		}
		if i == 0 {
			sum = ""
		} else if sum, err = add(sum, by); err != nil {
			return nil, err
		}
		if sum, err = add(sum, x); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// elements are what .[] gives.
func elements(v any) ([]any, error) {
	var list []any
	err := iterate(plain(v), func(it item) error {
		list = append(list, it.v)
		return nil
	})
	return list, err
}

// indicesOf tells places in a string in bytes, as jq 1.6 does.
func indicesOf(v, a any) (any, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		part, ok := a.(string)
		if !ok {
			return nil, fail("_strindices input must be a string")
		}
		found := []any{}
		for i := 0; part != "" && i+len(part) <= len(v); i++ {
			if v[i:i+len(part)] == part {
				found = append(found, float64(i))
			}
		}
		return found, nil
	case []any:
		part, ok := a.([]any)
		if !ok {
			part = []any{a}
		}
		return indices(v, part), nil
	}
	return nil, fail("Cannot index ", kind(v), " with array")
}

func delpaths(v, paths any) (any, error) {
	list, ok := paths.([]any)
	if !ok {
		return nil, fail("Paths must be specified as an array")
	}
	return deletePaths(v, list)
}

func setpathFunction(v, path, x any) (any, error) {
	list, ok := path.([]any)
	if !ok {
		return nil, fail("Path must be specified as an array")
	}
	return setPath(v, list, x)
}

func flattened(v, depth any) (any, error) {
	d, _ := depth.(float64)
	list, err := elements(v)
	if err != nil {
		return nil, err
	}
	return flattenInto([]any{}, list, int(d)), nil
}

func flattenInto(out, list []any, depth int) []any {
	for _, x := range list {
		if inner, ok := x.([]any); ok && depth != 0 {
			out = flattenInto(out, inner, depth-1)
		} else {
			out = append(out, x)
		}
	}
	return out
}

func bsearch(v, target any) (any, error) {
	list, _ := v.([]any)
	i, found := slices.BinarySearchFunc(list, target, compare)
	if found {
		return float64(i), nil
	}
	return float64(-1 - i), nil
}
