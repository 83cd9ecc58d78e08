package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// backup keeps what cp, mv, ln and install would overwrite.
type backup struct {
	kind, suffix string // kind "" makes none
	given        bool   // the suffix
	made         string // the last one
}

const backupSpec = " b /backup? S:/suffix "

// option takes an option of backupSpec and reports whether it was one.
func (b *backup) option(r *run, o option) bool {
	switch o.name {
	case "b", "backup":
		method := o.value
		if !o.given {
			method = r.getenv("VERSION_CONTROL")
		}
		if method == "" {
			method = "existing"
		}
		b.kind = r.choose("backup type", method, "none|off", "simple|never", "existing|nil", "numbered|t")
		if b.kind == "none" {
			b.kind = ""
		}
	case "S":
		b.suffix, b.given = o.value, true
		if b.kind == "" {
			b.kind = "existing"
		}
	default:
		return false
	}
	return true
}

// make renames name out of the way.
func (b *backup) make(r *run, name string) error {
	b.made = b.nameFor(r, name)
	return linux.Rename(name, b.made)
}

// nameFor is what the backup of name will be called.
func (b *backup) nameFor(r *run, name string) string {
	highest := b.highest(name)
	if b.kind != "simple" && (b.kind != "existing" || highest > 0) {
		return name + ".~" + strconv.Itoa(highest+1) + "~"
	}
	suffix := r.getenv("SIMPLE_BACKUP_SUFFIX")
	if !b.given && suffix != "" && !strings.Contains(suffix, "/") {
		return name + suffix
	}
	return name + b.suffix
}

// note is what -v adds for a backup that was just made.
func (b *backup) note(r *run) string {
	if b.made == "" {
		return ""
	}
	text := " (backup: " + r.quoted(b.made) + ")"
	b.made = ""
	return text
}

// before is what ln -v says of a backup in front of the link.
func (b *backup) before(r *run) string {
	if b.made == "" {
		return ""
	}
	text := r.quoted(b.made) + " ~ "
	b.made = ""
	return text
}

// excludes refuses a backup together with -n.
func (b *backup) excludes(r *run, keep bool) {
	if b.kind != "" && keep {
		r.usage("options --backup and --no-clobber are mutually exclusive")
	}
}

// highest is the largest number of the numbered backups of name.
func (b *backup) highest(name string) int {
	list, err := linux.ReadDir(dirName(name))
	if err != nil {
		return 0
	}
	most := 0
	for _, e := range list {
		rest, ok := strings.CutPrefix(e.Name, baseName(name)+".~")
		if n, err := strconv.Atoi(strings.TrimSuffix(rest, "~")); ok && err == nil {
			most = max(most, n)
		}
	}
	return most
}
