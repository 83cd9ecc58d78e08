package tool

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// su runs a shell as another user. Root may; everybody else is asked for a password, which nobody here has.
type su struct {
	r       *run
	login   bool
	keep    bool // -m: the environment stays
	shell   string
	command string
}

// suDelay is how long a wrong password takes (pam_unix), 2 s as measured on Debian 12.
const suDelay = 2_000_000_000

func suMain(r *run) int {
	opts, words := r.options("l/login c:/command s:/shell m/preserve-environment p !g:/group " +
		"!G:/supp-group !P/pty " +
		"!w:/whitelist-environment f/fast !T/no-pty /session-command: h/help V/version")
	s := &su{r: r}
	for _, o := range opts {
		switch o.name {
		case "l":
			s.login = true
		case "c", "session-command":
			s.command = o.value
		case "s":
			s.shell = o.value
		case "m", "p":
			s.keep = true
		case "h":
			r.help()
		case "V":
			r.print("su from util-linux 2.38.1\n")
			return 0
		}
	}
	if len(words) > 0 && words[0] == "-" {
		s.login, words = true, words[1:]
	}
	name := "root"
	if len(words) > 0 {
		name, words = words[0], words[1:]
	}
	return s.become(name, words)
}

// become runs the shell of an account with these arguments.
func (s *su) become(name string, args []string) int {
	list := accounts(true)
	account, ok := accountByName(list, name)
	if !ok {
		s.r.die(1, "user %s does not exist or the user entry does not contain all the required fields", name)
	}
	if linux.Getuid() != 0 {
		s.r.stderr("Password: ")
		_ = linux.Nanosleep(suDelay)
		s.r.die(1, "Authentication failure")
	}
	if s.shell == "" {
		s.shell = account.shell
	}
	if s.shell == "" {
		s.shell = "/bin/sh"
	}
	if err := s.identify(account); err != nil {
		s.r.dieErr(1, err, "cannot set user id")
	}
	argv := []string{baseName(s.shell)}
	if s.login {
		argv[0] = "-" + argv[0]
		if err := linux.Chdir(account.home); err != nil {
			s.r.warnErr(err, "warning: cannot change directory to %s", account.home)
		}
	}
	if s.command != "" {
		argv = append(argv, "-c", s.command)
	}
	argv = append(argv, args...)
	err := linux.Execve(&abi.SpawnRequest{Path: s.shell, Argv: argv, Env: s.environ(account)})
	s.r.message("failed to execute " + s.shell + ": " + primitives.ErrnoOf(err).Text())
	return execStatus(err)
}

// identify takes on an account's identity.
func (s *su) identify(a account) error {
	groups := []int{a.gid}
	for _, g := range accounts(false) {
		if g.id != a.gid && slices.Contains(g.members, a.name) {
			groups = append(groups, g.id)
		}
	}
	if err := linux.Setgroups(groups); err != nil {
		return err
	}
	if err := linux.Setgid(a.gid); err != nil {
		return err
	}
	return linux.Setuid(a.id)
}

// environ is what the shell is given: after -l nothing but what a login gives and TERM.
func (s *su) environ(a account) []string {
	e := environment(linux.Environ())
	switch {
	case s.login:
		e = nil
		if term := s.r.getenv("TERM"); term != "" {
			e.set("TERM=" + term)
		}
		e.set("SHELL=" + s.shell)
		s.describe(&e, a)
		path := "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
		if a.id == 0 {
			path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
		}
		e.set("PATH=" + path)
	case !s.keep:
		e.set("SHELL=" + s.shell)
		s.describe(&e, a)
	}
	return e
}

func (s *su) describe(e *environment, a account) {
	e.set("HOME=" + a.home)
	if a.id != 0 || s.login {
		e.set("USER=" + a.name)
		e.set("LOGNAME=" + a.name)
	}
}
