package git

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const commitSpec = "m/message: a/all amend q/quiet v/verbose F/file: author: date: allow-empty " +
	"allow-empty-message " +
	"n/no-verify s/signoff no-edit C/reuse-message: c/reedit-message:! e/edit! p/patch! dry-run! " +
	"no-post-rewrite " +
	"fixup:! squash:! S/gpg-sign?! no-gpg-sign o/only! i/include! cleanup: trailer:! t/template:! " +
	"reset-author short! " +
	"porcelain! long! status no-status u/untracked-files? verify no-signoff"

func (g *program) commitCommand(args []string) int {
	o := g.parse(args, commitSpec)
	g.needWork()
	paths := g.pathspecs(o.args)
	g.takeLock(g.indexFile())
	_ = linux.Unlink(g.indexFile() + ".lock")
	x := g.readIndex()
	if o.has("all") && len(paths) > 0 {
		g.fatal("paths '%s ...' with -a does not make sense", o.args[0])
	}
	if len(x.unmerged()) > 0 && !o.has("all") {
		g.unmergedCommit(x)
	}
	if o.has("all") || len(paths) > 0 {
		g.stageTracked(x, paths)
	}
	ref, head := g.repo.head()
	files := x.files()
	if len(paths) > 0 { // only these, with the rest as HEAD has it
		files = g.partial(x, paths, head)
	}
	g.writeIndex(x)
	if !o.has("no-verify") {
		g.hook("pre-commit", 1)
	}
	c := g.newCommit(o, head)
	tree := g.plant(files)
	base := hash{}
	if len(c.parents) > 0 {
		base = c.parents[0]
	}
	same := tree == g.treeOf(base) && !base.zero() || base.zero() && len(files) == 0
	if same && len(c.parents) < 2 && !o.has("allow-empty") && !o.has("amend") {
		s := g.state(nil, "normal", false)
		g.longStatus(s, "normal", true)
		return 1
	}
	c.message = g.message(o, c)
	if !o.has("no-verify") {
		c.message = g.messageHook(c.message, o)
	}
	if strings.TrimSpace(c.message) == "" && !o.has("allow-empty-message") {
		g.tell("Aborting commit due to empty commit message.\n")
		return 1
	}
	h := g.makeCommit(tree, c.parents, c.author, c.committer, c.message)
	g.finish(ref, h, head, c, o)
	return 0
}

func (g *program) unmergedCommit(x *index) {
	for _, p := range sorted(x.unmerged()) {
		g.print("U\t", g.quote(p), "\n")
	}
	g.tell("error: Committing" + unmergedText)
	g.fatal("Exiting because of an unresolved conflict.")
}

// stageTracked takes what has changed of files that are tracked.
func (g *program) stageTracked(x *index, paths []pathspec) {
	for i := range paths {
		if !slices.ContainsFunc(x.entries, func(e *indexEntry) bool { return paths[i].matches(e.path) }) {
			g.fail("pathspec '%s' did not match any file(s) known to git", paths[i].given)
		}
	}
	for _, e := range slices.Clone(x.entries) {
		if !wanted(paths, e.path) {
			continue
		}
		if now, there := g.look(x, e); !there || now != e.file || e.stage > 0 {
			g.stage(x, e.path)
		}
	}
}

func (g *program) partial(x *index, paths []pathspec, head hash) map[string]file {
	files := g.flatten(g.treeOf(head))
	for p := range files {
		if wanted(paths, p) {
			delete(files, p)
		}
	}
	for p, f := range x.files() {
		if wanted(paths, p) {
			files[p] = f
		}
	}
	return files
}

// newCommit is the commit to be made but for tree and message.
func (g *program) newCommit(o *options, head hash) *commit {
	c := &commit{}
	switch {
	case o.has("amend") && head.zero():
		g.fatal("You have nothing to amend.")
	case o.has("amend"):
		old := g.commit(head)
		c.parents, c.author, c.message = old.parents, old.author, old.message
		if o.has("reset-author") {
			c.author = g.identity("AUTHOR", true)
		}
	default:
		if !head.zero() {
			c.parents = []hash{head}
		}
		for line := range strings.FieldsSeq(readText(g.repo.dir + "/MERGE_HEAD")) {
			if h, ok := parseHash(line); ok {
				c.parents = append(c.parents, h)
			}
		}
		if o.has("reuse-message") {
			old := g.commit(g.needCommit(o.value("reuse-message")))
			c.author, c.message = old.author, old.message
		} else if h, ok := parseHash(readText(g.repo.dir + "/CHERRY_PICK_HEAD")); ok {
			c.author = g.commit(h).author
		} else if o.value("author") == "" {
			c.author = g.identity("AUTHOR", true)
		} else {
			c.author = g.identity("AUTHOR", false)
		}
	}
	if v := o.value("author"); v != "" {
		p := parsePerson(v + " 0 +0000")
		if !strings.Contains(v, "<") {
			g.fatal("--author '%s' is not 'Name <email>' and matches no existing author", v)
		}
		c.author.name, c.author.email = p.name, p.email
	}
	if v := o.value("date"); v != "" {
		g.setDate(&c.author, v)
	}
	c.committer = g.identity("COMMITTER", true)
	return c
}

