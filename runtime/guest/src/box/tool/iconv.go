package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/charset"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// iconv converts texts from one character set to another, as glibc's does: up to the first character that
// is not one, or that the other set lacks.
type iconv struct {
	r        *run
	from, to charset.Charset
	omit     bool // -c, //IGNORE
	tell     bool // //IGNORE tells at the end that something was left out
	translit bool
	verbose  bool
	output   string
}

// argpTry is what glibc's own programs say after a wrong command line.
const argpTry = "Try `%[1]s --help' or `%[1]s --usage' for more information.\n"

func iconvMain(r *run) int {
	r.usageStatus, r.usageTry = 64, sprintf(argpTry, r.name)
	opts, words := r.options("f:/from-code t:/to-code !l/list c/ o:/output s/silent /verbose !?/help " +
		"!/usage V/version")
	c := &iconv{r: r}
	from, to := "", ""
	for _, o := range opts {
		switch o.name {
		case "f":
			from = o.value
		case "t":
			to = o.value
		case "c":
			c.omit = true
		case "o":
			c.output = o.value
		case "verbose":
			c.verbose = true
		case "V":
			r.version()
		}
	}
	c.choose(from, to)
	return c.convert(words)
}

// choose finds the sets by their names; an empty one is the locale's.
func (c *iconv) choose(from, to string) {
	locale := "ANSI_X3.4-1968"
	if c.r.utf8Locale() {
		locale = "UTF-8"
	}
	from, _, _ = strings.Cut(from, "//")
	to, suffix, _ := strings.Cut(to, "//")
	if from == "" {
		from = locale
	}
	if to == "" {
		to = locale
	}
	for option := range strings.FieldsFuncSeq(strings.ToUpper(suffix),
		func(r rune) bool { return r == '/' || r == ',' }) {
		switch option {
		case "TRANSLIT":
			c.translit = true
		case "IGNORE":
			c.omit, c.tell = true, true
		}
	}
	c.from, c.to = c.charset(from), c.charset(to)
}

// iconvLacks are sets of glibc that ours does not have, by the beginnings of their names.
var iconvLacks = []string{
	"UTF-7", "ISO-2022", "EBCDIC", "IBM", "CP", "WINDOWS-31J", "MAC-", "JOHAB", "TCVN", "TIS-620", "KOI8-",
	"KOI-",
	"ARMSCII", "GEORGIAN", "EUC-TW", "EUC-JISX", "HP-", "VISCII", "ISO-8859-9E", "ISO-8859-11", "SJIS-",
	"BIG5-", "BRF", "NEXTSTEP",
}

func (c *iconv) charset(name string) charset.Charset {
	set, ok := charset.Lookup(name)
	if ok {
		return set
	}
	for _, prefix := range iconvLacks {
		if strings.HasPrefix(strings.ToUpper(name), prefix) {
			c.r.unsupported("of " + name)
		}
	}
	c.r.die(1, "failed to start conversion processing: %s", primitives.ENOENT.Text())
	return set
}

// convert writes what the files hold.
func (c *iconv) convert(files []string) int {
	if len(files) == 0 {
		files = []string{"-"}
	}
	encoder := c.to.Encode()
	var out []byte
	var failure string
	for _, name := range files {
		text, err := c.read(name)
		if err != "" {
			failure = err
			break
		}
		if text == nil {
			continue
		}
		if out, failure = c.text(out, text, encoder); failure != "" {
			break
		}
	}
	c.write(out)
	if failure != "" {
		c.r.die(1, "%s", failure)
	}
	return c.r.status
}

// read returns a file's text, or what is wrong with the file; nil for one that cannot be opened, after which
// the others are converted all the same.
func (c *iconv) read(name string) (text []byte, failure string) {
	if c.verbose {
		c.r.stderr(name + ":\n")
	}
	f, err := openInput(name)
	if err != nil {
		c.r.warnErr(err, "cannot open input file `%s'", name)
		return nil, ""
	}
	defer closeInput(f)
	if text, err = appendAll([]byte{}, f); err != nil {
		return nil, "error while reading the input: " + primitives.ErrnoOf(err).Text()
	}
	return text, ""
}

// text converts one text; failure is what ends the conversion.
func (c *iconv) text(out, text []byte, encoder *charset.Encoder) (converted []byte, failure string) {
	decoder := c.from.Decode(text)
	omitted := false
	for at := 0; ; {
		ch, n := decoder.Next()
		if n == 0 {
			break
		}
		ok := false
		switch ch {
		case charset.Incomplete:
			return out, "incomplete character or shift sequence at end of buffer"
		case charset.Wrong:
		default:
			out, ok = c.append(out, ch, encoder)
		}
		if !ok && !c.omit {
			return out, sprintf("illegal input sequence at position %d", at)
		}
		omitted = omitted || !ok
		at += n
	}
	if omitted && c.tell {
		return out, sprintf("illegal input sequence at position %d", len(text))
	}
	return out, ""
}

// append writes one character, or what can stand for it.
func (c *iconv) append(out []byte, ch rune, encoder *charset.Encoder) ([]byte, bool) {
	out, ok := encoder.Append(out, ch)
	if ok || !c.translit {
		return out, ok
	}
	text, ok := charset.Translit(ch)
	if !ok || !c.r.utf8Locale() {
		text = "?"
	}
	length := len(out)
	for _, part := range text {
		if out, ok = encoder.Append(out, part); !ok {
			out, _ = encoder.Append(out[:length], '?')
			break
		}
	}
	return out, true
}

// write writes what was converted to standard output, or to the file of -o.
func (c *iconv) write(out []byte) {
	if c.output == "" {
		_, _ = c.r.out.Write(out)
		return
	}
	f, err := linux.OpenFile(c.output, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		c.r.die(1, "cannot open output file: %s", primitives.ErrnoOf(err).Text())
	}
	if _, err = f.Write(out); err != nil {
		c.r.die(1, "conversion stopped due to problem in writing the output")
	}
	_ = f.Close()
}
