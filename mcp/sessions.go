package mcp

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/profile"
)

func (s *Server) sessionTools() []tool {
	return []tool{
		{mcpgo.NewTool("start_session", adds(),
			about(fmt.Sprintf(`Boots a sandbox and returns the session's id, which every other call takes,
				together with the effective settings of the profile: user, working directory, limits,
				network policy. At most %d sessions run at once.`, maxSessions)),
			textArgument("profile", "which sandbox to emulate; left out, "+s.cfg.Profile.Profile.Name,
				mcpgo.Enum(s.profiles()...)),
			numberArgument("seed", fmt.Sprintf(`from which everything random is derived: the same seed and
				the same calls give the same results; left out, %d`, s.cfg.Seed), mcpgo.Min(0),
				mcpgo.Max(float64(maxNumber))),
		), s.startSession},
		{mcpgo.NewTool("stop_session", sessionArgument(), sets(),
			about(`Ends a session. Everything in it is gone; its recorded workflow is kept if the server was
				told where (get_workflow shows it before).`)), s.stopSession},
		{mcpgo.NewTool("restart_session", sessionArgument(), alters(),
			about(`Restarts the sandbox as its provider would: all processes end, and all files are as at
				the start but for what the profile lets persist. A step of the workflow. The id
				stays.`)), s.restartSession},
		{mcpgo.NewTool("list_sessions", readOnly(),
			about("Lists the ids of the sessions that are running.")), s.listSessions},
		{mcpgo.NewTool("get_workflow", sessionArgument(), readOnly(),
			about(`Returns what was done in the session so far as a workflow in YAML: each step, and what it
				gave. The command "sandfault run" plays it again.`)), s.getWorkflow},
	}
}

// profiles returns the names that sessions may ask for. No other name is looked up anywhere.
func (s *Server) profiles() []string {
	names := profile.Builtins()
	if own := s.cfg.Profile.Profile.Name; !slices.Contains(names, own) {
		names = append(names, own)
	}
	return names
}

// chosen returns the profile of a name; the user's own goes before a built-in one that has the same name.
func (s *Server) chosen(name string) (profile.Document, error) {
	if name == "" || name == s.cfg.Profile.Profile.Name {
		return s.cfg.Profile, nil
	}
	if !slices.Contains(profile.Builtins(), name) {
		return profile.Document{}, problemf(codeArguments, "profile: no profile is called %q; %s",
			shortened(name), primitives.Suggest(name, s.profiles()))
	}
	return profile.Load(name)
}

// started is what start_session gives.
type started struct {
	Session  string            `json:"session"`
	Profile  string            `json:"profile"`
	Seed     uint64            `json:"seed"`
	Summary  string            `json:"summary,omitempty"`
	Settings map[string]string `json:"settings"`
}

func (s *Server) startSession(_ context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	name := a.text("profile", maxWord)
	seed := a.integer("seed", -1, 0, maxNumber)
	if err := a.err(); err != nil {
		return nil, err
	}
	doc, err := s.chosen(name)
	if err != nil {
		return nil, err
	}
	l := &live{profile: doc, seed: s.cfg.Seed, boot: s.cfg.Boot, limit: s.cfg.WallLimit}
	if seed >= 0 {
		l.seed = uint64(seed)
	}
	defer l.door.reserve(1).leave() // calls that already know the id wait for the machine
	if err := s.sessions.add(l, func() (string, error) { return s.nextID(l) }); err != nil {
		return nil, err
	}
	if err := l.start(); err != nil {
		s.sessions.remove(l)
		if _, e := s.finish(l); e != nil {
			s.report("start_session", e)
		}
		return nil, err
	}
	settings, err := effective(&doc)
	if err != nil {
		return nil, err
	}
	out := started{
		Session: l.id, Profile: doc.Profile.Name, Seed: l.seed, Summary: doc.Summary, Settings: settings,
	}
	return result(out, "session %s started under the profile %s with seed %d; working directory %s, user %d",
		l.id, doc.Profile.Name, l.seed, doc.Profile.Paths.Cwd, doc.Profile.Identity.UID), nil
}

// nextID numbers sessions. With an archive, numbers that it knows already are left out.
func (s *Server) nextID(l *live) (string, error) {
	for {
		s.sessions.last++
		l.number = s.sessions.last
		id := "s" + strconv.Itoa(l.number)
		if s.archive == nil {
			return id, nil
		}
		if free, err := s.archive.claim(id); free || err != nil {
			return id, err
		}
	}
}

// effective returns the settings of a profile that restrict or set anything, by key.
func effective(d *profile.Document) (map[string]string, error) {
	all, err := profile.Explain(d)
	if err != nil {
		return nil, fmt.Errorf("explain profile: %w", err)
	}
	out := map[string]string{}
	for _, x := range all {
		if !x.Absent && x.Key != "files" && x.Key != "dirs" {
			out[x.Key] = head(x.Value, maxClaim)
		}
	}
	return out, nil
}

func (s *Server) stopSession(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	l, leave, err := s.inside(ctx, a)
	if err != nil {
		return nil, err
	}
	defer leave()
	if s.sessions.get(l.id) != l {
		return nil, l.over // stopped by a call before this one
	}
	file, err := s.finish(l)
	if err != nil {
		return nil, err // the session is still known: its workflow can be had, or kept by another call
	}
	s.sessions.remove(l)
	steps := len(l.recording.steps)
	out := map[string]any{"session": l.id, "steps": steps}
	text := fmt.Sprintf("session %s stopped after %s", l.id, plural(steps, "step"))
	if file != "" {
		out["recorded"] = path.Base(file)
		text += "; recorded as " + file
	}
	return result(out, "%s", text), nil
}

// inside reads the session of a call, checks the arguments, and waits for the call's turn.
func (s *Server) inside(ctx context.Context, a *arguments) (l *live, leave func(), err error) {
	id := a.text("session", maxWord)
	if err := a.err(); err != nil {
		return nil, nil, err
	}
	return s.enter(ctx, id)
}

func (s *Server) restartSession(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	return s.step(ctx, a, &workflow.Step{Op: workflow.OpRestart}, func(p *played) *mcpgo.CallToolResult {
		return p.done(p.common(), "restarted: processes ended, files are as at first, but for what persists")
	})
}

func (s *Server) listSessions(_ context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	if err := a.err(); err != nil {
		return nil, err
	}
	ids := s.sessions.ids()
	return result(map[string]any{"sessions": ids}, "%s running %v", plural(len(ids), "session"), ids), nil
}

func (s *Server) getWorkflow(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	l, leave, err := s.inside(ctx, a)
	if err != nil {
		return nil, err
	}
	defer leave()
	text, err := l.written()
	if err != nil {
		return nil, err
	}
	out := map[string]any{
		"session": l.id, "steps": len(l.recording.steps), "profile": l.profile.Profile.Name, "seed": l.seed,
		"workflow": string(text),
	}
	return result(out, "%s", excerpt("workflow", string(text))), nil
}

// written returns the recorded workflow for a result, which cannot have any size.
func (l *live) written() ([]byte, error) {
	if len(l.recording.steps) == 0 {
		return nil, problemf(codeNotFound, "nothing was done in the session %s yet", l.id)
	}
	text, err := l.text()
	if err == nil && len(text) > maxStream {
		err = problemf(codeLimit, "the workflow has %d bytes, more than the %d that a result may have; "+
			"sandfault mcp --record DIR writes it to a file", len(text), maxStream)
	}
	return text, err
}
