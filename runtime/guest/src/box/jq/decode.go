package jq

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseError is a text that is no JSON.
type ParseError struct{ Text string }

// Error implements error.
func (e *ParseError) Error() string { return e.Text }

// Decoder reads values one after another, with the errors of jq's parser.
type Decoder struct {
	next func() ([]byte, error) // the next piece of text, a line at most; io.EOF

	piece        []byte
	at           int
	line, column int
	token        []byte
	state        int // of the scanner: between tokens, in a string, after a backslash
	stack        []any
	keys         []string // pending keys of the objects of the stack
	hasKey       []bool
	value        any
	valid        bool
	ended        bool
	started      bool
}

const (
	scanNormal = iota
	scanString
	scanEscape
)

const depthLimit = 256

// NewDecoder returns a decoder of what next gives.
func NewDecoder(next func() ([]byte, error)) *Decoder { return &Decoder{next: next, line: 1} }

// Decode reads the one value of a text, as fromjson does.
func Decode(text string) (any, error) {
	given := false
	d := NewDecoder(func() ([]byte, error) {
		if given {
			return nil, io.EOF
		}
		given = true
		return []byte(text), nil
	})
	while := " (while parsing '" + text + "')"
	v, err := d.Next()
	if errors.Is(err, io.EOF) {
		return nil, &ParseError{"Expected JSON value" + while}
	}
	if err != nil {
		return nil, &ParseError{err.Error() + while}
	}
	if _, err := d.Next(); err == nil {
		return nil, &ParseError{"Unexpected extra JSON values" + while}
	} else if !errors.Is(err, io.EOF) {
		return nil, &ParseError{err.Error() + while}
	}
	return v, nil
}

// Next returns the next value; io.EOF after the last.
func (d *Decoder) Next() (any, error) {
	for {
		for d.at < len(d.piece) {
			c := d.piece[d.at]
			d.at++
			done, problem := d.scan(c)
			if problem != "" {
				return nil, d.failed(problem, "")
			}
			if done {
				return d.take(), nil
			}
		}
		if d.ended {
			return nil, io.EOF
		}
		piece, err := d.next()
		switch {
		case errors.Is(err, io.EOF):
			d.ended = true
			return d.finish()
		case err != nil:
			return nil, err
		}
		if !d.started {
			d.started = true
			piece = []byte(strings.TrimPrefix(string(piece), "\xef\xbb\xbf"))
		}
		d.piece, d.at = piece, 0
	}
}

func (d *Decoder) take() any {
	v := d.value
	d.value, d.valid = nil, false
	return v
}

func (d *Decoder) failed(problem, where string) error {
	d.ended, d.piece, d.at = true, nil, 0
	return &ParseError{fmt.Sprintf("%s%s at line %d, column %d", problem, where, d.line, d.column)}
}

func (d *Decoder) finish() (any, error) {
	const eof = " at EOF"
	if d.state != scanNormal {
		return nil, d.failed("Unfinished string", eof)
	}
	if problem := d.literal(); problem != "" {
		return nil, d.failed(problem, eof)
	}
	if len(d.stack) > 0 {
		return nil, d.failed("Unfinished JSON term", eof)
	}
	if d.valid {
		return d.take(), nil
	}
	return nil, io.EOF
}

func (d *Decoder) scan(c byte) (done bool, problem string) {
	d.column++
	if c == '\n' {
		d.line++
		d.column = 0
	}
	if d.state != scanNormal {
		return d.scanString(c)
	}
	switch c {
	case ' ', '\t', '\r', '\n', 0x1e:
		problem = d.literal()
	case '[', '{', ':', ',', ']', '}':
		if problem = d.literal(); problem == "" {
			problem = d.structure(c)
		}
	case '"':
		problem = d.literal()
		d.state = scanString
	default:
		d.token = append(d.token, c)
		return false, ""
	}
	return problem == "" && d.valid && len(d.stack) == 0, problem
}

func (d *Decoder) scanString(c byte) (done bool, problem string) {
	switch {
	case c == '"' && d.state == scanString:
		d.state = scanNormal
		var s string
		if s, problem = unescape(d.token); problem == "" {
			problem = d.put(s)
		}
		d.token = d.token[:0]
		return problem == "" && len(d.stack) == 0, problem
	case c == '\\' && d.state == scanString:
		d.state = scanEscape
	default:
		d.state = scanString
	}
	d.token = append(d.token, c)
	return false, ""
}

// put takes a value where one may stand.
func (d *Decoder) put(v any) string {
	if d.valid {
		return "Expected separator between values"
	}
	d.value, d.valid = v, true
	return ""
}

func (d *Decoder) push(v any) string {
	if len(d.stack) >= depthLimit {
		return "Exceeds depth limit for parsing"
	}
	if d.valid {
		return "Expected separator between values"
	}
	d.stack = append(d.stack, v)
	d.keys, d.hasKey = append(d.keys, ""), append(d.hasKey, false)
	return ""
}

// top is the innermost open array or object.
func (d *Decoder) top() int { return len(d.stack) - 1 }

func (d *Decoder) pop() {
	i := d.top()
	d.value, d.valid = d.stack[i], true
	d.stack, d.keys, d.hasKey = d.stack[:i], d.keys[:i], d.hasKey[:i]
}

// settle ends a pair of the innermost object.
func (d *Decoder) settle() bool {
	i := d.top()
	o, ok := d.stack[i].(*Object)
	if !ok || !d.hasKey[i] {
		return false
	}
	d.stack[i] = o.With(d.keys[i], d.take())
	d.hasKey[i] = false
	return true
}

