package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// apt is Debian's package manager as far as a sandbox lets one see it: where it refuses, for want of rights
// or of a network. Where it would go on it is unsupported. Words and exit codes are those of apt 2.6.1.
type apt struct {
	r     *run
	quiet bool // -qq: errors and warnings only
}

const (
	aptLists = "/var/lib/apt/lists"
	aptHost  = "deb.debian.org"
	// aptTries is how often a list is asked for, aptPause the time between (Acquire::Retries, with back-off).
	aptTries = 4
	aptPause = 3_000_000_000
)

// aptIndexes are the lists that Debian 12's sources name, and where they lie.
var aptIndexes = [][2]string{
	{"debian bookworm", "debian/dists/bookworm"},
	{"debian bookworm-updates", "debian/dists/bookworm-updates"},
	{"debian-security bookworm-security", "debian-security/dists/bookworm-security"},
}

func aptMain(r *run) int {
	r.usageStatus = 100
	a := &apt{r: r, quiet: slices.ContainsFunc(r.args, func(s string) bool {
		return strings.HasPrefix(s, "-q") && strings.Count(s, "q") > 1
	})}
	words := slices.DeleteFunc(slices.Clone(r.args), func(s string) bool { return strings.HasPrefix(s, "-") })
	switch {
	case slices.Contains(r.args, "--version") || slices.Contains(r.args, "-v"):
		r.print("apt 2.6.1 (amd64)\n")
		if r.which != "apt" {
			unsupportedNote(r.which + " --version")
		}
		return 0
	case len(words) == 0:
		r.unsupported("without a command")
	}
	if r.which == "apt" {
		r.stderr("\nWARNING: apt does not have a stable CLI interface. Use with caution in scripts.\n\n")
	}
	switch words[0] {
	case "update":
		return a.update()
	case "install", "remove", "purge", "reinstall", "upgrade", "full-upgrade", "dist-upgrade", "autoremove",
		"build-dep":
		return a.change(words[0], words[1:])
	case "clean", "autoclean":
		return 0
	}
	r.unsupported(words[0])
	return 100
}

func (a *apt) print(parts ...string) {
	if !a.quiet {
		a.r.print(parts...)
	}
}

func (a *apt) printf(format string, args ...any) { a.print(sprintf(format, args...)) }

// fail tells an error as apt does and ends it.
func (a *apt) fail(lines ...string) int {
	for _, line := range lines {
		a.r.stderr("E: " + line + "\n")
	}
	return 100
}

// lock opens a lock file, or says why that cannot be.
func (a *apt) lock(path string) (refused string) {
	flags := primitives.O_RDWR | primitives.O_CREAT | primitives.O_NOFOLLOW
	f, err := linux.OpenFile(path, flags, 0o640)
	if err != nil {
		return sprintf("Could not open lock file %s - open (%d: %s)", path, errnoNumber(err),
			primitives.ErrnoOf(err).Text())
	}
	_ = f.Close()
	return ""
}

func errnoNumber(err error) int { return int(primitives.ErrnoOf(err)) }

// update asks for the lists of packages.
func (a *apt) update() int {
	partial := aptLists + "/partial"
	if _, err := linux.Stat(partial); err != nil {
		if err := linux.Mkdir(partial, 0o700); err != nil {
			a.print("Reading package lists...\n")
			return a.fail(sprintf("List directory %s is missing. - Acquire (%d: %s)",
				partial, errnoNumber(err), primitives.ErrnoOf(err).Text()))
		}
	}
	if refused := a.lock(aptLists + "/lock"); refused != "" {
		a.print("Reading package lists...\n")
		return a.fail(refused, "Unable to lock directory "+aptLists+"/")
	}
	reason := a.unreachable()
	for try := range aptTries {
		for i, index := range aptIndexes {
			word := "Ign"
			if try == aptTries-1 {
				word = "Err"
			}
			a.printf("%s:%d http://%s/%s InRelease\n", word, i+1, aptHost, index[0])
			if word == "Err" {
				a.print("  ", reason, "\n")
			}
		}
		if try < aptTries-1 {
			_ = linux.Nanosleep(aptPause)
		}
	}
	a.print("Reading package lists...\n")
	if a.r.which == "apt" {
		a.print("Building dependency tree...\nReading state information...\nAll packages are up to date.\n")
	}
	for _, index := range aptIndexes {
		a.r.stderr(sprintf("W: Failed to fetch http://%s/%s/InRelease  %s\n", aptHost, index[1], reason))
	}
	a.r.stderr("W: Some index files failed to download. They have been ignored, or old ones used instead.\n")
	return 0
}

