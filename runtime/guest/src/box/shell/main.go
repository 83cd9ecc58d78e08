package shell

import (
	"path"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Main is bash, in POSIX mode if it is called sh. It returns the exit code.
func Main(argv []string) int {
	if state := linux.ForkState(); state != nil {
		return forkedMain(state)
	}
	return newShell().main(argv)
}

// Dash is dash, by whatever name it is called.
func Dash(argv []string) int {
	if state := linux.ForkState(); state != nil {
		return forkedMain(state)
	}
	sh := newShell()
	sh.dash = true
	return sh.main(argv)
}

func (sh *Shell) main(argv []string) int {
	sh.start = sh.now()
	o, status := sh.invocation(argv)
	if status >= 0 {
		return status
	}
	switch strings.TrimPrefix(path.Base(argv[0]), "-") {
	case "sh":
		o.posix = o.posix || !sh.dash
	case "rbash":
		if !sh.dash {
			sh.unsupported("restricted shell")
		}
	}
	o.login = o.login || strings.HasPrefix(argv[0], "-")
	sh.source = o.source
	sh.init(linux.Environ(), argv[0])
	o.apply(sh)
	return sh.life(&o)
}

// invocation is what the command line asks for.
type invocation struct {
	source    sourceKind
	command   string
	file      string
	args      []string
	set       []setting
	login     bool
	noRC      bool
	rcFile    string
	prompting bool // -i
	noProfile bool
	posix     bool
	isCommand bool
	stdin     bool
}

// setting is an option to be set or unset.
type setting struct {
	option int
	shopt  bool // option is shopt's
	on     bool
}

// apply sets the options and parameters of the command line, which come after the environment's.
func (o *invocation) apply(sh *Shell) {
	if o.posix {
		sh.opts[optPosix] = true
	}
	for _, s := range o.set {
		if s.shopt {
			sh.shopt[s.option] = s.on
		} else {
			sh.opts[s.option] = s.on
		}
	}
	sh.params = o.args
	defer func() { sh.given = sh.params }()
	switch o.source {
	case fromString:
		if len(o.args) > 0 {
			sh.arg0, sh.params = o.args[0], o.args[1:]
		}
		if !sh.dash {
			sh.setVar("BASH_EXECUTION_STRING", o.command)
		}
	case fromFile:
		sh.arg0 = o.file
	case fromStdin:
	}
	if sh.opts[optPosix] {
		sh.shopt[shoptExpandAliases] = true
	}
}

// life runs what the shell was started for.
func (sh *Shell) life(o *invocation) int {
	if o.login {
		sh.shopt[shoptLoginShell] = true
	}
	if o.prompting {
		sh.startInteractive(o)
	}
	if o.login {
		sh.loginFiles(o)
	}
	if env := sh.text("ENV"); env != "" && o.prompting && sh.opts[optPosix] && !sh.dash {
		if file := sh.expandText(env); exists(file) {
			sh.sourceFile(file, nil)
		}
	}
	plain := !sh.dash && !sh.opts[optPosix] && !o.login && !o.prompting
	if env, ok := sh.get("BASH_ENV"); ok && env != "" && plain {
		if file := sh.expandText(env); exists(file) {
			sh.sourceFile(file, nil)
		}
	}
	if sh.flow == running {
		switch o.source {
		case fromString:
			sh.runSource(o.command, sh.commandWhere(), 1, "", tailAll)
		case fromFile:
			if status := sh.runFile(o.file); status >= 0 {
				return status
			}
		case fromStdin:
			sh.runStdin()
		}
	}
	return sh.finish()
}

func (sh *Shell) commandWhere() string {
	if sh.dash {
		return ""
	}
	return "-c"
}

func (sh *Shell) loginFiles(o *invocation) {
	if o.noProfile {
		return
	}
	if exists("/etc/profile") {
		sh.sourceFile("/etc/profile", nil)
	}
	home := sh.text("HOME")
	names := []string{".bash_profile", ".bash_login", ".profile"}
	if sh.dash {
		names = names[2:]
	}
	for _, name := range names {
		if file := home + "/" + name; sh.flow == running && linux.Access(file, accessRead) == nil {
			sh.sourceFile(file, nil)
			return
		}
	}
}

// runFile runs a script. A status says that it could not be run.
func (sh *Shell) runFile(file string) int {
	data, err := readFile(file)
	if err != nil && !strings.Contains(file, "/") && !sh.dash {
		if found := sh.searchPath(file, nil); found != "" { // bash looks along PATH as well
			if data, err = readFile(found); err == nil {
				file = found
			}
		}
	}
	switch {
	case isErrno(err, primitives.EISDIR) && !sh.dash:
		sh.stderr(file + ": " + file + ": Is a directory\n")
		return exitCannotRun
	case err != nil:
		return sh.cannotRead(file, err)
	case isBinaryText(data) && !sh.dash:
		sh.stderr(file + ": " + file + ": cannot execute binary file\n")
		return exitCannotRun
	}
	sh.runSource(data, "", 1, "", noTail)
	return -1
}

func (sh *Shell) cannotRead(file string, err error) int {
	if sh.dash {
		why := reason(err)
		if isErrno(err, primitives.ENOENT) {
			why = "No such file"
		}
		sh.stderr("sh: 0: cannot open " + file + ": " + why + "\n")
		return 2
	}
	sh.stderr("bash: " + file + ": " + reason(err) + "\n")
	if isErrno(err, primitives.ENOENT) {
		return exitNotFound
	}
	return exitCannotRun
}

// runStdin runs commands from standard input, which it reads no further than it must: what follows
// may be input for the commands.
func (sh *Shell) runStdin() {
	line := 1
	for sh.flow == running {
		chunk, lines, ok := sh.readChunk(line)
		if chunk == "" && !ok {
			sh.endInteractive()
			return
		}
		if sh.opts[optHistory] {
			sh.remember(chunk)
		}
		if text := sh.text("PS0"); text != "" && sh.interactive {
			sh.stderr(sh.prompt(text))
		}
		sh.runSource(chunk, "", line, "", noTail)
		if sh.flow == discarding {
			sh.flow, sh.toTop = running, false
			sh.reset(surroundings{})
		}
		if sh.syntaxFailed && !sh.interactive || sh.opts[optOnecmd] {
			return
		}
		sh.syntaxFailed = false
		line += lines
	}
}

// script is the name of the file that is being run.
func (sh *Shell) script() string { return sh.arg0 }
