package git

import (
	"path"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const version = "git version 2.39.5\n"

// commands are the subcommands by name.
func (g *program) commands() map[string]func([]string) int {
	return map[string]func([]string) int{
		"add":              g.addCommand,
		"stage":            g.addCommand,
		"branch":           g.branchCommand,
		"cat-file":         g.catFileCommand,
		"check-ignore":     g.checkIgnoreCommand,
		"cherry-pick":      g.cherryPickCommand,
		"revert":           g.revertCommand,
		"rebase":           g.rebaseCommand,
		"blame":            g.blameCommand,
		"shortlog":         g.shortlogCommand,
		"show-ref":         g.showRefCommand,
		"checkout":         g.checkoutCommand,
		"clean":            g.cleanCommand,
		"clone":            g.cloneCommand,
		"commit":           g.commitCommand,
		"config":           g.configCommand,
		"describe":         g.describeCommand,
		"diff":             g.diffCommand,
		"fetch":            g.fetchCommand,
		"hash-object":      g.hashObjectCommand,
		"init":             g.initCommand,
		"log":              g.logCommand,
		"ls-files":         g.lsFilesCommand,
		"ls-tree":          g.lsTreeCommand,
		"merge":            g.mergeCommand,
		"merge-base":       g.mergeBaseCommand,
		"mv":               g.mvCommand,
		"pull":             g.pullCommand,
		"push":             g.pushCommand,
		"reflog":           g.reflogCommand,
		"remote":           g.remoteCommand,
		"reset":            g.resetCommand,
		"restore":          g.restoreCommand,
		"rev-list":         g.revListCommand,
		"rev-parse":        g.revParseCommand,
		"rm":               g.rmCommand,
		"show":             g.showCommand,
		"stash":            g.stashCommand,
		"notes":            g.notesCommand,
		"for-each-ref":     g.forEachRefCommand,
		"update-index":     g.updateIndexCommand,
		"write-tree":       g.writeTreeCommand,
		"read-tree":        g.readTreeCommand,
		"commit-tree":      g.commitTreeCommand,
		"mktree":           g.mktreeCommand,
		"diff-files":       g.diffFilesCommand,
		"diff-index":       g.diffIndexCommand,
		"diff-tree":        g.diffTreeCommand,
		"var":              g.varCommand,
		"stripspace":       g.stripspaceCommand,
		"name-rev":         g.nameRevCommand,
		"count-objects":    g.countObjectsCommand,
		"fsck":             g.fsckCommand,
		"prune":            g.pruneCommand,
		"gc":               g.gcCommand,
		"repack":           g.repackCommand,
		"check-attr":       g.checkAttrCommand,
		"update-ref":       g.updateRefCommand,
		"pack-refs":        g.packRefsCommand,
		"check-ref-format": g.checkRefFormatCommand,
		"whatchanged":      g.whatchangedCommand,
		"status":           g.statusCommand,
		"switch":           g.switchCommand,
		"symbolic-ref":     g.symbolicRefCommand,
		"tag":              g.tagCommand,
		"ls-remote":        g.lsRemoteCommand,
	}
}

// others are subcommands of git that are missing here.
const others = " am annotate apply archive bisect bundle cherry " +
	"" +
	"difftool fast-export fast-import filter-branch " +
	"format-patch " +
	"grep gui help instaweb lfs maintenance merge-file merge-tree mergetool name-rev" +
	"" +
	"range-diff replace request-pull rerere send-email " +
	"show-branch " +
	"sparse-checkout submodule verify-commit verify-tag " +
	"worktree " +
	"checkout-index update-server-info bugreport " +
	"credential daemon "

func (g *program) run(args []string) int {
	args = g.globals(args)
	if len(args) == 0 {
		g.unsupported("without a command")
	}
	g.name = args[0]
	args = args[1:]
	f, ok := g.commands()[g.name]
	switch {
	case ok:
		return f(args)
	case g.name == "version":
		g.print(version)
		return 0
	case strings.Contains(others, " "+g.name+" "):
		g.unsupported(strings.TrimSpace(g.name + " " + strings.Join(args[:min(1, len(args))], "")))
	}
	if v := g.alias(g.name); v != "" {
		if strings.HasPrefix(v, "!") {
			return g.spawn(append([]string{"/bin/sh", "-c", v[1:] + ` "$@"`, v[1:]}, args...), "")
		}
		return g.run(append(strings.Fields(v), args...))
	}
	g.tell("git: '%s' is not a git command. See 'git --help'.\n", g.name)
	return 1
}

func (g *program) alias(name string) string { return g.configOf("").text("alias." + name) }

// globals takes the options before the subcommand.
func (g *program) globals(args []string) []string {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		name, value, given := strings.Cut(args[0], "=")
		args = args[1:]
		next := func() string {
			if given {
				return value
			}
			if len(args) == 0 {
				g.tell("%s\n", "no value given for "+name)
				panic(exit(129))
			}
			v := args[0]
			args = args[1:]
			return v
		}
		switch name {
		case "-C":
			dir := next()
			if err := linux.Chdir(dir); dir != "" && err != nil {
				g.fatal("cannot change to '%s': %s", dir, text(err))
			}
		case "-c":
			k, v, ok := strings.Cut(next(), "=")
			if !ok {
				v = "true"
			}
			g.overrides = append(g.overrides, [2]string{k, v})
		case "--git-dir":
			g.gitDir = next()
		case "--work-tree":
			g.workTree = next()
		case "--no-pager", "-P", "-p", "--paginate", "--no-optional-locks", "--no-replace-objects":
		case "--version", "-v":
			g.print(version)
			panic(exit(0))
		case "--exec-path":
			g.print("/usr/lib/git-core\n")
			panic(exit(0))
		case "--help", "-h", "--bare", "--namespace", "--literal-pathspecs", "--html-path", "--man-path":
			g.unsupported(name)
		default:
			g.tell("unknown option: %s\n", name)
			g.host.Unsupported("the usage of git")
			panic(exit(129))
		}
	}
	return args
}

