package git

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const unmergedText = " is not possible because you have unmerged files.\n" +
	"hint: Fix them up in the work tree, and then use 'git add/rm <file>'\n" +
	"hint: as appropriate to mark resolution and make a commit.\n"

func (g *program) mergeCommand(args []string) int {
	o := g.parse(args, "m/message: no-ff ff-only ff no-commit commit squash! abort continue quit! "+
		"q/quiet stat n no-stat "+
		"e/edit no-edit s/strategy:! X/strategy-option:! allow-unrelated-histories v/verbose no-verify "+
		"F/file:! "+
		"signoff! log?! S!  no-progress progress no-gpg-sign verify-signatures! autostash! no-autostash")
	return g.mergeWith(o)
}

func (g *program) mergeWith(o *options) int {
	g.needWork()
	ref, head := g.repo.head()
	switch {
	case o.has("abort"):
		if !exists(g.repo.dir + "/MERGE_HEAD") {
			g.fatal("There is no merge to abort (MERGE_HEAD missing).")
		}
		g.hardReset(head)
		g.endMerge()
		return 0
	case o.has("continue"):
		return g.commitCommand([]string{"--no-edit"})
	case len(g.readIndex().unmerged()) > 0:
		g.tell("error: Merging" + unmergedText)
		g.fatal("Exiting because of an unresolved conflict.")
	case exists(g.repo.dir + "/MERGE_HEAD"):
		g.fatal("You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes " +
			"before you merge.")
	case len(o.args) == 0:
		up := g.upstream(shortRef(ref))
		if up == "" {
			g.fatal("No remote for the current branch.")
		}
		o.args = []string{shortRef(up)}
	case len(o.args) > 1:
		g.unsupported("merge of more than two heads")
	}
	name := o.args[0]
	h, ok := g.resolve(name)
	if ok {
		h, ok = g.peel(h, "commit")
	}
	if !ok {
		g.tell("merge: %s - not something we can merge\n", name)
		return 1
	}
	base, ok := hash{}, true
	if !head.zero() {
		base, ok = g.mergeBase(head, h)
	}
	switch {
	case head.zero():
		g.hardReset(h)
		g.setRef(ref, h, "initial pull")
		return 0
	case !ok && !o.has("allow-unrelated-histories"):
		g.fatal("refusing to merge unrelated histories")
	case base == h:
		g.print("Already up to date.\n")
		return 0
	case base == head && !o.has("no-ff") && !(g.repo.config.text("merge.ff") == "false"):
		return g.fastForward(ref, head, h, name, o)
	case o.has("ff-only"):
		g.tell("hint: Diverging branches can't be fast-forwarded, you need to either:\nhint: \nhint: " +
			"\tgit merge --no-ff\n" +
			"hint: \nhint: or:\nhint: \nhint: \tgit rebase\nhint: \nhint: Disable this message with " +
			"\"git config advice.diverging false\"\n")
		g.fatal("Not possible to fast-forward, aborting.")
	}
	return g.trueMerge(ref, base, head, h, name, o)
}

// action is what a log says was done.
func (g *program) action(otherwise string) string {
	if v := g.env["GIT_REFLOG_ACTION"]; v != "" {
		return v
	}
	if g.reflogAction != "" {
		return g.reflogAction
	}
	return otherwise
}

// needMerged refuses to leave a commit while files are in conflict.
func (g *program) needMerged() {
	unmerged := g.readIndex().unmerged()
	if len(unmerged) == 0 {
		return
	}
	for _, p := range sorted(unmerged) {
		g.print(p, ": needs merge\n")
	}
	g.tell("error: you need to resolve your current index first\n")
	panic(exit(1))
}

// endMerge forgets the merge that is under way.
func (g *program) endMerge() {
	for _, f := range [...]string{"MERGE_HEAD", "MERGE_MSG", "MERGE_MODE"} {
		_ = linux.Unlink(g.repo.dir + "/" + f)
	}
}

