package shell

import (
	"bytes"
	"io"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// source is a text that is read line by line.
type source struct {
	file  *linux.File
	named bool // it is no standard input
	buf   []byte
	end   bool
	line  int
}

const readBytes = 16 << 10

// next returns the next line without its end; ok is false at the end of the text.
func (in *source) next() (line string, ok bool) {
	from := 0
	for {
		if i := bytes.IndexByte(in.buf[from:], '\n'); i >= 0 {
			i += from
			line = string(bytes.TrimSuffix(in.buf[:i], []byte{'\r'}))
			in.buf = in.buf[i+1:]
			in.line++
			return line, true
		}
		from = len(in.buf)
		if in.end || in.file == nil {
			break
		}
		chunk := make([]byte, readBytes)
		n, err := in.file.Read(chunk)
		in.buf = append(in.buf, chunk[:n]...)
		in.end = err == io.EOF || err != nil
	}
	if len(in.buf) == 0 {
		return "", false
	}
	line = string(in.buf)
	in.buf = nil
	in.line++
	return line, true
}

// input runs what a source holds; 1 if anything failed.
func (s *shell) input() int {
	failures := 0
	var sql strings.Builder
	var scan scanner
	start := 0
	for failures == 0 || !s.bail {
		s.flush()
		line, ok := s.in.next()
		if !ok {
			break
		}
		if scan.plain() && terminator(line) && database.Complete(sql.String()+";") {
			line = ";"
		}
		scan.scan(line)
		if scan.white() && sql.Len() == 0 {
			s.echoed(line)
			scan = scanner{}
			continue
		}
		if sql.Len() == 0 && line != "" && (line[0] == '.' || line[0] == '#') {
			s.echoed(line)
			if line[0] == '.' {
				code := s.dot(line)
				if code == stopping {
					break
				}
				if code != 0 {
					failures++
				}
			}
			scan = scanner{}
			continue
		}
		if sql.Len() == 0 {
			line = strings.TrimLeft(line, spaces)
			start = s.in.line
		} else {
			sql.WriteByte('\n')
		}
		sql.WriteString(line)
		switch {
		case sql.Len() > 0 && scan.terminated() && database.Complete(sql.String()):
			s.echoed(sql.String())
			failures += s.run(sql.String(), start)
			sql.Reset()
			scan = scanner{}
			if s.once {
				_ = s.redirect(nil) // as the real one, which does not look
			}
		case sql.Len() > 0 && scan.white():
			s.echoed(sql.String())
			sql.Reset()
			scan = scanner{}
		}
	}
	if sql.Len() > 0 {
		s.echoed(sql.String())
		failures += s.run(sql.String(), start)
	}
	return min(failures, 1)
}

const spaces = " \t\n\v\f\r"

func (s *shell) echoed(text string) {
	if s.echo {
		s.print(text + "\n")
	}
}

// run runs statements that were read, from a line on; 1 if that failed.
func (s *shell) run(sql string, line int) int {
	if s.open() != nil {
		panic(errStop{1})
	}
	if s.backslash {
		sql = unescape(sql)
	}
	err := s.execute(sql)
	if err != nil {
		s.complain("%s near line %d: %s\n", err.kind(), line, err.rest())
		return 1
	}
	if s.changes {
		s.printf("changes: %d   total_changes: %d\n", s.db.Changes(), s.db.TotalChanges())
	}
	return 0
}

// terminator says whether a line ends a statement as other databases have it.
func terminator(line string) bool {
	line = strings.TrimLeft(line, spaces)
	if strings.HasPrefix(line, "/") {
		return blank(line[1:])
	}
	return len(line) >= 2 && strings.EqualFold(line[:2], "go") && blank(line[2:])
}

// blank says whether a text is space and comments alone.
func blank(text string) bool {
	var sc scanner
	sc.scan(text)
	return sc.white()
}

// scanner follows lines of SQL just far enough to know where a statement may end.
type scanner struct {
	within byte // the end of a literal or comment that is open: ' " ` ] or *
	dark   bool // something was seen that is no space
	semi   bool // the last of it is a semicolon
}

func (q *scanner) plain() bool      { return q.within == 0 }
func (q *scanner) white() bool      { return !q.dark && q.within == 0 }
func (q *scanner) terminated() bool { return q.semi && q.within == 0 }

// scan goes over one more line.
func (q *scanner) scan(line string) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		if q.within != 0 {
			i = q.inside(line, i)
			continue
		}
		switch {
		case c == '-' && strings.HasPrefix(line[i:], "--"):
			return
		case c == '/' && strings.HasPrefix(line[i:], "/*"):
			q.within = '*'
			i++
		case strings.IndexByte(spaces, c) >= 0:
		case c == ';':
			q.semi = true
		default:
			q.semi, q.dark = false, true
			switch c {
			case '[':
				q.within = ']'
			case '\'', '"', '`':
				q.within = c
			}
		}
	}
}

// inside goes on in a literal or comment.
func (q *scanner) inside(line string, i int) int {
	switch {
	case line[i] != q.within:
	case q.within != '*':
		if i+1 < len(line) && line[i+1] == q.within && q.within != ']' {
			return i + 1
		}
		q.within = 0
	case i+1 < len(line) && line[i+1] == '/':
		q.within = 0
		return i + 1
	}
	return i
}
