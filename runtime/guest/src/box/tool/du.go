package tool

import (
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const duSpec = "0/null a/all /apparent-size b/bytes B:/block-size c/total d:/max-depth " +
	"D/dereference-args H " +
	"/exclude: X:/exclude-from /files0-from: h/human-readable /inodes k l/count-links L/dereference m " +
	"P/no-dereference s/summarize S/separate-dirs /si t:/threshold /time? /time-style: x/one-file-system"

type du struct {
	r                              *run
	all, apparent, inodes          bool
	countLinks, follow, followArgs bool
	oneFileSystem, separate        bool
	depth                          int
	unit, human                    uint64
	end                            string
	exclude                        []string
	seen                           map[inode]bool
	threshold                      int64
	timed                          bool
}

// treeUsage is what a file or a tree takes.
type treeUsage struct {
	size  uint64
	mtime int64
}

func duMain(r *run) int {
	d := &du{r: r, depth: -1, unit: 1024, end: "\n", seen: map[inode]bool{}}
	opts, names := r.options(duSpec)
	total, summarize, from := false, false, ""
	for _, o := range opts {
		switch o.name {
		case "c":
			total = true
		case "s":
			summarize = true
		case "files0-from":
			from = o.value
		case "X":
			text, err := readFile(o.value)
			if err != nil {
				r.dieErr(1, err, "%s", r.plain(o.value))
			}
			d.exclude = append(d.exclude, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")...)
		default:
			d.option(o)
		}
	}
	if summarize && d.all {
		r.usage("cannot both summarize and show all entries")
	}
	if summarize && d.depth > 0 {
		r.usage("warning: summarizing conflicts with --max-depth=%d", d.depth)
	}
	if summarize {
		d.depth = 0
	}
	if from != "" {
		names = r.zeroList(from, names)
	} else if len(names) == 0 {
		names = []string{"."}
	}
	var sum treeUsage
	for _, name := range names {
		u := d.walk(name, 0, 0)
		sum.size += u.size
		sum.mtime = max(sum.mtime, u.mtime)
	}
	if total {
		d.print(sum, "total")
	}
	return r.status
}

func (d *du) option(o option) {
	switch o.name {
	case "0":
		d.end = "\x00"
	case "a":
		d.all = true
	case "apparent-size":
		d.apparent = true
	case "b":
		d.apparent, d.unit, d.human = true, 1, 0
	case "B":
		n, ok := parseSize(o.value)
		if !ok || n == 0 {
			d.r.die(1, "invalid -B argument %s", d.r.curly(o.value))
		}
		d.unit, d.human = n, 0
	case "d":
		n, ok := parseUint(o.value)
		if !ok {
			d.r.message("invalid maximum depth " + d.r.curly(o.value))
			d.r.usage("")
		}
		d.depth = int(min(n, 1<<30))
	case "D", "H":
		d.followArgs = true
	case "exclude":
		d.exclude = append(d.exclude, o.value)
	case "h":
		d.human = 1024
	case "inodes":
		d.inodes, d.unit = true, 1
	case "k":
		d.unit, d.human = 1024, 0
	case "l":
		d.countLinks = true
	case "L":
		d.follow = true
	case "m":
		d.unit, d.human = 1<<20, 0
	case "P":
		d.follow, d.followArgs = false, false
	case "S":
		d.separate = true
	case "si":
		d.human = 1000
	case "t":
		n, ok := parseSize(strings.TrimPrefix(o.value, "-"))
		if !ok {
			d.r.die(1, "invalid -t argument %s", d.r.curly(o.value))
		}
		if d.threshold = int64(n); strings.HasPrefix(o.value, "-") {
			d.threshold = -d.threshold
		}
	case "time":
		d.timed = true
	case "time-style":
		d.r.unsupported("--time-style")
	case "x":
		d.oneFileSystem = true
	}
}

func (d *du) excluded(name string) bool {
	for _, p := range d.exclude {
		if fnmatch(p, name, false) || fnmatch(p, baseName(name), false) {
			return true
		}
	}
	return false
}

func (d *du) walk(name string, depth int, device uint64) treeUsage {
	if d.excluded(name) {
		return treeUsage{}
	}
	stat := linux.Lstat
	if d.follow || depth == 0 && d.followArgs {
		stat = linux.Stat
	}
	st, err := stat(name)
	if err != nil {
		d.r.warnErr(err, "cannot access %s", d.r.quoted(name))
		return treeUsage{}
	}
	if d.oneFileSystem && depth > 0 && st.Dev != device {
		return treeUsage{}
	}
	if !d.countLinks && (depth == 0 || st.IsDir() || st.Nlink > 1) {
		if d.seen[inodeOf(&st)] {
			return treeUsage{}
		}
		d.seen[inodeOf(&st)] = true
	}
	own := treeUsage{d.sizeOf(&st), st.Mtime}
	if !st.IsDir() {
		if d.all && (d.depth < 0 || depth <= d.depth) || depth == 0 {
			d.print(own, name)
		}
		return own
	}
	sum, apart := own, own
	list, err := linux.ReadDir(name)
	for _, e := range list {
		u := d.walk(join(name, e.Name), depth+1, st.Dev)
		sum.size += u.size
		sum.mtime = max(sum.mtime, u.mtime)
		if e.Type != linux.DtDir {
			apart.size += u.size
		}
	}
	if err != nil {
		d.r.warnErr(err, "cannot read directory %s", d.r.quoted(name))
	}
	if d.depth < 0 || depth <= d.depth {
		shown := sum
		if d.separate {
			shown.size = apart.size
		}
		d.print(shown, name)
	}
	return sum
}

func (d *du) sizeOf(st *primitives.Stat) uint64 {
	switch {
	case d.inodes:
		return 1
	case d.apparent && (st.IsRegular() || st.IsSymlink()):
		return uint64(st.Size)
	case d.apparent && st.IsDir():
		return uint64(st.Size)
	case d.apparent:
		return 0
	}
	return uint64(st.Blocks) * 512
}

func (d *du) print(u treeUsage, name string) {
	if d.threshold > 0 && int64(u.size) < d.threshold || d.threshold < 0 && int64(u.size) > -d.threshold {
		return
	}
	text := strconv.FormatUint(ceilDiv(u.size, d.unit), 10)
	if d.human != 0 {
		text = human(u.size, d.human)
	}
	if d.timed {
		text += "\t" + strftime("%Y-%m-%d %H:%M", time.Unix(0, u.mtime).In(d.r.zone()))
	}
	d.r.print(text, "\t", name, d.end)
}
