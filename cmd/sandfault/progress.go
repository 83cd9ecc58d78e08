package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/sandfault/sandfault/fuzz"
)

// progress shows how far a campaign is: a bar on a terminal, a line now and then elsewhere.
type progress struct {
	out      io.Writer
	terminal bool
	phase    string
	last     time.Time
	begin    time.Time
}

func newProgress(out io.Writer) *progress {
	p := &progress{out: out, begin: time.Now()}
	if f, ok := out.(*os.File); ok {
		p.terminal = term.IsTerminal(int(f.Fd()))
	}
	return p
}

const (
	barWidth      = 40
	barInterval   = 100 * time.Millisecond
	plainInterval = 5 * time.Second
)

// show is called by one goroutine at a time.
func (p *progress) show(s fuzz.Progress) {
	interval := plainInterval
	if p.terminal {
		interval = barInterval
	}
	if s.Phase == p.phase && s.Done < s.Total && time.Since(p.last) < interval {
		return
	}
	p.last = time.Now()
	if !p.terminal {
		p.phase = s.Phase
		spent := time.Since(p.begin).Round(time.Second)
		fmt.Fprintf(p.out, "%s: %d of %d after %s\n", s.Phase, s.Done, s.Total, spent)
		return
	}
	if s.Phase != p.phase && p.phase != "" {
		fmt.Fprintln(p.out)
	}
	p.phase = s.Phase
	done := barWidth * s.Done / max(1, s.Total)
	fmt.Fprintf(p.out, "\r%-6s [%s%s] %d/%d ", s.Phase,
		strings.Repeat("#", done), strings.Repeat(" ", barWidth-done),
		s.Done, s.Total)
}

// end leaves the bar's line.
func (p *progress) end() {
	if p.terminal && p.phase != "" {
		fmt.Fprintln(p.out)
	}
}
