package git

import (
	"slices"
	"strings"
)

// trailersOf are the lines "Key: value" of the last paragraph of a message, if it is one of trailers.
func trailersOf(message string) []string {
	text := strings.TrimRight(message, "\n")
	i := strings.LastIndex(text, "\n\n")
	if i < 0 {
		return nil
	}
	var list []string
	others := 0
	for line := range strings.SplitSeq(text[i+2:], "\n") {
		if (strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")) && len(list) > 0 {
			list[len(list)-1] += "\n" + line
			continue
		}
		if _, _, ok := trailer(line); ok || strings.HasPrefix(line, "(cherry picked from commit ") {
			list = append(list, line)
		} else {
			others++
		}
	}
	signed := slices.ContainsFunc(list, func(l string) bool {
		return strings.HasPrefix(l, "Signed-off-by: ") || strings.HasPrefix(l, "(cherry picked from commit ")
	})
	if others > 0 && (!signed || len(list)*3 < others) {
		return nil
	}
	return list
}

// trailer splits a line into its key and value.
func trailer(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":")
	key = strings.TrimRight(key, " ")
	if !ok || key == "" {
		return "", "", false
	}
	for i := range len(key) {
		if !isName(key[i]) {
			return "", "", false
		}
	}
	return key, strings.TrimSpace(value), true
}

// trailerField is %(trailers:...).
func trailerField(c *commit, args string) string {
	keys, values, keysOnly, unfold, separator := []string(nil), false, false, false, "\n"
	pair, given := ": ", false
	for arg := range strings.SplitSeq(args, ",") {
		name, v, _ := strings.Cut(arg, "=")
		switch name {
		case "key":
			keys = append(keys, strings.ToLower(strings.TrimSuffix(v, ":")))
		case "valueonly":
			values = v == "" || truthy(v)
		case "keyonly":
			keysOnly = v == "" || truthy(v)
		case "unfold":
			unfold = v == "" || truthy(v)
		case "separator":
			separator, given = hexEscapes(v), true
		case "key_value_separator":
			pair = hexEscapes(v)
		}
	}
	var out []string
	for _, line := range trailersOf(c.message) {
		key, value, ok := trailer(line)
		if len(keys) > 0 && (!ok || !slices.Contains(keys, strings.ToLower(key))) {
			continue
		}
		if unfold {
			value = strings.Join(strings.Fields(value), " ")
		}
		switch {
		case values:
			out = append(out, value)
		case keysOnly:
			out = append(out, key)
		case ok:
			out = append(out, key+pair+value)
		default:
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		return ""
	}
	text := strings.Join(out, separator)
	if !given {
		text += "\n"
	}
	return text
}

// hexEscapes reads %n and %x2C in a separator.
func hexEscapes(s string) string {
	s = strings.ReplaceAll(s, "%n", "\n")
	for {
		i := strings.Index(s, "%x")
		if i < 0 || i+4 > len(s) {
			return s
		}
		hi, lo := strings.IndexByte(hexDigits, s[i+2]&^0x20|s[i+2]&0x10), strings.IndexByte(hexDigits, s[i+3])
		if hi < 0 || lo < 0 {
			return s
		}
		s = s[:i] + string([]byte{byte(hi<<4 | lo)}) + s[i+4:]
	}
}
