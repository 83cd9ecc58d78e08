package adapter

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// ErrTimeout is returned for an adapter that did not answer in time.
var ErrTimeout = errors.New("the adapter does not answer")

// ErrEnded is returned for an adapter whose process ended before it was told to.
var ErrEnded = errors.New("the adapter ended")

// Conn is a connection to one adapter's process. Requests may be made from one goroutine at a time; the
// answers of those that were begun before others may come in any order.
type Conn struct {
	process *process
	limits  Limits
	hello   Answer

	mu      sync.Mutex
	next    int64
	open    map[int64]*call
	failure error
	dead    chan struct{} // closed with the failure
	gone    chan struct{} // closed at the end of its output
	ended   bool
}

// call is a request that is on its way.
type call struct {
	request *Request
	begin   time.Time
	limit   time.Duration
	answer  chan *Answer
	wall    time.Duration
}

// Dial starts an adapter and says hello. The caller ends it with End.
func Dial(ctx context.Context, argv []string, limits Limits) (*Conn, error) {
	p, err := startProcess(argv)
	if err != nil {
		return nil, err
	}
	c := &Conn{
		process: p, limits: limits.withDefaults(), open: map[int64]*call{}, dead: make(chan struct{}),
		gone: make(chan struct{}),
	}
	go c.receive()
	a, _, err := c.Do(ctx, &Request{Op: OpHello, Protocol: Protocol})
	if err == nil {
		err = a.trouble()
	}
	if err != nil {
		c.End()
		return nil, c.Explain(err)
	}
	c.hello = *a
	return c, nil
}

// trouble is the error for a request without which nothing can be played.
func (a *Answer) trouble() error {
	switch {
	case a.Unsupported != "":
		return fmt.Errorf("the adapter lacks %s", printable(a.Unsupported))
	case a.Aborted != "":
		return fmt.Errorf("the adapter gave up: %s", printable(a.Aborted))
	case a.Error != "":
		return fmt.Errorf("the adapter's sandbox refused: %s", a.Refusal())
	}
	return nil
}

// Refusal is what the sandbox refused, for readers: the errno, and its own words if there are any.
func (a *Answer) Refusal() string { return strings.TrimSpace(a.Error + " " + printable(a.Message)) }

// Hello is how the adapter introduced itself.
func (c *Conn) Hello() Answer { return c.hello }

// Do makes a request and waits for its answer. It returns how long that took, by the host's clock.
func (c *Conn) Do(ctx context.Context, q *Request) (*Answer, time.Duration, error) {
	call, err := c.begin(q)
	if err != nil {
		return nil, 0, err
	}
	a, err := c.wait(ctx, call)
	return a, call.wall, err
}

// DoAll makes requests at the same time, where the adapter can overlap, and one by one where it cannot.
func (c *Conn) DoAll(
	ctx context.Context, qs []*Request,
) (answers []*Answer, walls []time.Duration, err error) {
	calls := make([]*call, len(qs))
	for i, q := range qs {
		if calls[i], err = c.begin(q); err != nil {
			return nil, nil, err
		}
		if c.hello.Overlap {
			continue
		}
		a, err := c.wait(ctx, calls[i])
		if err != nil {
			return nil, nil, err
		}
		answers, walls = append(answers, a), append(walls, calls[i].wall)
	}
	for _, call := range calls[len(answers):] {
		a, err := c.wait(ctx, call)
		if err != nil {
			return nil, nil, err
		}
		answers, walls = append(answers, a), append(walls, call.wall)
	}
	return answers, walls, nil
}

// begin numbers a request and sends it.
func (c *Conn) begin(q *Request) (*call, error) {
	c.mu.Lock()
	if c.failure != nil {
		defer c.mu.Unlock()
		return nil, c.failure
	}
	c.next++
	q.ID = c.next
	k := &call{request: q, begin: time.Now(), limit: c.limits.of(q), answer: make(chan *Answer, 1)}
	c.open[q.ID] = k
	c.mu.Unlock()
	text, err := Encode(q)
	if err != nil {
		return nil, err
	}
	if err := c.process.send(text, k.begin.Add(k.limit)); err != nil {
		// It may have died with a word on its output: that says more than a broken pipe.
		select {
		case <-c.dead:
		case <-time.After(settle):
		}
		return nil, c.fail(fmt.Errorf("%w: it does not read %s (request %d): %w", ErrEnded, q.Op, q.ID, err))
	}
	return k, nil
}

