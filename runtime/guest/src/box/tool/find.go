package tool

import (
	"slices"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

type find struct {
	r                  *run
	args               []string
	pos                int
	follow             byte // P, H or L
	minDepth, maxDepth int
	depthFirst         bool
	oneFileSystem      bool
	dayStart           bool
	syntax             regex.Options
	acts               bool // an action other than -prune and -quit was given
	batches            []*findExec
	now                time.Time
	quit               bool
	users, groups      []account
	outputs            map[string]*linux.Writer
	files0             string

	deletes, prunes, depthGiven bool
	last                        string // the primary read last, for messages
}

// findFile is the file that an expression is asked about.
type findFile struct {
	path, name string
	start      string // the operand it was found under
	depth      int
	st         primitives.Stat
	kind       uint32
	known      bool // st is good
	prune      bool
	failed     bool
}

// findTest evaluates one part of the expression.
type findTest func(f *findFile) bool

func findMain(r *run) int {
	f := &find{
		r: r, args: r.args, follow: 'P', maxDepth: -1,
		syntax: regex.Options{Syntax: regex.Emacs, Bytes: !r.utf8Locale()},
		now:    time.Unix(0, linux.ClockGettime(linux.ClockRealtime)), outputs: map[string]*linux.Writer{},
	}
	if slices.Contains(r.args, "--version") || slices.Contains(r.args, "-version") {
		r.version()
	}
	if slices.Contains(r.args, "--help") || slices.Contains(r.args, "-help") {
		r.help()
	}
	f.options()
	starts := f.starts()
	test := f.parse()
	if f.deletes && f.prunes && !f.depthGiven {
		r.die(1, "The -delete action automatically turns on -depth, but -prune does nothing when -depth "+
			"is in effect.  If you want to carry on anyway, just explicitly use the -depth option.")
	}
	if f.files0 != "" {
		starts = f.listed(starts)
	}
	if !f.acts {
		inner := test
		test = func(x *findFile) bool {
			ok := inner(x)
			if ok && !f.quit {
				r.print(x.path, "\n")
			}
			return ok
		}
	}
	if len(starts) == 0 && f.files0 == "" {
		starts = []string{"."}
	}
	for _, s := range starts {
		f.start(s, test)
		if f.quit {
			break
		}
	}
	for _, b := range f.batches {
		b.flush(f)
	}
	for _, w := range f.outputs {
		_ = w.Flush()
	}
	return r.status
}

func (f *find) options() {
	for f.pos < len(f.args) {
		switch a := f.args[f.pos]; {
		case a == "-P" || a == "-H" || a == "-L":
			f.follow = a[1]
		case a == "--":
			f.pos++
			return
		case strings.HasPrefix(a, "-O") && len(a) == 3:
		case a == "-D" && f.pos+1 < len(f.args):
			f.pos++
			if f.args[f.pos] == "help" {
				f.r.unsupported("-D help")
			}
		default:
			return
		}
		f.pos++
	}
}

func (f *find) starts() []string {
	var list []string
	for f.pos < len(f.args) {
		a := f.args[f.pos]
		if strings.HasPrefix(a, "-") && a != "-" || a == "(" || a == "!" {
			break
		}
		list = append(list, a)
		f.pos++
	}
	return list
}

// listed are the files that -files0-from names.
func (f *find) listed(starts []string) []string {
	if len(starts) > 0 {
		f.r.message("extra operand " + f.r.curly(starts[0]))
		f.r.die(1, "file operands cannot be combined with -files0-from")
	}
	in, err := openInput(f.files0)
	if err != nil {
		f.r.dieErr(1, err, "cannot open %s for reading", f.r.curly(f.files0))
	}
	text, err := readAll(in)
	closeInput(in)
	if err != nil {
		f.r.dieErr(1, err, "%s: read error", f.files0)
	}
	var list []string
	for i, name := range strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00") {
		switch {
		case name == "" && len(text) > 0:
			f.r.warn("%s:%d: invalid zero-length file name", f.r.curly(f.files0), i+1)
		case name != "":
			list = append(list, name)
		}
	}
	return list
}

