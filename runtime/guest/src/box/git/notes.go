package git

import (
	"strings"
)

// notesRef is where notes are, as a commit whose tree names objects.
func (g *program) notesRef() string {
	name := g.env["GIT_NOTES_REF"]
	if name == "" {
		name = g.repo.config.text("core.notesref")
	}
	switch {
	case name == "":
		return "refs/notes/commits"
	case strings.HasPrefix(name, "refs/notes/"):
		return name
	}
	return "refs/notes/" + strings.TrimPrefix(name, "notes/")
}

// notes are the contents by the names of the objects that they are about.
func (g *program) notes() map[string]file {
	h, ok := g.repo.ref(g.notesRef())
	if !ok {
		return map[string]file{}
	}
	all := map[string]file{}
	for p, f := range g.flatten(g.treeOf(h)) {
		all[strings.ReplaceAll(p, "/", "")] = f
	}
	return all
}

// noteText is the note of an object, or empty.
func (g *program) noteText(h hash) string {
	if f, ok := g.notes()[h.String()]; ok {
		return string(g.blob(f.hash))
	}
	return ""
}

// noteParagraph is the note of a commit as log shows it.
func (g *program) noteParagraph(h hash) string {
	if _, ok := g.repo.ref(g.notesRef()); !ok {
		return ""
	}
	text := strings.TrimRight(g.noteText(h), "\n")
	if text == "" {
		return ""
	}
	head := "\nNotes:\n"
	if ref := g.notesRef(); ref != "refs/notes/commits" {
		head = "\nNotes (" + strings.TrimPrefix(ref, "refs/notes/") + "):\n"
	}
	return head + "    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n"
}

func (g *program) notesCommand(args []string) int {
	for len(args) > 0 && strings.HasPrefix(args[0], "--ref") {
		v, ok := strings.CutPrefix(args[0], "--ref=")
		if !ok {
			v, args = args[1], args[1:]
		}
		g.env["GIT_NOTES_REF"] = v
		args = args[1:]
	}
	what := "list"
	if len(args) > 0 {
		what, args = args[0], args[1:]
	}
	o := g.parse(args, "f/force m/message: F/file: C/reuse-message: c/reedit-message:! allow-empty "+
		"ignore-missing stdin! for-rewrite:! separator:! no-separator!")
	g.need()
	target := "HEAD"
	if len(o.args) > 0 {
		target = o.args[0]
	}
	if what == "list" && len(o.args) == 0 {
		notes := g.notes()
		for _, p := range sorted(notes) {
			g.print(notes[p].hash.String(), " ", p, "\n")
		}
		return 0
	}
	h, ok := g.resolve(target)
	if !ok {
		g.fatal("failed to resolve '%s' as a valid ref.", target)
	}
	switch what {
	case "list", "show":
		f, ok := g.notes()[h.String()]
		if !ok {
			g.tell("error: no note found for object %s.\n", h)
			return 1
		}
		if what == "list" {
			g.print(f.hash.String(), "\n")
		} else {
			g.print(string(g.blob(f.hash)))
		}
		return 0
	case "add", "append":
		return g.addNote(what, h, o)
	case "remove":
		return g.removeNotes(o)
	}
	g.unsupported("notes " + what)
	return 1
}

func (g *program) addNote(what string, h hash, o *options) int {
	notes := g.notes()
	old, there := notes[h.String()]
	if there && what == "add" && !o.has("force") {
		g.tell(
			"error: Cannot add notes. Found existing notes for object %s. Use '-f' to overwrite "+
				"existing notes\n",
			h,
		)
		return 1
	}
	if there && what == "add" {
		g.tell("Overwriting existing notes for object %s\n", h)
	}
	text := strings.Join(o.values("message"), "\n\n")
	switch {
	case o.has("file"):
		b, err := readFile(
			map[bool]string{true: "/dev/stdin", false: o.value("file")}[o.value("file") == "-"],
		)
		if err != nil {
			g.fatal("could not open or read '%s': %s", o.value("file"), textOf(err))
		}
		text = string(b)
	case o.has("reuse-message"):
		from, ok := g.resolve(o.value("reuse-message"))
		if !ok {
			g.fatal("failed to resolve '%s' as a valid ref.", o.value("reuse-message"))
		}
		text = string(g.blob(from))
	case !o.has("message"):
		file := g.repo.dir + "/NOTES_EDITMSG"
		text = g.runEditor(
			file,
			"\n#\n# Write/edit the notes for the following object:\n#\n",
			"Please supply the note "+
				"contents using either -m or -F option",
		)
	}
	text = cleaned(text, !o.has("message") && !o.has("file"))
	if what == "append" && there {
		text = strings.TrimRight(string(g.blob(old.hash)), "\n") + "\n\n" + text
	}
	if text == "" {
		g.tell("Removing note for object %s\n", h)
		delete(notes, h.String())
	} else {
		notes[h.String()] = file{modeFile, g.store("blob", []byte(text))}
	}
	g.writeNotes(notes, "Notes added by 'git notes "+what+"'")
	return 0
}

func (g *program) removeNotes(o *options) int {
	notes := g.notes()
	names := o.args
	if len(names) == 0 {
		names = []string{"HEAD"}
	}
	code := 0
	for _, name := range names {
		h, ok := g.resolve(name)
		if !ok {
			g.fatal("Failed to resolve '%s' as a valid ref.", name)
		}
		if _, ok := notes[h.String()]; !ok {
			g.tell("Object %s has no note\n", name)
			code = 1 - b2i(o.has("ignore-missing"))
			continue
		}
		g.tell("Removing note for object %s\n", name)
		delete(notes, h.String())
	}
	if code == 0 {
		g.writeNotes(notes, "Notes removed by 'git notes remove'")
	}
	return code
}

func (g *program) writeNotes(notes map[string]file, message string) {
	const fanout = 256 // beyond it git sorts notes into directories
	if len(notes) >= fanout {
		g.unsupported("so many notes")
	}
	var parents []hash
	if h, ok := g.repo.ref(g.notesRef()); ok {
		parents = []hash{h}
	}
	c := g.makeCommit(
		g.plant(notes),
		parents,
		g.identity("AUTHOR", true),
		g.identity("COMMITTER", true),
		message+"\n",
	)
	g.setRef(g.notesRef(), c, "notes: "+message)
}