// wait waits for the answer of a request.
func (c *Conn) wait(ctx context.Context, k *call) (*Answer, error) {
	timer := time.NewTimer(time.Until(k.begin.Add(k.limit)))
	defer timer.Stop()
	select {
	case a := <-k.answer:
		return a, nil
	case <-c.dead:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, c.fail(fmt.Errorf("%w: no answer to %s (request %d) within %s",
			ErrTimeout, k.request.Op, k.request.ID, k.limit))
	}
	select {
	case a := <-k.answer: // it answered, and ended then
		return a, nil
	default:
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return nil, c.failure
}

// receive reads answers until the process ends or breaks the protocol. What it says later on is dropped, so
// that it is not held up while it cleans up.
func (c *Conn) receive() {
	defer close(c.gone)
	total := c.limits.Total
	for {
		text, err := c.process.line(c.limits.Line, &total)
		if err == nil && len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var a *Answer
		if err == nil {
			a, err = Decode(text)
		}
		if err == nil {
			err = c.deliver(a)
		}
		if err != nil {
			_ = c.fail(c.reading(err, text))          // whoever waits is told
			_, _ = io.Copy(io.Discard, c.process.out) // to its end, or ours
			return
		}
	}
}

// reading says what is wrong with what was read.
func (c *Conn) reading(err error, text []byte) error {
	switch {
	case errors.Is(err, io.EOF):
		return ErrEnded
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w in the middle of a line: %w", ErrEnded, malformed(text, "it has no end"))
	case errors.Is(err, errLine):
		return fmt.Errorf("%w of at most %d bytes", malformed(text, err.Error()), c.limits.Line)
	case errors.Is(err, errTotal):
		return fmt.Errorf("%w: %w: more than %d bytes in all", ErrProtocol, err, c.limits.Total)
	}
	return err
}

// deliver hands an answer to whoever asked.
func (c *Conn) deliver(a *Answer) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.open[a.ID]
	if k == nil && a.ID == 0 {
		return fmt.Errorf("%w: an answer that has no id; give the request's", ErrProtocol)
	}
	if k == nil {
		return fmt.Errorf("%w: an answer with the id %d, which no open request has", ErrProtocol, a.ID)
	}
	if err := a.fits(k.request); err != nil {
		return err
	}
	delete(c.open, a.ID)
	k.wall = time.Since(k.begin)
	k.answer <- a
	return nil
}

// fail keeps the first failure and wakes who waits. It returns the one that is kept.
func (c *Conn) fail(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failure == nil {
		c.failure = err
		close(c.dead)
	}
	return c.failure
}

// End ends the adapter: its input is closed, so that it can give its sandboxes back, and a process that
// does not end by itself is killed, with all that it started. It may be called again.
func (c *Conn) End() {
	c.mu.Lock()
	over, grace := c.ended, c.limits.Stop
	switch {
	case errors.Is(c.failure, ErrEnded):
		grace = min(grace, settle)
	case errors.Is(c.failure, ErrTimeout):
		grace = min(grace, overdue)
	}
	c.ended = true
	c.mu.Unlock()
	if over {
		return
	}
	c.process.end(grace, c.gone, c.limits.Now)
	_ = c.fail(ErrEnded) // later requests find it
}

// Overstayed says what was wrong with how the process ended, after all had been answered: "" if it ended by
// itself with exit code 0.
func (c *Conn) Overstayed() string {
	p := c.process
	switch {
	case p.killed:
		return fmt.Sprintf("adapter %s does not end when its input ends: it was killed after %s, each time",
			p.cmd.Args[0], c.limits.Stop)
	case p.state != exitOK:
		return fmt.Sprintf("adapter %s ended with %s, not with exit code 0", p.cmd.Args[0], p.state)
	}
	return ""
}

// State is how the process ended, such as "exit status 0"; "" before End.
func (c *Conn) State() string { return c.process.state }

// Explain adds to an error of the connection how the process ended and what it said last. The
// connection must be at its end.
func (c *Conn) Explain(err error) error {
	return fmt.Errorf("adapter %s: %w%s", c.process.cmd.Args[0], err, c.process.obituary(err))
}
