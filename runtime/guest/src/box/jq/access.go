package jq

import (
	"math"
	"slices"
	"unicode/utf8"
)

// get is the value at a key.
func get(v, key any) (any, error) {
	switch k := key.(type) {
	case string:
		switch v := v.(type) {
		case nil:
			return nil, nil
		case *Object:
			x, _ := v.Get(k)
			return x, nil
		}
		return nil, fail("Cannot index ", kind(v), ` with string "`, k, `"`)
	case float64:
		switch v := v.(type) {
		case nil:
			return nil, nil
		case []any:
			if i := place(k, len(v)); k == math.Trunc(k) && i >= 0 && i < len(v) {
				return v[i], nil
			}
			return nil, nil
		}
	case *Object:
		switch v := v.(type) {
		case nil, []any, string:
			return getSlice(v, k)
		}
	case []any:
		if list, ok := v.([]any); ok {
			return indices(list, k), nil
		}
	}
	return nil, fail("Cannot index ", kind(v), " with ", kind(key))
}

// place is an index of an array, counted from its end if negative; -1 if it lies before the beginning.
func place(k float64, n int) int {
	if k < 0 {
		k += float64(n)
	}
	if k < 0 || math.IsNaN(k) {
		return -1
	}
	return int(min(k, math.MaxInt32))
}

// bounds are those of a slice in something of n elements.
func bounds(key *Object, n int) (from, to int, err error) {
	start, _ := key.Get("start")
	end, hasEnd := key.Get("end")
	if start == nil && key.n > 0 {
		start = float64(0)
	}
	if end == nil && hasEnd {
		end = float64(n)
	}
	a, okA := start.(float64)
	b, okB := end.(float64)
	if !okA || !okB {
		return 0, 0, fail("Start and end indices of an array slice must be numbers")
	}
	clamp := func(x float64) float64 {
		if x < 0 {
			x += float64(n)
		}
		return min(max(x, 0), float64(n))
	}
	from, to = int(math.Floor(clamp(a))), int(math.Ceil(clamp(b)))
	return from, max(from, to), nil
}

func getSlice(v any, key *Object) (any, error) {
	switch v := v.(type) {
	case []any:
		from, to, err := bounds(key, len(v))
		if err != nil {
			return nil, err
		}
		return v[from:to:to], nil
	case string:
		from, to, err := bounds(key, utf8.RuneCountInString(v))
		if err != nil {
			return nil, err
		}
		return string([]rune(v)[from:to]), nil
	}
	_, _, err := bounds(key, 0)
	return nil, err
}

// indices are the places where one array lies in another.
func indices(list, part []any) any {
	found := []any{}
	if len(part) == 0 {
		return nil
	}
	for i := 0; i+len(part) <= len(list); i++ {
		if slices.EqualFunc(list[i:i+len(part)], part, equal) {
			found = append(found, float64(i))
		}
	}
	return found
}

func set(v, key, x any) (any, error) {
	switch k := key.(type) {
	case string:
		switch v := v.(type) {
		case nil:
			return NewObject().With(k, x), nil
		case *Object:
			return v.With(k, x), nil
		}
		return nil, fail("Cannot index ", kind(v), ` with string "`, k, `"`)
	case float64:
		switch v := v.(type) {
		case nil:
			return setElement(nil, k, x)
		case []any:
			return setElement(v, k, x)
		}
	case *Object:
		switch v := v.(type) {
		case nil:
			return setSlice(nil, k, x)
		case []any:
			return setSlice(v, k, x)
		}
		return nil, fail("Cannot update field at object index of ", kind(v))
	case []any:
		if _, ok := v.([]any); ok {
			return nil, fail("Cannot update field at array index of array")
		}
	}
	return nil, fail("Cannot index ", kind(v), " with ", kind(key))
}

const longestArray = 1 << 24

func setElement(v []any, k float64, x any) (any, error) {
	i := place(math.Floor(k), len(v))
	if i < 0 {
		return nil, fail("Out of bounds negative array index")
	}
	if i >= longestArray {
		return nil, fail("Array index too large")
	}
	list := make([]any, max(len(v), i+1))
	copy(list, v)
	list[i] = x
	return list, nil
}

func setSlice(v []any, k *Object, x any) (any, error) {
	part, ok := x.([]any)
	if !ok {
		return nil, fail("A slice of an array can only be assigned another array")
	}
	from, to, err := bounds(k, len(v))
	if err != nil {
		return nil, err
	}
	return slices.Concat(v[:from], part, v[to:]), nil
}

func getPath(v any, path []any) (any, error) {
	for i, key := range path {
		if v == nil && i > 0 {
			return nil, nil
		}
		x, err := get(v, key)
		if err != nil {
			return nil, err
		}
		v = x
	}
	return v, nil
}

func setPath(v any, path []any, x any) (any, error) {
	if len(path) == 0 {
		return x, nil
	}
	old, err := get(v, path[0])
	if err != nil {
		return nil, err
	}
	inner, err := setPath(old, path[1:], x)
	if err != nil {
		return nil, err
	}
	return set(v, path[0], inner)
}

// deletePaths deletes from the last path to the first, so that none shifts another.
func deletePaths(v any, paths []any) (any, error) {
	paths = slices.Clone(paths)
	slices.SortStableFunc(paths, compare)
	for _, p := range slices.Backward(paths) {
		path, ok := p.([]any)
		if !ok {
			return nil, fail("Path must be specified as an array")
		}
		var err error
		if v, err = deletePath(v, path); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func deletePath(v any, path []any) (any, error) {
	switch {
	case len(path) == 0:
		return nil, nil
	case v == nil:
		return nil, nil
	case len(path) == 1:
		return deleteKey(v, path[0])
	}
	old, err := get(v, path[0])
	if err != nil || old == nil {
		return v, err
	}
	inner, err := deletePath(old, path[1:])
	if err != nil {
		return nil, err
	}
	return set(v, path[0], inner)
}

func deleteKey(v, key any) (any, error) {
	switch k := key.(type) {
	case string:
		if o, ok := v.(*Object); ok {
			return o.Without(k), nil
		}
		return nil, fail("Cannot delete field at object index of ", kind(v))
	case float64:
		list, ok := v.([]any)
		if !ok {
			return nil, fail("Cannot delete field at array index of ", kind(v))
		}
		if i := place(math.Floor(k), len(list)); i >= 0 && i < len(list) {
			return slices.Concat(list[:i], list[i+1:]), nil
		}
		return v, nil
	case *Object:
		if list, ok := v.([]any); ok {
			from, to, err := bounds(k, len(list))
			if err != nil {
				return nil, err
			}
			return slices.Concat(list[:from], list[to:]), nil
		}
		return nil, fail("Cannot delete field at object index of ", kind(v))
	}
	return nil, fail("Cannot delete field at ", kind(key), " index of ", kind(v))
}