// unreachable says why no list can be had. Where one could be, what apt would do is not known here.
func (a *apt) unreachable() string {
	if a.r.getenv("http_proxy") != "" {
		a.r.unsupported("through a proxy")
	}
	addresses, err := lookup(aptHost)
	if err == nil {
		var fd int
		if fd, err = dial(addresses[0], 80, aptPause); err == nil {
			_ = linux.Close(fd)
			a.r.unsupported("with a network")
		}
		return sprintf("Could not connect to %s:80 (%s). - connect (%d: %s)",
			aptHost, dotted(addresses[0]), int(err.errno), err.errno.Text())
	}
	if err.eai == linux.EaiAgain {
		return sprintf("Temporary failure resolving '%s'", aptHost)
	}
	return sprintf("Could not resolve '%s'", aptHost)
}

// change refuses what would install or remove packages: without lists none is known.
func (a *apt) change(command string, packages []string) int {
	const lock = "/var/lib/dpkg/lock-frontend"
	if refused := a.lock(lock); refused != "" {
		return a.fail(refused, "Unable to acquire the dpkg frontend lock ("+lock+"), are you root?")
	}
	packages = slices.DeleteFunc(packages,
		func(p string) bool { return strings.HasPrefix(p, "./") || strings.HasPrefix(p, "/") })
	for _, p := range packages {
		if slices.Contains(aptInstalled, p) {
			a.r.unsupported("of " + p + ", which is installed")
		}
	}
	a.print("Reading package lists...\nBuilding dependency tree...\nReading state information...\n")
	for _, p := range packages {
		a.r.stderr("E: Unable to locate package " + p + "\n")
	}
	if len(packages) > 0 {
		return 100
	}
	if strings.HasSuffix(command, "upgrade") {
		a.print("Calculating upgrade...\n")
	}
	a.print("0 upgraded, 0 newly installed, 0 to remove and 0 not upgraded.\n")
	return 0
}

// aptInstalled are packages whose programs the image has, so that apt would not miss them.
var aptInstalled = strings.Fields("adduser apt base-files base-passwd bash bsdutils bzip2 ca-certificates " +
	"coreutils " +
	"curl dash debconf debianutils diffutils dpkg file findutils git gpgv grep gzip hostname " +
	"init-system-helpers jq " +
	"libc-bin libc6 login mawk mount ncurses-base ncurses-bin nodejs openssl passwd patch perl perl-base " +
	"procps python3 python3-pip " +
	"sed sysvinit-utils tar tree tzdata unzip util-linux wget xxd xz-utils zip zstd")

// dpkgMain refuses to change packages to those who may not; it knows of no packages to ask about.
func dpkgMain(r *run) int {
	r.usageStatus = 2
	if len(r.args) == 0 {
		r.stderr("dpkg: error: need an action option\n\nType dpkg --help for help about installing and " +
			"deinstalling packages [*];\n" +
			"Use 'apt' or 'aptitude' for user-friendly package management;\nType dpkg -Dhelp for a list " +
			"of dpkg debug flag values;\n" +
			"Type dpkg --force-help for a list of forcing options;\nType dpkg-deb --help for help about " +
			"manipulating *.deb files;\n\n" +
			"Options marked [*] produce a lot of output - pipe it through 'less' or 'more' !\n")
		return 2
	}
	switch r.args[0] {
	case "--version":
		r.print("Debian 'dpkg' package management program version 1.21.22 (amd64).\n" +
			"This is free software; see the GNU General Public License version 2 or\n" +
			"later for copying conditions. There is NO warranty.\n")
		return 0
	case "--print-architecture":
		r.print("amd64\n")
		return 0
	case "--print-foreign-architectures":
		return 0
	case "-i", "--install", "-r", "--remove", "-P", "--purge", "--unpack", "--configure", "--update-avail":
		if linux.Geteuid() != 0 {
			r.stderr("dpkg: error: requested operation requires superuser privilege\n")
			return 2
		}
	}
	r.unsupported(r.args[0])
	return 2
}
