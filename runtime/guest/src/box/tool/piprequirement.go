package tool

import (
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// folders reads requirements that wheels at hand may meet: with --find-links, or files alone. It returns
// nothing where an index has to be asked.
func (p *pip) folders(words []string) (wants []pipRequirement, files []*pipWheel, code int) {
	named := func(w string) bool { return strings.HasSuffix(w, ".whl") && !strings.Contains(w, "://") }
	if p.links == nil && (!slices.ContainsFunc(words, named) || slices.ContainsFunc(words, func(w string) bool { return !named(w) })) {
		return nil, nil, 0
	}
	for i, word := range words {
		if named(word) {
			w, code := p.named(word)
			if code != 0 {
				return nil, nil, code
			}
			files = append(files, w)
			continue
		}
		q, ok := parsePipRequirement(word)
		if !ok {
			return nil, nil, p.error("Invalid requirement: '" + word + "': Expected package name at the start of dependency specifier\n" +
				"    " + word + "\n    ^")
		}
		if !p.applies(q.marker, nil) {
			continue
		}
		q.direct = true
		if i >= len(words)-len(p.lines) {
			q.from = p.lines[i-len(words)+len(p.lines)]
		}
		if !p.noIndex && p.find(q.name) == nil {
			if _, answered := p.ask(q.name, word); answered {
				p.r.unsupported("--find-links beside an index")
			}
		}
		wants = append(wants, q)
	}
	return wants, files, 0
}

// named is a wheel that the command line names.
func (p *pip) named(file string) (*pipWheel, int) {
	w, ok := parseWheelName(file)
	if _, err := linux.Stat(file); err != nil {
		p.r.stderr("WARNING: Requirement '" + file + "' looks like a filename, but the file does not exist\n")
	}
	switch {
	case !ok:
		return nil, p.error(path.Base(file) + " is not a valid wheel filename.")
	case w.native():
		p.r.unsupported("native wheel " + path.Base(file))
	case !w.fits():
		return nil, p.error(path.Base(file) + " is not a supported wheel on this platform.")
	}
	return w, 0
}

func (p *pip) requirementFile(name string) (list []string, code int) {
	text, err := readFile(name)
	if err != nil {
		e := primitives.ErrnoOf(err)
		return nil, p.error(sprintf("Could not open requirements file: [Errno %d] %s: '%s'", uint16(e), e.Text(), name))
	}
	number := 0
	for line := range strings.SplitSeq(string(text), "\n") {
		number++
		line, _, _ = strings.Cut(line, " #")
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			if line[0] == '-' {
				p.r.unsupported("requirements option " + line)
			}
			list = append(list, line)
			p.lines = append(p.lines, sprintf("-r %s (line %d)", name, number))
		}
	}
	return list, 0
}
