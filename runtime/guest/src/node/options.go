package main

import (
	"errors"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// options are the command line of node.
type options struct {
	version  bool
	check    bool     // -c: parse only
	eval     bool     // code is from -e or -p
	print    bool     // print the result of code
	code     string   // of -e or -p
	stdin    bool     // code is standard input
	module   bool     // --input-type=module
	requires []string // -r
	exec     []string // process.execArgv
	file     string
	args     []string // of the script
}

// parseOptions reads the arguments up to the script; what follows is the script's. The error's text is
// node's, with its program before it.
func parseOptions(argv []string) (*options, error) {
	o := &options{}
	if len(argv) > 0 {
		argv = argv[1:]
	}
	for len(argv) > 0 {
		arg := argv[0]
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			break
		}
		argv = argv[1:]
		if arg == "--" {
			break
		}
		rest, err := o.option(arg, argv)
		if err != nil {
			return nil, err
		}
		o.exec = append(o.exec, arg)
		o.exec = append(o.exec, argv[:len(argv)-len(rest)]...)
		argv = rest
	}
	if o.eval {
		o.args = argv
		return o, nil
	}
	if len(argv) > 0 && argv[0] != "-" {
		o.file, o.args = argv[0], argv[1:]
		return o, nil
	}
	o.stdin = true
	if len(argv) > 0 {
		o.args = argv[1:]
	} else if linux.Isatty(0) && !o.version {
		linux.Unsupported("node's interactive prompt")
	}
	return o, nil
}

// option takes one option, and its argument if it has one, and returns the arguments that are left.
func (o *options) option(arg string, rest []string) ([]string, error) {
	name, value, joined := strings.Cut(arg, "=")
	take := func() (string, error) {
		if joined {
			return value, nil
		}
		if len(rest) == 0 {
			return "", errors.New("node: " + name + " requires an argument")
		}
		value = rest[0]
		rest = rest[1:]
		return value, nil
	}
	var err error
	switch name {
	case "-v", "--version":
		o.version = true
	case "-c", "--check":
		o.check = true
	case "-e", "--eval":
		o.eval = true
		o.code, err = take()
	case "-p", "--print", "-pe":
		o.eval, o.print = true, true
		o.code, err = take()
	case "-r", "--require":
		var module string
		module, err = take()
		o.requires = append(o.requires, module)
	case "--input-type":
		var kind string
		kind, err = take()
		o.module = kind == "module"
	case "--no-warnings", "--trace-warnings", "--enable-source-maps", "--unhandled-rejections",
		"--max-old-space-size", "--stack-trace-limit", "--trace-uncaught":
		// They change nothing that can be seen here.
	default:
		return ignored(name, rest)
	}
	return rest, err
}

// ignored answers options that are not known: those of node's that the guest lacks are named.
func ignored(name string, rest []string) ([]string, error) {
	for _, known := range [...]string{
		"-i", "--interactive", "-h", "--help", "--test", "--watch", "--inspect", "--inspect-brk", "--import",
		"--loader", "--experimental", "--prof", "--env-file", "--expose-gc", "--strip-types", "--trace",
		"--conditions", "-C", "--dns", "--openssl", "--tls", "--icu", "--permission", "--abort", "--cpu-prof",
	} {
		if name == known || len(known) > 2 && strings.HasPrefix(name, known+"-") {
			linux.Unsupported("node " + name)
			return rest, errors.New("node: " + name + " is unsupported")
		}
	}
	return rest, errors.New("node: bad option: " + name)
}
