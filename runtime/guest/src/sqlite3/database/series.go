package database

import (
	"errors"

	"github.com/ncruces/go-sqlite3"
)

// Series gives a connection the table generate_series(START, STOP, STEP).
func Series(c *sqlite3.Conn) error {
	return sqlite3.CreateModule(c, "generate_series", nil,
		func(db *sqlite3.Conn, _, _, _ string, _ ...string) (series, error) {
			err := db.DeclareVTab("CREATE TABLE x(value, start HIDDEN, stop HIDDEN, step HIDDEN)")
			return series{}, err
		})
}

type series struct{}

// Columns of the table.
const (
	seriesValue = iota
	seriesStart
	seriesStop
	seriesStep
)

// BestIndex implements sqlite3.VTab: bit N of the index's number is that argument N is given.
func (series) BestIndex(idx *sqlite3.IndexInfo) error {
	given := [seriesStep + 1]int{-1, -1, -1, -1}
	for i, c := range idx.Constraint {
		if c.Op != sqlite3.INDEX_CONSTRAINT_EQ || c.Column < seriesStart || c.Column > seriesStep {
			continue
		}
		if !c.Usable {
			return sqlite3.CONSTRAINT
		}
		given[c.Column] = i
	}
	if given[seriesStart] < 0 {
		return errors.New(`first argument to "generate_series()" missing or unusable`)
	}
	n := 0
	for column := seriesStart; column <= seriesStep; column++ {
		if given[column] < 0 {
			continue
		}
		n++
		idx.ConstraintUsage[given[column]] = sqlite3.IndexConstraintUsage{ArgvIndex: n, Omit: true}
		idx.IdxNum |= 1 << column
	}
	idx.EstimatedCost, idx.EstimatedRows = 1, 1000
	if len(idx.OrderBy) == 1 && idx.OrderBy[0].Column == seriesValue && !idx.OrderBy[0].Desc {
		idx.IdxNum |= seriesSorted
		idx.OrderByConsumed = true
	}
	return nil
}

const seriesSorted = 1 << 8

// Open implements sqlite3.VTab.
func (series) Open() (sqlite3.VTabCursor, error) { return &seriesCursor{}, nil }

type seriesCursor struct {
	start, stop, step int64
	value             int64
	row               int64
	end               bool
}

// Filter implements sqlite3.VTabCursor.
func (c *seriesCursor) Filter(number int, _ string, args ...sqlite3.Value) error {
	*c = seriesCursor{stop: 0xffffffff, step: 1, row: 1}
	for column, to := range map[int]*int64{seriesStart: &c.start, seriesStop: &c.stop, seriesStep: &c.step} {
		if number&(1<<column) == 0 {
			continue
		}
		n := 0
		for before := seriesStart; before < column; before++ {
			n += number >> before & 1
		}
		if *to = args[n].Int64(); args[n].Type() == sqlite3.NULL {
			c.end = true
		}
	}
	if c.step == 0 {
		c.step = 1
	}
	if number&seriesSorted != 0 && c.step < 0 {
		count := (c.start - c.stop) / -c.step
		c.start, c.stop, c.step = c.start+count*c.step, c.start, -c.step
	}
	c.value = c.start
	c.end = c.end || c.beyond()
	return nil
}

func (c *seriesCursor) beyond() bool {
	if c.step > 0 {
		return c.value > c.stop
	}
	return c.value < c.stop
}

// Next implements sqlite3.VTabCursor.
func (c *seriesCursor) Next() error {
	before := c.value
	c.value += c.step
	c.row++
	c.end = c.beyond() || (c.step > 0) != (c.value > before) // it went round
	return nil
}

// EOF implements sqlite3.VTabCursor.
func (c *seriesCursor) EOF() bool { return c.end }

// RowID implements sqlite3.VTabCursor.
func (c *seriesCursor) RowID() (int64, error) { return c.row, nil }

// Column implements sqlite3.VTabCursor.
func (c *seriesCursor) Column(ctx sqlite3.Context, n int) error {
	ctx.ResultInt64([]int64{c.value, c.start, c.stop, c.step}[n])
	return nil
}
