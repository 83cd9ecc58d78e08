package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/dop251/goja"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// longNames are the long names of general categories that scripts write.
//

var longNames = map[string]string{
	"Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt", "Mark": "M",
	"Modifier_Letter": "Lm", "Other_Letter": "Lo", "Number": "N", "Decimal_Number": "Nd", "Punctuation": "P",
	"Nonspacing_Mark": "Mn", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Separator": "Z",
	"Space_Separator": "Zs", "Alphabetic": "L", "Uppercase": "Lu", "Lowercase": "Ll", "Control": "Cc",
}

// properties writes the properties of Unicode in a pattern out, for the engine knows none: their ranges stand
// in their place. Only patterns with the flag u have any.
func properties(pattern string) string {
	if !strings.Contains(pattern, `\p{`) && !strings.Contains(pattern, `\P{`) {
		return pattern
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+2 < len(pattern) && (pattern[i+1]|0x20) == 'p' && pattern[i+2] == '{':
			end := strings.IndexByte(pattern[i:], '}')
			if end < 0 {
				return pattern
			}
			b.WriteString(property(pattern[i+3:i+end], pattern[i+1] == 'P', class))
			i += end
			continue
		case c == '\\' && i+1 < len(pattern):
			b.WriteByte(c)
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		}
		b.WriteByte(pattern[i])
	}
	return b.String()
}

// property is the ranges of a property, or of all that lacks it.
func property(name string, negated, class bool) string {
	if key, value, ok := strings.Cut(name, "="); ok {
		name = value
		if key != "Script" && key != "sc" && key != "General_Category" && key != "gc" {
			name = ""
		}
	}
	if short, ok := longNames[name]; ok {
		name = short
	}
	table := unicode.Categories[name]
	if table == nil {
		table = unicode.Scripts[name]
	}
	if table == nil {
		table = unicode.Properties[name]
	}
	if table == nil {
		linux.Unsupported("node: the property " + name + " in a regular expression")
		return ""
	}
	ranges := ranges(table, negated && class)
	switch {
	case class:
		return ranges
	case negated:
		return "[^" + ranges + "]"
	}
	return "[" + ranges + "]"
}

func ranges(table *unicode.RangeTable, complement bool) string {
	var b strings.Builder
	write := func(from, to rune) {
		if from <= to {
			fmt.Fprintf(&b, `\u{%x}-\u{%x}`, from, to)
		}
	}
	next, start, last := rune(0), rune(-1), rune(-1)
	flush := func() {
		if start < 0 {
			return
		}
		if complement {
			write(next, start-1)
			next = last + 1
		} else {
			write(start, last)
		}
	}
	add := func(from, to rune) {
		if start >= 0 && from == last+1 {
			last = to
			return
		}
		flush()
		start, last = from, to
	}
	each := func(lo, hi, stride rune) {
		if stride == 1 {
			add(lo, hi)
			return
		}
		for c := lo; c <= hi; c += stride {
			add(c, c)
		}
	}
	for _, r := range table.R16 {
		each(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range table.R32 {
		each(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	flush()
	if complement {
		write(next, unicode.MaxRune)
	}
	return b.String()
}

// expand is properties for the library.
func (e *engine) expand(c goja.FunctionCall) goja.Value {
	return e.vm.ToValue(properties(c.Argument(0).String()))
}
