package tool

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/awk"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// awkMain reads mawk's options, which are few: -F -f -v -W.
func awkMain(r *run) int {
	var vars [][2]string
	var source *string
	args := r.args
	value := func(i *int, a string) string {
		if len(a) > 2 {
			return a[2:]
		}
		if *i++; *i >= len(args) {
			r.message("option " + a + " lacks argument")
			panic(exit(2))
		}
		return args[*i]
	}
	i := 0
	for ; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			i++
			break
		}
		if len(a) < 2 || a[0] != '-' {
			break
		}
		switch a[1] {
		case 'F':
			vars = append(vars, [2]string{"FS", value(&i, a)})
		case 'f':
			text := awkFile(r, value(&i, a))
			if source != nil {
				text = *source + "\n" + text
			}
			source = &text
		case 'v':
			v := value(&i, a)
			name, text, ok := awk.Assignment(v)
			if !ok {
				r.message("improper assignment: -v " + v)
				return 2
			}
			vars = append(vars, [2]string{name, text})
		case 'W':
			return awkOption(r, value(&i, a))
		default:
			r.message("not an option: " + a)
			return 2
		}
	}
	args = args[i:]
	if source == nil {
		if len(args) == 0 {
			if len(r.args) == 0 {
				r.stderr(awkUsage)
			}
			return 0
		}
		source, args = &args[0], args[1:]
	}
	return awkRun(r, *source, args, vars)
}

const awkUsage = `Usage: mawk [Options] [Program] [file ...]

Program:
    The -f option value is the name of a file containing program text.
    If no -f option is given, a "--" ends option processing; the following
    parameters are the program text.

Options:
    -f program-file  Program  text is read from file instead of from the
                     command-line.  Multiple -f options are accepted.
    -F value         sets the field separator, FS, to value.
    -v var=value     assigns value to program variable var.
    --               unambiguous end of options.

    Implementation-specific options are prefixed with "-W".  They can be
    abbreviated:

    -W version       show version information and exit.
    -W dump          show assembler-like listing of program and exit.
    -W help          show this message and exit.
    -W interactive   set unbuffered output, line-buffered input.
    -W exec file     use file as program as well as last option.
    -W random=number set initial random seed.
    -W sprintf=number adjust size of sprintf buffer.
    -W posix_space   do not consider "\n" a space.
    -W usage         show this message and exit.
`

func awkOption(r *run, word string) int {
	if strings.HasPrefix(word, "v") {
		r.print("mawk 1.3.4 20200120\nCopyright 2008-2019,2020, Thomas E. Dickey\n" +
			"Copyright 1991-1996,2014, Michael D. Brennan\n")
		return 0
	}
	if strings.HasPrefix(word, "u") || strings.HasPrefix(word, "h") {
		r.stderr(awkUsage)
		return 0
	}
	r.unsupported("-W " + word)
	return 2
}

func awkFile(r *run, name string) string {
	f, err := openInput(name)
	var text []byte
	if err == nil {
		text, err = readAll(f)
		closeInput(f)
	}
	if err != nil {
		r.die(2, "cannot open %s (%s)", name, primitives.ErrnoOf(err).Text())
	}
	return string(text)
}

func awkRun(r *run, source string, args []string, vars [][2]string) int {
	program, err := awk.Compile(source)
	if err != nil {
		r.message(err.Error())
		return 2
	}
	code, err := awk.Run(program, &awk.Config{
		Args: args, Environ: linux.Environ(), Vars: vars, Stdout: &awkOutput{w: r.out}, Create: r.awkCreate,
		Open: func(name string) (io.ReadCloser, error) {
			if name == "/dev/stdin" {
				name = "-"
			}
			f, err := openInput(name)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
		Command:  func(command string) (io.ReadCloser, error) { return awkCommand("/bin/sh", command) },
		System:   func(command string) int { return awkSystem(command) },
		Now:      func() int64 { return linux.ClockGettime(linux.ClockRealtime) },
		Strftime: r.awkStrftime, Mktime: r.awkMktime,
		Random: func() int64 { return linux.ClockGettime(linux.ClockRealtime) },
	})
	if err != nil {
		r.message(err.Error())
		return 2
	}
	return code
}

func (r *run) awkStrftime(format string, seconds int64, utc bool) string {
	loc := r.zone()
	if utc {
		loc = time.UTC
	}
	return strftime(format, time.Unix(seconds, 0).In(loc))
}

// awkMktime reads "YYYY MM DD HH MM SS [DST]".
func (r *run) awkMktime(spec string) int64 {
	var n [6]int
	words := strings.Fields(spec)
	if len(words) < len(n) {
		return -1
	}
	for i := range n {
		v, err := strconv.Atoi(words[i])
		if err != nil {
			return -1
		}
		n[i] = v
	}
	return time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, r.zone()).Unix()
}

