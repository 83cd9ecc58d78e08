// Package shell is the command line of SQLite, as sqlite3 3.40.1 of Debian 12 has it: its options, its
// commands that begin with a dot, its output modes and its messages. The library behind it is a later one.
package shell

import (
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// Host is what the program needs beside Linux's calls.
type Host struct {
	Unsupported func(feature string)
}

// shell is the state of a run.
type shell struct {
	host    Host
	program string

	db       *database.Conn
	name     string // of the database file
	flags    sqlite3.OpenFlag
	readOnly bool
	timeout  int // milliseconds that a lock is waited for

	out        *linux.Writer
	stdout     *linux.Writer
	stderr     *linux.File
	outputName string // of the file, if it is not stdout
	once       bool   // the output goes back to stdout after the next statement

	in          *source // what is read; nil while arguments are run
	interactive bool
	batch       bool

	mode      mode
	current   mode // of the statement that runs
	insert    string
	headers   bool
	headerSet bool
	null      string
	column    string // separators
	row       string
	widths    []int
	wrap      wrapping
	count     int // rows of the statement that were shown

	bail, echo, changes, backslash bool
	explain                        string
	eqp                            bool
}

// wrapping is how columnar modes break long values.
type wrapping struct {
	width int // 0: not at all
	word  bool
	quote bool
}

// Main runs the program and returns its exit code.
func Main(args []string, host Host) int {
	s := &shell{
		host: host, program: args[0], stdout: linux.NewWriter(1), stderr: &linux.File{Fd: 2},
		column: "|", row: "\n", mode: modeList, explain: "auto", interactive: linux.Isatty(0),
	}
	s.out = s.stdout
	code := s.guarded(args)
	if err := s.close(); code == 0 && err != nil {
		code = 1
	}
	return code
}

// guarded is main with the ways out that lie deep in it.
func (s *shell) guarded(args []string) (code int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case errStop:
			code = r.code
		default:
			panic(r)
		}
	}()
	return s.main(args)
}

// close ends the output and the connection.
func (s *shell) close() error {
	err := s.redirect(nil)
	if e := s.stdout.Flush(); err == nil {
		err = e
	}
	if s.db != nil {
		if e := s.db.Close(); err == nil {
			err = e
		}
	}
	return err
}

func (s *shell) print(text string) { _, _ = s.out.WriteString(text) } // the Writer keeps the error

func (s *shell) printf(format string, args ...any) { _, _ = fmt.Fprintf(s.out, format, args...) }

// complain writes to standard error, where nobody is told of a failure.
func (s *shell) complain(format string, args ...any) {
	_, _ = fmt.Fprintf(s.stderr, format, args...)
}

// redirect sends the output to a file, or back to standard output.
func (s *shell) redirect(w *linux.Writer) error {
	err := s.out.Flush()
	if s.out != s.stdout {
		if e := s.out.Close(); err == nil {
			err = e
		}
	}
	if s.out = s.stdout; w != nil {
		s.out = w
	}
	s.once = false
	return err
}

// errStop ends the program with a code.
type errStop struct{ code int }

func (e errStop) Error() string { return "exit" }

// open opens the database if it is not open.
func (s *shell) open() error {
	if s.db != nil {
		return nil
	}
	flags := s.flags
	if s.readOnly {
		flags |= sqlite3.OPEN_READONLY
	} else {
		flags |= sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE
	}
	db, err := database.Open(s.name, flags)
	if err != nil {
		s.flush()
		s.complain("Error: unable to open database \"%s\": %s\n", s.name, database.Describe(err, "").Text)
		return err
	}
	s.db = db
	return s.settle()
}

// settle gives a connection the functions of the shell.
func (s *shell) settle() error {
	return errors.Join(database.Functions(s.db, s.host.Unsupported), database.Wait(s.db, s.timeout))
}

func (s *shell) flush() { _ = s.out.Flush() } // the Writer keeps the error

// text is a whole text to be read line by line.
func (s *shell) process(in *source) int {
	before := s.in
	s.in = in
	defer func() { s.in = before }()
	return s.input()
}
