package jq

import (
	"math"
	"slices"
	"strings"
)

// operate is a binary operator of two values.
func operate(op string, a, b any) (any, error) {
	switch op {
	case "+":
		return add(a, b)
	case "-":
		return subtract(a, b)
	case "*":
		return multiply(a, b)
	case "/":
		return divide(a, b)
	case "%":
		return modulo(a, b)
	case "==":
		return equal(a, b), nil
	case "!=":
		return !equal(a, b), nil
	case "<":
		return compare(a, b) < 0, nil
	case "<=":
		return compare(a, b) <= 0, nil
	case ">":
		return compare(a, b) > 0, nil
	}
	return compare(a, b) >= 0, nil
}

func cannot(a, b any, what string) error {
	return fail(described(a), " and ", described(b), " cannot be ", what)
}

func add(a, b any) (any, error) {
	if a == nil {
		return b, nil
	}
	switch x := a.(type) {
	case float64:
		if y, ok := b.(float64); ok {
			return x + y, nil
		}
	case string:
		if y, ok := b.(string); ok {
			return x + y, nil
		}
	case []any:
		if y, ok := b.([]any); ok {
			return slices.Concat(x, y), nil
		}
	case *Object:
		if y, ok := b.(*Object); ok {
			for i, k := range y.Keys() {
				x = x.With(k, y.b.vals[i])
			}
			return x, nil
		}
	}
	if b == nil {
		return a, nil
	}
	return nil, cannot(a, b, "added")
}

func subtract(a, b any) (any, error) {
	switch x := a.(type) {
	case float64:
		if y, ok := b.(float64); ok {
			return x - y, nil
		}
	case []any:
		if y, ok := b.([]any); ok {
			left := []any{}
			for _, v := range x {
				if !slices.ContainsFunc(y, func(w any) bool { return equal(v, w) }) {
					left = append(left, v)
				}
			}
			return left, nil
		}
	}
	return nil, cannot(a, b, "subtracted")
}

func multiply(a, b any) (any, error) {
	switch x := a.(type) {
	case float64:
		switch y := b.(type) {
		case float64:
			return x * y, nil
		case string:
			return repeated(y, x), nil
		}
	case string:
		if y, ok := b.(float64); ok {
			return repeated(x, y), nil
		}
	case *Object:
		if y, ok := b.(*Object); ok {
			return merge(x, y), nil
		}
	}
	return nil, cannot(a, b, "multiplied")
}

func repeated(s string, n float64) any {
	if !(n > 0) {
		return nil
	}
	return strings.Repeat(s, max(1, int(min(n, 1<<30))))
}

func merge(a, b *Object) *Object {
	for i, k := range b.Keys() {
		v := b.b.vals[i]
		old, _ := a.Get(k)
		if x, ok := old.(*Object); ok {
			if y, ok := v.(*Object); ok {
				v = merge(x, y)
			}
		}
		a = a.With(k, v)
	}
	return a
}

func divide(a, b any) (any, error) {
	switch x := a.(type) {
	case float64:
		if y, ok := b.(float64); ok {
			if y == 0 {
				return nil, cannot(a, b, "divided because the divisor is zero")
			}
			return x / y, nil
		}
	case string:
		if y, ok := b.(string); ok {
			return splitText(x, y), nil
		}
	}
	return nil, cannot(a, b, "divided")
}

func splitText(s, by string) []any {
	list := []any{}
	if s == "" {
		return list
	}
	for part := range strings.SplitSeq(s, by) {
		list = append(list, part)
	}
	return list
}

// integer is a number as x86-64 converts it: what does not fit, NaN too, is the least integer.
func integer(x float64) int64 {
	if x >= -(1<<63) && x < 1<<63 {
		return int64(x)
	}
	return math.MinInt64
}

func modulo(a, b any) (any, error) {
	x, okX := a.(float64)
	y, okY := b.(float64)
	if !okX || !okY {
		return nil, cannot(a, b, "divided")
	}
	switch d := integer(y); d {
	case 0:
		return nil, cannot(a, b, "divided (remainder) because the divisor is zero")
	case -1:
		return float64(0), nil
	default:
		return float64(integer(x) % d), nil
	}
}

func contains(a, b any) (bool, error) {
	if kind(a) != kind(b) {
		return false, fail(described(a), " and ", described(b), " cannot have their containment checked")
	}
	switch x := a.(type) {
	case *Object:
		y, _ := b.(*Object)
		for _, k := range y.Keys() {
			vy, _ := y.Get(k)
			vx, ok := x.Get(k)
			if !ok || !within(vx, vy) {
				return false, nil
			}
		}
		return true, nil
	case []any:
		y, _ := b.([]any)
		for _, w := range y {
			if !slices.ContainsFunc(x, func(v any) bool { return within(v, w) }) {
				return false, nil
			}
		}
		return true, nil
	case string:
		y, _ := b.(string)
		return strings.Contains(x, y), nil
	}
	return equal(a, b), nil
}

func within(a, b any) bool {
	if kind(a) != kind(b) {
		return equal(a, b)
	}
	ok, _ := contains(a, b)
	return ok
}