const branchHint = `hint: Using 'master' as the name for the initial branch. This default branch name
hint: is subject to change. To configure the initial branch name to use in all
hint: of your new repositories, which will suppress this warning, call:
hint: 
hint: 	git config --global init.defaultBranch <name>
hint: 
hint: Names commonly chosen instead of 'master' are 'main', 'trunk' and
hint: 'development'. The just-created branch can be renamed via this command:
hint: 
hint: 	git branch -m <name>
`

func (g *program) initCommand(args []string) int {
	o := g.parse(args, "q/quiet bare b/initial-branch: template: shared?! separate-git-dir:! object-format:!")
	dir := g.cwd()
	if len(o.args) > 0 {
		dir = absolute(dir, o.args[0])
		if err := mkdirAll(dir); err != nil {
			g.fatal("cannot mkdir %s: %s", o.args[0], text(err))
		}
	}
	branch := o.value("initial-branch")
	gitDir := dir + "/.git"
	if dir == "/" {
		gitDir = "/.git"
	}
	if o.has("bare") {
		gitDir = dir
	}
	again := isGitDir(gitDir)
	if branch == "" {
		branch = g.outerConfig().text("init.defaultbranch")
	}
	if branch == "" {
		branch = "master"
		if !again && !o.has("quiet") {
			if err := mkdirAll(gitDir); err != nil {
				g.tell("%s: %s\n", gitDir, text(err))
				return 1
			}
			g.tell("%s", branchHint)
		}
	}
	if !goodRef(branch) {
		g.fatal("invalid initial branch name: '%s'", branch)
	}
	if again { // its configuration is written anew
		g.rewritable(gitDir)
	}
	if !again {
		g.initDir(gitDir, branch, o.has("bare"))
	} else if o.has("initial-branch") {
		g.tell("warning: re-init: ignored --initial-branch=%s\n", branch)
	}
	if !o.has("quiet") {
		what := "Initialized empty"
		if again {
			what = "Reinitialized existing"
		}
		g.print(what, " Git repository in ", gitDir, "/\n")
	}
	return 0
}

func (g *program) initDir(dir, branch string, bare bool) {
	for _, sub := range [...]string{
		"", "/branches", "/hooks", "/info", "/objects/info", "/objects/pack", "/refs/heads", "/refs/tags",
	} {
		if err := mkdirAll(dir + sub); err != nil {
			g.tell("%s: %s\n", dir+sub, text(err))
			panic(exit(1))
		}
	}
	config := "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = " +
		"false\n\tlogallrefupdates = true\n"
	if bare {
		config = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"
	}
	for _, f := range [...][2]string{
		{"/description", "Unnamed repository; edit this file 'description' to name the repository.\n"},
		{"/info/exclude", "# git ls-files --others --exclude-from=.git/info/exclude\n# Lines that start " +
			"with '#' are comments.\n"},
		{"/config", config},
		{"/HEAD", "ref: refs/heads/" + branch + "\n"},
	} {
		if err := writeFile(dir+f[0], []byte(f[1])); err != nil {
			g.fatal("cannot write %s: %s", dir+f[0], text(err))
		}
	}
}