func (g *program) fastForward(ref string, head, h hash, name string, o *options) int {
	local, foreign := g.move(g.flatten(g.treeOf(head)), g.flatten(g.treeOf(h)), false)
	if !o.has("quiet") {
		g.printf("Updating %s..%s\n", g.abbreviate(head), g.abbreviate(h))
	}
	if local != nil || foreign != nil {
		g.blocked(local, foreign, "merge")
	}
	if ref == "" {
		ref = "HEAD"
	}
	g.setRef(ref, h, g.action("merge "+name)+": Fast-forward")
	_ = writeFile(g.repo.dir+"/ORIG_HEAD", []byte(head.String()+"\n"))
	if !o.has("quiet") {
		g.print("Fast-forward\n")
		g.mergeStat(head, h, o)
	}
	return 0
}

func (g *program) mergeStat(from, to hash, o *options) {
	if o.has("no-stat") || o.has("n") {
		return
	}
	d := &diffOptions{stat: true, summary: true}
	list := g.prepare(compareFiles(g.flatten(g.treeOf(from)), g.flatten(g.treeOf(to)), nil), d)
	if len(list) > 0 {
		g.show(list, d)
	}
}

// mergeResult is what joining two changes of a tree gives.
type mergeResult struct {
	files     map[string]file
	conflicts map[string]*[4]file
	work      map[string][]byte // contents with the marks of conflicts
	notes     []string
}

func (g *program) trueMerge(ref string, base, head, h hash, name string, o *options) int {
	x := g.readIndex()
	if len(compareFiles(g.flatten(g.treeOf(head)), x.files(), nil)) > 0 {
		var names []string
		for _, c := range compareFiles(g.flatten(g.treeOf(head)), x.files(), nil) {
			names = append(names, c.to)
		}
		g.tell("error: Your local changes to the following files would be overwritten by merge:\n  %s\n",
			strings.Join(names, " "))
		g.tell("Merge with strategy ort failed.\n")
		return 2
	}
	m := g.join(g.flatten(g.treeOf(base)), g.flatten(g.treeOf(head)), g.flatten(g.treeOf(h)), "HEAD", name)
	local, foreign := g.move(g.flatten(g.treeOf(head)), m.files, false)
	if local != nil || foreign != nil {
		if len(local) > 0 {
			g.tell("error: Your local changes to the following files would be overwritten by merge:\n\t%s\n"+
				"Please commit your changes or stash them before you merge.\n", strings.Join(local, "\n\t"))
		}
		if len(foreign) > 0 {
			g.tell("error: The following untracked working tree files would be overwritten by merge:\n\t%s\n"+
				"Please move or remove them before you merge.\n", strings.Join(foreign, "\n\t"))
		}
		g.tell("Aborting\nMerge with strategy ort failed.\n")
		return 2
	}
	for _, n := range m.notes {
		g.print(n, "\n")
	}
	message := g.mergeMessage(name, ref, o)
	if len(m.conflicts) > 0 {
		g.leaveConflicts(m)
		_ = writeFile(g.repo.dir+"/MERGE_HEAD", []byte(h.String()+"\n"))
		text := message + "\n# Conflicts:\n"
		for _, p := range sorted(m.conflicts) {
			text += "#\t" + p + "\n"
		}
		_ = writeFile(g.repo.dir+"/MERGE_MSG", []byte(text))
		_ = writeFile(g.repo.dir+"/MERGE_MODE", nil)
		g.print("Automatic merge failed; fix conflicts and then commit the result.\n")
		return 1
	}
	if o.has("no-commit") {
		_ = writeFile(g.repo.dir+"/MERGE_HEAD", []byte(h.String()+"\n"))
		_ = writeFile(g.repo.dir+"/MERGE_MSG", []byte(message))
		_ = writeFile(g.repo.dir+"/MERGE_MODE", nil)
		g.tell("Automatic merge went well; stopped before committing as requested\n")
		return 0
	}
	made := g.makeCommit(g.plant(m.files), []hash{head, h}, g.identity("AUTHOR", true),
		g.identity("COMMITTER", true),
		message)
	if ref == "" {
		ref = "HEAD"
	}
	g.setRef(ref, made, g.action("merge "+name)+": Merge made by the 'ort' strategy.")
	if !o.has("quiet") {
		g.print("Merge made by the 'ort' strategy.\n")
		g.mergeStat(head, made, o)
	}
	return 0
}

