package tool

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Where Debian keeps packages: what pip installs goes to the first if one may write there.
const (
	pipVersion = "24.3.1"
	pipPython  = "3.13"
	pipLocal   = "/usr/local/lib/python" + pipPython + "/dist-packages"
	pipSystem  = "/usr/lib/python3/dist-packages"
	pipManaged = "/usr/lib/python" + pipPython + "/EXTERNALLY-MANAGED"
	pipUser    = ".local/lib/python" + pipPython + "/site-packages"
	// pipObject stands for the address that Python prints of a connection; it differs in every run.
	pipObject = "0x7f0c5d3e8a90"
)

const pipSpec = "q/quiet v/verbose /no-cache-dir /disable-pip-version-check /no-input /user /break-system-packages U/upgrade " +
	"r:/requirement c:/constraint t:/target /prefix: /root: i:/index-url /extra-index-url: /no-index f:/find-links: /pre " +
	"/no-deps /trusted-host: /timeout: /retries: /proxy: /only-binary: /no-binary: /prefer-binary /require-virtualenv " +
	"/no-build-isolation e:/editable /force-reinstall I/ignore-installed /no-warn-script-location /progress-bar: " +
	"/root-user-action: /format: o/outdated l/local /not-required y/yes d:/dest V /python: /isolated /no-color /log: " +
	"/cert: /exists-action: /dry-run /upgrade-strategy: /path: /exclude: a/all"

type pip struct {
	r                          *run
	user, breakSystem, noIndex bool
	quiet, upgrade             bool
	index, target, proxy       string
	requirements               []string
	lines                      []string // where requirements of files stand
	retries                    int
	timeout                    float64
	format                     string
	links                      []string // folders of wheels
	dest                       string   // of a download
	noDeps, pre, yes, noCache  bool
	withFiles, noScriptWarning bool
}

// pipMain shows what the real pip says where it may not install: no network, no writable
// folder. What it could do with a network it leaves to the word `unsupported`.
func pipMain(r *run) int {
	p := &pip{r: r, dest: ".", retries: 5, timeout: 15, index: "https://pypi.org/simple"}
	if v := r.getenv("PIP_INDEX_URL"); v != "" {
		p.index = v
	}
	r.usageStatus = 2
	version := func(arg string) bool { return arg == "--version" || arg == "-V" }
	if slices.ContainsFunc(r.args, version) && !slices.ContainsFunc(r.args, func(a string) bool { return a[:min(1, len(a))] != "-" }) {
		r.print("pip ", pipVersion, " from ", pipSystem, "/pip (python ", pipPython, ")\n")
		return 0
	}
	spec := pipSpec
	if slices.Contains(r.args, "show") {
		spec = strings.Replace(spec, "f:/find-links:", "f/files", 1)
	}
	opts, words := r.options(spec)
	for _, o := range opts {
		p.option(o)
	}
	if len(words) == 0 {
		r.print("\nUsage:   \n  pip <command> [options]\n")
		return 0
	}
	command, words := words[0], words[1:]
	p.warnOfCache()
	switch command {
	case "install", "download":
		return p.install(command, words)
	case "list", "freeze":
		return p.list(command == "freeze")
	case "show":
		return p.show(words)
	case "uninstall":
		return p.uninstall(words)
	case "check":
		return p.check()
	case "config", "cache", "wheel", "hash", "search", "index", "inspect", "debug", "completion", "help":
		r.unsupported(command)
	}
	r.stderr("ERROR: unknown command \"" + command + "\"\n")
	return 1
}

// warnOfCache tells of a folder for the cache that pip may not write to.
func (p *pip) warnOfCache() {
	dir := join(p.r.getenv("HOME"), ".cache")
	if v := p.r.getenv("XDG_CACHE_HOME"); v != "" {
		dir = v
	}
	dir = join(dir, "pip")
	if p.noCache || p.r.getenv("PIP_NO_CACHE_DIR") != "" || !strings.HasPrefix(dir, "/") || p.owns(dir) {
		return
	}
	p.r.stderr("WARNING: The directory '" + dir + "' or its parent directory is not owned or is not writable by the current user. " +
		"The cache has been disabled. Check the permissions and owner of that directory. If executing pip with sudo, you should " +
		"use sudo's -H flag.\n")
}

