package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/replay"
	"github.com/sandfault/sandfault/fuzz/report"
)

func (s *Server) findingTools() []tool {
	id := textArgument("id", "the finding's id, or the first few digits of it", mcpgo.Required())
	return []tool{
		{mcpgo.NewTool("report_finding", sessionArgument(), adds(),
			about(`Claims that a step gave something else than it should. The recorded steps are played
				again from the start; if the step fails the expectation (or an oracle fires), the steps are
				shrunk, the primitive that is the cause is found by relaxing one at a time, and the finding
				is stored with a verdict: defect (the contract is broken), trap (a legitimate step breaks
				without being told why), expected (a denial that names its reason). A claim that does not
				hold is refused with the reason. It may take a minute.`),
			numberArgument("step", "number of the step; left out, the last one", mcpgo.Min(0)),
			mcpgo.WithObject("expected", mcpgo.AdditionalProperties(true), mcpgo.Description(prose(`what the
				step should have given. Of a command: exit, stdout, stdout_contains, stdout_not_contains,
				stdout_base64, stdout_sha256, stdout_size, stderr, stderr_contains, timed_out, truncated,
				min_wall_s, max_wall_s. Of a file operation: ok, error (errno name), content,
				content_base64, sha256, size, mode, entries. Example: {"exit": 0, "stdout_contains":
				"done"}. Left out, only the oracles decide: bytes that changed, a limit not kept, a path
				served that the rules refuse.`))),
			textArgument("got", "what you saw, in your words"),
			textArgument("note", "why it matters, in your words")), s.reportFinding},
		{mcpgo.NewTool("list_findings", readOnly(),
			about(`Lists the findings that are stored, also those of earlier sweeps: defects, traps,
				expected.`),
			textArgument("verdict", "only these", mcpgo.Enum(verdicts()...)),
			numberArgument("offset", "how many to leave out at the start", mcpgo.Min(0)),
			numberArgument("limit", "at most so many; left out, 50", mcpgo.Min(1), mcpgo.Max(maxListed)),
		), s.listFindings},
		{mcpgo.NewTool("show_finding", id, readOnly(),
			about("Shows all that is known of a finding, with the workflow that shows it.")), s.showFinding},
		{mcpgo.NewTool("replay", id, readOnly(),
			about(`Plays a finding again and compares event by event. Says identical, same failure (guests
				or the trace's version differ), gone, or diverged at an event.`)), s.replay},
	}
}

func verdicts() []string {
	return []string{string(findings.Defect), string(findings.Trap), string(findings.Expected)}
}

func (s *Server) reportFinding(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	step := a.integer("step", -1, 0, maxSteps)
	expected := a.object("expected")
	note := strings.TrimPrefix(a.text("note", maxClaim)+"\ngot: "+a.text("got", maxClaim), "\n")
	l, leave, err := s.inside(ctx, a)
	if err != nil {
		return nil, err
	}
	c, err := l.claim(step, expected, strings.TrimSuffix(note, "got: "))
	leave() // the claim has a machine of its own
	if err != nil {
		return nil, err
	}
	ctx, done, err := s.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	f, err := s.judge(ctx, c)
	if err != nil {
		return nil, err
	}
	at := findings.Occurrence{Profile: f.ProfileName, Seed: c.seed}
	isNew, err := s.cfg.Store.Put(ctx, f, at)
	if err != nil {
		return nil, err
	}
	whole, err := s.cfg.Store.Get(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	shown := *f
	shown.Count, shown.Profile = whole.Count, "" // show_finding has the profile
	stored := map[string]any{"finding": shown, "new": isNew, "replay": s.replayCommand(f.ID)}
	return result(stored, "stored as %s %s: %s\nexpected %s\ngot %s\nreplay: %s",
		f.Verdict, f.ID, report.Title(f), f.Expected, f.Got, s.replayCommand(f.ID)), nil
}

// alone waits until no other claim or replay is played: each needs a machine, and a claim some hundred.
func (s *Server) alone(ctx context.Context) (_ context.Context, done func(), err error) {
	select {
	case s.heavy <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, problemf(codeUndone, notInTurn, context.Cause(ctx))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, claimLimit, errWallLimit)
	return ctx, func() {
		cancel()
		<-s.heavy
	}, nil
}

func (s *Server) replayCommand(id string) string {
	if s.cfg.Database == "" {
		return "sandfault replay " + id
	}
	return "sandfault replay --db " + s.cfg.Database + " " + id
}

// listed is one line of a list.
type listed struct {
	ID      string           `json:"id"`
	Verdict findings.Verdict `json:"verdict"`
	Title   string           `json:"title"`
	Profile string           `json:"profile"`
	Count   int              `json:"count"`
}

func (s *Server) listFindings(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	verdict := findings.Verdict(a.text("verdict", maxWord))
	offset, limit := a.integer("offset", 0, 0, maxNumber), a.integer("limit", 50, 1, maxListed)
	if verdict != "" && verdict.Rank() > findings.Expected.Rank() {
		a.mistake("verdict: known are %s", strings.Join(verdicts(), ", "))
	}
	if err := a.err(); err != nil {
		return nil, err
	}
	all, err := s.cfg.Store.List(ctx)
	if err != nil {
		return nil, err
	}
	page, total := []listed{}, 0
	var text strings.Builder
	for _, f := range all {
		if verdict != "" && f.Verdict != verdict {
			continue
		}
		if total++; int64(total) <= offset || int64(len(page)) == limit {
			continue
		}
		x := listed{f.ID, f.Verdict, report.Title(f), f.ProfileName, f.Count}
		page = append(page, x)
		fmt.Fprintf(&text, "\n%s  %-8s  %s  under %s", x.ID, x.Verdict, x.Title, x.Profile)
	}
	out := map[string]any{"findings": page, "total": total}
	return result(out, "%s, %d shown%s", plural(total, "finding"), len(page), text.String()), nil
}

func (s *Server) find(ctx context.Context, a *arguments) (*findings.Finding, error) {
	id := a.text("id", maxWord)
	if err := a.err(); err != nil {
		return nil, err
	}
	f, err := s.cfg.Store.Get(ctx, id)
	if errors.Is(err, findings.ErrNotFound) || errors.Is(err, findings.ErrAmbiguous) {
		return nil, problemf(codeNotFound, "%v", err)
	}
	return f, err
}

func (s *Server) showFinding(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	f, err := s.find(ctx, a)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := report.Finding(&text, f, s.cfg.Database); err != nil {
		return nil, err
	}
	return result(map[string]any{"finding": f}, "%s", head(text.String(), maxShown)), nil
}

func (s *Server) replay(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	f, err := s.find(ctx, a)
	if err != nil {
		return nil, err
	}
	recorded, err := replay.FromFinding(f)
	if err != nil {
		return nil, err
	}
	recorded.Version = s.cfg.Version
	if s.cfg.Guests != nil {
		recorded.Guests = s.cfg.Guests()
	}
	ctx, done, err := s.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	answer, err := replay.Replay(ctx, s.cfg.Target, recorded)
	if err != nil {
		return nil, err
	}
	out := map[string]any{
		"id": f.ID, "answer": answer.Word, "same": answer.Same(),
		"events": answer.Events, "digest": answer.Digest,
	}
	if answer.Note != "" {
		out["note"] = answer.Note
	}
	if answer.Word == replay.Diverged {
		out["event"] = answer.Event
	}
	return result(out, "%s", answer), nil
}
