package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
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

	mu      sync.Mutex
	at      fuzz.Progress // what was told last
	watched *watched      // nil = nobody
	stop    chan struct{}
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
	beatInterval  = 10 * time.Second
)

// watch says now and then what a target is at, until end.
func (p *progress) watch(w *watched) {
	p.watched, p.stop = w, make(chan struct{})
	ticker := time.NewTicker(beatInterval)
	go func(stop <-chan struct{}) {
		defer ticker.Stop()
		for {
			select {
			case now := <-ticker.C:
				p.beat(now)
			case <-stop:
				return
			}
		}
	}(p.stop)
}

// beat tells what has been waited for, if nothing else was told for some time.
func (p *progress) beat(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	waiting := p.watched.oldest(now, beatInterval)
	if waiting == "" || now.Sub(p.last) < beatInterval {
		return
	}
	if p.terminal {
		p.bar(" " + waiting)
		return
	}
	fmt.Fprintf(p.out, "%s: %d of %d after %s, %s\n", p.at.Phase, p.at.Done, p.at.Total,
		now.Sub(p.begin).Round(time.Second), waiting)
}

// show tells how far the campaign is.
func (p *progress) show(s fuzz.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = s
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
	p.bar("")
}

// bar draws the bar over the last one, with a note behind it.
func (p *progress) bar(note string) {
	s := p.at
	done := barWidth * s.Done / max(1, s.Total)
	fmt.Fprintf(p.out, "\r%-6s [%s%s] %d/%d%s \x1b[K", s.Phase,
		strings.Repeat("#", done), strings.Repeat(" ", barWidth-done),
		s.Done, s.Total, note)
}

// end leaves the bar's line.
func (p *progress) end() {
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.phase != "" {
		fmt.Fprintln(p.out)
	}
}