// awkOutput is a file or a command that awk writes to.
type awkOutput struct {
	r    *run
	name string // of a file, empty for others
	w    *linux.Writer
	pid  int
}

func (o *awkOutput) Write(b []byte) (int, error) { return o.w.Write(b) }

func (o *awkOutput) Flush() error { return o.w.Flush() }

func (o *awkOutput) Close() int {
	err := o.w.Flush()
	if err != nil && o.name != "" {
		o.fail(err)
	}
	if o.w.Fd > 2 {
		_ = linux.Close(o.w.Fd)
	}
	if o.pid != 0 {
		status, _ := wait(o.pid)
		return status.Code()
	}
	if err != nil {
		return -1
	}
	return 0
}

// fail ends awk as mawk ends when a file does not take what was written.
func (o *awkOutput) fail(err error) {
	text := primitives.ErrnoOf(err).Text()
	if o.w.Early() {
		o.r.message("write failure (" + text + ")")
	}
	o.r.message("close failed on file " + o.name + " (" + text + ")")
	panic(exit(2))
}

func (r *run) awkCreate(mode, name string) (awk.Writer, error) {
	switch name {
	case "/dev/stdout":
		return &awkOutput{w: r.out}, nil
	case "/dev/stderr":
		w := linux.NewWriter(2)
		w.Unbuffered()
		return &awkOutput{w: w}, nil
	}
	if mode == "|" {
		fd, pid, err := awkPipe("/bin/sh", name, 0)
		if err != nil {
			return nil, err
		}
		return &awkOutput{w: linux.NewWriter(fd), pid: pid}, nil
	}
	flags := primitives.O_WRONLY | primitives.O_CREAT | primitives.O_TRUNC
	if mode == ">>" {
		flags = primitives.O_WRONLY | primitives.O_CREAT | primitives.O_APPEND
	}
	f, err := linux.OpenFile(name, flags, 0o666)
	if err != nil {
		return nil, err
	}
	return &awkOutput{r: r, name: name, w: linux.NewWriter(f.Fd)}, nil
}

// awkPipe starts a command by the shell with one end of a pipe as its descriptor fd, and
// returns the other end.
func awkPipe(shell, command string, fd int32) (ours, pid int, err error) {
	rd, wr, err := linux.Pipe2(primitives.O_CLOEXEC)
	if err != nil {
		return -1, 0, err
	}
	theirs, ours := rd, wr
	if fd == 1 {
		theirs, ours = wr, rd
	}
	pid, _, err = linux.Spawn(&abi.SpawnRequest{
		Path: "/bin/sh", Argv: []string{shell, "-c", command}, Env: linux.Environ(),
		Actions: []abi.FileAction{{Kind: abi.ActionDup2, Fd: int32(theirs), Newfd: fd}},
	})
	_ = linux.Close(theirs)
	if err != nil {
		_ = linux.Close(ours)
	}
	return ours, pid, err
}

type awkReader struct {
	*bufio.Reader
	f   *linux.File
	pid int
}

// awkExit is how a command ended, as an error.
type awkExit int

func (e awkExit) Error() string { return "exit status " + strconv.Itoa(int(e)) }

// ExitCode is asked for by close().
func (e awkExit) ExitCode() int { return int(e) }

func (a *awkReader) Close() error {
	_ = a.f.Close()
	status, err := wait(a.pid)
	if err != nil || status.Code() == 0 {
		return err
	}
	return awkExit(status.Code())
}

func awkCommand(shell, command string) (io.ReadCloser, error) {
	fd, pid, err := awkPipe(shell, command, 1)
	if err != nil {
		return nil, err
	}
	f := &linux.File{Fd: fd}
	return &awkReader{Reader: bufio.NewReader(f), f: f, pid: pid}, nil
}

func awkSystem(command string) int {
	pid, _, err := linux.Spawn(&abi.SpawnRequest{
		Path: "/bin/sh", Argv: []string{"sh", "-c", command}, Env: linux.Environ(),
	})
	if err != nil {
		return -1
	}
	status, err := wait(pid)
	if err != nil {
		return -1
	}
	if sig, ok := status.Signaled(); ok {
		return 256 + int(sig)
	}
	return status.Code()
}
