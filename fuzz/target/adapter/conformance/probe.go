package conformance

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/fuzz/target/adapter"
)

// maxShown is how much of a value a result shows, bytes.
const maxShown = 160

// do asks, in the main session unless the request names another. A refusal of the sandbox is in the answer.
func (p *probe) do(q *adapter.Request) (*adapter.Answer, error) {
	if q.Session == nil {
		q.Session = new(0)
	}
	a, _, err := p.conn.Do(p.ctx, q)
	if err != nil {
		p.conn.End()
		return nil, p.conn.Explain(err)
	}
	return a, verdict(a)
}

// verdict is the error of an answer that gives nothing to check.
func verdict(a *adapter.Answer) error {
	switch {
	case a.Unsupported != "":
		return &lacking{a.Unsupported}
	case a.Aborted != "":
		return &gaveUp{a.Aborted}
	}
	return nil
}

// run runs a shell line in the check's directory's parent, the working directory.
func (p *probe) run(cmd string) (*adapter.Answer, error) {
	return p.command(&adapter.Request{Cmd: []byte(cmd)})
}

// command asks for a command, which must start.
func (p *probe) command(q *adapter.Request) (*adapter.Answer, error) {
	if q.Op == "" {
		q.Op = adapter.OpRun
	}
	a, err := p.do(q)
	switch {
	case err != nil:
		return nil, err
	case a.Error != "":
		return nil, &mismatch{"a command that starts", a.Refusal()}
	}
	return a, nil
}

// gives runs a shell line and holds its output and its exit code against what they should be.
func (p *probe) gives(cmd, stdout string, exit int) error {
	a, err := p.run(cmd)
	if err != nil {
		return err
	}
	return first(sameCode(a, exit), sameBytes("stdout", []byte(stdout), a.Stdout))
}

// sets up what a check needs; it is not what is checked.
func (p *probe) setup(cmd string) error {
	a, err := p.run(cmd)
	if err != nil {
		return err
	}
	if a.Exit == nil || *a.Exit != 0 {
		return &mismatch{"exit 0 of: " + cmd, describe(a)}
	}
	return nil
}

func (p *probe) path(name string) []byte { return []byte(p.dir + "/" + name) }

func (p *probe) write(name string, content []byte) error {
	return p.succeed(&adapter.Request{
		Op: adapter.OpWrite, Path: p.path(name), Content: append([]byte{}, content...),
	})
}

// succeed asks for what must not be refused.
func (p *probe) succeed(q *adapter.Request) error {
	a, err := p.do(q)
	if err == nil && a.Error != "" {
		err = &mismatch{fmt.Sprintf("no error of %s %q", q.Op, q.Path), a.Refusal()}
	}
	return err
}

func (p *probe) read(name string) ([]byte, error) {
	a, err := p.do(&adapter.Request{Op: adapter.OpRead, Path: p.path(name)})
	if err == nil && a.Error != "" {
		err = &mismatch{"the content of " + name, a.Refusal()}
	}
	if err != nil {
		return nil, err
	}
	return a.Content, nil
}

// holds reads a file and compares it.
func (p *probe) holds(name string, want []byte) error {
	got, err := p.read(name)
	if err != nil {
		return err
	}
	return sameBytes("content", want, got)
}

// refused asks for what must be refused with an errno.
func (p *probe) refused(q *adapter.Request, errnos ...string) error {
	a, err := p.do(q)
	if err != nil {
		return err
	}
	if slices.Contains(errnos, a.Error) {
		return nil
	}
	return &mismatch{"the error " + strings.Join(errnos, " or "), describe(a)}
}

func (p *probe) list(name string) ([]string, error) {
	a, err := p.do(&adapter.Request{Op: adapter.OpList, Path: p.path(name)})
	if err == nil && a.Error != "" {
		err = &mismatch{"the entries of " + name, a.Refusal()}
	}
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, e := range a.Entries {
		names = append(names, string(e))
	}
	return names, nil
}

func sameCode(a *adapter.Answer, want int) error {
	if a.Exit != nil && *a.Exit == want {
		return nil
	}
	return &mismatch{"exit " + strconv.Itoa(want), describe(a)}
}

func sameBytes(field string, want, got []byte) error {
	if bytes.Equal(want, got) {
		return nil
	}
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	from := max(0, at-maxShown/4)
	cut := func(b []byte) string { return fmt.Sprintf("%.*q", maxShown, b[min(from, len(b)):]) }
	return &mismatch{
		fmt.Sprintf("%s of %d bytes, from byte %d on %s", field, len(want), from, cut(want)),
		fmt.Sprintf("%d bytes, the first difference at byte %d, %s", len(got), at, cut(got)),
	}
}

// describe shows an answer in one line.
func describe(a *adapter.Answer) string {
	var parts []string
	if a.Error != "" {
		parts = append(parts, a.Refusal())
	}
	if a.TimedOut {
		parts = append(parts, "timed_out")
	}
	if a.Exit != nil {
		parts = append(parts, "exit "+strconv.Itoa(*a.Exit))
	}
	for _, s := range []struct {
		name  string
		bytes []byte
	}{{"stdout", a.Stdout}, {"stderr", a.Stderr}, {"content", a.Content}} {
		if len(s.bytes) > 0 {
			parts = append(parts, fmt.Sprintf("%s %.*q", s.name, maxShown, s.bytes))
		}
	}
	if len(parts) == 0 {
		return "no error"
	}
	return strings.Join(parts, ", ")
}

// first is the first error of several.
func first(errs ...error) error {
	for _, e := range errs {
		if e != nil {
			return e
		}
	}
	return nil
}
