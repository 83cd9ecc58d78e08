package mcp

import (
	"context"
	"errors"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/replay"
	"github.com/sandfault/sandfault/fuzz/report"
)

func (s *Server) findingTools() []tool {
	id := mcpgo.WithString("id", mcpgo.Required(), mcpgo.Description("the finding's id, or the first few digits of it"))
	return []tool{
		{mcpgo.NewTool("report_finding", sessionArgument(),
			mcpgo.WithDescription("Claims that a step gave something else than it should. The recorded steps are played "+
				"again from the start; if the step fails `expected` (or an oracle fires), the steps are shrunk, the primitive "+
				"that is the cause is found by relaxing one at a time, and the finding is stored with a verdict: defect (the "+
				"contract is broken), trap (a legitimate step breaks without being told why), expected (a denial that names "+
				"its reason). A claim that does not hold is refused with the reason. It may take a minute."),
			mcpgo.WithInteger("step", mcpgo.Min(0), mcpgo.Description("number of the step; left out, the last one")),
			mcpgo.WithObject("expected", mcpgo.Description("what the step should have given. Of a command: exit, stdout, "+
				"stdout_contains, stdout_not_contains, stdout_base64, stdout_sha256, stdout_size, stderr, stderr_contains, "+
				"timed_out, truncated, min_wall_s, max_wall_s. Of a file operation: ok, error (errno name), content, "+
				"content_base64, sha256, size, mode, entries. Example: {\"exit\": 0, \"stdout_contains\": \"done\"}. Left out, "+
				"only the oracles decide: bytes that changed, a limit not kept, a path served that the rules refuse."),
				mcpgo.AdditionalProperties(true)),
			mcpgo.WithString("got", mcpgo.Description("what you saw, in your words")),
			mcpgo.WithString("note", mcpgo.Description("why it matters, in your words"))), s.reportFinding},
		{mcpgo.NewTool("list_findings", mcpgo.WithReadOnlyHintAnnotation(true),
			mcpgo.WithDescription("Lists the findings that are stored, also those of earlier sweeps: defects, traps, expected."),
			mcpgo.WithString("verdict", mcpgo.Enum(verdicts()...), mcpgo.Description("only these")),
			mcpgo.WithInteger("offset", mcpgo.Min(0), mcpgo.Description("how many to leave out at the start")),
			mcpgo.WithInteger("limit", mcpgo.Min(1), mcpgo.Max(maxListed), mcpgo.Description("at most so many; left out, 50")),
		), s.listFindings},
		{mcpgo.NewTool("show_finding", id, mcpgo.WithReadOnlyHintAnnotation(true),
			mcpgo.WithDescription("Shows all that is known of a finding, with the workflow that shows it.")), s.showFinding},
		{mcpgo.NewTool("replay", id, mcpgo.WithReadOnlyHintAnnotation(true),
			mcpgo.WithDescription("Plays a finding again and compares event by event. Says identical, same failure (guests or "+
				"the trace's version differ), gone, or diverged at an event.")), s.replay},
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
	return result(stored, "stored as %s %s: %s\nexpected %s\ngot %s\nreplay: %s", f.Verdict, f.ID, report.Title(f),
		f.Expected, f.Got, s.replayCommand(f.ID)), nil
}

// alone waits until no other claim or replay is played: each needs a machine, and a claim some hundred.
func (s *Server) alone(ctx context.Context) (_ context.Context, done func(), err error) {
	select {
	case s.heavy <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, problemf(codeUndone, "the call was ended before its turn came: %v", context.Cause(ctx))
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
	verdict := findings.Verdict(a.text("verdict", 100))
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
		x := listed{ID: f.ID, Verdict: f.Verdict, Title: report.Title(f), Profile: f.ProfileName, Count: f.Count}
		page = append(page, x)
		text.WriteString("\n" + strings.Join([]string{x.ID, string(x.Verdict), x.Title, "under " + x.Profile}, "  "))
	}
	out := map[string]any{"findings": page, "total": total}
	return result(out, "%s, %d shown%s", plural(total, "finding"), len(page), text.String()), nil
}

func (s *Server) find(ctx context.Context, a *arguments) (*findings.Finding, error) {
	id := a.text("id", 100)
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
		"id": f.ID, "answer": answer.Word, "same": answer.Same(), "events": answer.Events, "digest": answer.Digest,
	}
	if answer.Note != "" {
		out["note"] = answer.Note
	}
	if answer.Word == replay.Diverged {
		out["event"] = answer.Event
	}
	return result(out, "%s", answer), nil
}
