package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sandfault/sandfault/fuzz/target"
)

// Server serves agents. It is safe for concurrent use.
type Server struct {
	cfg      Config
	protocol *server.MCPServer
	sessions registry
	archive  *archive      // nil: nothing is kept
	heavy    chan struct{} // holds a token while a claim or a replay is played: one at a time

	logging sync.Mutex // guards cfg.Log

	life   context.Context //nolint:containedctx // ends when the server closes, and with it every call
	end    context.CancelCauseFunc
	served atomic.Int64 // connections so far
}

// instructions is what an agent is told about the server as a whole.
const instructions = `Sandfault emulates the sandboxes in which agents run code, so that what breaks there
can be found without the real one. Work in three steps.
1. start_session boots a sandbox under a profile; its id goes into every other call.
2. Work as you would in the real sandbox: run_command, run_code, write_file, read_file, list_files,
remove_file, upload_file, download_file, restart_session. Each such call is a step, numbered from 0, and
is recorded. The clock in the sandbox is virtual. Results name what the sandbox denied (denials), and what
the emulator itself lacks (unsupported), which is no failure of the sandbox.
3. When a step gave something else than it should, call report_finding with the step and what you
expected. The steps are played again from the start; if the claim holds, its cause is looked for and it is
stored.
stop_session when you are done. The same calls with the same profile and seed give the same results.`

// errClosing ends the calls that are in flight when the server closes.
var errClosing = errors.New("the server is shutting down")

// New returns a server. Close it.
func New(cfg Config) (*Server, error) {
	if cfg.Boot == nil || cfg.Target == nil || cfg.Store == nil {
		return nil, errors.New("mcp: Boot, Target and Store are required")
	}
	if cfg.WallLimit == 0 {
		cfg.WallLimit = target.DefaultWallLimit
	}
	if cfg.Log == nil {
		cfg.Log = io.Discard
	}
	s := &Server{cfg: cfg, heavy: make(chan struct{}, 1)}
	if cfg.Record != "" {
		var err error
		if s.archive, err = openArchive(cfg.Record); err != nil {
			return nil, err
		}
	}
	s.life, s.end = context.WithCancelCause(context.Background())
	s.protocol = server.NewMCPServer("sandfault", cfg.Version,
		server.WithInstructions(instructions), server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false), server.WithStrictInputSchemaDefault())
	for _, t := range s.tools() {
		s.protocol.AddTool(t.definition, s.handler(t))
	}
	s.addResources()
	return s, nil
}

// Protocol returns the server of the protocol's library, for clients within this process.
func (s *Server) Protocol() *server.MCPServer { return s.protocol }

// Close ends the calls in flight and all sessions, and writes the recordings.
func (s *Server) Close() error {
	s.end(errClosing)
	var errs []error
	for _, l := range s.sessions.close() {
		p := l.door.reserve(maxWaiting + 1) // one more than clients can have
		if err := p.wait(context.WithoutCancel(s.life)); err != nil {
			errs = append(errs, err)
			continue
		}
		_, err := s.finish(l)
		errs = append(errs, err)
		p.leave()
	}
	if s.archive != nil {
		errs = append(errs, s.archive.close())
	}
	return errors.Join(errs...)
}

// finish ends a session and writes its recording. The caller is inside its door.
func (s *Server) finish(l *live) (file string, err error) {
	l.over = problemf(codeEnded, "the session %s was stopped", l.id)
	l.drop()
	if s.archive == nil {
		return "", nil
	}
	return s.archive.keep(l)
}

func (s *Server) logf(format string, args ...any) {
	s.logging.Lock()
	defer s.logging.Unlock()
	_, _ = fmt.Fprintf(s.cfg.Log, "sandfault mcp: "+format+"\n", args...)
}
