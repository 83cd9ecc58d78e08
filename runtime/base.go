package runtime

// The built-in base image: what programs and people look for on a Debian 12, and no more.

type baseDir struct {
	path string
	mode uint32
}

func baseDirs() []baseDir {
	dirs := []baseDir{
		{"/", 0o755},
		{"/root", 0o700},
		{"/tmp", 0o1777},
		{"/run/lock", 0o1777},
		{"/var/tmp", 0o1777},
		{"/var/mail", 0o2775},
		{"/var/local", 0o2775},
	}
	for _, path := range []string{
		"/boot", "/dev", "/etc", "/etc/alternatives", "/etc/default", "/etc/opt", "/etc/profile.d",
		"/etc/skel", "/etc/ssl/certs", "/home", "/media", "/mnt", "/opt", "/proc", "/run", "/srv", "/sys",
		"/usr/bin", "/usr/games", "/usr/include", "/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib64",
		"/usr/local/bin", "/usr/local/etc", "/usr/local/games", "/usr/local/include", "/usr/local/lib",
		"/usr/local/sbin", "/usr/local/share", "/usr/local/src", "/usr/sbin", "/usr/share", "/usr/share/doc",
		"/usr/share/misc", "/usr/share/zoneinfo", "/usr/src", "/var", "/var/backups", "/var/cache",
		"/var/cache/apt/archives", "/var/lib", "/var/lib/apt/lists", "/var/lib/dpkg", "/var/log", "/var/opt",
		"/var/spool",
	} {
		dirs = append(dirs, baseDir{path, 0o755})
	}
	return dirs
}

type baseLink struct{ path, target string }

func baseLinks() []baseLink {
	return []baseLink{
		{"/bin", "usr/bin"},
		{"/sbin", "usr/sbin"},
		{"/lib", "usr/lib"},
		{"/lib64", "usr/lib64"},
		{"/etc/mtab", "/proc/mounts"},
		{"/etc/os-release", "../usr/lib/os-release"},
		{"/var/lock", "/run/lock"},
		{"/var/run", "/run"},
	}
}

type baseFile struct {
	path string
	mode uint32
	text string
}

func baseFiles() []baseFile {
	return []baseFile{
		{"/etc/debian_version", 0o644, "12.5\n"},
		{"/etc/bash.bashrc", 0o644, ""},
		{"/etc/profile", 0o644, profileScript},
		{"/etc/host.conf", 0o644, "multi on\n"},
		{"/etc/issue", 0o644, "Debian GNU/Linux 12 \\n \\l\n\n"},
		{"/etc/services", 0o644, services},
		{"/etc/shells", 0o644, shells},
		{"/etc/skel/.bashrc", 0o644, ""},
		{"/etc/skel/.profile", 0o644, ""},
		{"/root/.bashrc", 0o644, ""},
		{"/root/.profile", 0o644, ""},
		{"/usr/lib/os-release", 0o644, osRelease},
		{"/usr/lib/python3/dist-packages/pip/__init__.py", 0o644, "__version__ = \"24.3.1\"\n"},
		{"/usr/lib/python3/dist-packages/pip/__main__.py", 0o644, pipMain},
		{"/usr/share/zoneinfo/Etc/UTC", 0o644, zoneUTC},
		{"/usr/share/zoneinfo/UTC", 0o644, zoneUTC},
	}
}

const osRelease = `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
NAME="Debian GNU/Linux"
VERSION_ID="12"
VERSION="12 (bookworm)"
VERSION_CODENAME=bookworm
ID=debian
HOME_URL="https://www.debian.org/"
SUPPORT_URL="https://www.debian.org/support"
BUG_REPORT_URL="https://bugs.debian.org/"
`

// pipMain makes `python3 -m pip` the program pip.
const pipMain = `import os
import sys

os.execv("/usr/bin/pip", ["pip"] + sys.argv[1:])
`

const shells = `# /etc/shells: valid login shells
/bin/sh
/usr/bin/sh
/bin/bash
/usr/bin/bash
/bin/rbash
/usr/bin/rbash
/bin/dash
/usr/bin/dash
`

const profileScript = `# /etc/profile: system-wide .profile file for the Bourne shell (sh(1))
# and Bourne compatible shells (bash(1), ksh(1), ash(1), ...).
`

const services = `ftp		21/tcp
ssh		22/tcp
telnet		23/tcp
smtp		25/tcp		mail
domain		53/tcp
domain		53/udp
http		80/tcp		www
pop3		110/tcp
ntp		123/udp
imap2		143/tcp
https		443/tcp
mysql		3306/tcp
postgresql	5432/tcp
redis		6379/tcp
http-alt	8080/tcp	webcache
`

// zoneUTC is the zone file of UTC as tzdata has it.
const zoneUTC = "TZif2\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x04" +
	"\x00\x00\x00\x00\x00\x00UTC\x00" +
	"TZif2\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x04" +
	"\x00\x00\x00\x00\x00\x00UTC\x00\nUTC0\n"
