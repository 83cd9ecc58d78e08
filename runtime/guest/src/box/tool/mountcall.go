package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// mountRequest is what a command line of mount asks for.
type mountRequest struct {
	r              *run
	source, target string
	kind           string   // -t
	flags          int      // of mount(2)
	data           []string // options of the file system
	given          []string // of the flags, what was said: a remount keeps the rest
	propagation    int
	mkdir          bool
	fake, verbose  bool
}

// mountOptions are the options that stand for flags, mount(8).
var mountOptions = map[string]struct {
	set, clear int
}{
	"ro": {linux.MsRdonly, 0}, "rw": {0, linux.MsRdonly},
	"nosuid": {linux.MsNosuid, 0}, "suid": {0, linux.MsNosuid},
	"nodev": {linux.MsNodev, 0}, "dev": {0, linux.MsNodev},
	"noexec": {linux.MsNoexec, 0}, "exec": {0, linux.MsNoexec},
	"sync": {linux.MsSynchronous, 0}, "async": {0, linux.MsSynchronous},
	"dirsync": {linux.MsDirsync, 0}, "nosymfollow": {linux.MsNosymfollow, 0},
	"remount": {linux.MsRemount, 0}, "bind": {linux.MsBind, 0},
	"rbind": {linux.MsBind | linux.MsRec, 0}, "move": {linux.MsMove, 0},
	"noatime": {linux.MsNoatime, linux.MsStrictatime}, "atime": {0, linux.MsNoatime},
	"nodiratime": {linux.MsNodiratime, 0}, "diratime": {0, linux.MsNodiratime},
	"relatime":   {linux.MsRelatime, linux.MsNoatime | linux.MsStrictatime},
	"norelatime": {0, linux.MsRelatime}, "nostrictatime": {0, linux.MsStrictatime},
	"strictatime": {linux.MsStrictatime, linux.MsNoatime | linux.MsRelatime},
	"silent":      {linux.MsSilent, 0}, "loud": {0, linux.MsSilent},
	"defaults": {0, linux.MsRdonly | linux.MsNosuid | linux.MsNodev | linux.MsNoexec | linux.MsSynchronous},
}

// mountIgnored are options that are no business of the kernel.
var mountIgnored = []string{
	"auto", "noauto", "user", "nouser", "users", "owner", "group", "nofail", "_netdev", "nouser_xattr",
}

// mountPropagation are the ways in which mounts spread.
var mountPropagation = map[string]int{
	"private": linux.MsPrivate, "slave": linux.MsSlave, "shared": linux.MsShared,
	"unbindable": linux.MsUnbindable,
}

func (m *mountRequest) option(o option) {
	switch o.name {
	case "t":
		m.kind = o.value
	case "o":
		for word := range strings.SplitSeq(o.value, ",") {
			m.word(word)
		}
	case "B":
		m.word("bind")
	case "R":
		m.word("rbind")
	case "M":
		m.word("move")
	case "r":
		m.word("ro")
	case "w":
		m.word("rw")
	case "m":
		m.mkdir = true
	case "f":
		m.fake = true
	case "v":
		m.verbose = true
	case "source":
		m.source = o.value
	case "target":
		m.target = o.value
	default:
		if how, ok := strings.CutPrefix(o.name, "make-"); ok {
			m.word(how)
		}
	}
}

// word takes one option of -o.
func (m *mountRequest) word(word string) {
	name, _, _ := strings.Cut(word, "=")
	how, recursive := strings.CutPrefix(word, "r")
	if mountPropagation[word] != 0 {
		how, recursive = word, false
	}
	flag, known := mountOptions[word]
	switch {
	case word == "" || slices.Contains(mountIgnored, word) || strings.HasPrefix(word, "x-"):
	case name == "X-mount.mkdir" || name == "x-mount.mkdir":
		m.mkdir = true
	case known:
		m.flags = m.flags&^flag.clear | flag.set
		m.given = append(m.given, word)
	case mountPropagation[how] != 0:
		m.propagation |= mountPropagation[how]
		if recursive {
			m.propagation |= linux.MsRec
		}
	case name == "loop":
		unsupportedNote("mount -o loop")
	default:
		m.data = append(m.data, word)
	}
}

// run makes the calls. The status is mount's: 1 for a wrong command line, 32 for a call that failed.
func (m *mountRequest) run(words []string) int {
	only := false // the place alone was named
	switch {
	case m.target == "" && len(words) == 1:
		m.target, only = words[0], m.source == ""
	case m.target == "" && len(words) == 2:
		m.source, m.target = words[0], words[1]
	case len(words) == 1 && m.source == "":
		m.source = words[0]
	case len(words) > 0:
		m.r.usage("bad usage")
	}
	if only && m.flags&linux.MsRemount == 0 && m.propagation == 0 {
		m.r.message(m.target + ": can't find in /etc/fstab.")
		return 1
	}
	if _, err := linux.Stat(m.target); err != nil && m.mkdir {
		m.makeTarget()
	}
	if only && m.flags&linux.MsRemount != 0 {
		m.keep()
	}
	if m.fake {
		return 0
	}
	if err := m.call(); err != nil {
		m.r.message(m.refusal(primitives.ErrnoOf(err)))
		m.r.stderr("       dmesg(1) may have more information after failed mount system call.\n")
		return 32
	}
	if m.verbose {
		m.r.print("mount: ", m.source, " mounted on ", resolved(m.target), ".\n")
	}
	return 0
}

