package tool

import (
	"slices"
	"strconv"
	"strings"

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
