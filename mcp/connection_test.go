package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// toolCall is the line of a call.
func toolCall(id int, tool string, args object) string {
	b, err := json.Marshal(object{
		"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": object{"name": tool, "arguments": args},
	})
	if err != nil {
		panic(err)
	}
	return string(b) + "\n"
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
	`"clientInfo":{"name":"t","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// reply is one line of the server's.
type reply struct {
	ID     any                   `json:"id"`
	Result *mcpgo.CallToolResult `json:"result"`
	Error  *struct {
		Code    int
		Message string
	} `json:"error"`
}

// serve plays a script of lines and returns the replies by id.
func (a *agent) serve(script string) map[string]reply {
	a.t.Helper()
	var out bytes.Buffer
	if err := a.server.Serve(a.t.Context(), strings.NewReader(script), &out); err != nil {
		a.t.Error(err)
	}
	return replies(a.t, &out)
}

func replies(t *testing.T, out io.Reader) map[string]reply {
	t.Helper()
	all := map[string]reply{}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var r reply
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Errorf("%s: %v", lines.Bytes(), err)
		}
		all[fmt.Sprint(r.ID)] = r
	}
	return all
}

// A script that never waits for an answer is served in its order, to its end.
func TestCallsAreServedInTheOrderOfTheirArrival(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	const calls = maxWaiting - 4
	script := hello + toolCall(1, "start_session", nil) + toolCall(2, "start_session", nil)
	for i := range calls {
		script += toolCall(10+i, "run_command", object{"session": "s1", "command": fmt.Sprintf("echo %d", i)})
		script += toolCall(1000+i, "run_command", object{"session": "s2", "command": fmt.Sprintf("echo %d", -i)})
	}
	script += toolCall(3, "stop_session", object{"session": "s2"})
	got := a.serve(script)
	for i := range calls {
		for id, want := range map[int]int{10 + i: i, 1000 + i: -i} {
			r, err := asAnswer(got[fmt.Sprint(id)].Result)
			if err != nil || r.object["stdout"] != fmt.Sprintf("%d\n", want) || r.object["step"] != float64(i) {
				t.Errorf("call %d: %v, %v", id, err, r.object)
			}
		}
	}
	if r := got["3"].Result; r == nil || r.IsError {
		t.Errorf("%+v", got["3"])
	}
	l := a.server.sessions.get("s1")
	for i, s := range l.recording.steps {
		if s.Cmd != fmt.Sprintf("echo %d", i) {
			t.Fatalf("step %d is %q", i, s.Cmd)
		}
	}
}

func TestBadMessages(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	echo := func(n int, text string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"run_command","arguments":`+
			`{"session":%q,"command":"echo %s"}}}`+"\n", n, id, text)
	}
	long := strings.Repeat("x", maxMessage)
	got := a.serve(hello + "\n  \r\n" +
		echo(1, "a\xffb") + echo(2, `\ud83d`) + echo(3, `\ude00\ud83d`) + echo(4, `\ud83d\ude00 \\ud83d \"`) +
		"not JSON\n" + "[]\n" + "{}\n" + "null\n" + `{"jsonrpc":"1.0","id":5,"method":"ping"}` + "\n" +
		`{"jsonrpc":"2.0","id":6,"method":"no/such"}` + "\n" +
		`{"jsonrpc":"2.0","id":"seven","method":"tools/call","params":[]}` + "\n" +
		`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"run_command","arguments":7}}` + "\n" +
		`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"run_command","arguments":{"session":[]}}}` + "\n" +
		echo(10, long) +
		`{"method":"tools/call","params":{"arguments":{"content":"\"id\":99}` + long + `"}},"jsonrpc":"2.0","id":11}` + "\n" +
		echo(12, "after all of it") + `{"jsonrpc":"2.0","id":13,"method":"ping"}`)
	for n, want := range map[string]string{
		"1": "not UTF-8", "2": "surrogate", "3": "surrogate", "8": "want an object", "9": "session: want text",
		"10": "at most", "11": "at most",
	} {
		r := got[n].Result
		if r == nil || !r.IsError {
			t.Errorf("%s: %+v", n, got[n])
			continue
		}
		if x, err := asAnswer(r); err != nil || !strings.Contains(x.text, want) || x.object["error"] != codeArguments {
			t.Errorf("%s: %q lacks %q", n, x.text, want)
		}
	}
	for _, n := range []string{"5", "6", "seven", "<nil>"} {
		if got[n].Error == nil {
			t.Errorf("%s: %+v", n, got[n])
		}
	}
	for n, want := range map[string]string{"4": "\U0001f600 \\ud83d \"\n", "12": "after all of it\n"} {
		if x, err := asAnswer(got[n].Result); err != nil || x.object["stdout"] != want {
			t.Errorf("%s: %v, %v", n, err, x.object)
		}
	}
	if r, ok := got["13"]; !ok || r.Error != nil {
		t.Errorf("the last line, which does not end, has no answer")
	}
}

// pipes is a client on a pair of streams.
type pipes struct {
	in   *io.PipeWriter
	out  *bufio.Scanner
	done chan error
}

