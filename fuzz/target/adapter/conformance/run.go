package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sandfault/sandfault/fuzz/target/adapter"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// Status is how a check ended.
type Status string

// The statuses of a check.
const (
	OK          Status = "ok"
	Failed      Status = "FAIL"
	Unsupported Status = "unsupported" // the adapter says that it or its sandbox lacks it
	Skipped     Status = "skipped"     // it cannot be told in this sandbox
	Aborted     Status = "aborted"     // the adapter had trouble of its own
)

// Result is what one check gave.
type Result struct {
	Check    string `json:"check"`
	Status   Status `json:"status"`
	About    string `json:"about"`              // what the check asks for
	Expected string `json:"expected,omitempty"` // Failed
	Got      string `json:"got,omitempty"`      // Failed; else the feature, or why it was skipped or aborted
	Mend     string `json:"mend,omitempty"`     // Failed, but where the adapter crashed or broke the protocol
}

// Check is one thing that an adapter must get right.
type Check struct {
	Name  string // one word
	About string
	Mend  string
	run   func(*probe) error
}

// Config is what to check.
type Config struct {
	Argv    []string
	Limits  adapter.Limits
	Profile primitives.Profile // what start is asked for
	Only    []string           // names of checks; empty = all
	Report  func(Result)       // called after each check; nil = nobody
}

// ErrCheck is returned for a name that no check has.
var ErrCheck = errors.New("no such check")

// Run makes the checks in their order. An error says that none could be made: the adapter cannot be started,
// does not introduce itself, or makes no sandbox.
func Run(ctx context.Context, cfg Config) ([]Result, error) {
	checks, err := choose(cfg.Only)
	if err != nil {
		return nil, err
	}
	p := &probe{ctx: ctx, cfg: &cfg}
	defer p.end()
	if err := p.dial(); err != nil {
		return nil, err
	}
	var out []Result
	for _, c := range checks {
		r := p.check(c)
		if err := ctx.Err(); err != nil {
			return out, err
		}
		out = append(out, r)
		if cfg.Report != nil {
			cfg.Report(r)
		}
	}
	return out, nil
}

func choose(names []string) ([]Check, error) {
	all := Checks()
	var known []string
	for _, c := range all {
		known = append(known, c.Name)
	}
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, fmt.Errorf("%w: %q: %s; there are %s", ErrCheck, n, primitives.Suggest(n, known),
				strings.Join(known, ", "))
		}
	}
	if len(names) == 0 {
		return all, nil
	}
	return slices.DeleteFunc(all, func(c Check) bool { return !slices.Contains(names, c.Name) }), nil
}

// probe is a connection to the adapter under test, with its main session.
type probe struct {
	ctx      context.Context //nolint:containedctx // lives as long as one call of Run
	cfg      *Config
	conn     *adapter.Conn
	sessions int    // started so far; the main one is 0
	dir      string // of the running check, below the working directory
}

// dial starts the adapter and its main session.
func (p *probe) dial() error {
	c, err := adapter.Dial(p.ctx, p.cfg.Argv, p.cfg.Limits)
	if err != nil {
		return err
	}
	p.conn, p.sessions = c, 0
	if _, err := p.start(); err != nil {
		p.end()
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

func (p *probe) end() {
	if p.conn != nil {
		p.conn.End()
		p.conn = nil
	}
}

// start makes one more session and returns its number.
func (p *probe) start() (int, error) {
	settings, err := adapter.Settings(&p.cfg.Profile)
	if err != nil {
		return 0, err
	}
	n := p.sessions
	q := &adapter.Request{
		Op: adapter.OpStart, Session: &n, Seed: det.NewSeed(1).String(), Profile: settings,
	}
	if n > 0 {
		q.Name = "second"
	}
	if _, err := p.do(q); err != nil {
		return 0, err
	}
	p.sessions++
	return n, nil
}

// check makes one check. After one that cost the connection the next gets another one.
func (p *probe) check(c Check) Result {
	r := Result{Check: c.Name, Status: OK, About: c.About}
	if p.conn == nil {
		if err := p.dial(); err != nil {
			r.Status, r.Expected, r.Got = Failed, "an adapter that starts again", err.Error()
			return r
		}
	}
	p.dir = "sandfault-check-" + c.Name
	err := c.run(p)
	wrong, lack, skip, gave := (*mismatch)(nil), (*lacking)(nil), (*skipped)(nil), (*gaveUp)(nil)
	switch {
	case err == nil:
	case errors.As(err, &lack):
		r.Status, r.Got = Unsupported, lack.feature
	case errors.As(err, &skip):
		r.Status, r.Got = Skipped, skip.why
	case errors.As(err, &gave):
		r.Status, r.Got = Aborted, gave.why
	case errors.As(err, &wrong):
		r.Status, r.Expected, r.Got, r.Mend = Failed, wrong.expected, wrong.got, c.Mend
	default:
		p.end() // what went wrong went wrong with the connection
		r.Status, r.Expected, r.Got = Failed, "an answer as the protocol has it", err.Error()
	}
	return r
}

// mismatch is an answer that is not as it should be.
type mismatch struct{ expected, got string }

// Error implements error.
func (m *mismatch) Error() string { return "expected " + shown(m.expected) + ", got " + shown(m.got) }

// lacking is an answer that names a feature which is not there.
type lacking struct{ feature string }

// Error implements error.
func (l *lacking) Error() string { return "unsupported: " + shown(l.feature) }

// shown is an adapter's text as a terminal may be shown it.
func shown(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// gaveUp is an answer that tells of trouble of the adapter's own.
type gaveUp struct{ why string }

// Error implements error.
func (g *gaveUp) Error() string { return "aborted: " + shown(g.why) }

// skipped says why a check cannot tell anything.
type skipped struct{ why string }

// Error implements error.
func (s *skipped) Error() string { return s.why }
