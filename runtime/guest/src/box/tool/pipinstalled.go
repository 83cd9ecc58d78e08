package tool

import (
	"bufio"
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// info is the .dist-info folder of an installed distribution.
func (d *distribution) info() string { return join(d.dir, d.folder) }

// meta is its METADATA.
func (d *distribution) meta() string {
	b, _ := readFile(join(d.info(), "METADATA"))
	return string(b)
}

// files are the files of its RECORD, absolute.
func (d *distribution) files() []string {
	b, err := readFile(join(d.info(), "RECORD"))
	if err != nil {
		return nil
	}
	var list []string
	for line := range strings.SplitSeq(string(b), "\n") {
		cells := strings.Split(line, ",")
		if name := strings.Trim(strings.Join(cells[:max(len(cells)-2, 0)], ","), `"`); name != "" {
			list = append(list, path.Clean(join(d.dir, name)))
		}
	}
	return list
}

// removeFiles takes a distribution's files away, compiled ones too, and folders that are empty then.
func (p *pip) removeFiles(d *distribution) error {
	var dirs []string
	for _, file := range d.files() {
		if stem, ok := strings.CutSuffix(path.Base(file), ".py"); ok {
			cache := join(dirName(file), "__pycache__")
			list, _ := linux.ReadDir(cache)
			for _, e := range list {
				if strings.HasPrefix(e.Name, stem+".cpython-") {
					_ = linux.Unlink(join(cache, e.Name))
				}
			}
			dirs = append(dirs, cache)
		}
		if err := linux.Unlink(file); err != nil && primitives.ErrnoOf(err) != primitives.ENOENT {
			return err
		}
		for dir := dirName(file); strings.HasPrefix(dir, d.dir+"/"); dir = dirName(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.SortFunc(dirs, func(a, b string) int { return len(b) - len(a) })
	for _, dir := range dirs {
		_ = linux.Rmdir(dir) // what others still have files in stays
	}
	return nil
}

func (p *pip) uninstall(words []string) int {
	for _, name := range p.requirements {
		list, code := p.requirementFile(name)
		if code != 0 {
			return code
		}
		words = append(words, list...)
	}
	if len(words) == 0 {
		return p.error("You must give at least one requirement to uninstall (see \"pip help uninstall\")")
	}
	if text, err := readFile(pipManaged); err == nil && !p.breakSystem {
		p.managed(string(text))
		return 1
	}
	for _, w := range words {
		q, ok := parsePipRequirement(w)
		if !ok {
			return p.error("Invalid requirement: '" + w + "': Expected package name at the start of dependency specifier\n    " + w + "\n    ^")
		}
		d := p.find(q.name)
		if d == nil {
			p.r.stderr("WARNING: Skipping " + q.name + " as it is not installed.\n")
			continue
		}
		p.say("Found existing installation: " + d.name + " " + d.version + "\nUninstalling " + d.name + "-" + d.version + ":")
		if !p.yes && !p.confirmed(d) {
			continue
		}
		if err := p.removeFiles(d); err != nil {
			return p.failed(err, d.dir)
		}
		p.say("  Successfully uninstalled " + d.name + "-" + d.version)
	}
	return 0
}

// confirmed asks whether to go on.
func (p *pip) confirmed(d *distribution) bool {
	var shown []string
	for _, f := range d.files() {
		rest, inside := strings.CutPrefix(f, d.dir+"/")
		if top, _, deep := strings.Cut(rest, "/"); inside && deep {
			f = join(d.dir, top) + "/*"
		}
		if !slices.Contains(shown, f) {
			shown = append(shown, f)
		}
	}
	slices.Sort(shown)
	p.r.print("  Would remove:\n")
	for _, f := range shown {
		p.r.print("    ", f, "\n")
	}
	p.r.print("Proceed (Y/n)? ")
	line, err := bufio.NewReader(&linux.File{Fd: 0}).ReadString('\n')
	if err != nil && line == "" {
		p.r.unsupported("uninstall without an answer")
	}
	line = strings.ToLower(strings.TrimSpace(line))
	return line == "" || line == "y"
}

// check tells of requirements that installed distributions have and nothing meets.
func (p *pip) check() int {
	broken := 0
	for _, d := range p.distributions() {
		for _, line := range metadata(d.meta(), "Requires-Dist") {
			q, ok := parsePipRequirement(line)
			if !ok || !p.applies(q.marker, nil) {
				continue
			}
			other := p.find(q.name)
			switch {
			case other == nil:
				p.r.print(d.name, " ", d.version, " requires ", q.name, ", which is not installed.\n")
			case !q.allows(other.version):
				p.r.print(d.name, " ", d.version, " has requirement ", q.String(), ", but you have ", other.name, " ",
					other.version, ".\n")
			default:
				continue
			}
			broken = 1
		}
	}
	if broken == 0 {
		p.r.print("No broken requirements found.\n")
	}
	return broken
}

// describe is what show says of one distribution.
func (p *pip) describe(d *distribution) {
	text := d.meta()
	one := func(name string) string {
		if v := metadata(text, name); v != nil {
			return v[0]
		}
		return ""
	}
	requires := func(d *distribution) []string {
		var names []string
		for _, line := range metadata(d.meta(), "Requires-Dist") {
			if q, ok := parsePipRequirement(line); ok && !strings.Contains(q.marker, "extra") {
				names = append(names, q.name)
			}
		}
		slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
		return names
	}
	var by []string
	for _, other := range p.distributions() {
		if slices.ContainsFunc(requires(&other), func(n string) bool { return normalName(n) == normalName(d.name) }) {
			by = append(by, other.name)
		}
	}
	for _, name := range []string{"Name", "Version", "Summary", "Home-page", "Author", "Author-email", "License"} {
		value := one(name)
		switch name {
		case "Name":
			value = d.name
		case "Version":
			value = d.version
		}
		p.r.print(name, ": ", value, "\n")
	}
	p.r.print("Location: ", d.dir, "\nRequires: ", strings.Join(requires(d), ", "), "\nRequired-by: ", strings.Join(by, ", "), "\n")
	if p.withFiles {
		p.r.print("Files:\n")
		var files []string
		for _, f := range d.files() {
			files = append(files, relative(d.dir, f))
		}
		slices.Sort(files)
		for _, f := range files {
			p.r.print("  ", f, "\n")
		}
	}
}
