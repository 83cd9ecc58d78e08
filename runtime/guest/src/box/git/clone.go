package git

import (
	"path"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// remoteHost takes an address apart; local is true for a path.
func remoteHost(url string) (r Remote, local bool) {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		if colon := strings.IndexByte(url, ':'); colon > 0 && !strings.Contains(url[:colon], "/") {
			host := url[:colon]
			return Remote{Scheme: "ssh", Host: host[strings.IndexByte(host, '@')+1:], Port: "22"}, false
		}
		return r, true
	}
	if scheme == "file" {
		return r, true
	}
	r.Scheme = scheme
	r.Host, r.Path, _ = strings.Cut(rest, "/")
	r.Path = "/" + strings.TrimRight(r.Path, "/")
	r.Host = r.Host[strings.LastIndexByte(r.Host, '@')+1:]
	r.Host, r.Port, _ = strings.Cut(r.Host, ":")
	if r.Port == "" {
		r.Port = map[string]string{"http": "80", "https": "443", "git": "9418", "ssh": "22"}[scheme]
	}
	return r, false
}

const noAccess = "Could not read from remote repository.\n\n" +
	"Please make sure you have the correct access rights\nand the repository exists."

// unreachable ends the command as a remote that cannot be reached does.
func (g *program) unreachable(url string) {
	r, local := remoteHost(url)
	switch {
	case local:
		return
	case r.Scheme == "ssh":
		g.tell("error: cannot run ssh: No such file or directory\n")
		g.fatal("unable to fork")
	}
	status, why := g.host.Reach(r)
	shown := strings.TrimSuffix(url, "/") + "/"
	switch {
	case r.Scheme == "git" && why != "":
		g.fatal("unable to look up %s (port %s) (%s)", r.Host, r.Port, why)
	case why != "":
		g.fatal("unable to access '%s': %s", shown, why)
	case status == 401:
		server, _, _ := strings.Cut(strings.TrimPrefix(url, r.Scheme+"://"), "/")
		g.fatal("could not read Username for '%s://%s': No such device or address", r.Scheme, server)
	case status == 404:
		g.fatal("repository '%s' not found", shown)
	case status >= 400:
		g.fatal("unable to access '%s': The requested URL returned error: %d", shown, status)
	}
	g.unsupported(g.name + " over the network")
}

func (g *program) cloneCommand(args []string) int {
	o := g.parse(args, "q/quiet v/verbose bare n/no-checkout b/branch: o/origin: depth: single-branch "+
		"no-single-branch l/local "+
		"no-hardlinks s/shared! recursive recurse-submodules? mirror! progress no-tags c/config:! "+
		"reference:! filter:! "+
		"j/jobs: template: dissociate! shallow-submodules sparse! u/upload-pack:! separate-git-dir:! "+
		"4/ipv4 6/ipv6")
	if len(o.args) == 0 {
		g.tell("fatal: You must specify a repository to clone.\n")
		g.host.Unsupported("the usage of git clone")
		return 129
	}
	url := o.args[0]
	dir := strings.TrimSuffix(strings.TrimRight(url, "/"), "/.git")
	dir = strings.TrimSuffix(dir[strings.LastIndexAny(dir, "/:")+1:], ".git")
	if o.has("bare") {
		dir += ".git"
	}
	if len(o.args) > 1 {
		dir = o.args[1]
	}
	_, local := remoteHost(url)
	source := ""
	if local {
		source = g.localRepository(url)
	}
	full := absolute(g.cwd(), dir)
	if list, err := linux.ReadDir(full); err == nil && len(list) > 0 || is(err, primitives.ENOTDIR) {
		g.fatal("destination path '%s' already exists and is not an empty directory.", dir)
	}
	fresh := !exists(full)
	if err := mkdirAll(full); err != nil {
		g.fatal("could not create work tree dir '%s': %s", dir, text(err))
	}
	if !o.has("quiet") {
		what := "Cloning into '" + dir + "'..."
		if o.has("bare") {
			what = "Cloning into bare repository '" + dir + "'..."
		}
		g.tell("%s\n", what)
	}
	if !local {
		if fresh {
			defer linux.Rmdir(full) //nolint:errcheck // nothing came
		}
		g.unreachable(url)
	}
	g.cloneLocal(source, full, o)
	if !o.has("quiet") {
		g.tell("done.\n")
	}
	return 0
}

