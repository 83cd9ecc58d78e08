package tool

import (
	"math/big"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// expression evaluates the words of expr(1) while it reads them.
type expression struct {
	r    *run
	args []string
}

func exprMain(r *run) int {
	args := r.args
	if len(args) == 1 && args[0] == "--help" {
		r.help()
	}
	if len(args) == 1 && args[0] == "--version" {
		r.version()
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	r.usageStatus = 2
	if len(args) == 0 {
		r.usage("missing operand")
	}
	e := &expression{r, args}
	v := e.or(true)
	if len(e.args) > 0 {
		r.die(2, "syntax error: unexpected argument %s", r.curly(e.args[0]))
	}
	r.print(v, "\n")
	return btoi(isNull(v))
}

func isNull(v string) bool {
	return v == "" || strings.Trim(strings.TrimPrefix(v, "-"), "0") == "" && v != "-"
}

func (e *expression) next(words ...string) string {
	if len(e.args) == 0 {
		return ""
	}
	for _, w := range words {
		if e.args[0] == w {
			e.args = e.args[1:]
			return w
		}
	}
	return ""
}

func (e *expression) or(live bool) string {
	left := e.and(live)
	for e.next("|") != "" {
		right := e.and(live && isNull(left))
		if isNull(left) {
			left = right
			if isNull(left) {
				left = "0"
			}
		}
	}
	return left
}

func (e *expression) and(live bool) string {
	left := e.comparison(live)
	for e.next("&") != "" {
		right := e.comparison(live && !isNull(left))
		if isNull(left) || isNull(right) {
			left = "0"
		}
	}
	return left
}

func toInt(s string) (*big.Int, bool) {
	if strings.Trim(strings.TrimPrefix(s, "-"), "0123456789") != "" || strings.TrimPrefix(s, "-") == "" {
		return nil, false
	}
	return new(big.Int).SetString(s, 10)
}

func (e *expression) comparison(live bool) string {
	left := e.sum(live)
	for {
		op := e.next("<", "<=", "=", "==", "!=", ">=", ">")
		if op == "" {
			return left
		}
		right := e.sum(live)
		order := strings.Compare(left, right)
		a, okA := toInt(left)
		b, okB := toInt(right)
		if okA && okB {
			order = a.Cmp(b)
		}
		holds := map[string]bool{
			"<": order < 0, "<=": order <= 0, "=": order == 0, "==": order == 0, "!=": order != 0,
			">=": order >= 0,
			">":  order > 0,
		}[op]
		left = map[bool]string{true: "1", false: "0"}[holds]
	}
}

func (e *expression) numbers(a, b string) (*big.Int, *big.Int) {
	x, okA := toInt(a)
	y, okB := toInt(b)
	if !okA || !okB {
		e.r.die(2, "non-integer argument")
	}
	return x, y
}

func (e *expression) sum(live bool) string {
	left := e.product(live)
	for {
		op := e.next("+", "-")
		if op == "" {
			return left
		}
		right := e.product(live)
		if !live {
			continue
		}
		a, b := e.numbers(left, right)
		if op == "+" {
			left = a.Add(a, b).String()
		} else {
			left = a.Sub(a, b).String()
		}
	}
}

func (e *expression) product(live bool) string {
	left := e.match(live)
	for {
		op := e.next("*", "/", "%")
		if op == "" {
			return left
		}
		right := e.match(live)
		if !live {
			continue
		}
		a, b := e.numbers(left, right)
		if op != "*" && b.Sign() == 0 {
			e.r.die(2, "division by zero")
		}
		switch op {
		case "*":
			a.Mul(a, b)
		case "/":
			a.Quo(a, b)
		default:
			a.Rem(a, b)
		}
		left = a.String()
	}
}

func (e *expression) match(live bool) string {
	left := e.keyword(live)
	for e.next(":") != "" {
		right := e.keyword(live)
		if live {
			left = e.matchRegex(left, right)
		}
	}
	return left
}

func (e *expression) matchRegex(s, pattern string) string {
	opts := regex.Options{Bytes: !e.r.utf8Locale()}
	re, err := regex.Compile(pattern, opts)
	if err != nil {
		e.r.die(2, "%s", err)
	}
	loc := re.Find([]byte(s), 0)
	if loc != nil && loc[0] != 0 { // the match is anchored: try it so
		if re, err = regex.Compile(`\`+"`"+`\(`+pattern+`\)`, opts); err == nil {
			if loc = re.Find([]byte(s), 0); loc != nil {
				loc = append(loc[:2], loc[4:]...)
			}
		}
	}
	if re != nil && re.Groups > 0 && strings.Contains(pattern, `\(`) {
		if len(loc) < 4 || loc[2] < 0 {
			return ""
		}
		return s[loc[2]:loc[3]]
	}
	if loc == nil {
		return "0"
	}
	return sprintf("%d", len(e.characters(s[:loc[1]])))
}

// characters takes s apart, as the locale sees it.
func (e *expression) characters(s string) []string {
	var list []string
	for utf := e.r.utf8Locale(); s != ""; {
		_, size, _ := nextChar(s, utf)
		list = append(list, s[:size])
		s = s[size:]
	}
	return list
}

// keyword reads match, substr, index, length and + TOKEN.
func (e *expression) keyword(live bool) string {
	switch e.next("+", "length", "match", "index", "substr") {
	case "+":
		return e.token("+")
	case "length":
		return sprintf("%d", len(e.characters(e.keyword(live))))
	case "match":
		s := e.keyword(live)
		p := e.keyword(live)
		if !live {
			return ""
		}
		return e.matchRegex(s, p)
	case "index":
		s, set := e.characters(e.keyword(live)), e.keyword(live)
		for i, c := range s {
			if strings.Contains(set, c) {
				return sprintf("%d", i+1)
			}
		}
		return "0"
	case "substr":
		s := e.characters(e.keyword(live))
		from, length := e.keyword(live), e.keyword(live)
		a, okA := toInt(from)
		n, okN := toInt(length)
		if !okA || !okN || !a.IsInt64() || a.Sign() <= 0 || n.Sign() <= 0 || a.Int64() > int64(len(s)) {
			return ""
		}
		end := int64(len(s))
		if n.IsInt64() && a.Int64()-1+n.Int64() < end {
			end = a.Int64() - 1 + n.Int64()
		}
		return strings.Join(s[a.Int64()-1:end], "")
	}
	return e.primary(live)
}

func (e *expression) token(after string) string {
	if len(e.args) == 0 {
		e.r.die(2, "syntax error: missing argument after %s", e.r.curly(after))
	}
	t := e.args[0]
	e.args = e.args[1:]
	return t
}

func (e *expression) primary(live bool) string {
	if len(e.args) == 0 {
		e.r.die(2, "syntax error: missing argument after %s", e.r.curly(e.r.lastOperand()))
	}
	switch t := e.token(""); t {
	case "(":
		v := e.or(live)
		if len(e.args) == 0 {
			e.r.die(2, "syntax error: expecting ')' after %s", e.r.curly(e.r.lastOperand()))
		}
		if e.next(")") == "" {
			e.r.die(2, "syntax error: expecting ')' instead of %s", e.r.curly(e.args[0]))
		}
		return v
	case ")":
		e.r.die(2, "syntax error: unexpected ')'")
	default:
		return t
	}
	return ""
}