// start walks one operand.
func (f *find) start(path string, test findTest) {
	x := &findFile{path: path, name: baseName(path), start: path}
	if name := strings.TrimRight(path, "/"); name != "" {
		x.name = name[strings.LastIndexByte(name, '/')+1:]
	}
	var err error
	if f.follow == 'P' {
		x.st, err = linux.Lstat(path)
	} else if x.st, err = linux.Stat(path); err != nil && !is(err, primitives.ELOOP) {
		x.st, err = linux.Lstat(path)
	}
	if err != nil {
		f.complain(path, err)
		return
	}
	x.known, x.kind = true, x.st.Mode&primitives.S_IFMT
	f.walk(x, test, x.st.Dev, nil)
}

func (f *find) complain(path string, err error) {
	f.r.warnErr(err, "%s", f.r.curly(path))
}

// ancestor is a directory that the walk is in.
type ancestor struct {
	inode
	path string
}

func (f *find) walk(x *findFile, test findTest, device uint64, above []ancestor) {
	if f.follow == 'L' && x.kind == primitives.S_IFDIR && f.loops(x, above) {
		return
	}
	enter := x.kind == primitives.S_IFDIR && (f.maxDepth < 0 || x.depth < f.maxDepth)
	if !f.depthFirst {
		f.apply(x, test)
		enter = enter && !x.prune && !f.quit
	}
	if enter && f.mayEnter(x, device) {
		f.children(x, test, device, append(above, ancestor{inodeOf(&x.st), x.path}))
	}
	if f.depthFirst && !f.quit {
		f.apply(x, test)
	}
}

func (f *find) apply(x *findFile, test findTest) {
	if x.depth >= f.minDepth {
		test(x)
	}
}

// loops reports whether a directory is one that the walk is in, by a link that is followed.
func (f *find) loops(x *findFile, above []ancestor) bool {
	if !f.stat(x) {
		return false
	}
	i := slices.IndexFunc(above, func(a ancestor) bool { return a.inode == inodeOf(&x.st) })
	if i < 0 {
		return false
	}
	f.r.warn("File system loop detected; %s is part of the same file system loop as %s.",
		f.r.curly(x.path), f.r.curly(above[i].path))
	return true
}

// mayEnter keeps within a file system.
func (f *find) mayEnter(x *findFile, device uint64) bool {
	return !f.oneFileSystem || f.stat(x) && x.st.Dev == device
}

func (f *find) children(x *findFile, test findTest, device uint64, above []ancestor) {
	list, err := linux.ReadDir(x.path)
	for _, e := range list {
		if f.quit {
			return
		}
		c := &findFile{path: join(x.path, e.Name), name: e.Name, start: x.start, depth: x.depth + 1}
		c.kind = uint32(e.Type) << 12
		if (c.kind == 0 || f.follow == 'L' && c.kind == primitives.S_IFLNK) && !f.stat(c) && f.follow == 'L' {
			continue
		}
		f.walk(c, test, device, above)
	}
	if err != nil {
		f.complain(x.path, err)
	}
}

// stat fills in what the directory did not tell; false if it cannot.
func (f *find) stat(x *findFile) bool {
	if x.known || x.failed {
		return x.known
	}
	st, err := linux.Lstat(x.path)
	if f.follow == 'L' && err == nil && st.IsSymlink() {
		target, errTarget := linux.Stat(x.path)
		switch {
		case errTarget == nil:
			st = target
		case is(errTarget, primitives.ELOOP):
			err = errTarget
		}
	}
	if err != nil {
		x.failed = true
		f.complain(x.path, err)
		return false
	}
	x.st, x.known, x.kind = st, true, st.Mode&primitives.S_IFMT
	return true
}
