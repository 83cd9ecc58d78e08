package tool

import (
	"bytes"
	"encoding/hex"
)

// ddTable says what becomes of each byte; nil leaves all as they are.
type ddTable []byte

func (t ddTable) apply(b []byte) []byte {
	if t == nil {
		return b
	}
	out := make([]byte, len(b))
	for i, c := range b {
		out[i] = t[c]
	}
	return out
}

// ddRecords are the conversions of dd that know records of cbs bytes: block makes them of lines, unblock
// lines of them; ascii, ebcdic and ibm translate and do the one or the other.
type ddRecords struct {
	size               int
	block, unblock     bool
	toASCII, fromASCII ddTable
	newline, space     byte
	column, truncated  int
	spaces             int // unblock: held back, for none are at the end of a line
}

// exclusive wants at most one of each group of conversions and flags, and sets up what they ask for.
func (d *dd) exclusive() {
	for _, group := range [][]string{
		{"ascii", "ebcdic", "ibm"}, {"block", "unblock"}, {"lcase", "ucase"}, {"excl", "nocreat"},
	} {
		n := 0
		for _, name := range group {
			n += btoi(d.has(name))
		}
		if n < 2 || group[0] == "block" && d.records.size == 0 {
			continue
		}
		text := ""
		switch group[0] {
		case "ascii":
			text = "cannot combine any two of {ascii,ebcdic,ibm}"
		case "block":
			text = "cannot combine block and unblock"
		case "lcase":
			text = "cannot combine lcase and ucase"
		default:
			text = "cannot combine excl and nocreat"
		}
		d.r.die(1, "%s", text)
	}
	r := &d.records
	r.newline, r.space = '\n', ' '
	table := func(digits string) ddTable {
		t, _ := hex.DecodeString(digits)
		return t
	}
	switch {
	case d.has("ascii"):
		r.toASCII = table(ddToASCII)
	case d.has("ebcdic"):
		r.fromASCII = table(ddToEBCDIC)
	case d.has("ibm"):
		r.fromASCII = table(ddToIBM)
	}
	if r.fromASCII != nil {
		r.newline, r.space = r.fromASCII['\n'], r.fromASCII[' ']
	}
	if r.size > 0 {
		r.block = d.has("block") || r.fromASCII != nil
		r.unblock = d.has("unblock") || d.has("ascii")
	}
}

func (r *ddRecords) convert(b []byte) []byte {
	switch {
	case r.block:
		return r.toRecords(b)
	case r.unblock:
		return r.toLines(b)
	}
	return b
}

func (r *ddRecords) toRecords(b []byte) []byte {
	var out []byte
	for _, c := range b {
		switch {
		case c == r.newline:
			out = append(out, bytes.Repeat([]byte{r.space}, max(0, r.size-r.column))...)
			r.column = 0
			continue
		case r.column == r.size:
			r.truncated++
		case r.column < r.size:
			out = append(out, c)
		}
		r.column++
	}
	return out
}

func (r *ddRecords) toLines(b []byte) []byte {
	var out []byte
	for _, c := range b {
		if r.column == r.size {
			out = append(out, r.newline)
			r.column, r.spaces = 0, 0
		}
		r.column++
		if c == r.space {
			r.spaces++
			continue
		}
		out = append(append(out, bytes.Repeat([]byte{r.space}, r.spaces)...), c)
		r.spaces = 0
	}
	return out
}

// finish is what the last record lacks.
func (r *ddRecords) finish() []byte {
	switch {
	case r.column == 0:
		return nil
	case r.block:
		return bytes.Repeat([]byte{r.space}, max(0, r.size-r.column))
	case r.unblock:
		return []byte{r.newline}
	}
	return nil
}