// owns asks about a folder, or the nearest above it that is there: root's own, or one that may be written to.
func (p *pip) owns(dir string) bool {
	st, err := linux.Stat(dir)
	for ; err != nil && dir != "/"; st, err = linux.Stat(dir) {
		dir = dirName(dir)
	}
	if linux.Geteuid() == 0 {
		return err == nil && st.UID == 0
	}
	return linux.Access(dir, primitives.W_OK) == nil
}

func (p *pip) option(o option) {
	switch o.name {
	case "q":
		p.quiet = true
	case "user":
		p.user = true
	case "break-system-packages":
		p.breakSystem = true
	case "U", "force-reinstall", "I":
		p.upgrade = true
	case "r":
		p.requirements = append(p.requirements, o.value)
	case "t", "prefix", "root":
		p.target = o.value
	case "i":
		p.index = o.value
	case "no-index":
		p.noIndex = true
	case "timeout":
		p.timeout, _ = strconv.ParseFloat(o.value, 64)
	case "retries":
		p.retries = atoi(o.value)
	case "proxy":
		p.proxy = o.value
	case "format":
		p.format = o.value
	case "d":
		p.dest = o.value
	case "y":
		p.yes = true
	case "no-cache-dir":
		p.noCache = true
	case "no-deps":
		p.noDeps = true
	case "pre":
		p.pre = true
	case "no-warn-script-location":
		p.noScriptWarning = true
	default:
		p.placed(o)
	}
}

// placed is options that say where things are.
func (p *pip) placed(o option) {
	switch o.name {
	case "f":
		if o.value == "" { // show
			p.withFiles = true
			return
		}
		if strings.Contains(o.value, "://") && !strings.HasPrefix(o.value, "file://") {
			p.r.unsupported("-f " + o.value)
		}
		p.links = append(p.links, strings.TrimPrefix(o.value, "file://"))
	case "e", "c", "extra-index-url", "python", "path", "o":
		p.r.unsupported("-" + o.name)
	}
}

func (p *pip) error(text string) int {
	p.r.stderr("ERROR: " + text + "\n")
	return 1
}

// say is what -q holds back.
func (p *pip) say(text string) {
	if !p.quiet {
		p.r.print(text, "\n")
	}
}

func (p *pip) install(command string, words []string) int {
	for _, name := range p.requirements {
		list, code := p.requirementFile(name)
		if code != 0 {
			return code
		}
		words = append(words, list...)
	}
	if len(words) == 0 {
		if len(p.requirements) > 0 {
			return 0
		}
		return p.error("You must give at least one requirement to " + command + " (see \"pip help " + command + "\")")
	}
	if command == "install" && !p.permitted() {
		return 1
	}
	if wants, files, code := p.folders(words); wants != nil || files != nil || code != 0 {
		if code == 0 {
			if p.links != nil {
				p.say("Looking in links: " + strings.Join(p.links, ", "))
			}
			code = p.fromFolders(command, wants, files)
		}
		return code
	}
	for _, w := range words {
		if code := p.one(w); code != 0 {
			return code
		}
	}
	return 0
}

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

// permitted reports what keeps pip from the system's folders, and goes to the user's if that helps.
func (p *pip) permitted() bool {
	if text, err := readFile(pipManaged); err == nil && !p.breakSystem && p.target == "" {
		p.managed(string(text))
		return false
	}
	if p.user || p.target != "" || p.writable(pipLocal) {
		return true
	}
	p.say("Defaulting to user installation because normal site-packages is not writeable")
	p.user = true
	return true
}

// writable asks about a folder, or the nearest above it that is there.
func (p *pip) writable(dir string) bool {
	for ; dir != "/"; dir = dirName(dir) {
		if _, err := linux.Stat(dir); err == nil {
			break
		}
	}
	return linux.Access(dir, primitives.W_OK) == nil
}