func (g *program) revParseCommand(args []string) int {
	verify, short, abbrev, quiet := false, false, false, false
	for i, a := range args {
		name, value, _ := strings.Cut(a, "=")
		switch name {
		case "--is-inside-work-tree":
			g.need()
			inside := g.repo.work != "" && strings.HasPrefix(g.cwd()+"/", g.repo.work+"/") &&
				!strings.HasPrefix(g.cwd()+"/", g.repo.dir+"/")
			g.printf("%v\n", inside)
		case "--is-inside-git-dir":
			g.need()
			g.printf("%v\n", strings.HasPrefix(g.cwd()+"/", g.repo.dir+"/"))
		case "--is-bare-repository":
			g.need()
			g.printf("%v\n", g.repo.work == "")
		case "--show-toplevel":
			g.needWork()
			g.print(g.repo.work, "\n")
		case "--show-prefix":
			g.need()
			g.print(g.repo.prefix, "\n")
		case "--show-cdup":
			g.need()
			g.print(strings.Repeat("../", strings.Count(g.repo.prefix, "/")), "\n")
		case "--git-dir", "--absolute-git-dir", "--git-common-dir":
			g.need()
			switch {
			case g.repo.dir == g.cwd()+"/.git" && name != "--absolute-git-dir":
				g.print(".git\n")
			case g.repo.dir == g.cwd() && name != "--absolute-git-dir":
				g.print(".\n")
			default:
				g.print(g.repo.dir, "\n")
			}
		case "--git-path":
			g.need()
			if i+1 < len(args) {
				g.print(path.Join(g.repo.shownDir(), args[i+1]), "\n")
			}
			return 0
		case "--verify":
			verify = true
		case "-q", "--quiet":
			quiet = true
		case "--short":
			short = true
			_ = value
		case "--abbrev-ref":
			abbrev = true
		case "--":
		default:
			if strings.HasPrefix(a, "-") {
				g.unsupported("rev-parse " + a)
			}
			g.need()
			if code := g.parseOne(a, verify, short, abbrev, quiet); code != 0 {
				return code
			}
		}
	}
	if len(args) == 0 {
		g.need()
	}
	return 0
}

func (g *program) parseOne(a string, verify, short, abbrev, quiet bool) int {
	if x, y, ok := strings.Cut(a, ".."); ok && !verify {
		p, q := g.needCommit(orHead(x)), g.needCommit(orHead(y))
		g.print(q.String(), "\n^", p.String(), "\n")
		return 0
	}
	if abbrev {
		if a == "HEAD" || a == "@" {
			ref, h := g.repo.head()
			if h.zero() {
				g.print("HEAD\n")
				g.badRevision(a)
			}
			if ref == "" {
				ref = "HEAD"
			}
			g.print(shortRef(ref), "\n")
			return 0
		}
		if base, ok := strings.CutSuffix(strings.TrimSuffix(strings.TrimSuffix(a, "@{u}"),
			"@{upstream}"), ""); ok && base != a {
			if base == "" {
				ref, _ := g.repo.head()
				base = shortRef(ref)
			}
			up := g.upstream(base)
			if up == "" {
				g.fatal("no upstream configured for branch '%s'", base)
			}
			g.print(shortRef(up), "\n")
			return 0
		}
		if full, _, ok := g.repo.fullRef(a); ok {
			g.print(shortRef(full), "\n")
			return 0
		}
	}
	h, ok := g.resolve(a)
	if !ok && verify {
		if quiet {
			return 1
		}
		g.fatal("Needed a single revision")
	}
	if !ok {
		if exists(g.repo.at(g.repo.prefix + a)) {
			g.print(a, "\n")
			return 0
		}
		g.print(a, "\n")
		g.badRevision(a)
	}
	if short {
		g.print(g.abbreviate(h), "\n")
	} else {
		g.print(h.String(), "\n")
	}
	return 0
}

func (g *program) symbolicRefCommand(args []string) int {
	o := g.parse(args, "short q/quiet d/delete! m:!")
	g.need()
	if len(o.args) == 2 {
		g.setHead(o.args[1])
		return 0
	}
	ref, _ := g.repo.head()
	if ref == "" {
		if o.has("quiet") {
			return 1
		}
		g.fatal("ref HEAD is not a symbolic ref")
	}
	if o.has("short") {
		ref = shortRef(ref)
	}
	g.print(ref, "\n")
	return 0
}

func (g *program) checkIgnoreCommand(args []string) int {
	o := g.parse(args, "q/quiet v/verbose n/non-matching no-index z! stdin!")
	g.needWork()
	if len(o.args) == 0 {
		g.fatal("no path specified")
	}
	code := 1
	for _, a := range o.args {
		p := g.inside(strings.TrimSuffix(a, "/"))
		rule := g.ignoring(p, isDir(g.repo.at(p)) || strings.HasSuffix(a, "/"))
		if rule == nil {
			continue
		}
		code = 0
		switch {
		case o.has("quiet"):
		case o.has("verbose"):
			g.printf("%s:%d:%s\t%s\n", strings.TrimPrefix(rule.source, g.repo.work+"/"), rule.line,
				rule.text, a)
		default:
			g.print(g.quote(a), "\n")
		}
	}
	return code
}
