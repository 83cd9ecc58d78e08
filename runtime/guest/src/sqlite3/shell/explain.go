package shell

import (
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// step is a line of EXPLAIN QUERY PLAN.
type step struct {
	id, parent int
	text       string
}

// plan shows the plan of a statement before it runs (.eqp on).
func (s *shell) plan(sql string) {
	stmt, _, err := s.db.Prepare("EXPLAIN QUERY PLAN " + sql)
	if err != nil {
		return // the statement itself tells
	}
	defer stmt.Close() //nolint:errcheck // a query that was read
	_ = s.tree(stmt)
	s.flush()
}

// tree shows a query plan as a tree.
func (s *shell) tree(stmt *sqlite3.Stmt) error {
	var steps []step
	for stmt.Step() {
		steps = append(steps, step{stmt.ColumnInt(0), stmt.ColumnInt(1), stmt.ColumnText(3)})
	}
	if len(steps) == 0 {
		return stmt.Err()
	}
	if strings.HasPrefix(steps[0].text, "-") {
		s.print(steps[0].text[min(3, len(steps[0].text)):] + "\n")
		steps = steps[1:]
	} else {
		s.print("QUERY PLAN\n")
	}
	s.branch(steps, 0, "")
	return stmt.Err()
}

func (s *shell) branch(steps []step, parent int, prefix string) {
	var mine []step
	for _, p := range steps {
		if p.parent == parent {
			mine = append(mine, p)
		}
	}
	const deepest = 100
	if len(prefix) > deepest*3 {
		return
	}
	for i, p := range mine {
		head, below := "|--", "|  "
		if i == len(mine)-1 {
			head, below = "`--", "   "
		}
		s.print(prefix + head + p.text + "\n")
		s.branch(steps, p.id, prefix+below)
	}
}

// program1 shows EXPLAIN's program of a statement.
func (s *shell) program1(stmt *sqlite3.Stmt) error {
	widths := []int{4, 13, 4, 4, 4, 13, 2, 13}
	var rows [][]string
	for stmt.Step() {
		row := make([]string, stmt.ColumnCount())
		for i := range row {
			row[i] = s.text(stmt, i)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return stmt.Err()
	}
	names := make([]string, len(rows[0]))
	rule := make([]string, len(names))
	for i := range names {
		names[i] = stmt.ColumnName(i)
		rule[i] = strings.Repeat("-", widths[min(i, len(widths)-1)])
	}
	s.cells(names, widths, 0)
	s.cells(rule, widths, 0)
	for i, indent := range indents(rows) {
		s.cells(rows[i], widths, indent)
	}
	return stmt.Err()
}

// cells shows a row of EXPLAIN, its opcode indented.
func (s *shell) cells(row []string, widths []int, indent int) {
	for i, text := range row {
		w := widths[min(i, len(widths)-1)]
		if i == 1 && indent > 0 {
			s.print(strings.Repeat(" ", indent))
			w -= indent
		}
		if i == len(row)-1 {
			w = 0
		}
		s.padded(text, w, false)
		if i == len(row)-1 {
			s.print("\n")
		} else {
			s.print("  ")
		}
	}
}

// indents says how far each opcode stands in the loops of a program.
func indents(rows [][]string) []int {
	const (
		next  = " Next Prev VPrev VNext SorterNext Return "
		yield = " Yield SeekLT SeekGT RowSetRead Rewind "
	)
	out := make([]int, len(rows))
	yields := make([]bool, len(rows))
	for i, row := range rows {
		if len(row) < 5 {
			continue
		}
		op := " " + row[1] + " "
		yields[i] = strings.Contains(yield, op)
		p2 := number(row[3])
		switch {
		case strings.Contains(next, op):
			for j := p2; j >= 0 && j < i; j++ {
				out[j] += 2
			}
		case op == " Goto " && p2 >= 0 && p2 < i && (yields[p2] || number(row[2]) != 0):
			for j := p2; j < i; j++ {
				out[j] += 2
			}
		}
	}
	return out
}
