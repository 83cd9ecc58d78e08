package shell

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const defaultPath = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin:."

// dashPath is where dash looks when there is no PATH.
const dashPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// init gives a new shell its variables.
func (sh *Shell) init(env []string, argv0 string) {
	sh.arg0 = argv0
	sh.pid = linux.Getpid()
	sh.args = lastArgument{text: sh.arg0}
	sh.importEnv(env)
	if v, ok := sh.get("_"); ok {
		sh.args = lastArgument{text: v}
	}
	sh.bind("_", nil)
	if sh.dash {
		sh.initDash()
	} else {
		sh.initBash(argv0)
	}
	sh.setLocale()
	sh.setIFS()
	sh.setCwd()
}

// preset defines a variable that the environment did not give.
func (sh *Shell) preset(name, value string, attrs attr) {
	if sh.variable(name) != nil && attrs&readonly == 0 {
		return
	}
	v := sh.define(name)
	v.text, v.set = value, true
	v.attrs |= attrs
}

func (sh *Shell) initDash() {
	for _, v := range [...][2]string{
		{"PATH", dashPath}, {"PS1", "$ "}, {"PS2", "> "}, {"PS4", "+ "}, {"OPTIND", "1"},
	} {
		sh.preset(v[0], v[1], 0)
	}
	if linux.Geteuid() == 0 {
		sh.variable("PS1").text = "# "
	}
	v := sh.define("IFS")
	v.text, v.set, v.attrs = " \t\n", true, 0
	sh.variable("OPTIND").text = "1"
	sh.preset("PPID", itoa(linux.Getppid()), 0)
}

func (sh *Shell) initBash(argv0 string) {
	sh.opts[optBraceexpand], sh.opts[optHashall], sh.opts[optInteractiveComments] = true, true, true
	host, _ := linux.Uname()
	for _, v := range [...][2]string{
		{"PATH", defaultPath},
		{"TERM", "dumb"},
		{"PS4", "+ "},
		{"OPTERR", "1"},
		{"HOSTNAME", host.Nodename},
		{"HOSTTYPE", "x86_64"},
		{"MACHTYPE", "x86_64-pc-linux-gnu"},
		{"OSTYPE", "linux-gnu"},
		{"BASH_VERSION", "5.2.15(1)-release"},
		{"COMP_WORDBREAKS", " \t\n\"'><=;|&(:"},
		{"BASH_LOADABLES_PATH", "/usr/local/lib/bash:/usr/lib/bash:/opt/local/lib/bash:/usr/pkg/lib/bash:" +
			"/opt/pkg/lib/bash:."},
	} {
		if v[0] == "PS4" && linux.Geteuid() == 0 { // root takes none from the environment
			sh.bind("PS4", nil)
		}
		sh.preset(v[0], v[1], 0)
	}
	if sh.variable("POSIXLY_CORRECT") != nil {
		sh.opts[optPosix] = true
	}
	if sh.variable("SHELL") == nil {
		shell := "/bin/sh"
		if u := sh.passwd(itoa(linux.Getuid()), 2); u != nil && u[6] != "" {
			shell = u[6]
		}
		sh.preset("SHELL", shell, 0)
	}
	for _, v := range [...]struct{ name, text string }{{"IFS", " \t\n"}, {"OPTIND", "1"}} {
		x := sh.define(v.name)
		x.text, x.set, x.attrs = v.text, true, x.attrs&exported
	}
	bash := argv0
	if !strings.Contains(bash, "/") {
		if bash = sh.searchPath(path.Base(bash), nil); bash == "" {
			bash = "/usr/bin/bash"
		}
	}
	sh.bind("BASH", nil)
	sh.preset("BASH", bash, 0)
	sh.preset("UID", itoa(linux.Getuid()), readonly|integer)
	sh.preset("EUID", itoa(linux.Geteuid()), readonly|integer)
	sh.preset("PPID", itoa(linux.Getppid()), readonly|integer)
	sh.level()
	v := sh.define("BASH_VERSINFO")
	*v = variable{attrs: readonly | indexed, set: true, age: v.age}
	v.list = newArray([]string{"5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"})
	sh.initDynamic()
}

// level raises $SHLVL.
func (sh *Shell) level() {
	v := sh.define("SHLVL")
	n := max(atoi(v.text)+1, 0)
	if n >= 1000 {
		sh.stderr(sh.arg0 + ": warning: shell level (" + itoa(n) + ") too high, resetting to 1\n")
		n = 1
	}
	v.text, v.set = itoa(n), true
	v.attrs |= exported
}

func (sh *Shell) initDynamic() {
	if v := sh.variable("SECONDS"); v != nil {
		sh.start -= int64(atoi(v.text)) * second
	}
	options := ""
	if v := sh.variable("SHELLOPTS"); v != nil {
		options = v.text
	}
	shopts := ""
	if v := sh.variable("BASHOPTS"); v != nil {
		shopts = v.text
	}
	for _, name := range sortedDynamics() {
		d := dynamics[name]
		v := sh.define(name)
		keep := v.attrs & exported
		*v = variable{attrs: d.attrs | keep, set: true, dynamic: d.dyn, age: v.age}
		if d.dyn == dynFuncname || d.dyn == dynBashSource || d.dyn == dynBashLineno {
			v.set = false
		}
	}
	for name := range strings.SplitSeq(options, ":") {
		if i, ok := optionByName(name); ok {
			sh.opts[i] = true
		}
	}
	for name := range strings.SplitSeq(shopts, ":") {
		if i, ok := shoptByName(name); ok {
			sh.shopt[i] = true
		}
	}
}

// setCwd finds out where the shell is: PWD of the environment if it is true.
func (sh *Shell) setCwd() {
	cwd := sh.text("PWD")
	if !strings.HasPrefix(cwd, "/") || !sameFile(cwd, ".") || !cleanPath(cwd) {
		dir, err := linux.Getcwd()
		if err != nil {
			sh.stderr("shell-init: " + noCwd + reason(err) + "\n")
		}
		cwd = dir
	}
	sh.cwd = cwd
	v := sh.define("PWD")
	v.text, v.set = cwd, true
	v.attrs |= exported
	if sh.dash {
		return
	}
	old := sh.define("OLDPWD")
	if old.set && !isDir(old.text) {
		old.set, old.text = false, ""
	}
	old.attrs |= exported
}

func cleanPath(p string) bool {
	for part := range strings.SplitSeq(p, "/") {
		if part == "." || part == ".." {
			return false
		}
	}
	return true
}

func sameFile(a, b string) bool {
	x, err := linux.Stat(a)
	y, err2 := linux.Stat(b)
	return err == nil && err2 == nil && x.Dev == y.Dev && x.Ino == y.Ino
}

// sortedDynamics are the names of the variables that compute their values, in one order.
func sortedDynamics() []string { return slices.Sorted(maps.Keys(dynamics)) }
