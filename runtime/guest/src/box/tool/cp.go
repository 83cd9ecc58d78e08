package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const cpSpec = "a/archive /attributes-only /copy-contents d f/force H i/interactive l/link L/dereference " +
	"n/no-clobber P/no-dereference p /preserve? /no-preserve: /parents R r/recursive /reflink? " +
	"/remove-destination /sparse: /strip-trailing-slashes s/symbolic-link t:/target-directory " +
	"T/no-target-directory u/update v/verbose x/one-file-system Z !/context?" + backupSpec

// targets is how cp, mv, ln and install read "SOURCE... DIRECTORY" and "SOURCE DEST".
type targets struct {
	dir      string // -t
	noDir    bool   // -T
	stripped bool   // --strip-trailing-slashes
}

func (t *targets) option(r *run, o option) bool {
	switch o.name {
	case "t":
		if st, err := linux.Stat(o.value); err != nil || !st.IsDir() {
			if err == nil {
				err = primitives.ENOTDIR
			}
			r.dieErr(1, err, "target directory %s", r.quoted(o.value))
		}
		t.dir = o.value
	case "T":
		t.noDir = true
	case "strip-trailing-slashes":
		t.stripped = true
	default:
		return false
	}
	return true
}

// pairs calls use with every source and the destination it gets.
func (t *targets) pairs(r *run, names []string, use func(from, to string)) {
	switch {
	case len(names) == 0:
		r.usage("missing file operand")
	case len(names) == 1 && t.dir == "":
		r.usage("missing destination file operand after %s", r.quoted(names[0]))
	case t.noDir && t.dir != "":
		r.die(1, "cannot combine --target-directory (-t) and --no-target-directory (-T)")
	case t.noDir && len(names) > 2:
		r.usage("extra operand %s", r.quoted(names[2]))
	}
	dir := t.dir
	if dir == "" {
		last := names[len(names)-1]
		st, err := linux.Stat(last)
		switch {
		case !t.noDir && err == nil && st.IsDir():
			dir, names = last, names[:len(names)-1]
		case len(names) > 2:
			if err == nil {
				err = primitives.ENOTDIR
			}
			r.dieErr(1, err, "target %s", r.quoted(last))
		default:
			use(t.strip(names[0]), last)
			return
		}
	}
	for _, from := range names {
		from = t.strip(from)
		use(from, join(dir, baseName(from)))
	}
}

func (t *targets) strip(name string) string {
	if short := strings.TrimRight(name, "/"); t.stripped && short != "" {
		return short
	}
	return name
}

func cpMain(r *run) int {
	c := newCopier(r)
	c.followAll = true
	explicit := false
	t := &targets{}
	opts, names := r.options(cpSpec)
	for _, o := range opts {
		if !t.option(r, o) && !c.backup.option(r, o) {
			explicit = c.option(o) || explicit
		}
	}
	if c.recursive && !explicit && !c.hardLink {
		c.followAll = false // -r alone copies links as links
	}
	if c.hardLink && !explicit {
		c.followAll = false
	}
	if c.hardLink && c.symlink {
		r.usage("cannot make both hard and symbolic links")
	}
	c.backup.excludes(r, c.keep)
	if last := len(names) - 1; c.parents && t.dir == "" && last > 0 && !isDir(names[last]) {
		r.usage("with --parents, the destination must be a directory")
	}
	t.pairs(r, names, func(from, to string) {
		if c.force && c.backup.kind != "" && from == to && c.onlyBackup(from) {
			return
		}
		if c.parents {
			if to = c.underParents(from, dirName(to)); to == "" {
				return
			}
		}
		c.copy(from, to, true)
	})
	return r.status
}

// onlyBackup is cp -bf of a file onto itself, which copies it to the name of its backup.
func (c *copier) onlyBackup(name string) bool {
	if st, err := linux.Lstat(name); err != nil || !st.IsRegular() {
		return false
	}
	kept := *c.backup
	defer func() { *c.backup = kept }()
	to := c.backup.nameFor(c.r, name)
	c.backup.kind = ""
	c.copy(name, to, true)
	return true
}

// option takes one of cp's and reports whether it says how links are followed.
func (c *copier) option(o option) bool {
	switch o.name {
	case "a":
		c.recursive, c.followAll = true, false
		c.mode, c.owner, c.times, c.links = true, true, true, true
		return true
	case "attributes-only":
		c.attributes = true
	case "d":
		c.followAll, c.links = false, true
		return true
	case "f":
		c.force = true
	case "H":
		c.followAll, c.followOperands = false, true
		return true
	case "i":
		c.ask, c.keep = true, false
	case "l":
		c.hardLink = true
	case "L":
		c.followAll = true
		return true
	case "n":
		c.keep, c.ask = true, false
	case "P":
		c.followAll = false
		return true
	case "p":
		c.mode, c.owner, c.times = true, true, true
	case "preserve", "no-preserve":
		c.attributeList(o)
	case "parents":
		c.parents = true
	case "R", "r":
		c.recursive = true
	case "sparse":
		c.r.choose("--sparse", o.value, "never", "auto", "always")
	case "reflink":
		if o.given {
			c.r.choose("--reflink", o.value, "auto", "always", "never")
		}
		if o.value == "always" {
			c.r.unsupported("--reflink=always")
		}
	case "remove-destination":
		c.removeFirst = true
	case "s":
		c.symlink = true
	case "u":
		c.update = true
	case "v":
		c.verbose = true
	case "x":
		c.oneFileSystem = true
	}
	return false
}

func (c *copier) attributeList(o option) {
	on := o.name == "preserve"
	value := o.value
	if !o.given {
		value = "mode,ownership,timestamps"
	}
	for word := range strings.SplitSeq(value, ",") {
		switch c.r.choose("--"+o.name, word, "mode", "timestamps", "ownership", "links", "context",
			"xattr", "all") {
		case "mode":
			c.mode = on
		case "timestamps":
			c.times = on
		case "ownership":
			c.owner = on
		case "links":
			c.links = on
		case "all":
			c.mode, c.times, c.owner, c.links = on, on, on, on
		default:
			c.r.unsupported("--" + o.name + "=" + word)
		}
	}
}

// underParents makes dir/dirname(from) with the modes of the source's directories.
func (c *copier) underParents(from, dir string) string {
	parent := dirName(strings.TrimLeft(from, "/"))
	to := dir
	source := ""
	if strings.HasPrefix(from, "/") {
		source = "/"
	}
	for part := range strings.SplitSeq(parent, "/") {
		if part == "" || part == "." {
			continue
		}
		source += part
		to = join(to, part)
		st, err := linux.Stat(source)
		if err != nil {
			c.r.warnErr(err, "failed to get attributes of %s", c.r.quoted(source))
			return ""
		}
		if !isDir(to) {
			if err := linux.Mkdir(to, st.Mode&0o777); err != nil {
				c.r.warnErr(err, "cannot make directory %s", c.r.quoted(to))
				return ""
			}
			if c.verbose {
				c.r.print(source, " -> ", to, "\n")
			}
		}
		source += "/"
	}
	return join(to, baseName(from))
}
