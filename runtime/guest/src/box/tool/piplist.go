package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// distribution is an installed package, by its .dist-info folder.
type distribution struct{ name, version, dir, folder string }

func (p *pip) distributions() []distribution {
	var all []distribution
	dirs := []string{pipLocal, pipSystem}
	if home := p.r.getenv("HOME"); home != "" {
		dirs = append([]string{join(home, pipUser)}, dirs...)
	}
	for _, dir := range dirs {
		list, err := linux.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range list {
			stem, ok := strings.CutSuffix(e.Name, ".dist-info")
			if name, version, two := strings.Cut(stem, "-"); ok && two {
				d := distribution{name, version, dir, e.Name}
				if named := metadata(d.meta(), "Name"); named != nil {
					d.name = named[0]
				}
				all = append(all, d)
			}
		}
	}
	slices.SortFunc(all, func(a, b distribution) int {
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return all
}

func normalName(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "-", ".", "-").Replace(s))
}

func (p *pip) find(name string) *distribution {
	for _, d := range p.distributions() {
		if normalName(d.name) == normalName(name) {
			return &d
		}
	}
	return nil
}

func (p *pip) list(freeze bool) int {
	all := p.distributions()
	if p.format == "json" || p.format == "freeze" {
		freeze = p.format == "freeze"
		if !freeze {
			var rows []string
			for _, d := range all {
				rows = append(rows, sprintf(`{"name": "%s", "version": "%s"}`, d.name, d.version))
			}
			p.r.print("[", strings.Join(rows, ", "), "]\n")
			return 0
		}
	}
	if freeze {
		for _, d := range all {
			if d.name != "pip" && d.name != "setuptools" && d.name != "wheel" {
				p.r.print(d.name, "==", d.version, "\n")
			}
		}
		return 0
	}
	if len(all) == 0 {
		return 0
	}
	name, version := len("Package"), len("Version")
	for _, d := range all {
		name, version = max(name, len(d.name)), max(version, len(d.version))
	}
	row := func(a, b string) { p.r.print(a, strings.Repeat(" ", name-len(a)+1), b, "\n") }
	row("Package", "Version")
	row(strings.Repeat("-", name), strings.Repeat("-", version))
	for _, d := range all {
		row(d.name, d.version)
	}
	return 0
}

func (p *pip) show(words []string) int {
	if len(words) == 0 {
		p.r.stderr("WARNING: ERROR: Please provide a package name or names.\n")
		return 1
	}
	var missing []string
	for i, w := range words {
		d := p.find(w)
		if d == nil {
			missing = append(missing, w)
			continue
		}
		if i > 0 {
			p.r.print("---\n")
		}
		p.describe(d)
	}
	if missing != nil {
		p.r.stderr("WARNING: Package(s) not found: " + strings.Join(missing, ", ") + "\n")
	}
	return btoi(len(missing) == len(words))
}
