package regex_test

import (
	"fmt"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		syntax        regex.Syntax
		pattern, text string
		want          string // offsets of the match and its groups
	}{
		{regex.Basic, `a*b`, "xaab", "[1 4]"},
		{regex.Basic, `a\+`, "xaa", "[1 3]"},
		{regex.Basic, `a+`, "aa a+", "[3 5]"},
		{regex.Basic, `*a`, "x*a", "[1 3]"},
		{regex.Basic, `^*a`, "*a", "[0 2]"},
		{regex.Basic, `\(a\|ab\)\(c\|bcd\)`, "abcd", "[0 4 0 1 1 4]"},
		{regex.Basic, `a\{2,3\}`, "aaaa", "[0 3]"},
		{regex.Basic, `\(.\)\1`, "abccd", "[2 4 2 3]"},
		{regex.Basic, `a^b$c`, "a^b$c", "[0 5]"},
		{regex.Basic, `\<b`, "ab b", "[3 4]"},
		{regex.Basic, `b\>`, "ba b", "[3 4]"},
		{regex.Basic, `x\|y`, "ay", "[1 2]"},
		{regex.Basic, `[]a]*`, "]a]", "[0 3]"},
		{regex.Basic, `[^]a]`, "]ab", "[2 3]"},
		{regex.Basic, `[[:upper:]_-]*`, "A_-b", "[0 3]"},
		{regex.Basic, `é.`, "aéñ", "[1 5]"},
		{regex.Extended, `a|ab`, "ab", "[0 2]"},
		{regex.Extended, `(a|ab)(c|bcd)?`, "abcd", "[0 4 0 1 1 4]"},
		{regex.Extended, `a{,2}b`, "aaab", "[1 4]"},
		{regex.Extended, `(^|,)x`, "a,x", "[1 3 1 2]"},
		{regex.Extended, `\w+\b`, "  héllo ", "[2 8]"},
		{regex.Extended, `()`, "a", "[0 0 0 0]"},
		{regex.Extended, `a)`, "a)", "[0 2]"},
		{regex.Extended, `(.)(.)\2\1`, "xabba", "[1 5 1 2 2 3]"},
		{regex.Perl, `a|ab`, "ab", "[0 1]"},
		{regex.Perl, `a.*?b`, "aabb", "[0 3]"},
		{regex.Perl, `(?<=x)\d+`, "1x23", "[2 4]"},
		{regex.Perl, `(?<!x)\d+`, "x12", "[2 3]"},
		{regex.Perl, `a(?=b)`, "acab", "[2 3]"},
		{regex.Perl, `foo\Kbar`, "foobar", "[3 6]"},
		{regex.Perl, `(?i)AbC`, "xabc", "[1 4]"},
		{regex.Perl, `(?>a+)ab`, "aaab", "[]"},
		{regex.Perl, `(?P<n>a)\k<n>`, "aa", "[0 2 0 1]"},
		{regex.Perl, `\p{Lu}\x41[\d-]`, "ÄA-", "[0 4]"},
		{regex.Awk, `a\/b\.`, "xa/b.", "[1 5]"},
		{regex.Emacs, `.*/\(a\|b\)+`, "x/ab", "[0 4 3 4]"},
	} {
		re, err := regex.Compile(c.pattern, regex.Options{Syntax: c.syntax})
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		if got := fmt.Sprint(re.Find([]byte(c.text), 0)); got != c.want {
			t.Errorf("%q in %q: got %s, want %s", c.pattern, c.text, got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for pattern, want := range map[string]string{
		`[a`:           "Unmatched [, [^, [:, [., or [=",
		`\(a`:          "Unmatched ( or \\(",
		`a\)`:          "Unmatched ) or \\)",
		`a\{2`:         "Unmatched \\{",
		`a\{x\}`:       "Invalid content of \\{\\}",
		`[z-a]`:        "Invalid range end",
		`[[:nope:]]`:   "Invalid character class name",
		`\1`:           "Invalid back reference",
		`a\`:           "Trailing backslash",
		`a\{99999\}`:   "Regular expression too big",
		`[:space:]`:    "character class syntax is [[:space:]], not [:space:]",
		`\(a\{2,1\}\)`: "Invalid content of \\{\\}",
	} {
		_, err := regex.Compile(pattern, regex.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", pattern, err, want)
		}
	}
}

func TestAll(t *testing.T) {
	for _, c := range []struct{ pattern, text, want string }{
		{`a*`, "baaac", "[[0 0] [1 4] [5 5]]"},
		{`x*`, "abc", "[[0 0] [1 1] [2 2] [3 3]]"},
		{`\<a*`, "aa b", "[[0 2] [3 3]]"},
		{`\(a\)\1*`, "aaba", "[[0 2 0 1] [3 4 3 4]]"},
	} {
		re, err := regex.Compile(c.pattern, regex.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(re.All([]byte(c.text), -1)); got != c.want {
			t.Errorf("%q in %q: got %s, want %s", c.pattern, c.text, got, c.want)
		}
	}
}

func TestInvalidBytes(t *testing.T) {
	re, err := regex.Compile(".", regex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if loc := re.Find([]byte("\xff\xfea"), 0); fmt.Sprint(loc) != "[2 3]" {
		t.Errorf("a dot matched a byte that is no character: %v", loc)
	}
}
