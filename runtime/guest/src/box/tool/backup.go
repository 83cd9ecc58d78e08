package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// backup keeps what cp, mv, ln and install would overwrite.
type backup struct{ kind, suffix string } // kind "" makes none

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
		b.suffix = o.value
		if b.kind == "" {
			b.kind = "existing"
		}
	default:
		return false
	}
	return true
}

// make renames name out of the way.
func (b *backup) make(name string) error {
	highest := b.highest(name)
	if b.kind == "simple" || b.kind == "existing" && highest == 0 {
		return linux.Rename(name, name+b.suffix)
	}
	return linux.Rename(name, name+".~"+strconv.Itoa(highest+1)+"~")
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