// localRepository finds the .git of a path to be cloned.
func (g *program) localRepository(url string) string {
	p := absolute(g.cwd(), strings.TrimPrefix(url, "file://"))
	for _, dir := range [...]string{p + "/.git", p, p + ".git"} {
		if isGitDir(dir) {
			g.owned(strings.TrimSuffix(dir, "/.git"), dir)
			return dir
		}
	}
	if exists(p) {
		g.fatal("repository '%s' does not exist", url)
	}
	g.fatal("repository '%s' does not exist", url)
	return ""
}

func (g *program) cloneLocal(source, full string, o *options) {
	gitDir := full + "/.git"
	if o.has("bare") {
		gitDir = full
	}
	if o.has("depth") && g.name == "clone" {
		g.tell("warning: --depth is ignored in local clones; use file:// instead.\n")
	}
	from := &repo{dir: source, common: source, cache: map[hash]object{}, config: &config{}}
	ref, head := from.head()
	branch := shortRef(ref)
	if v := o.value("branch"); v != "" {
		h, ok := from.ref("refs/heads/" + v)
		if !ok {
			_ = removeAll(full)
			g.tell("warning: Could not find remote branch %s to clone.\n", v)
			g.fatal("Remote branch %s not found in upstream origin", v)
		}
		branch, head = v, h
	}
	g.initDir(gitDir, branch, o.has("bare"))
	copyTree(source+"/objects", gitDir+"/objects")
	work := full
	if o.has("bare") {
		work = ""
	}
	g.gitDir, g.repo = "", nil
	g.open(gitDir, work, full)
	origin := "origin"
	if v := o.value("origin"); v != "" {
		origin = v
	}
	file := gitDir + "/config"
	g.setConfig(file, "remote."+origin+".url", strings.TrimSuffix(source, "/.git"), false)
	for _, name := range from.refsBelow("refs/") {
		h, _ := from.ref(name)
		switch {
		case strings.HasPrefix(name, "refs/tags/") && !o.has("no-tags"):
			g.setRef(name, h, "")
		case strings.HasPrefix(name, "refs/heads/") && o.has("bare"):
			g.setRef(name, h, "")
		case strings.HasPrefix(name, "refs/heads/"):
			g.setRef("refs/remotes/"+origin+"/"+shortRef(name), h, "")
		}
	}
	if o.has("bare") {
		return
	}
	g.setConfig(file, "remote."+origin+".fetch", "+refs/heads/*:refs/remotes/"+origin+"/*", false)
	g.setConfig(file, "branch."+branch+".remote", origin, false)
	g.setConfig(file, "branch."+branch+".merge", "refs/heads/"+branch, false)
	if head.zero() {
		g.tell("warning: You appear to have cloned an empty repository.\n")
		return
	}
	_ = mkdirAll(gitDir + "/refs/remotes/" + origin)
	_ = writeFile(gitDir+"/refs/remotes/"+origin+"/HEAD", []byte("ref: refs/remotes/"+origin+"/"+branch+"\n"))
	g.setRef("refs/heads/"+branch, head, "clone: from "+strings.TrimSuffix(source, "/.git"))
	if !o.has("no-checkout") {
		g.hardReset(head)
	}
}

// copyTree links files, or copies them where links cannot be.
func copyTree(from, to string) {
	list, err := linux.ReadDir(from)
	if err != nil {
		return
	}
	_ = mkdirAll(to)
	for _, e := range list {
		p, q := path.Join(from, e.Name), path.Join(to, e.Name)
		if isDir(p) {
			copyTree(p, q)
			continue
		}
		if linux.Link(p, q) == nil {
			continue
		}
		if b, err := readFile(p); err == nil {
			const readOnly = 0o444
			_ = create(q, b, readOnly, primitives.O_EXCL)
		}
	}
}

// checkSources looks for what is to be pushed before anybody is asked.
func (g *program) checkSources(words []string, url string) {
	for _, w := range words[min(1, len(words)):] {
		from, _, _ := strings.Cut(strings.TrimPrefix(w, "+"), ":")
		if _, ok := g.resolve(from); !ok && from != "" {
			g.tell("error: src refspec %s does not match any\nerror: failed to push some refs to "+
				"'%s'\n", from, url)
			panic(exit(1))
		}
	}
}

const noDestination = `No configured push destination.
Either specify the URL from the command-line or configure a remote repository using

    git remote add <name> <url>

and then push using the remote name

    git push <name>
`