func (d *Decoder) structure(c byte) string {
	const pairs = "Objects must consist of key:value pairs"
	i := d.top()
	switch c {
	case '[':
		return d.push([]any{})
	case '{':
		return d.push(NewObject())
	case ':':
		return d.colon(i)
	case ',':
		if !d.valid || i < 0 {
			return "Expected value before ','"
		}
		if a, ok := d.stack[i].([]any); ok {
			d.stack[i] = append(a, d.take())
		} else if !d.settle() {
			return pairs
		}
	case ']':
		a, ok := any(nil), false
		if i >= 0 {
			a = d.stack[i]
		}
		list, ok := a.([]any)
		switch {
		case !ok:
			return "Unmatched ']'"
		case d.valid:
			d.stack[i] = append(list, d.take())
		case len(list) > 0:
			return "Expected another array element"
		}
		d.pop()
	case '}':
		return d.brace(i)
	}
	return ""
}

func (d *Decoder) colon(i int) string {
	if !d.valid {
		return "Expected string key before ':'"
	}
	if i < 0 {
		return "':' not as part of an object"
	}
	if _, ok := d.stack[i].(*Object); !ok || d.hasKey[i] {
		return "':' not as part of an object"
	}
	key, ok := d.value.(string)
	if !ok {
		return "Object keys must be strings"
	}
	d.keys[i], d.hasKey[i] = key, true
	d.take()
	return ""
}

func (d *Decoder) brace(i int) string {
	if i < 0 {
		return "Unmatched '}'"
	}
	o, ok := d.stack[i].(*Object)
	switch {
	case d.valid:
		if !d.settle() {
			return "Objects must consist of key:value pairs"
		}
	case !ok || d.hasKey[i]:
		return "Unmatched '}'"
	case o.n > 0:
		return "Expected another key-value pair"
	}
	d.pop()
	return ""
}

// literal ends a number or a word.
func (d *Decoder) literal() string {
	if len(d.token) == 0 {
		return ""
	}
	text := string(d.token)
	d.token = d.token[:0]
	switch text[0] {
	case 't', 'f', 'n':
		switch text {
		case "true":
			return d.put(true)
		case "false":
			return d.put(false)
		case "null":
			return d.put(nil)
		}
		return "Invalid literal"
	}
	v, ok := parseNumber(text)
	if !ok {
		return "Invalid numeric literal"
	}
	return d.put(v)
}

// parseNumber reads what strtod(3) takes, hexadecimal digits excepted.
func parseNumber(text string) (float64, bool) {
	body := strings.TrimLeft(text, "+-")
	if len(text)-len(body) > 1 || body == "" {
		return 0, false
	}
	switch {
	case strings.EqualFold(body, "nan"):
		return math.NaN(), true
	case strings.EqualFold(body, "infinity"), strings.EqualFold(body, "inf"):
		return math.Inf(1 - 2*b2i(text[0] == '-')), true
	}
	for i := range len(body) {
		switch c := body[i]; {
		case c >= '0' && c <= '9', c == '.', c == 'e', c == 'E', c == '+', c == '-':
		default:
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return v, true
}

// unescape makes a string of what stood between quotes.
func unescape(raw []byte) (s, problem string) {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '\\':
			var n int
			if out, n, problem = unescapeOne(out, raw[i+1:]); problem != "" {
				return "", problem
			}
			i += 1 + n
		case c < ' ':
			return "", "Invalid string: control characters from U+0000 through U+001F must be escaped"
		default:
			out = append(out, c)
			i++
		}
	}
	return valid(string(out)), ""
}

func unescapeOne(out, rest []byte) (grown []byte, n int, problem string) {
	if len(rest) == 0 {
		return out, 0, "Expected escape character at end of string"
	}
	const from, to = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(from, rest[0]); i >= 0 {
		return append(out, to[i]), 1, ""
	}
	if rest[0] != 'u' {
		return out, 0, "Invalid escape"
	}
	r, ok := hex4(rest[1:])
	if !ok {
		return out, 0, `Invalid \uXXXX escape`
	}
	n = 5
	if r >= 0xd800 && r < 0xdc00 {
		low := rune(0)
		if len(rest) >= 11 && rest[5] == '\\' && rest[6] == 'u' {
			low, _ = hex4(rest[7:])
		}
		if low < 0xdc00 || low > 0xdfff {
			return out, 0, `Invalid \uXXXX\uXXXX surrogate pair escape`
		}
		r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
		n = 11
	}
	return utf8.AppendRune(out, r), n, ""
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	v, err := strconv.ParseUint(string(b[:4]), 16, 32)
	return rune(v), err == nil
}

// valid replaces what is no UTF-8: a sequence as far as it is one, at the end what there is of it.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if r, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
			b.WriteString(s[i : i+n])
			i += n
			continue
		}
		b.WriteRune(utf8.RuneError)
		i += brokenLength(s[i:])
	}
	return b.String()
}

// brokenLength is how many bytes a sequence that is none takes.
func brokenLength(s string) int {
	n := 1
	switch c := s[0]; {
	case c >= 0xc2 && c < 0xe0:
		n = 2
	case c >= 0xe0 && c < 0xf0:
		n = 3
	case c >= 0xf0 && c < 0xf5:
		n = 4
	}
	if n > len(s) {
		return len(s)
	}
	for i := 1; i < n; i++ {
		if s[i]&0xc0 != 0x80 {
			return i
		}
	}
	return n
}

// Text makes a string of foreign bytes: what is no UTF-8 is replaced.
func Text(b []byte) string { return valid(string(b)) }
