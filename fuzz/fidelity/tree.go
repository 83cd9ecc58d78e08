package fidelity

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/sandfault/sandfault/fuzz/target"
)

// compiled is a file that Python compiles a module to: its name has the version, its bytes are the version's.
var compiled = regexp.MustCompile(`(\.cpython-)3[0-9]+((?:\.opt-[12])?\.pyc)$`)

// entryName is a file's name, or its path, without what the rules take out of names.
func entryName(s *Scene, name string) string {
	name = pythonVersion(s, compiled.ReplaceAllString(name, "$1<version>$2"))
	if strings.Contains(name, "/") {
		return tempName(s, name)
	}
	return strings.TrimPrefix(tempName(s, "/tmp/"+name), "/tmp/")
}

// CompareTrees returns in what two trees differ: paths, types, modes, owners, sizes, contents and links.
func CompareTrees(a, b []target.Entry, sceneA, sceneB *Scene) []Difference {
	have := map[string]*target.Entry{}
	for i := range b {
		have[entryName(sceneB, b[i].Path)] = &b[i]
	}
	var out []Difference
	for i := range a {
		name := entryName(sceneA, a[i].Path)
		other := have[name]
		delete(have, name)
		if other == nil {
			out = append(out, treeDifference(describe(name, &a[i]), name+": absent"))
		} else if x, y := entryDiff(name, &a[i], other); x != y {
			d := treeDifference(name+": "+x, name+": "+y)
			if strings.HasPrefix(x, contents) && a[i].Path == other.Path {
				d.file = a[i].Path
			}
			out = append(out, d)
		}
	}
	for i := range b {
		name := entryName(sceneB, b[i].Path)
		if have[name] == &b[i] {
			out = append(out, treeDifference(name+": absent", describe(name, &b[i])))
		}
	}
	return topmost(out)
}

func treeDifference(here, there string) Difference {
	return Difference{Field: "tree", Emulator: here, Reference: there}
}

// topmost leaves out what lies below a directory that is itself on one side only.
func topmost(all []Difference) []Difference {
	absent := map[string]bool{}
	for _, d := range all {
		if name, gone := strings.CutSuffix(d.Emulator, ": absent"); gone {
			absent[name] = true
		}
		if name, gone := strings.CutSuffix(d.Reference, ": absent"); gone {
			absent[name] = true
		}
	}
	var out []Difference
	for _, d := range all {
		name, _, _ := strings.Cut(d.Reference, ": ")
		if !absent[path.Dir(name)] {
			out = append(out, d)
		}
	}
	return out
}

func describe(name string, e *target.Entry) string {
	return fmt.Sprintf("%s: mode %06o, owner %d:%d, %d bytes", name, e.Mode, e.UID, e.GID, e.Size)
}

// entryDiff returns the first attribute in which two entries of one name differ.
func entryDiff(name string, a, b *target.Entry) (x, y string) {
	const regular, typeBits = 0o100000, 0o170000
	sized := a.Mode&typeBits == regular && b.Mode&typeBits == regular && !compiled.MatchString(name) &&
		!strings.HasSuffix(name, ".cpython-<version>.pyc")
	switch {
	case a.Mode != b.Mode:
		return fmt.Sprintf("mode %06o", a.Mode), fmt.Sprintf("mode %06o", b.Mode)
	case a.UID != b.UID || a.GID != b.GID:
		return fmt.Sprintf("owner %d:%d", a.UID, a.GID), fmt.Sprintf("owner %d:%d", b.UID, b.GID)
	case a.Link != b.Link:
		return fmt.Sprintf("link to %q", a.Link), fmt.Sprintf("link to %q", b.Link)
	case sized && (a.Size != b.Size || a.SHA256 != b.SHA256 && a.SHA256 != "" && b.SHA256 != ""):
		return contentsOf(a), contentsOf(b)
	}
	return "", ""
}

// contents begins what a difference says of a file that differs in its bytes.
const contents = "contents of "

func contentsOf(e *target.Entry) string {
	const digits = 8
	return fmt.Sprintf("%s%d bytes, sha256 %s", contents, e.Size, e.SHA256[:min(digits, len(e.SHA256))])
}
