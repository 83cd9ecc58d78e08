package calc

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// IO is what a calculator has of its process.
type IO struct {
	In   *bufio.Reader
	Out  io.Writer
	Err  func(text string) // what standard output holds comes before it
	Env  func(name string) string
	Open func(name string) (io.ReadCloser, error)
	// Run runs a line of the shell, dc's `!`.
	Run func(line string)
}

// wrapper breaks lines of numbers.
type wrapper struct {
	out    io.Writer
	length int // 0 for lines of any length
	column int
	spare  int // columns at the end of a line that stay empty
}

func newWrapper(host *IO, variable string, spare int) *wrapper {
	const usual = 70
	w := &wrapper{out: host.Out, length: usual, spare: spare}
	if n, err := strconv.Atoi(host.Env(variable)); err == nil && (n == 0 || n > 1) {
		w.length = n
	}
	return w
}

// number writes digits, each piece broken where a line is full.
func (w *wrapper) number(text string) {
	if w.length == 0 || w.column+len(text) < w.length-w.spare {
		w.text(text)
		return
	}
	var b strings.Builder
	for _, c := range []byte(text) {
		if w.column == w.length-1-w.spare {
			b.WriteString("\\\n")
			w.column = 0
		}
		b.WriteByte(c)
		w.column++
	}
	_, _ = io.WriteString(w.out, b.String())
}

// text writes what is no number.
func (w *wrapper) text(s string) {
	_, _ = io.WriteString(w.out, s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		w.column = len(s) - i - 1
	} else {
		w.column += len(s)
	}
}