// message is the text of the commit, from wherever the options say.
func (g *program) message(o *options, c *commit) string {
	text := ""
	switch {
	case o.has("message"):
		text = strings.Join(o.values("message"), "\n\n")
	case o.has("file"):
		name := o.value("file")
		if name == "-" {
			name = "/dev/stdin"
		}
		b, err := readFile(absolute(g.cwd(), name))
		if err != nil {
			g.fatal("could not read log file '%s': %s", o.value("file"), textOf(err))
		}
		text = string(b)
	case o.has("reuse-message"), o.has("amend") && o.has("no-edit"):
		return c.message
	case o.has("no-edit") && exists(g.repo.dir+"/MERGE_MSG"):
		text = readText(g.repo.dir + "/MERGE_MSG")
	default:
		text = g.edit(c.message)
	}
	if o.has("signoff") {
		line := "Signed-off-by: " + c.committer.name + " <" + c.committer.email + ">"
		if text = cleaned(text, true); !strings.HasSuffix(text, line+"\n") {
			text += "\n" + line
		}
	}
	return cleaned(text, !o.has("message") && !o.has("file"))
}

// edit runs the user's editor over a message.
func (g *program) edit(old string) string {
	editor := g.editor()
	if old == "" {
		old = readText(g.repo.dir + "/MERGE_MSG")
	}
	return g.runEditorBy(
		editor,
		g.repo.dir+"/COMMIT_EDITMSG",
		old+"\n\n# Please enter the commit message for your "+
			"changes.\n",
		"Please supply the message using either -m or -F option.",
	)
}

// runEditor lets the user's editor change a file that begins as given, and returns what it then is.
func (g *program) runEditor(file, text, advice string) string {
	return g.runEditorBy(g.editor(), file, text, advice)
}

func (g *program) editor() string {
	editor := g.env["GIT_EDITOR"]
	if editor == "" {
		editor = g.repo.config.text("core.editor")
	}
	for _, name := range [...]string{"VISUAL", "EDITOR"} {
		if editor == "" {
			editor = g.env[name]
		}
	}
	return editor
}

func (g *program) runEditorBy(editor, file, content, advice string) string {
	if editor == "" {
		g.tell("error: Terminal is dumb, but EDITOR unset\n%s\n", advice)
		panic(exit(1))
	}
	if err := writeFile(file, []byte(content)); err != nil {
		g.fatal("could not write '%s': %s", file, textOf(err))
	}
	if editor != ":" && g.spawn([]string{"/bin/sh", "-c", editor + ` "$@"`, editor, file}, "") != 0 {
		g.tell("error: There was a problem with the editor '%s'.\n%s\n", editor, advice)
		panic(exit(1))
	}
	b, _ := readFile(file)
	return string(b)
}

// cleaned takes blanks from the ends of lines, empty lines from both ends and one of several between, and
// comments.
func cleaned(s string, comments bool) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if comments && strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.TrimRight(line, " \t\r\v\f")
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, line)
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// finish moves the branch and tells what was committed.
func (g *program) finish(ref string, h, head hash, c *commit, o *options) {
	what := "commit"
	switch {
	case o.has("amend"):
		what = "commit (amend)"
	case head.zero():
		what = "commit (initial)"
	case len(c.parents) > 1:
		what = "commit (merge)"
	}
	name := ref
	if ref == "" {
		name = "HEAD"
	}
	g.lockName = "HEAD"
	g.setRef(name, h, what+": "+firstLine(c.message))
	g.lockName = ""
	for _, f := range [...]string{
		"MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "CHERRY_PICK_HEAD",
		"REVERT_HEAD",
	} {
		_ = linux.Unlink(g.repo.dir + "/" + f)
	}
	_ = writeFile(g.repo.dir+"/COMMIT_EDITMSG", []byte(c.message))
	g.hook("post-commit", 0)
	if !o.has("quiet") {
		g.told(ref, h, c, o)
	}
}