// makeTarget makes the place and what leads there, --mkdir.
func (m *mountRequest) makeTarget() {
	for i := range m.target {
		if i > 0 && m.target[i] == '/' {
			_ = linux.Mkdir(m.target[:i], 0o755) // the last one tells
		}
	}
	if err := linux.Mkdir(m.target, 0o755); err != nil {
		m.r.dieErr(1, err, "%s: cannot create directory", m.target)
	}
}

// keep adds the flags that the mount has already and of which nothing was said.
func (m *mountRequest) keep() {
	said := m.given
	for _, word := range mountedOptions(resolved(m.target)) {
		flag, known := mountOptions[word]
		if !known {
			continue
		}
		if !slices.ContainsFunc(said, func(s string) bool {
			o := mountOptions[s]
			both := flag.set | flag.clear
			return (o.set|o.clear)&both != 0
		}) {
			m.flags |= flag.set
		}
	}
}

// mountedOptions are the options of what is mounted at a place, or nil.
func mountedOptions(at string) (options []string) {
	text, err := readFile("/proc/self/mounts")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 3 && mountText(f[1]) == at {
			options = strings.Split(f[3], ",")
		}
	}
	return options
}

// call makes the call, and what libmount makes after it: the flags of a bind mount, and the propagation.
func (m *mountRequest) call() error {
	const graft = linux.MsBind | linux.MsMove
	data := strings.Join(m.data, ",")
	kind, _, _ := strings.Cut(m.kind, ",")
	var err error
	switch {
	case m.flags&linux.MsRemount == 0 && m.flags&graft != 0:
		if err = linux.Mount(m.source, m.target, "", m.flags&(graft|linux.MsRec), ""); err != nil {
			return err
		}
		if rest := m.flags &^ (graft | linux.MsRec); rest != 0 && m.flags&linux.MsBind != 0 {
			err = linux.Mount("", m.target, "", rest|linux.MsRemount|linux.MsBind, "")
		}
	case m.flags&linux.MsRemount != 0 || m.source != "":
		if kind == "" && m.flags&linux.MsRemount == 0 || kind == "auto" {
			kind = "ext4" // what a disk has: there is none
		}
		err = linux.Mount(m.source, m.target, kind, m.flags, data)
	}
	if err != nil || m.propagation == 0 {
		return err
	}
	return linux.Mount("", m.target, "", m.propagation, "")
}

// resolved is a path as mount and umount print it.
func resolved(name string) string {
	if path, err := canonical(name, canonExisting); err == nil {
		return path
	}
	return name
}

// refusal is the text of an error, as libmount has it.
func (m *mountRequest) refusal(e primitives.Errno) string {
	at, from := resolved(m.target), resolved(m.source)
	st, missing := linux.Stat(m.target)
	remount, change := m.flags&linux.MsRemount != 0, m.source == "" && m.propagation != 0
	text := "mount(2) system call failed: " + e.Text() + "."
	switch {
	case e == primitives.ENOENT && missing != nil:
		text = "mount point does not exist."
	case e == primitives.ENOENT:
		text = "special device " + from + " does not exist."
	case e == primitives.EPERM && linux.Geteuid() != 0:
		text = "must be superuser to use mount."
	case e == primitives.EPERM:
		text = "permission denied."
	case e == primitives.ENOTDIR && missing == nil && !st.IsDir():
		text = "mount point is not a directory."
	case e == primitives.EBUSY && remount:
		text = "mount point is busy."
	case e == primitives.EBUSY:
		text = from + " already mounted or mount point busy."
	case e == primitives.EINVAL && remount:
		text = "mount point not mounted or bad option."
	case e == primitives.EINVAL && change:
		text = "not mount point or bad option."
	case e == primitives.EINVAL:
		text = "wrong fs type, bad option, bad superblock on " + from +
			", missing codepage or helper program, or other error."
	case e == primitives.ENODEV:
		text = "unknown filesystem type '" + m.kind + "'."
	case e == primitives.ENOTBLK:
		text = from + " is not a block device."
		if f, err := linux.Stat(m.source); err == nil && f.IsRegular() {
			text = from + ` is not a block device; try "-o loop".`
		}
	case e == primitives.ENXIO:
		text = from + " is not a valid block device."
	}
	return at + ": " + text
}
