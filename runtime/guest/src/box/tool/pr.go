package tool

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// prTool lays text out in pages and columns.
type prTool struct {
	r                      *run
	columns, length, width int
	first                  int // page
	header                 *string
	bare, noPads           bool // -t and -T: neither header nor trailer
	merge, across          bool
	double, feeds, quiet   bool
	numbered               bool
	digits                 int
	numberEnd, separator   string
	separated, wide        bool
	indent                 int
	at                     int // column where the output stands
	lines                  int // of the file, for -n
	dateFormat             string
}

const (
	prMargin = 5 // lines above and below the text
	prTab    = 8
)

func prMain(r *run) int {
	p := &prTool{
		r: r, columns: 1, length: 66, width: 72, first: 1, digits: 5, numberEnd: "\t",
		separator:  " ",
		dateFormat: "%Y-%m-%d %H:%M",
	}
	files := p.options()
	if len(files) == 0 {
		files = []string{"-"}
	}
	if p.length <= 2*prMargin {
		p.bare = true
	}
	if p.merge {
		p.merged(files)
		return r.status
	}
	for _, name := range files {
		if lines, when, ok := p.read(name); ok {
			p.file(name, when, lines)
		}
	}
	return r.status
}

// options reads pr's own: -COLUMNS, +PAGE, and letters with values that are only taken where they are
// attached.
func (p *prTool) options() (files []string) {
	args := p.r.args
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return append(files, args[i+1:]...)
		case strings.HasPrefix(a, "+") && len(a) > 1 && a[1] >= '0' && a[1] <= '9':
			p.first = atoi(a[1:])
		case strings.HasPrefix(a, "--"):
			p.long(a)
		case len(a) > 1 && a[0] == '-':
			i += p.letters(a[1:], args[i+1:])
		default:
			files = append(files, a)
		}
	}
	return files
}

func (p *prTool) long(a string) {
	name, value, _ := strings.Cut(a, "=")
	short := map[string]string{
		"--omit-header": "t", "--omit-pagination": "T", "--merge": "m", "--across": "a",
		"--double-space": "d",
		"--form-feed":    "F", "--header": "h", "--length": "l", "--width": "w", "--indent": "o",
		"--number-lines": "n",
		"--separator":    "s", "--columns": "", "--no-file-warnings": "r", "--date-format": "D",
	}
	letter, ok := short[name]
	switch {
	case name == "--help":
		p.r.help()
	case name == "--version":
		p.r.version()
	case !ok:
		p.r.unsupported(name)
	case letter == "":
		p.columns = atoi(value)
	case strings.Contains("hlwoD", letter):
		p.letters(letter, []string{value})
	default:
		p.letters(letter+value, nil)
	}
}

// letters takes a cluster and returns how many of the words after it belong to it.
func (p *prTool) letters(cluster string, rest []string) int {
	for i := 0; i < len(cluster); i++ {
		c, attached := cluster[i], cluster[i+1:]
		switch c {
		case 't':
			p.bare = true
		case 'T':
			p.bare, p.noPads = true, true
		case 'm':
			p.merge = true
		case 'a':
			p.across = true
		case 'd':
			p.double = true
		case 'f', 'F':
			p.feeds = true
		case 'r':
			p.quiet = true
		case 'J':
			p.wide = true
		case 'n':
			p.numbered = true
			if attached != "" && (attached[0] < '0' || attached[0] > '9') {
				p.numberEnd, attached = attached[:1], attached[1:]
			}
			if attached != "" {
				p.digits = atoi(attached)
			}
			return 0
		case 's':
			p.separator, p.separated = "\t", true
			if attached != "" {
				p.separator = attached[:1]
			}
			return 0
		case 'S':
			p.separator, p.separated = attached, true
			return 0
		case 'h', 'l', 'w', 'W', 'o', 'D', 'N':
			used := 0
			if attached == "" {
				if len(rest) == 0 {
					p.r.usage("option requires an argument -- '%c'", c)
				}
				attached, used = rest[0], 1
			}
			p.value(c, attached)
			return used
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			n := strings.IndexFunc(cluster[i:], func(r rune) bool { return r < '0' || r > '9' })
			if n < 0 {
				n = len(cluster) - i
			}
			p.columns = atoi(cluster[i : i+n])
			i += n - 1
		case 'c', 'e', 'i', 'v':
			p.r.unsupported("-" + string(c))
		default:
			p.r.usage("invalid option -- '%c'", c)
		}
	}
	return 0
}

func (p *prTool) value(c byte, v string) {
	number := func(what string) int {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 || n == 0 && c != 'o' {
			p.r.die(1, "%s: %s", what, p.r.curly(v))
		}
		return n
	}
	switch c {
	case 'h':
		p.header = &v
	case 'D':
		p.dateFormat = strings.TrimPrefix(v, "+")
	case 'l':
		p.length = number("'-l PAGE_LENGTH' invalid number of lines")
	case 'w', 'W':
		p.width = number("'-" + string(c) + " PAGE_WIDTH' invalid number of characters")
		p.wide = false
	case 'o':
		p.indent = number("'-o MARGIN' invalid line offset")
	case 'N':
		p.lines = number("'-N NUMBER' invalid starting line number") - 1
	}
}

func (p *prTool) read(name string) (lines []string, when time.Time, ok bool) {
	f, err := openInput(name)
	var b []byte
	if err == nil {
		b, err = readAll(f)
		when = p.r.now().In(p.r.zone())
		if st, errStat := linux.Fstat(f.Fd); errStat == nil && name != "-" {
			when = time.Unix(0, st.Mtime).In(p.r.zone())
		}
		closeInput(f)
	}
	if err != nil {
		if !p.quiet {
			p.r.message(name + ": " + errnoText(err))
		}
		p.r.status = 1
		return nil, when, false
	}
	if strings.Contains(string(b), "\f") {
		p.r.unsupported("of a text with form feeds")
	}
	text := strings.TrimSuffix(string(b), "\n")
	if len(b) == 0 {
		return nil, when, true
	}
	return strings.Split(text, "\n"), when, true
}

