package tool

import (
	"bufio"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/calc"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// calculator is what bc and dc have of their process.
func (r *run) calculator() *calc.IO {
	return &calc.IO{
		In:  bufio.NewReaderSize(&linux.File{Fd: 0}, inputSize),
		Out: r.out,
		Err: r.stderr,
		Env: r.getenv,
		Open: func(name string) (io.ReadCloser, error) {
			f, err := linux.OpenFile(name, primitives.O_RDONLY, 0)
			if err != nil {
				return nil, err
			}
			if st, err := linux.Fstat(f.Fd); err == nil && st.IsDir() {
				return nil, primitives.EISDIR
			}
			return f, nil
		},
		Run: func(line string) {
			pid, _, err := linux.Spawn(&abi.SpawnRequest{Path: "/bin/sh", Argv: []string{"sh", "-c", line}})
			if err == nil {
				_, _ = wait(pid)
			}
		},
	}
}

const bcUsage = `usage: bc [options] [file ...]
  -h  --help         print this usage and exit
  -i  --interactive  force interactive mode
  -l  --mathlib      use the predefined math routines
  -q  --quiet        don't print initial banner
  -s  --standard     non-standard bc constructs are errors
  -w  --warn         warn about non-standard bc constructs
  -v  --version      print version information and exit
`

func bcMain(r *run) int {
	for i, a := range r.args {
		switch a {
		case "--":
			r.args = r.args[:i]
		case "--help", "-h":
			r.print(bcUsage)
			return 0
		case "--version", "-v":
			r.print("bc 1.07.1\nCopyright 1991-1994, 1997, 1998, 2000, 2004, 2006, 2008, 2012-2017 " +
				"Free Software Foundation, Inc.\n")
			return 0
		}
	}
	r.usageTry = noTry
	r.args = append(strings.Fields(r.getenv("BC_ENV_ARGS")), r.args...)
	opts, files := r.optionsOr("h/help !i/interactive l/mathlib q/quiet !s/standard !w/warn v/version",
		bcUsage)
	library := false
	for _, o := range opts {
		library = library || o.name == "l"
	}
	return calc.BC(r.calculator(), files, library)
}

// optionsOr reads options, or ends with a text on standard output.
func (r *run) optionsOr(spec, usage string) ([]option, []string) {
	defer func() {
		if e := recover(); e != nil {
			r.print(usage)
			panic(e)
		}
	}()
	return r.options(spec)
}

func dcMain(r *run) int {
	r.usageTry = "Usage: dc [OPTION] [file ...]\n" +
		"  -e, --expression=EXPR    evaluate expression\n  -f, --file=FILE          evaluate contents of " +
		"file\n" +
		"  -h, --help               display this help and exit\n" +
		"  -V, --version            output version information and exit\n\n"
	const mail = "Email bug reports to:  bug-dc@gnu.org .\n"
	host := r.calculator()
	d := calc.NewDC(host, baseName(r.name))
	for _, a := range r.args {
		if a == "--help" || a == "-h" {
			r.print(r.usageTry, mail)
			return 0
		}
	}
	opts, files := r.optionsOr("e:/expression f:/file h/help V/version", mail)
	for _, o := range opts {
		if o.name == "V" {
			r.print("dc (GNU bc 1.07.1) 1.4.1\n\nCopyright 1994, 1997, 1998, 2000, 2001, 2003-2006, 2008, " +
				"2010, 2012-2017 Free Software Foundation, Inc.\nThis is free software; see the source for " +
				"copying conditions.  There is NO\nwarranty; not even for MERCHANTABILITY or FITNESS FOR A " +
				"PARTICULAR PURPOSE,\nto the extent permitted by law.\n")
			return 0
		}
	}
	for _, o := range opts {
		var more bool
		if o.name == "e" {
			more = d.RunText(o.value)
		} else {
			more = r.dcFile(d, host, o.value)
		}
		if !more {
			return 0
		}
	}
	for _, name := range files {
		if !r.dcFile(d, host, name) {
			return 0
		}
	}
	if len(opts)+len(files) == 0 {
		if !d.Run(host.In) {
			return 1 // what q gives in a file
		}
	}
	return r.status
}

func (r *run) dcFile(d *calc.DC, host *calc.IO, name string) (more bool) {
	if name == "-" {
		return d.Run(host.In)
	}
	f, err := host.Open(name)
	if err != nil {
		r.message("Could not open file " + name)
		return true
	}
	defer f.Close() //nolint:errcheck // it was read
	return d.Run(bufio.NewReader(f))
}