// managed prints the error of PEP 668 with the text of the distribution.
func (p *pip) managed(file string) {
	_, text, _ := strings.Cut(file, "Error=")
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	p.r.stderr("error: externally-managed-environment\n\n× This environment is externally managed\n╰─> " + lines[0] + "\n")
	for _, l := range lines[1:] {
		l = strings.TrimSuffix(strings.TrimPrefix(l, " "), "\n")
		if l == "." {
			l = ""
		}
		p.r.stderr("    " + l + "\n")
	}
	p.r.stderr("\nnote: If you believe this is a mistake, please contact your Python installation or OS distribution provider. " +
		"You can override this, at the risk of breaking your Python installation or OS, by passing --break-system-packages.\n" +
		"hint: See PEP 668 for the detailed specification.\n")
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

// one handles a single requirement.
func (p *pip) one(word string) int {
	name := word
	if i := strings.IndexAny(word, "<>=!~[ ;@"); i >= 0 {
		name = word[:i]
	}
	local := strings.HasPrefix(word, ".") || strings.HasPrefix(word, "/") || strings.HasSuffix(word, ".whl")
	switch {
	case local:
		if _, err := linux.Stat(word); err != nil {
			if strings.HasSuffix(word, ".whl") {
				p.r.stderr("WARNING: Requirement '" + word + "' looks like a filename, but the file does not exist\n")
				return p.error(sprintf("Could not install packages due to an OSError: [Errno 2] No such file or directory: '%s'\n",
					strings.TrimPrefix(word, "./")))
			}
			return p.error("Invalid requirement: '" + word + "': Expected package name at the start of dependency specifier\n" +
				"    " + word + "\n    ^\nHint: It looks like a path. File '" + word + "' does not exist.")
		}
		if !strings.HasSuffix(word, ".whl") {
			p.r.unsupported("install from a source tree")
		}
		return p.fromFile(word)
	case strings.Contains(word, "://"):
		p.r.unsupported("install from an address")
	case name == "":
		return p.error("Invalid requirement: '" + word + "': Expected package name at the start of dependency specifier\n" +
			"    " + word + "\n    ^")
	}
	if d := p.find(name); d != nil && !p.upgrade && name == word {
		p.say("Requirement already satisfied: " + word + " in " + d.dir + " (" + d.version + ")")
		return 0
	}
	if !p.noIndex {
		if code, answered := p.ask(name, word); answered {
			return code
		}
	}
	p.error("Could not find a version that satisfies the requirement " + word + " (from versions: none)")
	return p.error("No matching distribution found for " + word)
}

// ask tries the index as often as pip does and tells of every failure. It reports whether the index
// answered, and how the installation went.
func (p *pip) ask(name, word string) (code int, answered bool) {
	a, ok := parseAddress(strings.TrimRight(p.index, "/"))
	if !ok {
		p.r.unsupported("-i " + p.index)
	}
	page := strings.TrimRight(a.path, "/") + "/" + strings.ToLower(strings.ReplaceAll(name, "_", "-")) + "/"
	for left := p.retries; ; left-- {
		trouble := p.reach(a)
		if trouble == "" {
			return p.fromIndex(a, page, word)
		}
		if left == 0 {
			return 0, false
		}
		p.r.stderr(sprintf("WARNING: Retrying (Retry(total=%d, connect=None, read=None, redirect=None, status=None)) after "+
			"connection broken by '%s': %s\n", left-1, trouble, page))
		if tries := p.retries - left; tries > 0 { // urllib3 backs off from the second failure on
			_ = linux.Nanosleep(int64(0.25e9) << tries)
		}
	}
}

// reach connects to the index, or the proxy before it, and returns Python's words for what fails.
func (p *pip) reach(a *address) string {
	proxy := p.proxy
	for _, v := range []string{"https_proxy", "HTTPS_PROXY"} {
		if proxy == "" && a.scheme == "https" {
			proxy = p.r.getenv(v)
		}
	}
	kind := "HTTPConnection"
	if a.scheme == "https" {
		kind = "HTTPSConnection"
	}
	object := "<pip._vendor.urllib3.connection." + kind + " object at " + pipObject + ">"
	to := a
	if proxy != "" {
		to, _ = parseAddress(proxy)
	}
	list, failure := lookup(to.host)
	if failure == nil {
		var fd int
		if fd, failure = dial(list[0], to.port, int64(p.timeout*1e9)); failure == nil {
			_ = linux.Close(fd)
			return ""
		}
	}
	var text string
	switch {
	case failure.eai != 0:
		text = sprintf("NewConnectionError('%s: Failed to establish a new connection: [Errno %d] %s')", object, failure.eai,
			failure.Error())
	case failure.timeout:
		text = sprintf("ConnectTimeoutError(%s, 'Connection to %s timed out. (connect timeout=%s)')", object, to.host,
			pythonFloat(p.timeout))
	default:
		text = sprintf("NewConnectionError('%s: Failed to establish a new connection: [Errno %d] %s')", object,
			uint16(failure.errno), failure.Error())
	}
	if proxy != "" {
		return "ProxyError('Cannot connect to proxy.', " + text + ")"
	}
	return text
}

func pythonFloat(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

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
