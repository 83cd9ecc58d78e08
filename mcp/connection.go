package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// connection is one client on a pair of streams.
//
// Why not the library's server on streams: it reads lines of any length, serves calls in an order that its
// workers happen to take, ends calls at the end of input that were not answered yet, and keeps its state in a
// variable of the package.
type connection struct {
	server  *Server
	out     io.Writer
	writing sync.Mutex // guards out
	session *server.InProcessSession
	end     context.CancelCauseFunc

	serving  sync.WaitGroup
	mu       sync.Mutex // guards what follows
	freed    sync.Cond  // signals that a request was answered
	requests map[string]*request
	count    int // of requests that are served
	bytes    int // of their messages
}

// request is one that is served.
type request struct {
	cancel    context.CancelCauseFunc
	cancelled bool // by the client, who waits for no answer
}

// Serve speaks the protocol on a pair of streams, one message a line, until in ends, ctx ends, or out takes
// no more. What was asked before in ended is answered; when ctx ends, calls in flight are ended. Serve closes
// in, if it can be closed, when it returns.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	c := &connection{
		server: s, out: out, end: end, requests: map[string]*request{},
		session: server.NewInProcessSession(fmt.Sprintf("stream-%d", s.served.Add(1)), nil),
	}
	c.freed.L = &c.mu
	if err := s.protocol.RegisterSession(ctx, c.session); err != nil {
		return fmt.Errorf("mcp: %w", err)
	}
	defer s.protocol.UnregisterSession(ctx, c.session.SessionID())
	stop := context.AfterFunc(ctx, func() { // whoever waits for room looks again
		c.mu.Lock()
		defer c.mu.Unlock()
		c.freed.Broadcast()
	})
	defer stop()
	err := c.run(s.protocol.WithContext(ctx, c.session), in)
	if closer, ok := in.(io.Closer); ok {
		_ = closer.Close() // nothing more is read
	}
	return err
}

// run reads until the end and waits for what is served then.
func (c *connection) run(ctx context.Context, in io.Reader) error {
	quiet, hush := context.WithCancel(ctx)
	var pump sync.WaitGroup
	pump.Go(func() { c.notify(quiet) })
	err := c.read(ctx, in)
	c.serving.Wait()
	hush()
	pump.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, errOutput) {
		return cause
	}
	return err
}

// errCancelled is why a call is ended whose client wants no answer any more.
var errCancelled = errors.New("the client cancelled it")

// errOutput is wrapped by the error of an output that takes no more.
var errOutput = errors.New("write to the client")

// read takes line after line. A read that blocks when ctx ends is left behind; it ends when in is closed.
func (c *connection) read(ctx context.Context, in io.Reader) error {
	type read struct {
		line line
		err  error
	}
	lines := make(chan read)
	go func() {
		r := bufio.NewReaderSize(in, 64<<10)
		for {
			l, err := readLine(r, maxMessage)
			select {
			case lines <- read{l, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case r := <-lines:
			switch {
			case errors.Is(r.err, io.EOF):
				return nil
			case r.err != nil:
				return fmt.Errorf("read from the client: %w", r.err)
			}
			c.take(ctx, &r.line)
		}
	}
}

// take serves a line, or begins to.
func (c *connection) take(ctx context.Context, l *line) {
	if l.lost > 0 {
		m := lostMessage(l)
		c.write(m.refusal(mcpgo.INVALID_REQUEST, fmt.Sprintf("the message has %d bytes, at most %d are read",
			l.lost, maxMessage)))
		return
	}
	if len(bytes.TrimSpace(l.text)) == 0 {
		return
	}
	m := peek(l.text)
	if err := checkText(l.text); err != nil {
		c.write(m.refusal(mcpgo.PARSE_ERROR, err.Error()))
		return
	}
	if m.Method == string(mcpgo.MethodNotificationCancelled) {
		c.cancel(string(bytes.TrimSpace(m.Params.RequestID)))
		return
	}
	if !c.admit(ctx, len(l.text)) {
		return
	}
	ctx, leave := c.server.arrive(ctx, m.Params.Arguments.Session)
	ctx, r := c.begin(ctx, &m)
	serve := func() {
		defer c.finish(&m, r, len(l.text))
		defer leave()
		c.answer(ctx, r, l.text, &m)
	}
	if m.atOnce() {
		serve()
		return
	}
	c.serving.Go(serve)
}

// answer serves a request and writes the answer.
func (c *connection) answer(ctx context.Context, r *request, text []byte, m *message) {
	defer func() {
		if bug := recover(); bug != nil {
			c.server.logf("%s: %v", m.Method, bug)
			c.write(m.refusal(mcpgo.INTERNAL_ERROR, fmt.Sprintf("a mistake of the server: %v", bug)))
		}
	}()
	response := c.server.protocol.HandleMessage(ctx, text)
	c.mu.Lock()
	unwanted := r.cancelled
	c.mu.Unlock()
	if response != nil && !unwanted {
		c.write(response)
	}
}

// admit waits until there is room to serve one more message. It reports false if ctx ends.
func (c *connection) admit(ctx context.Context, size int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ctx.Err() == nil && (c.count >= maxInFlight || c.count > 0 && c.bytes+size > maxInFlightBytes) {
		c.freed.Wait()
	}
	c.count++
	c.bytes += size
	return ctx.Err() == nil
}

// begin makes a request known, so that it can be cancelled.
func (c *connection) begin(ctx context.Context, m *message) (context.Context, *request) {
	ctx, cancel := context.WithCancelCause(ctx)
	r := &request{cancel: cancel}
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.isRequest() {
		c.requests[string(bytes.TrimSpace(m.ID))] = r
	}
	return ctx, r
}

func (c *connection) finish(m *message, r *request, size int) {
	r.cancel(nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	if id := string(bytes.TrimSpace(m.ID)); c.requests[id] == r {
		delete(c.requests, id)
	}
	c.count--
	c.bytes -= size
	c.freed.Broadcast()
}

func (c *connection) cancel(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.requests[id]; r != nil {
		r.cancelled = true
		r.cancel(errCancelled)
	}
}

// notify passes on what the library tells its clients unasked.
func (c *connection) notify(ctx context.Context) {
	for {
		select {
		case n := <-c.session.ClientNotifications():
			c.write(n)
		case <-ctx.Done():
			return
		}
	}
}

// write sends a message. When the client takes no more, the connection ends.
func (c *connection) write(m mcpgo.JSONRPCMessage) {
	b, err := json.Marshal(m)
	if err != nil {
		c.server.logf("encode an answer: %v", err)
		return
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := c.out.Write(append(b, '\n')); err != nil {
		c.end(fmt.Errorf("%w: %w", errOutput, err))
	}
}