func (g *program) mergeMessage(name, ref string, o *options) string {
	if o.has("message") {
		return cleaned(strings.Join(o.values("message"), "\n\n"), false)
	}
	what := "commit '" + name + "'"
	if name == "FETCH_HEAD" {
		line, _, _ := strings.Cut(readText(g.repo.dir+"/FETCH_HEAD"), "\n")
		what = line[strings.LastIndexByte(line, '\t')+1:]
	}
	if full, _, ok := g.repo.fullRef(name); ok {
		switch {
		case strings.HasPrefix(full, "refs/heads/"):
			what = "branch '" + name + "'"
		case strings.HasPrefix(full, "refs/tags/"):
			what = "tag '" + name + "'"
		case strings.HasPrefix(full, "refs/remotes/"):
			what = "remote-tracking branch '" + name + "'"
		}
	}
	message := "Merge " + what
	if b := shortRef(ref); b != "master" && b != "main" && b != "" {
		message += " into " + b
	} else if b == "" {
		message += " into HEAD"
	}
	return message + "\n"
}

// leaveConflicts puts the stages of files in conflict into the index and what has marks into the work tree.
func (g *program) leaveConflicts(m *mergeResult) {
	x := g.readIndex()
	for _, p := range sorted(m.conflicts) {
		x.remove(p)
		for stage, f := range m.conflicts[p] {
			if stage > 0 && f.mode != 0 {
				x.entries = append(x.entries, &indexEntry{path: p, file: f, stage: stage})
			}
		}
		if b, ok := m.work[p]; ok {
			g.clearWay(p)
			_ = mkdirAll(g.repo.at(dirOf(p)))
			if err := writeFile(g.repo.at(p), b); err != nil {
				g.tell("error: unable to create file %s: %s\n", p, text(err))
			}
		}
	}
	g.writeIndex(x)
}

func dirOf(p string) string { return p[:max(strings.LastIndexByte(p, '/'), 0)] }

// join merges the changes of two sides file by file. Renames on one side are not followed.
func (g *program) join(base, ours, theirs map[string]file, ourName, theirName string) *mergeResult {
	m := &mergeResult{files: map[string]file{}, conflicts: map[string]*[4]file{}, work: map[string][]byte{}}
	for _, side := range [...]map[string]file{ours, theirs} {
		for _, c := range g.renames(compareFiles(base, side, nil), maxScore/2) {
			if c.status == 'R' {
				other := theirs
				if side[c.to] != ours[c.to] || theirs[c.to] == side[c.to] {
					other = ours
				}
				if other[c.from] != base[c.from] {
					g.unsupported("merge of changes to a file that the other side renames")
				}
			}
		}
	}
	all := map[string]bool{}
	for _, files := range [...]map[string]file{base, ours, theirs} {
		for p := range files {
			all[p] = true
		}
	}
	for _, p := range sorted(all) {
		b, a, t := base[p], ours[p], theirs[p]
		switch {
		case a == t || t == b:
			if a.mode != 0 {
				m.files[p] = a
			}
		case a == b:
			if t.mode != 0 {
				m.files[p] = t
			}
		case a.mode == 0 || t.mode == 0:
			m.conflict(g, p, b, a, t, ourName, theirName)
		default:
			g.joinContents(m, p, b, a, t, ourName, theirName)
		}
	}
	return m
}

// conflict is a file that one side changes and the other deletes.
func (m *mergeResult) conflict(g *program, p string, b, a, t file, ourName, theirName string) {
	m.conflicts[p] = &[4]file{{}, b, a, t}
	gone, kept, left := ourName, theirName, t
	if t.mode == 0 {
		gone, kept, left = theirName, ourName, a
	}
	m.files[p] = left
	m.notes = append(m.notes, "CONFLICT (modify/delete): "+p+" deleted in "+gone+" and modified in "+kept+
		".  Version "+kept+" of "+p+" left in tree.")
	if t.mode != 0 {
		m.work[p] = g.blob(t.hash)
	}
}