// told says what was committed.
func (g *program) told(ref string, h hash, c *commit, o *options) {
	where := shortRef(ref)
	if ref == "" {
		where = "detached HEAD"
	}
	if len(c.parents) == 0 {
		where += " (root-commit)"
	}
	made := g.commit(h)
	g.printf("[%s %s] %s\n", where, g.abbreviate(h), made.subject())
	if c.author.name != c.committer.name || c.author.email != c.committer.email {
		g.printf(" Author: %s <%s>\n", c.author.name, c.author.email)
	}
	if o.has("amend") || o.has("date") || o.has("reuse-message") {
		g.print(" Date: ", dateText(c.author, "default", g), "\n")
	}
	if len(c.parents) > 1 {
		return
	}
	base := hash{}
	if len(c.parents) > 0 {
		base = g.treeOf(c.parents[0])
	}
	d := &diffOptions{shortstat: true, summary: true}
	list := g.prepare(compareFiles(g.flatten(base), g.flatten(made.tree), nil), d)
	if len(list) > 0 {
		g.show(list, d)
	}
}

// hook runs a hook of the repository; one that fails ends the command if it is asked to.
func (g *program) hook(name string, status int, args ...string) {
	dir := g.repo.common + "/hooks"
	if v := g.repo.config.text("core.hookspath"); v != "" {
		dir = absolute(g.repo.work, v)
	}
	file := dir + "/" + name
	st, err := linux.Stat(file)
	if err != nil || st.IsDir() {
		return
	}
	if linux.Access(file, 1) != nil {
		if g.repo.config.flag("advice.ignoredhook", true) {
			shown := strings.TrimPrefix(file, g.repo.work+"/")
			g.tell("hint: The '%s' hook was ignored because it's not set as executable.\n"+
				"hint: You can disable this warning with `git config advice.ignoredHook false`.\n", shown)
		}
		return
	}
	shown := strings.TrimPrefix(file, g.repo.work+"/")
	if code := g.spawn(append([]string{shown}, args...), g.repo.work, toStderr); code != 0 && status != 0 {
		panic(exit(status))
	}
}

func (g *program) messageHook(message string, o *options) string {
	file := g.repo.dir + "/COMMIT_EDITMSG"
	if err := writeFile(file, []byte(message)); err != nil {
		return message
	}
	g.hook("prepare-commit-msg", 1, ".git/COMMIT_EDITMSG", "message")
	g.hook("commit-msg", 1, ".git/COMMIT_EDITMSG")
	b, err := readFile(file)
	if err != nil {
		return message
	}
	return cleaned(string(b), !o.has("message") && !o.has("file"))
}

// toStderr lets what a hook prints go to standard error.
var toStderr = abi.FileAction{Kind: abi.ActionDup2, Fd: 2, Newfd: 1}

// spawn runs a program and returns its exit code.
func (g *program) spawn(argv []string, dir string, actions ...abi.FileAction) int {
	_ = g.out.Flush()
	env := slices.DeleteFunc(linux.Environ(), func(s string) bool {
		return strings.HasPrefix(s,
			"GIT_INDEX_FILE=")
	})
	r := &abi.SpawnRequest{
		Path: argv[0], Argv: argv, Env: append(env, "GIT_INDEX_FILE=.git/index"),
		Flags: abi.SpawnVfork,
	}
	if dir != "" {
		r.Actions = append(r.Actions, abi.FileAction{Kind: abi.ActionChdir, Path: dir})
	}
	r.Actions = append(r.Actions, actions...)
	pid, _, err := linux.Spawn(r)
	if err != nil {
		g.tell("error: cannot run %s: %s\n", argv[0], textOf(err))
		return 127
	}
	for {
		_, status, err := linux.Wait4(pid, 0)
		if err == primitives.EINTR {
			continue
		}
		if sig, killed := status.Signaled(); err == nil && killed {
			return 128 + int(sig)
		}
		return status.Code()
	}
}

func textOf(err error) string { return text(err) }

func (g *program) cwd() string {
	dir, err := linux.Getcwd()
	if err != nil {
		g.fatal("Unable to read current working directory: %s", text(err))
	}
	return dir
}
