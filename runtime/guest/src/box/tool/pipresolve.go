package tool

import (
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// pipPlan is what an installation comes to.
type pipPlan struct {
	chosen  map[string]*pipWheel // by normal name
	deps    map[string][]string
	order   []string // as they were met
	direct  map[string]bool
	settled map[string]bool // installed, and good enough
}

// fromFolders installs wheels of folders and files, with what they need. Nothing is asked of an index.
func (p *pip) fromFolders(command string, wants []pipRequirement, files []*pipWheel) int {
	plan := &pipPlan{
		chosen: map[string]*pipWheel{}, deps: map[string][]string{}, direct: map[string]bool{}, settled: map[string]bool{},
	}
	for _, w := range files {
		if code := p.take(plan, w, nil); code != 0 {
			return code
		}
		plan.direct[normalName(w.name)] = true
	}
	for i := range wants {
		if code := p.want(plan, &wants[i], command); code != 0 {
			return code
		}
	}
	if command == "download" {
		return p.save(plan)
	}
	return p.carryOut(plan)
}

// want finds a wheel for a requirement, and for what that needs in turn.
func (p *pip) want(plan *pipPlan, q *pipRequirement, command string) int {
	key := normalName(q.name)
	if w := plan.chosen[key]; w != nil {
		if !q.allows(w.version) {
			p.r.unsupported("choice between versions of " + q.name)
		}
		return 0
	}
	plan.direct[key] = plan.direct[key] || q.direct
	if d := p.find(q.name); d != nil && p.target == "" && command == "install" && q.allows(d.version) {
		if !plan.settled[key] {
			p.say("Requirement already satisfied: " + q.String() + " in " + d.dir + q.wanted() + " (" + d.version + ")")
		}
		plan.settled[key] = true
		if best := p.best(q); !q.direct || !p.upgrade || best == nil || best.version == d.version {
			return 0
		}
	}
	w := p.best(q)
	if w == nil {
		return p.missing(q)
	}
	return p.take(plan, w, q)
}

// missing says that no wheel will do.
func (p *pip) missing(q *pipRequirement) int {
	if q.from != "" && !strings.HasPrefix(q.from, "-r ") {
		p.say("INFO: pip is looking at multiple versions of " + q.from + " to determine which version is compatible with other " +
			"requirements. This could take a while.")
	}
	var versions []string
	for _, w := range p.candidates(q.name) {
		if !slices.Contains(versions, w.version) {
			versions = append(versions, w.version)
		}
	}
	slices.Reverse(versions)
	list := strings.Join(versions, ", ")
	if versions == nil {
		list = "none"
	}
	p.error("Could not find a version that satisfies the requirement " + q.String() + q.wanted() + " (from versions: " + list + ")")
	return p.error("No matching distribution found for " + q.String())
}

// take puts a wheel on the plan, and what it needs after it.
func (p *pip) take(plan *pipPlan, w *pipWheel, q *pipRequirement) int {
	shown := w.path
	if cwd, err := linux.Getcwd(); err == nil {
		full := w.path
		if !strings.HasPrefix(full, "/") {
			full = join(cwd, full)
		}
		shown = path.Clean(full)
		if rest, inside := strings.CutPrefix(shown, cwd+"/"); inside {
			shown = "./" + rest
		}
	}
	from := ""
	var extras []string
	if q != nil {
		from, extras = q.wanted(), q.extras
	}
	p.say("Processing " + shown + from)
	if err := p.open(w); err != nil {
		if e := primitives.ErrnoOf(err); e != primitives.EIO {
			return p.error(sprintf("Could not install packages due to an OSError: [Errno %d] %s: '%s'\n", uint16(e), e.Text(), w.path))
		}
		return p.error("Wheel '" + w.name + "' located at " + shown + " is invalid.")
	}
	key := normalName(w.name)
	plan.chosen[key] = w
	plan.order = append(plan.order, key)
	if p.noDeps {
		return 0
	}
	for _, line := range w.requires {
		dep, ok := parsePipRequirement(line)
		if !ok {
			p.r.unsupported("requirement " + line)
		}
		if !p.applies(dep.marker, extras) {
			continue
		}
		dep.from = w.name
		plan.deps[key] = append(plan.deps[key], normalName(dep.name))
		if code := p.want(plan, &dep, "install"); code != 0 {
			return code
		}
	}
	return 0
}

// candidates are the wheels of a project in the folders, the newest first.
func (p *pip) candidates(name string) []*pipWheel {
	var list []*pipWheel
	for _, dir := range p.links {
		entries, err := linux.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			w, ok := parseWheelName(join(dir, e.Name))
			if !ok || normalName(w.name) != normalName(name) {
				continue
			}
			if w.fits() {
				list = append(list, w)
			} else if w.native() {
				p.r.unsupported("native wheel " + e.Name)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *pipWheel) int {
		x, _ := parsePipVersion(a.version)
		y, _ := parsePipVersion(b.version)
		return y.compare(x)
	})
	return list
}

// best is the newest wheel that a requirement allows, nil if there is none.
func (p *pip) best(q *pipRequirement) *pipWheel {
	var early *pipWheel
	for _, w := range p.candidates(q.name) {
		k, _ := parsePipVersion(w.version)
		named := slices.ContainsFunc(q.specs, func(s pipSpecifier) bool {
			v, ok := parsePipVersion(s.version)
			return ok && v.early()
		})
		switch {
		case !q.allows(w.version):
		case k.early() && !p.pre && !named:
			if early == nil {
				early = w
			}
		default:
			return w
		}
	}
	return early // if there is nothing else
}

// carryOut installs what is on the plan, what is needed before what needs it.
func (p *pip) carryOut(plan *pipPlan) int {
	if plan.order == nil {
		return 0
	}
	var order []string
	var visit func(key string)
	visit = func(key string) {
		if plan.chosen[key] == nil || slices.Contains(order, key) {
			return
		}
		for _, d := range plan.deps[key] {
			if d != key {
				visit(d)
			}
		}
		order = append(order, key)
	}
	for _, key := range slices.Sorted(slices.Values(plan.order)) {
		visit(key)
	}
	var names, done []string
	for _, key := range order {
		names = append(names, plan.chosen[key].name)
		done = append(done, plan.chosen[key].name+"-"+plan.chosen[key].version)
	}
	p.say("Installing collected packages: " + strings.Join(names, ", "))
	for _, key := range order {
		w := plan.chosen[key]
		if d := p.find(key); d != nil && p.target == "" {
			p.say("  Attempting uninstall: " + d.name + "\n    Found existing installation: " + d.name + " " + d.version +
				"\n    Uninstalling " + d.name + "-" + d.version + ":")
			if err := p.removeFiles(d); err != nil {
				return p.failed(err, d.dir)
			}
			p.say("      Successfully uninstalled " + d.name + "-" + d.version)
		}
		if err := p.place(w, plan.direct[key]); err != nil {
			return p.failed(err, p.folder())
		}
	}
	slices.Sort(done)
	p.say("Successfully installed " + strings.Join(done, " "))
	return 0
}

// failed says why files could not be written.
func (p *pip) failed(err error, where string) int {
	e := primitives.ErrnoOf(err)
	text := sprintf("Could not install packages due to an OSError: [Errno %d] %s: '%s'\n", uint16(e), e.Text(), where)
	if e == primitives.EACCES {
		text += "Consider using the `--user` option or check the permissions.\n"
	}
	return p.error(text)
}

// save copies the wheels of the plan into a folder.
func (p *pip) save(plan *pipPlan) int {
	if err := makeDirs(p.dest); err != nil {
		return p.failed(err, p.dest)
	}
	for _, key := range plan.order {
		w := plan.chosen[key]
		to := join(p.dest, path.Base(w.path))
		data, err := readFile(w.path)
		if err == nil {
			err = writeNew(to, data, 0o644)
		}
		if err != nil {
			return p.failed(err, to)
		}
		if !strings.HasPrefix(to, "/") && !strings.HasPrefix(to, ".") {
			to = "./" + to
		}
		p.say("Saved " + to)
	}
	p.say("Successfully downloaded " + strings.Join(plan.order, " "))
	return 0
}
