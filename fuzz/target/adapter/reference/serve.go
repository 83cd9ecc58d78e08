// Package reference is an adapter over the emulator: what the protocol of package adapter asks, answered as
// it should be. The conformance suite must pass over it.
package reference

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/adapter"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/session"
)

// Server answers requests, one after the other.
type Server struct {
	engine *target.Engine
	rooms  map[int]*room // by the number of their session
}

// New returns a server whose sandboxes are machines of an engine. The caller closes both.
func New(engine *target.Engine) *Server { return &Server{engine: engine, rooms: map[int]*room{}} }

// Serve answers requests until the input ends.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, adapter.MaxLine)
	for lines.Scan() {
		q, err := adapter.DecodeRequest(lines.Bytes())
		if err != nil {
			return err
		}
		text, err := adapter.EncodeAnswer(s.Answer(q))
		if err != nil {
			return err
		}
		if _, err := out.Write(text); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
	}
	return lines.Err()
}

// room is one session's machine.
type room struct {
	machine *runtime.Machine
	session *session.Session
}

// Close ends the sandboxes that were not stopped.
func (s *Server) Close() {
	for _, r := range s.rooms {
		r.machine.Close()
	}
}

// Answer answers one request.
func (s *Server) Answer(q *adapter.Request) *adapter.Answer {
	a := s.answer(q)
	a.ID = q.ID
	return a
}

func (s *Server) answer(q *adapter.Request) *adapter.Answer {
	switch q.Op {
	case adapter.OpHello:
		return &adapter.Answer{Protocol: adapter.Protocol, Name: "reference"}
	case adapter.OpStart:
		return s.start(q)
	}
	r := s.room(q)
	if r == nil {
		return &adapter.Answer{Aborted: "no such session"}
	}
	if q.Op == adapter.OpStop {
		r.machine.Close()
		delete(s.rooms, *q.Session)
		return &adapter.Answer{}
	}
	if _, known := ops()[q.Op]; !known {
		return &adapter.Answer{Unsupported: "the operation " + string(q.Op)}
	}
	if q.Op == adapter.OpRunCode && !slices.Contains(workflow.Languages(), q.Language) {
		return &adapter.Answer{Unsupported: "run_code in " + q.Language}
	}
	before := len(r.machine.Unsupported())
	answer := r.session.Do(request(q))
	if err := r.machine.Aborted(); err != nil {
		return &adapter.Answer{Aborted: err.Error()}
	}
	if lacks := r.machine.Unsupported(); len(lacks) > before {
		return &adapter.Answer{Unsupported: lacks[before]}
	}
	return reply(q.Op, answer)
}

func (s *Server) room(q *adapter.Request) *room {
	if q.Session == nil {
		return nil
	}
	return s.rooms[*q.Session]
}

// start makes a machine under the profile that the request spells out.
func (s *Server) start(q *adapter.Request) *adapter.Answer {
	if q.Session == nil {
		return &adapter.Answer{Aborted: "start without a session"}
	}
	m, err := s.machine(q)
	lack := (*primitives.Unsupported)(nil)
	switch {
	case errors.As(err, &lack):
		return &adapter.Answer{Unsupported: lack.Feature}
	case err != nil:
		return &adapter.Answer{Aborted: err.Error()}
	}
	s.rooms[*q.Session] = &room{machine: m, session: session.New(m, m.Profile())}
	return &adapter.Answer{}
}

func (s *Server) machine(q *adapter.Request) (*runtime.Machine, error) {
	settings := map[string]any{"extends": profile.Nothing}
	maps.Copy(settings, q.Profile)
	var text bytes.Buffer // JSON is YAML
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(settings); err != nil {
		return nil, err
	}
	doc, err := profile.Parse("profile of the request", text.Bytes())
	if err != nil {
		return nil, err
	}
	seed, err := det.ParseSeed(q.Seed)
	if err != nil {
		return nil, err
	}
	deadline := time.Now().Add(target.DefaultWallLimit)
	return runtime.New(runtime.Config{
		Engine: s.engine.Engine, Profile: doc.Profile, Seed: seed,
		Guard: func() error {
			if time.Now().After(deadline) {
				return target.ErrWallLimit
			}
			return nil
		},
	})
}

// ops are a session's operations for the protocol's.
func ops() map[adapter.Op]session.Op {
	return map[adapter.Op]session.Op{
		adapter.OpRun: session.OpRun, adapter.OpRunCode: session.OpRunCode, adapter.OpWrite: session.OpWrite,
		adapter.OpRead: session.OpRead, adapter.OpList: session.OpList, adapter.OpRemove: session.OpRemove,
		adapter.OpRestart: session.OpRestart,
	}
}

// request is what a session is asked.
func request(q *adapter.Request) *session.Request {
	r := &session.Request{
		Op: ops()[q.Op], Path: string(q.Path), Data: q.Content, Cmd: string(q.Cmd), Language: q.Language,
		Code: string(q.Code), Cwd: string(q.Cwd), Stdin: q.Stdin,
		Timeout: time.Duration(q.TimeoutMS) * time.Millisecond,
	}
	if mode, err := strconv.ParseUint(q.Mode, 8, 12); err == nil {
		r.Mode = new(uint32(mode))
	}
	for _, v := range q.Env {
		name, value, _ := bytes.Cut(v, []byte("="))
		r.Env = append(r.Env, session.EnvChange{Name: string(name), Value: string(value)})
	}
	for _, name := range q.Unset {
		r.Env = append(r.Env, session.EnvChange{Name: string(name), Remove: true})
	}
	return r
}

// reply is the answer for what a session gave.
func reply(op adapter.Op, r session.Response) *adapter.Answer {
	a := &adapter.Answer{
		Message: r.Message, Stdout: r.Stdout, Stderr: r.Stderr, TimedOut: r.TimedOut, Truncated: r.Truncated,
		WallMS: new(int64(r.Wall / time.Millisecond)),
	}
	if r.Err != primitives.OK {
		a.Error = r.Err.Name()
		return a
	}
	switch op {
	case adapter.OpRun, adapter.OpRunCode:
		a.Exit = &r.Exit
	case adapter.OpRead:
		a.Content, a.Mode = append([]byte{}, r.Data...), fmt.Sprintf("%04o", r.Mode)
	case adapter.OpList:
		a.Entries = [][]byte{}
		for _, name := range r.Entries {
			a.Entries = append(a.Entries, []byte(name))
		}
	}
	return a
}
