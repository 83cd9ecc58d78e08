package adapter

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
	"unicode"
)

// process is an adapter's process with our ends of its pipes.
type process struct {
	cmd    *exec.Cmd
	in     *os.File // what it reads
	out    *bufio.Reader
	outEnd *os.File
	errEnd *os.File
	stderr tail
	quiet  chan struct{} // closed at the end of its standard error
	state  string        // how it ended, once it is over
	killed bool          // by us, for it did not end in time
}

func startProcess(argv []string) (*process, error) {
	p := &process{cmd: exec.Command(argv[0], argv[1:]...), quiet: make(chan struct{})}
	if err := detach(p.cmd); err != nil {
		return nil, err
	}
	var theirs, ours []*os.File
	closeAll := func(list []*os.File) {
		for _, f := range list {
			_ = f.Close()
		}
	}
	for _, input := range []bool{true, false, false} {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(append(theirs, ours...))
			return nil, fmt.Errorf("start the adapter: %w", err)
		}
		if input {
			r, w = w, r // ours is the end that is written
		}
		ours, theirs = append(ours, r), append(theirs, w)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	p.in, p.outEnd, p.errEnd = ours[0], ours[1], ours[2]
	p.out = bufio.NewReaderSize(p.outEnd, 64<<10)
	err := p.cmd.Start()
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
		return nil, fmt.Errorf("start the adapter: %w%s", err, hint(argv[0], err))
	}
	go func() {
		_, _ = io.Copy(&p.stderr, p.errEnd) // its end is all that is waited for
		close(p.quiet)
	}()
	return p, nil
}

// hint says what is probably wrong with a command that cannot be started.
func hint(program string, err error) string {
	name, _, assigns := strings.Cut(program, "=")
	_, missing := os.Stat(program)
	switch {
	case errors.Is(err, syscall.ENOEXEC):
		return " (has it no #! line?)"
	case assigns && !strings.Contains(name, "/"):
		return fmt.Sprintf("; no shell reads the command: write `env %s ...`", program)
	case errors.Is(err, exec.ErrNotFound) && missing == nil:
		return fmt.Sprintf("; did you mean ./%s?", program)
	}
	return ""
}

// send writes a line; an adapter that does not read is given until the deadline.
func (p *process) send(text []byte, deadline time.Time) error {
	_ = p.in.SetWriteDeadline(deadline) // a pipe has deadlines
	_, err := p.in.Write(text)
	return err
}

var (
	errLine  = errors.New("one line is too long")
	errTotal = errors.New("it says too much")
)

// line reads one line without its end; total counts down what the process may still say. At the end of
// output it returns io.EOF, in the middle of a line io.ErrUnexpectedEOF.
func (p *process) line(limit int64, total *int64) ([]byte, error) {
	var text []byte
	for {
		part, err := p.out.ReadSlice('\n')
		*total -= int64(len(part))
		switch {
		case *total < 0:
			return text, errTotal
		case int64(len(text)+len(part)) > limit:
			return text, errLine
		}
		text = append(text, part...)
		switch {
		case err == nil:
			return text[:len(text)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case len(text) > 0:
			return text, io.ErrUnexpectedEOF
		default:
			return nil, io.EOF // also if the pipe was closed under the read
		}
	}
}

// settle is how long a process that closed its output may take to end by itself: its exit code says more
// than that it was killed.
const settle = 2 * time.Second

// overdue is how long a process that missed a deadline may take to clean up: it may be stuck for ever.
const overdue = 5 * time.Second

// exitOK is the state of a process that ended well.
const exitOK = "exit status 0"

// end closes the process's input, gives it some time to clean up and to end by itself, ends its whole group,
// and notes how it ended. gone is closed at the end of its output; at now it is killed at once.
func (p *process) end(grace time.Duration, gone, now <-chan struct{}) {
	_ = p.in.Close()
	over, late := time.After(grace), false
	for _, end := range []<-chan struct{}{gone, p.quiet} {
		if late {
			break
		}
		select {
		case <-end:
		case <-over:
			late = true
		case <-now:
			late = true
		}
	}
	killGroup(p.cmd)
	_ = p.cmd.Wait() // the state says what there is to say
	p.state = p.cmd.ProcessState.String()
	p.killed = late && !p.cmd.ProcessState.Exited()
	select {
	case <-p.quiet:
	case <-time.After(settle): // somebody outside the group holds the pipe
	}
	_ = p.outEnd.Close()
	_ = p.errEnd.Close()
}

// maxTold is how much of the end of an adapter's standard error an error shows, bytes.
const maxTold = 2 << 10

// obituary puts behind an error, in one line, how the process ended and what it said last.
func (p *process) obituary(err error) string {
	var b strings.Builder
	switch {
	case p.state == "" || errors.Is(err, ErrProtocol) && p.state == exitOK:
	case p.killed:
		_, _ = b.WriteString("; it was killed")
	case err == ErrEnded: //nolint:errorlint // nothing but that
		_, _ = b.WriteString(" with " + p.state)
	default:
		_, _ = b.WriteString("; it ended with " + p.state)
	}
	text := p.stderr.String()
	if len(text) > maxTold {
		text = "..." + strings.ToValidUTF8(text[len(text)-maxTold:], "")
	}
	if text != "" {
		_, _ = b.WriteString("; its standard error: " + printable(text))
	}
	return b.String()
}

// printable makes one line of a text that a terminal may be shown.
func printable(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(s), "\n", " | ")
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
}