// body is how many lines of text a page has.
func (p *prTool) body() int {
	n := p.length
	if !p.bare {
		n -= 2 * prMargin
	}
	if p.double {
		n /= 2
	}
	return max(n, 1)
}

func (p *prTool) file(name string, when time.Time, lines []string) {
	title := name
	if name == "-" {
		title = ""
	}
	per := p.body() * p.columns
	number := 0
	for page := 1; len(lines) > 0; page++ {
		n := min(per, len(lines))
		rows := p.rows(lines[:n])
		lines = lines[n:]
		if page >= p.first {
			p.page(title, when, page, rows, number)
		}
		number += n
	}
}

// cell is a line of the text with its number; there may be none.
type cell struct {
	text   string
	number int
	filled bool
}

// rows arranges the lines of a page in columns, of like lengths if they do not fill it.
func (p *prTool) rows(lines []string) [][]cell {
	n := len(lines)
	height := (n + p.columns - 1) / p.columns
	rows := make([][]cell, height)
	at := 0
	if p.across {
		for i, l := range lines {
			rows[i/p.columns] = append(rows[i/p.columns], cell{l, i + 1, true})
		}
		return rows
	}
	for c := range p.columns {
		tall := n / p.columns
		if c < n%p.columns {
			tall++
		}
		for i := range tall {
			rows[i] = append(rows[i], cell{lines[at], at + 1, true})
			at++
		}
	}
	return rows
}

// merged prints files side by side.
func (p *prTool) merged(names []string) {
	var files [][]string
	longest := 0
	when := p.r.now().In(p.r.zone())
	for _, name := range names {
		if lines, _, ok := p.read(name); ok {
			files = append(files, lines)
			longest = max(longest, len(lines))
		}
	}
	p.columns = max(len(files), 1)
	per := p.body()
	for page, start := 1, 0; start < longest; page, start = page+1, start+per {
		var rows [][]cell
		for i := start; i < min(start+per, longest); i++ {
			row := make([]cell, len(files))
			for j, lines := range files {
				if row[j].number = i - start + 1; i < len(lines) {
					row[j].text, row[j].filled = lines[i], true
				}
			}
			rows = append(rows, row)
		}
		if page >= p.first {
			p.page("", when, page, rows, start)
		}
	}
}

func (p *prTool) page(title string, when time.Time, page int, rows [][]cell, before int) {
	margin := strings.Repeat(" ", p.indent)
	if !p.bare {
		if p.header != nil {
			title = *p.header
		}
		date, number := strftime(p.dateFormat, when), sprintf("Page %d", page)
		free := max(p.width-utf8.RuneCountInString(date)-utf8.RuneCountInString(title)-len(number), 0)
		left := max(free/2, 1)
		p.r.print("\n\n", margin, date, strings.Repeat(" ", left), title, strings.Repeat(" ",
			max(free-free/2, 1)),
			number, "\n\n\n")
	}
	for _, row := range rows {
		p.row(row, before)
		if p.double {
			p.r.print("\n")
		}
	}
	if p.bare {
		return
	}
	if p.feeds {
		p.r.print("\f")
		return
	}
	used := len(rows)
	if p.double {
		used *= 2
	}
	p.r.print(strings.Repeat("\n", max(p.length-2*prMargin-used, 0)+prMargin))
}

func (p *prTool) row(row []cell, before int) {
	p.at = 0
	p.space(p.indent)
	numberWidth := 0
	if p.numbered {
		numberWidth = p.digits + 1
		if p.numberEnd == "\t" {
			numberWidth = (p.digits + prTab) / prTab * prTab
		}
	}
	room := p.width - (p.columns-1)*len(p.separator)
	if p.numbered && p.merge {
		room -= numberWidth
	}
	width := max(room/p.columns, 1)
	for i, c := range row {
		if i > 0 {
			if p.separated {
				p.put(p.separator)
			} else {
				start := p.indent + i*(width+len(p.separator))
				if p.numbered && p.merge {
					start += numberWidth
				}
				p.space(start)
			}
		}
		if p.numbered && (i == 0 || !p.merge) && (c.filled || p.merge) {
			text := strconv.Itoa(p.lines + before + c.number)
			text = text[max(len(text)-p.digits, 0):]
			p.put(strings.Repeat(" ", p.digits-len(text)) + text)
			p.number()
		}
		text := c.text
		if p.columns > 1 && !p.separated {
			limit := width
			if p.numbered && !p.merge {
				limit -= numberWidth
			}
			text = cutWidth(text, limit)
		}
		p.put(text)
	}
	p.r.print("\n")
}

// number ends a line's number: by a tab, which in columns is spaces.
func (p *prTool) number() {
	if p.numberEnd == "\t" && p.columns > 1 {
		p.space(p.at + prTab - p.at%prTab)
		return
	}
	p.put(p.numberEnd)
}

func cutWidth(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

func (p *prTool) put(s string) {
	p.r.print(s)
	for _, c := range s {
		if c == '\t' {
			p.at += prTab - p.at%prTab
		} else {
			p.at++
		}
	}
}

// space goes on to a column, by tabs where there are several columns.
func (p *prTool) space(to int) {
	for p.columns > 1 && to-p.at > 1 && p.at+prTab-p.at%prTab <= to {
		p.put("\t")
	}
	if to > p.at {
		p.put(strings.Repeat(" ", to-p.at))
	}
}
