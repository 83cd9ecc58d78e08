package tool

import "strings"

// versionCompare is filevercmp(3): numbers within names compare as numbers, suffixes such as
// .tar.gz last.
func versionCompare(a, b string) int {
	if a == b {
		return 0
	}
	for _, special := range []string{"", ".", ".."} {
		if a == special || b == special {
			if a == special {
				return -1
			}
			return 1
		}
	}
	if hiddenA, hiddenB := a[0] == '.', b[0] == '.'; hiddenA != hiddenB {
		if hiddenA {
			return -1
		}
		return 1
	}
	a, b = strings.TrimPrefix(a, "."), strings.TrimPrefix(b, ".")
	baseA, baseB := a[:len(a)-versionSuffix(a)], b[:len(b)-versionSuffix(b)]
	if baseA == baseB {
		baseA, baseB = a, b
	}
	return verrevcmp(baseA, baseB)
}

// versionSuffix is the length of what matches (\.[A-Za-z~][A-Za-z0-9~]*)*$.
func versionSuffix(s string) int {
	end := len(s)
	for {
		i := end
		for i > 0 && (isAlnum(s[i-1]) || s[i-1] == '~') {
			i--
		}
		if i == end || i == 0 || s[i-1] != '.' || s[i] >= '0' && s[i] <= '9' || i == 1 {
			return len(s) - end
		}
		end = i - 1
	}
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func versionOrder(s string, i int) int {
	if i >= len(s) {
		return -1
	}
	switch c := s[i]; {
	case c >= '0' && c <= '9':
		return 0
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return int(c)
	case c == '~':
		return -2
	default:
		return int(c) + 256
	}
}

func verrevcmp(a, b string) int {
	digit := func(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		for i < len(a) && !digit(a, i) || j < len(b) && !digit(b, j) {
			if x, y := versionOrder(a, i), versionOrder(b, j); x != y {
				return x - y
			}
			i++
			j++
		}
		for digit(a, i) && a[i] == '0' {
			i++
		}
		for digit(b, j) && b[j] == '0' {
			j++
		}
		first := 0
		for digit(a, i) && digit(b, j) {
			if first == 0 {
				first = int(a[i]) - int(b[j])
			}
			i++
			j++
		}
		switch {
		case digit(a, i):
			return 1
		case digit(b, j):
			return -1
		case first != 0:
			return first
		}
	}
	return 0
}
