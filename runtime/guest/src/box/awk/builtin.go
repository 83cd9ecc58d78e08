package awk

import (
	"math"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// builtin compiles a call of a built-in function.
func (c *compiler) builtin(name string) expr {
	if strings.Contains(" sub gsub split rand srand close system ", " "+name+" ") {
		c.effects++
	}
	if name == "length" && !c.is("(") {
		return func(in *Interp) value { return number(float64(len(in.record()))) }
	}
	c.expect("(")
	switch name {
	case "length":
		return c.length()
	case "split":
		return c.splitCall()
	case "sub", "gsub":
		return c.substitution(name == "gsub")
	case "match":
		return c.matchCall()
	}
	var args []expr
	if !c.is(")") {
		args = c.innerList()
	}
	c.expect(")")
	return c.simpleBuiltin(name, args)
}

// arity checks the number of arguments as mawk's parser does.
func (c *compiler) arity(name string, args []expr, least, most int) {
	if len(args) < least || len(args) > most {
		fail(c.tok.line, "wrong number of arguments in call to %s", name)
	}
}

func (c *compiler) simpleBuiltin(name string, args []expr) expr {
	arities := map[string][2]int{
		"substr": {2, 3}, "index": {2, 2}, "sprintf": {1, 1000}, "sin": {1, 1}, "cos": {1, 1}, "atan2": {
			2,
			2,
		}, "exp": {1, 1},
		"log": {1, 1}, "sqrt": {1, 1}, "int": {1, 1}, "rand": {0, 0}, "srand": {0, 1}, "tolower": {
			1,
			1,
		}, "toupper": {1, 1},
		"system": {1, 1}, "close": {1, 1}, "fflush": {0, 1}, "systime": {0, 0}, "strftime": {
			0,
			3,
		}, "mktime": {1, 1},
	}
	c.arity(name, args, arities[name][0], arities[name][1])
	math1 := map[string]func(float64) float64{
		"sin": math.Sin, "cos": math.Cos, "exp": math.Exp, "log": math.Log, "sqrt": math.Sqrt,
		"int": math.Trunc,
	}
	if f, ok := math1[name]; ok {
		return func(in *Interp) value {
			v := args[0](in)
			return number(invalid(f(v.num()), v.num()))
		}
	}
	call := map[string]func(in *Interp, v []value) value{
		"substr": func(in *Interp, v []value) value { return text(substring(in, v)) },
		"index": func(in *Interp, v []value) value {
			return number(float64(strings.Index(in.str(v[0]), in.str(v[1])) + 1))
		},
		"sprintf": func(in *Interp, v []value) value { return text(in.sprintf(in.str(v[0]), v[1:])) },
		"atan2":   func(_ *Interp, v []value) value { return number(math.Atan2(v[0].num(), v[1].num())) },
		"rand":    func(in *Interp, _ []value) value { return number(in.random()) },
		"srand":   func(in *Interp, v []value) value { return in.seedRandom(v) },
		"tolower": func(in *Interp, v []value) value { return text(asciiCase(in.str(v[0]), 'A', 'Z')) },
		"toupper": func(in *Interp, v []value) value { return text(asciiCase(in.str(v[0]), 'a', 'z')) },
		"system":  func(in *Interp, v []value) value { return number(float64(in.system(in.str(v[0])))) },
		"close":   func(in *Interp, v []value) value { return number(float64(in.close(in.str(v[0])))) },
		"fflush": func(in *Interp, _ []value) value {
			in.flush()
			return number(0)
		},
		"systime": func(in *Interp, _ []value) value { return number(float64(in.cfg.Now() / 1e9)) },
		"strftime": func(in *Interp, v []value) value {
			format, at := "%c", in.cfg.Now()/1e9
			if len(v) > 0 {
				format = in.str(v[0])
			}
			if len(v) > 1 {
				at = int64(v[1].num())
			}
			utc := len(v) > 2 && v[2].truth()
			return text(in.cfg.Strftime(format, at, utc))
		},
		"mktime": func(in *Interp, v []value) value { return number(float64(in.cfg.Mktime(in.str(v[0])))) },
	}[name]
	return func(in *Interp) value { return call(in, in.values(args)) }
}

// values evaluates a list from left to right.
func (in *Interp) values(list []expr) []value {
	v := make([]value, len(list))
	for i, e := range list {
		v[i] = e(in)
	}
	return v
}

func asciiCase(s string, low, high byte) string {
	b := []byte(s)
	for i, c := range b {
		if c >= low && c <= high {
			b[i] = c ^ 0x20
		}
	}
	return string(b)
}

// substring is substr as mawk 1.3.4 has it: positions are cut to integers, and one before the
// string lengthens what is asked for.
func substring(in *Interp, v []value) string {
	s := in.str(v[0])
	from, length := math.Trunc(v[1].num()), math.Inf(1)
	if len(v) > 2 {
		length = math.Trunc(v[2].num())
	}
	if math.IsNaN(from) || math.IsNaN(length) {
		return ""
	}
	if from <= 0 {
		length -= from
		from = 1
	}
	to := min(from+length, float64(len(s)+1))
	if from >= to {
		return ""
	}
	return s[int(from)-1 : int(to)-1]
}

// length is of a string or an array.
func (c *compiler) length() expr {
	if c.accept(")") {
		return func(in *Interp) value { return number(float64(len(in.record()))) }
	}
	if c.tok.kind == tokName {
		saved, savedTok := c.lex, c.tok
		p := c.variable(c.tok.text, c.tok.line)
		cellOf := c.cell(c.tok.text)
		c.advance()
		if c.accept(")") {
			return func(in *Interp) value {
				if a := cellOf(in).arr; a != nil {
					return number(float64(len(a.items)))
				}
				return number(float64(len(in.str(p.get(in)))))
			}
		}
		c.lex, c.tok = saved, savedTok
	}
	e := c.inner()
	if c.is(",") {
		fail(c.tok.line, "wrong number of arguments in call to length")
	}
	c.expect(")")
	return func(in *Interp) value { return number(float64(len(in.str(e(in))))) }
}

func (c *compiler) splitCall() expr {
	s := c.inner()
	c.expect(",")
	c.newlines()
	if c.tok.kind != tokName {
		c.syntax()
	}
	cellOf := c.array(c.tok.text)
	c.advance()
	var separator expr
	var re func(*Interp) *regex.Regexp
	if c.accept(",") {
		c.newlines()
		if c.is("/") || c.is("/=") {
			re = c.regexArgument(nil)
		} else {
			separator = c.inner()
		}
	}
	c.expect(")")
	return func(in *Interp) value {
		str := in.str(s(in))
		var parts []string
		switch {
		case re != nil:
			parts = splitRegex(str, re(in))
		case separator != nil:
			parts = in.cut(str, in.str(separator(in)))
		default:
			parts = in.cut(str, in.globalText(slotFS))
		}
		a := cellOf(in).array()
		a.clear()
		for i, p := range parts {
			*a.at(in.str(number(float64(i+1))), true) = input(p)
		}
		return number(float64(len(parts)))
	}
}

func (c *compiler) matchCall() expr {
	s := c.inner()
	c.expect(",")
	c.newlines()
	re := c.regexArgument(c.inner)
	c.expect(")")
	return func(in *Interp) value {
		str := in.str(s(in))
		loc := re(in).Find([]byte(str), 0)
		start, length := 0, -1
		if loc != nil {
			start, length = loc[0]+1, loc[1]-loc[0]
		}
		in.globals[slotRSTART].v = number(float64(start))
		in.globals[slotRLENGTH].v = number(float64(length))
		return number(float64(start))
	}
}

func (c *compiler) substitution(global bool) expr {
	re := c.regexArgument(c.inner)
	c.expect(",")
	c.newlines()
	replacement := c.inner()
	var target *place
	if c.accept(",") {
		c.newlines()
		p, e := c.operand()
		if p == nil {
			get := e
			p = &place{get: get, set: func(*Interp, value) {}}
		}
		target = p
	} else {
		target = &place{
			get: func(in *Interp) value { return in.field(0) },
			set: func(in *Interp, v value) { in.setField(0, v.s) },
		}
	}
	c.expect(")")
	return func(in *Interp) value {
		compiled := re(in)
		with := in.str(replacement(in))
		target := target.once(in)
		s := in.str(target.get(in))
		out, n := substitute(compiled, with, s, global)
		if n > 0 {
			target.set(in, text(out))
		}
		return number(float64(n))
	}
}

func substitute(re *regex.Regexp, with, s string, global bool) (string, int) {
	most := 1
	if global {
		most = -1
	}
	matches := re.All([]byte(s), most)
	if len(matches) == 0 {
		return s, 0
	}
	var b strings.Builder
	at := 0
	for _, loc := range matches {
		b.WriteString(s[at:loc[0]])
		for i := 0; i < len(with); i++ {
			switch {
			case with[i] == '\\' && i+1 < len(with) && (with[i+1] == '&' || with[i+1] == '\\'):
				i++
				b.WriteByte(with[i])
			case with[i] == '&':
				b.WriteString(s[loc[0]:loc[1]])
			default:
				b.WriteByte(with[i])
			}
		}
		at = loc[1]
	}
	b.WriteString(s[at:])
	return b.String(), len(matches)
}