func (g *program) joinContents(m *mergeResult, p string, b, a, t file, ourName, theirName string) {
	var old []byte
	if b.mode != 0 {
		old = g.blob(b.hash)
	}
	ours, theirs := g.blob(a.hash), g.blob(t.hash)
	mode := a.mode
	if a.mode == b.mode {
		mode = t.mode
	}
	m.notes = append(m.notes, "Auto-merging "+p)
	if isBinary(ours) || isBinary(theirs) || isBinary(old) {
		m.notes[len(m.notes)-1] = "warning: Cannot merge binary files: " + p + " (" + ourName + " vs. " +
			"" + theirName + ")"
		m.notes = append(m.notes, "Auto-merging "+p, "CONFLICT (content): Merge conflict in "+p)
		m.conflicts[p] = &[4]file{{}, b, a, t}
		m.files[p] = a
		return
	}
	text, clean := merge3(old, ours, theirs, ourName, theirName)
	if clean {
		m.files[p] = file{mode, g.store("blob", text)}
		return
	}
	kind := "content"
	if b.mode == 0 {
		kind = "add/add"
	}
	m.notes = append(m.notes, "CONFLICT ("+kind+"): Merge conflict in "+p)
	m.conflicts[p] = &[4]file{{}, b, a, t}
	m.files[p] = a
	m.work[p] = text
}

// merge3 joins two changes of one text. What both changed differently stands between marks.
func merge3(base, ours, theirs []byte, ourName, theirName string) (text []byte, clean bool) {
	o, a, t := splitLines(base), splitLines(ours), splitLines(theirs)
	ea, et := compareLines(o, a), compareLines(o, t)
	var out bytes.Buffer
	clean = true
	put := func(lines [][]byte) {
		for _, l := range lines {
			out.Write(l)
		}
	}
	at, shiftA, shiftT := 0, 0, 0
	for len(ea) > 0 || len(et) > 0 {
		start := len(o) + 1
		if len(ea) > 0 {
			start = ea[0].a
		}
		if len(et) > 0 {
			start = min(start, et[0].a)
		}
		end := start
		na, nt := 0, 0
		for {
			switch {
			case na < len(ea) && (ea[na].a < end || ea[na].a <= end && na+nt == 0 || ea[na].a == end):
				end = max(end, ea[na].a+ea[na].n)
				na++
				continue
			case nt < len(et) && (et[nt].a < end || et[nt].a == end):
				end = max(end, et[nt].a+et[nt].n)
				nt++
				continue
			}
			break
		}
		put(o[at:start])
		growA, growT := 0, 0
		for _, e := range ea[:na] {
			growA += e.m - e.n
		}
		for _, e := range et[:nt] {
			growT += e.m - e.n
		}
		x, y := a[start+shiftA:end+shiftA+growA], t[start+shiftT:end+shiftT+growT]
		switch {
		case nt == 0:
			put(x)
		case na == 0 || slices.EqualFunc(x, y, bytes.Equal):
			put(y)
		default:
			clean = false
			conflictText(&out, x, y, ourName, theirName)
		}
		shiftA, shiftT, at = shiftA+growA, shiftT+growT, end
		ea, et = ea[na:], et[nt:]
	}
	put(o[at:])
	return out.Bytes(), clean
}

// conflictText writes both sides between marks, what they share at their ends outside of them.
func conflictText(out *bytes.Buffer, x, y [][]byte, ourName, theirName string) {
	line := func(l []byte) {
		out.Write(l)
		if len(l) == 0 || l[len(l)-1] != '\n' {
			out.WriteByte('\n')
		}
	}
	for len(x) > 0 && len(y) > 0 && bytes.Equal(x[0], y[0]) {
		out.Write(x[0])
		x, y = x[1:], y[1:]
	}
	tail := 0
	for tail < len(x) && tail < len(y) && bytes.Equal(x[len(x)-1-tail], y[len(y)-1-tail]) {
		tail++
	}
	out.WriteString("<<<<<<< " + ourName + "\n")
	for _, l := range x[:len(x)-tail] {
		line(l)
	}
	out.WriteString("=======\n")
	for _, l := range y[:len(y)-tail] {
		line(l)
	}
	out.WriteString(">>>>>>> " + theirName + "\n")
	for _, l := range x[len(x)-tail:] {
		out.Write(l)
	}
}