func (a *agent) connect(ctx context.Context) *pipes {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s := &pipes{in: inW, out: bufio.NewScanner(outR), done: make(chan error, 1)}
	go func() {
		s.done <- a.server.Serve(ctx, inR, outW)
		_ = outW.Close()
	}()
	return s
}

func TestCancelledCallsAreNotAnswered(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	s := a.connect(t.Context())
	send := func(text string) {
		if _, err := io.WriteString(s.in, text); err != nil {
			t.Error(err)
		}
	}
	send(toolCall(1, "run_command", object{"session": id, "command": "spin"}))
	send(toolCall(2, "run_command", object{"session": id, "command": "spin"}))
	send(toolCall(3, "run_command", object{"session": id, "command": "count"}))
	busy(&a.server.sessions.get(id).door, 3)
	for n := 1; n <= 2; n++ {
		send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", n))
	}
	if !s.out.Scan() || !strings.Contains(s.out.Text(), `"id":3`) || !strings.Contains(s.out.Text(), `"stdout":"1"`) {
		t.Errorf("%s", s.out.Text())
	}
	_ = s.in.Close()
	if s.out.Scan() {
		t.Errorf("answered: %s", s.out.Text())
	}
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

func TestServeEnds(t *testing.T) {
	before := goruntime.NumGoroutine()
	t.Run("when it is told to", func(t *testing.T) {
		a := newAgent(t, nil)
		id := a.start(nil)
		ctx, cancel := context.WithCancel(t.Context())
		s := a.connect(ctx)
		_, _ = io.WriteString(s.in, toolCall(1, "run_command", object{"session": id, "command": "spin"}))
		busy(&a.server.sessions.get(id).door, 1)
		cancel()
		if !s.out.Scan() || !strings.Contains(s.out.Text(), codeUndone) {
			t.Errorf("%s", s.out.Text())
		}
		if err := <-s.done; err != nil {
			t.Error(err)
		}
		if _, err := io.WriteString(s.in, "x"); err == nil {
			t.Error("the input is still read")
		}
	})
	t.Run("when nobody reads", func(t *testing.T) {
		a := newAgent(t, nil)
		r, w := io.Pipe()
		done := make(chan error)
		go func() { done <- a.server.Serve(t.Context(), r, broken{}) }()
		_, _ = io.WriteString(w, hello)
		if err := <-done; !errors.Is(err, errOutput) || !errors.Is(err, errBroken) {
			t.Error(err)
		}
	})
	t.Run("when the input fails", func(t *testing.T) {
		a := newAgent(t, nil)
		r, w := io.Pipe()
		_ = w.CloseWithError(errBroken)
		if err := a.server.Serve(t.Context(), r, io.Discard); !errors.Is(err, errBroken) {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	for ctx.Err() == nil { // the library's and the database's end a little later
		if goruntime.NumGoroutine() <= before {
			return
		}
		goruntime.Gosched()
	}
	buf := make([]byte, 1<<20)
	t.Errorf("%d goroutines before, now\n%s", before, buf[:goruntime.Stack(buf, true)])
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestReadLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 1000)
	r := bufio.NewReaderSize(strings.NewReader("a\n\nbc\n"+long+"\n"+long[:4000]+"\nend"), 16)
	var got []string
	for {
		l, err := readLine(r, 4000)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			break
		}
		if l.lost > 0 {
			if l.lost != 10_000 || string(l.text) != long[:keptOfLost] || string(l.tail) != long[len(long)-keptOfLost:] {
				t.Errorf("%d, %q, %q", l.lost, l.text, l.tail)
			}
			l.text = []byte("lost")
		}
		got = append(got, string(l.text))
	}
	if !slices.Equal(got, []string{"a", "", "bc", "lost", long[:4000], "end"}) {
		t.Errorf("%.100q", got)
	}
}

// FuzzCheckText holds that a message which passes is decoded without a U+FFFD that it does not name.
func FuzzCheckText(f *testing.F) {
	for _, s := range []string{`"a"`, `"\ud800"`, `"\ud83d\ude00"`, `"\\ud800"`, "\"\xff\"", `"\ud800\u0041"`, `"\udc00"`, `"\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var s string
		if json.Unmarshal(text, &s) != nil {
			_ = checkText(text)
			return
		}
		named := bytes.Contains(text, []byte("\ufffd")) || bytes.Contains(bytes.ToLower(text), []byte(`\ufffd`))
		if altered := strings.Contains(s, "\ufffd") && !named; altered != (checkText(text) != nil) && !named {
			t.Errorf("%q: %v", text, checkText(text))
		}
	})
}

// FuzzMessage holds that no line, whole or cut, makes the reader fail.
func FuzzMessage(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"session":"s1"}}}`), 20)
	f.Add([]byte(`{"method":"tools/call","params":{},"jsonrpc":"2.0","id":"a"}`), 5)
	f.Fuzz(func(t *testing.T, text []byte, most int) {
		m := peek(text)
		_ = m.refusal(1, "x")
		l, err := readLine(bufio.NewReaderSize(bytes.NewReader(text), 16), max(0, most))
		if err == nil && l.lost > 0 {
			m := lostMessage(&l)
			if m.isRequest() && !json.Valid(m.ID) {
				t.Errorf("%q", m.ID)
			}
		}
	})
}
