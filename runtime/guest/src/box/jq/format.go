package jq

import (
	"encoding/base64"
	"math"
	"strings"
)

func tostring(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return Encode(v, Format{Compact: true})
}

// format is @name of a value.
func format(name string, v any) (string, error) {
	switch name {
	case "", "@text":
		return tostring(v), nil
	case "@json":
		return Encode(v, Format{Compact: true}), nil
	case "@csv", "@tsv":
		return row(name, v)
	case "@html":
		return strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "'", "&apos;", `"`, "&quot;").
			Replace(tostring(v)), nil
	case "@uri":
		return percent(tostring(v)), nil
	case "@sh":
		return shellWords(v)
	case "@base64":
		return base64.StdEncoding.EncodeToString([]byte(tostring(v))), nil
	case "@base64d":
		return unbase64(v)
	}
	return "", fail(name[1:], " is not a valid format")
}

func row(name string, v any) (string, error) {
	list, ok := v.([]any)
	if !ok {
		return "", fail(described(v), " cannot be ", name[1:], "-formatted, only array")
	}
	fields := make([]string, len(list))
	for i, x := range list {
		switch x := x.(type) {
		case nil:
		case bool:
			fields[i] = tostring(x)
		case float64:
			if !math.IsNaN(x) {
				fields[i] = tostring(x)
			}
		case string:
			if name == "@csv" {
				fields[i] = `"` + strings.ReplaceAll(x, `"`, `""`) + `"`
			} else {
				fields[i] = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`).Replace(x)
			}
		default:
			return "", fail(described(x), " is not valid in a csv row")
		}
	}
	if name == "@csv" {
		return strings.Join(fields, ","), nil
	}
	return strings.Join(fields, "\t"), nil
}

func percent(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if isAlpha(c) || isDigit(c) || strings.IndexByte("-.!~*'()", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		const upper = "0123456789ABCDEF"
		b.WriteString("%" + upper[c>>4:c>>4+1] + upper[c&15:c&15+1])
	}
	return b.String()
}

func shellWords(v any) (string, error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	words := make([]string, len(list))
	for i, x := range list {
		switch x := x.(type) {
		case []any, *Object:
			return "", fail(described(x), " can not be escaped for shell")
		case string:
			words[i] = "'" + strings.ReplaceAll(x, "'", `'\''`) + "'"
		default:
			words[i] = tostring(x)
		}
	}
	return strings.Join(words, " "), nil
}

// unbase64 decodes as much as there is; what ends in the middle of a group loses its last bits.
func unbase64(v any) (string, error) {
	text := tostring(v)
	raw := strings.TrimRight(text, "=")
	if len(raw)%4 == 1 {
		raw = raw[:len(raw)-1]
	}
	out, err := base64.RawStdEncoding.DecodeString(raw)
	if err != nil || len(out) == 0 && text != "" {
		return "", fail(described(text), " is not valid base64 data")
	}
	return Text(out), nil
}
