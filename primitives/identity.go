package primitives

import "fmt"

// IdentitySettings are who a guest is.
type IdentitySettings struct {
	UID, GID uint32
	Groups   []uint32 // supplementary groups
	User     string   // name in /etc/passwd; "" = no entry
	Home     string   // absolute path
	Umask    uint32
	Hostname string
}

// DefaultIdentity is an ordinary user, agent, with a home.
func DefaultIdentity() IdentitySettings {
	return IdentitySettings{
		UID: 1000, GID: 1000, User: "agent", Home: "/home/agent", Umask: 0o022, Hostname: "sandbox",
	}
}

// Relaxed returns the profile with a user who has a name, a home and the usual umask. The
// numbers stay, for files of the image belong to them.
func (IdentitySettings) Relaxed(p Profile) Profile {
	def := DefaultIdentity()
	if p.Identity.User == "" {
		p.Identity.User = def.User
	}
	if p.Identity.Home == "" {
		p.Identity.Home = def.Home
	}
	p.Identity.Umask = def.Umask
	p.Env.Unset = without(p.Env.Unset, func(s string) bool { return s == "HOME" })
	return p
}

// Tightened returns the profile with a umask that gives others nothing.
func (IdentitySettings) Tightened(p Profile) (Profile, bool) {
	p.Identity.Umask |= 0o077
	return p, true
}

func (IdentitySettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: Identity}, &p.Identity
	if s.Home != "" {
		c.absolute("home", s.Home)
	}
	c.word("user", s.User, ":/ ")
	c.word("hostname", s.Hostname, "/ ")
	if len(s.User) > 32 {
		c.add("user", "the name is too long", "at most 32 bytes")
	}
	if len(s.Hostname) > 64 {
		c.add("hostname", "the name is too long", "at most 64 bytes, as uname(2) has room for")
	}
	if s.Umask > 0o777 {
		c.add("umask", fmt.Sprintf("%#o is not a umask", s.Umask),
			"give octal permission bits such as '0022'")
	}
	return c.problems
}

func (IdentitySettings) describe() Description {
	return Description{
		Primitive: Identity,
		Doc:       "Who a guest is: uid, gid, groups, its entry in /etc/passwd, its home, its umask.",
		Rules: []Rule{
			{
				"set-id",
				[]Errno{EPERM},
				"only the superuser takes another identity, setresuid(2), setgroups(2)",
			},
			{"no-user", nil, "the uid has no entry in /etc/passwd: look-ups of its name fail in the program"},
			{"umask", nil, "new files lack the bits of the umask; nobody is told"},
		},
		Observables: []Observable{
			{
				Rule: "no-user", Exit: 1, Shell: "whoami: cannot find name for user ID",
				Python: "KeyError: 'getpwuid(): uid not found'",
			},
			{
				Rule: "set-id", Errno: EPERM, Exit: 1, Shell: "Operation not permitted",
				Python: "PermissionError: [Errno 1] Operation not permitted",
			},
			{
				Rule: "umask", Exit: 126, Shell: "Permission denied",
				Python: "PermissionError: [Errno 13] Permission denied",
			},
		},
	}
}
