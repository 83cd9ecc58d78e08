package calc_test

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/box/calc"
)

// TestDCLoops wants that a macro which ends by calling another goes on for as long as it likes, and that q
// and Q still count it; a macro that has something left to do may nest so deep only.
func TestDCLoops(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, out, err string }{
		{"0[1+d100000>a]dsaxp", "100000\n", ""},
		{"0sn[ln1+snln d 50000>x ]sxlxx lnp", "50000\n", ""},
		{"[[1p q]x 2p]x 3p", "1\n3\n", ""},
		{"[[[[1p q]x]x 2p]x 3p]x 4p", "1\n2\n3\n4\n", ""},
		{"[[[1p 2Q 9p]x 2p]x 3p]x 4p", "1\n3\n4\n", ""},
		{"[lax1+]salax", "", "dc: out of memory\n"},
	} {
		var out bytes.Buffer
		errs := ""
		host := &calc.IO{
			In: bufio.NewReader(strings.NewReader("")), Out: &out,
			Err: func(text string) { errs += text }, Env: func(string) string { return "" },
		}
		calc.NewDC(host, "dc").RunText(c.text)
		if out.String() != c.out || errs != c.err {
			t.Errorf("%s: %q, %q; want %q, %q", c.text, out.String(), errs, c.out, c.err)
		}
	}
}
