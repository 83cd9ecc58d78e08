package conformance

import (
	"fmt"
	"time"

	"github.com/sandfault/sandfault/fuzz/target/adapter"
)

func lifeChecks() []Check {
	return []Check{
		{
			"parallel", "two commands run at the same time",
			"answer `overlap` in hello only if requests are served side by side", parallel,
		},
		{
			"sessions", "a second session has files of its own", "keep one sandbox for each session number",
			sessions,
		},
		{
			"restart", "a restart ends all processes, and the session goes on",
			"make a fresh sandbox for the same number, or kill all in it", restart,
		},
		{
			"end", "after stop, and at the end of its input, the adapter ends by itself with exit 0",
			"stop the sandboxes, leave the loop at the end of input, exit 0", end,
		},
	}
}

// parallel runs two commands that wait for each other.
func parallel(p *probe) error {
	if !p.conn.Hello().Overlap {
		return &lacking{"overlapping requests (hello says so)"}
	}
	if err := p.setup("mkdir -p " + p.dir); err != nil {
		return err
	}
	meet := func(mine, other string) *adapter.Request {
		cmd := fmt.Sprintf("cd %[1]s && touch %[2]s && while [ ! -e %[3]s ]; do sleep 0.05; done; echo %[2]s",
			p.dir, mine, other)
		return &adapter.Request{Op: adapter.OpRun, Session: new(0), Cmd: []byte(cmd), TimeoutMS: 10_000}
	}
	answers, _, err := p.conn.DoAll(p.ctx, []*adapter.Request{meet("a", "b"), meet("b", "a")})
	if err != nil {
		p.conn.End()
		return p.conn.Explain(err)
	}
	for i, want := range []string{"a\n", "b\n"} {
		if err := first(verdict(answers[i]), sameCode(answers[i], 0),
			sameBytes("stdout", []byte(want), answers[i].Stdout)); err != nil {
			return err
		}
	}
	return nil
}

func sessions(p *probe) error {
	if err := p.write("f", []byte("main")); err != nil {
		return err
	}
	n, err := p.start()
	if err != nil {
		return err
	}
	return first(
		p.refused(&adapter.Request{Op: adapter.OpRead, Session: &n, Path: p.path("f")}, "ENOENT"),
		p.succeed(&adapter.Request{Op: adapter.OpStop, Session: &n}),
		p.holds("f", []byte("main")))
}

// restart leaves a process behind that makes a file again and again.
func restart(p *probe) error {
	const beat = "mkdir -p %[1]s && (while true; do mkdir -p %[1]s; touch %[1]s/alive; sleep 0.2; done) " +
		">/dev/null 2>&1 & sleep 0.5"
	if err := first(
		p.setup(fmt.Sprintf(beat, p.dir)),
		p.gives("ls "+p.dir, "alive\n", 0),
		p.succeed(&adapter.Request{Op: adapter.OpRestart}),
		p.setup("rm -rf "+p.dir),
	); err != nil {
		return err
	}
	return p.gives("sleep 1; ls "+p.dir+" 2>/dev/null | head -1; echo on", "on\n", 0)
}

func end(p *probe) error {
	if err := p.succeed(&adapter.Request{Op: adapter.OpStop}); err != nil {
		return err
	}
	begin := time.Now()
	p.conn.End()
	state := p.conn.State()
	p.conn = nil
	if state != "exit status 0" {
		spent := time.Since(begin).Round(time.Millisecond)
		return &mismatch{"exit status 0", fmt.Sprintf("%s after %s", state, spent)}
	}
	return nil
}
