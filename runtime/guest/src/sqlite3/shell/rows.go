package shell

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// mode is how rows are shown.
type mode int

// The modes.
const (
	modeLine mode = iota
	modeColumn
	modeList
	modeHTML
	modeInsert
	modeQuote
	modeTCL
	modeCSV
	modeExplain
	modeASCII
	modePlan
	modeJSON
	modeMarkdown
	modeTable
	modeBox
	modeTabs // an option: list with tabs
)

// modeNames are what .show and .mode call the modes.
var modeNames = [...]string{
	"line", "column", "list", "html", "insert", "quote", "tcl", "csv", "explain", "ascii", "eqp", "json",
	"markdown",
	"table", "box",
}

// show1 shows a row in a mode that needs to know no other.
func (s *shell) show1(stmt *sqlite3.Stmt, names []string) {
	switch s.current {
	case modeLine:
		s.showLines(stmt, names)
	case modeHTML:
		s.showHTML(stmt, names)
	case modeInsert:
		s.showInsert(stmt, names)
	case modeJSON:
		s.showJSON(stmt, names)
	case modeQuote:
		s.listed(stmt, names, quoted, s.literal)
	case modeTCL:
		s.listed(stmt, names, cString, func(v *sqlite3.Stmt, i int) string { return cString(s.text(v, i)) })
	case modeCSV:
		s.listed(stmt, names, s.csvName, s.csv)
	default:
		s.listed(stmt, names, func(n string) string { return n }, s.text)
	}
}

// text is a value as a text that ends at its first NUL, as C has it.
func (s *shell) text(stmt *sqlite3.Stmt, i int) string {
	if stmt.ColumnType(i) == sqlite3.NULL {
		return s.null
	}
	b := stmt.ColumnRawText(i)
	for j, c := range b {
		if c == 0 {
			b = b[:j]
			break
		}
	}
	return string(b)
}

// listed shows a row of values with separators between them.
func (s *shell) listed(
	stmt *sqlite3.Stmt, names []string, name func(string) string, value func(*sqlite3.Stmt, int) string,
) {
	if s.count == 0 && s.headers {
		for i, n := range names {
			if i > 0 {
				s.print(s.column)
			}
			s.print(name(n))
		}
		s.print(s.row)
	}
	for i := range names {
		if i > 0 {
			s.print(s.column)
		}
		s.print(value(stmt, i))
	}
	s.print(s.row)
}

func (s *shell) showLines(stmt *sqlite3.Stmt, names []string) {
	width := 5
	for _, n := range names {
		width = max(width, len(n))
	}
	if s.count > 0 {
		s.print(s.row)
	}
	for i, n := range names {
		s.printf("%*s = %s%s", width, n, s.text(stmt, i), s.row)
	}
}

var htmlEscapes = strings.NewReplacer("<", "&lt;", "&", "&amp;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

func (s *shell) showHTML(stmt *sqlite3.Stmt, names []string) {
	if s.count == 0 && s.headers {
		s.print("<TR>")
		for _, n := range names {
			s.print("<TH>" + htmlEscapes.Replace(n) + "</TH>\n")
		}
		s.print("</TR>\n")
	}
	s.print("<TR>")
	for i := range names {
		s.print("<TD>" + htmlEscapes.Replace(s.text(stmt, i)) + "</TD>\n")
	}
	s.print("</TR>\n")
}

func (s *shell) showInsert(stmt *sqlite3.Stmt, names []string) {
	table := s.insert
	if table == "" {
		table = "table"
	}
	s.print("INSERT INTO " + identifier(table))
	if s.headers {
		s.print("(")
		for i, n := range names {
			if i > 0 {
				s.print(",")
			}
			s.print(identifier(n))
		}
		s.print(")")
	}
	for i := range names {
		if i == 0 {
			s.print(" VALUES(")
		} else {
			s.print(",")
		}
		if stmt.ColumnType(i) == sqlite3.TEXT {
			s.print(quotedLines(s.text(stmt, i)))
		} else {
			s.print(s.literal(stmt, i))
		}
	}
	s.print(");\n")
}

func (s *shell) showJSON(stmt *sqlite3.Stmt, names []string) {
	if s.count == 0 {
		s.print("[{")
	} else {
		s.print(",\n{")
	}
	for i, n := range names {
		if i > 0 {
			s.print(",")
		}
		s.print(jsonString([]byte(n)) + ":")
		switch stmt.ColumnType(i) {
		case sqlite3.NULL:
			s.print("null")
		case sqlite3.FLOAT:
			s.print(strings.Replace(real(stmt.ColumnFloat(i)), "Inf", "1e999", 1))
		case sqlite3.INTEGER:
			s.print(s.text(stmt, i))
		default:
			s.print(jsonString(stmt.ColumnRawBlob(i)))
		}
	}
	s.print("}")
}

func jsonString(text []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '\\' || c == '"':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c > 0x1f:
			b.WriteByte(c)
		case c == '\b':
			b.WriteString(`\b`)
		case c == '\f':
			b.WriteString(`\f`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		default:
			_, _ = fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// literal is a value as SQL has it.
func (s *shell) literal(stmt *sqlite3.Stmt, i int) string {
	switch stmt.ColumnType(i) {
	case sqlite3.NULL:
		return "NULL"
	case sqlite3.TEXT:
		return quoted(s.text(stmt, i))
	case sqlite3.FLOAT:
		return real(stmt.ColumnFloat(i))
	case sqlite3.BLOB:
		return "X'" + hex.EncodeToString(stmt.ColumnRawBlob(i)) + "'"
	}
	return s.text(stmt, i)
}

// quoted is a text as SQL has it.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// quotedLines is quoted without line ends in it: the text with others in their place, and functions around
// it that bring them back.
func quotedLines(text string) string {
	q := quoted(text)
	for _, end := range []struct{ char, name, octal, code string }{
		{"\r", `\r`, `\015`, "13"}, {"\n", `\n`, `\012`, "10"},
	} {
		if !strings.Contains(text, end.char) {
			continue
		}
		mark := unused(text, end.name, end.octal)
		q = "replace(" + strings.ReplaceAll(q, end.char, mark) + ",'" + mark + "',char(" + end.code + "))"
	}
	return q
}

// unused is a text that another does not have in it: one of two, or one in the likeness of the first.
func unused(text, name, other string) string {
	for _, m := range []string{name, other} {
		if !strings.Contains(text, m) {
			return m
		}
	}
	for i := 0; ; i++ {
		if m := fmt.Sprintf("(%s%d)", name, i); !strings.Contains(text, m) {
			return m
		}
	}
}

// cString is a text as C and Tcl have it.
func cString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\\' || c == '"':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c < ' ' || c > '~':
			_, _ = fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (s *shell) csv(stmt *sqlite3.Stmt, i int) string {
	if stmt.ColumnType(i) == sqlite3.NULL {
		return s.null
	}
	return s.csvName(s.text(stmt, i))
}

// csvName quotes a text that is empty or has anything in it but printable ASCII without quotes and
// separators.
func (s *shell) csvName(text string) string {
	plain := text != "" && !strings.Contains(text, s.column)
	for i := 0; plain && i < len(text); i++ {
		c := text[i]
		plain = c > ' ' && c < 0x7f && c != '"' && c != '\''
	}
	if plain {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}
