package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// mount is a line of /proc/self/mountinfo.
type mount struct {
	source, dir, kind string
	dev               string
}

func mounts() ([]mount, error) {
	text, err := readFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	var list []mount
	for line := range strings.SplitSeq(string(text), "\n") {
		before, after, ok := strings.Cut(line, " - ")
		f, g := strings.Fields(before), strings.Fields(after)
		if ok && len(f) > 4 && len(g) > 1 {
			list = append(list, mount{unescapeMount(g[1]), unescapeMount(f[4]), g[0], f[2]})
		}
	}
	return list, nil
}

// unescapeMount undoes \040 and the like.
func unescapeMount(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if v, n := cformat.Digits(s[min(i+1, len(s)):], 8, 3); s[i] == '\\' && n == 3 {
			b.WriteByte(byte(v))
			i += 3
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

const dfSpec = "a/all B:/block-size /total h/human-readable H/si i/inodes k l/local m /no-sync /output? " +
	"P/portability " +
	"/sync t:/type T/print-type x:/exclude-type v"

type df struct {
	r             *run
	all, total    bool
	unit, human   uint64
	fields        []string
	types, except map[string]bool
	portable      bool
	chosen        bool // by --output
	rows          [][]string
	sum           primitives.Statfs
}

var dfAll = []string{
	"source", "fstype", "itotal", "iused", "iavail", "ipcent", "size", "used", "avail", "pcent", "file",
	"target",
}

func dfMain(r *run) int {
	d := &df{r: r, unit: 1024, types: map[string]bool{}, except: map[string]bool{}}
	opts, names := r.options(dfSpec)
	inodes, kind := false, false
	for _, o := range opts {
		switch o.name {
		case "a":
			d.all = true
		case "B":
			n, ok := parseSize(o.value)
			if !ok || n == 0 {
				r.die(1, "invalid --block-size argument %s", r.curly(o.value))
			}
			d.unit, d.human = n, 0
		case "total":
			d.total = true
		case "h":
			d.human = 1024
		case "H":
			d.human = 1000
		case "i":
			inodes = true
		case "k":
			d.unit, d.human = 1024, 0
		case "m":
			d.unit, d.human = 1<<20, 0
		case "output":
			d.fields, d.chosen = dfAll, true
			if o.given {
				d.fields = strings.Split(o.value, ",")
			}
			for _, f := range d.fields {
				if d.header(f) == "" {
					r.usage("option --output: field %s unknown", r.curly(f))
				}
			}
		case "P":
			d.portable = true
		case "t":
			d.types[o.value] = true
		case "T":
			kind = true
		case "x":
			d.except[o.value] = true
		}
	}
	d.needFree(inodes, kind)
	if d.fields == nil {
		d.fields = []string{"source", "size", "used", "avail", "pcent", "target"}
		if inodes {
			d.fields = []string{"source", "itotal", "iused", "iavail", "ipcent", "target"}
		}
		if kind {
			d.fields = append([]string{"source", "fstype"}, d.fields[1:]...)
		}
	}
	list, err := mounts()
	if err != nil {
		r.dieErr(1, err, "cannot read table of mounted file systems")
	}
	d.collect(list, names)
	if len(d.rows) == 0 {
		if r.status == 0 {
			r.die(1, "no file systems processed")
		}
		return r.status
	}
	d.print()
	return r.status
}

// needFree refuses options that say otherwise what --output says.
func (d *df) needFree(inodes, kind bool) {
	for _, clash := range [...]struct {
		given bool
		name  string
	}{{inodes, "-i"}, {d.portable, "-P"}, {kind, "-T"}} {
		if d.chosen && clash.given {
			d.r.usage("options %s and --output are mutually exclusive", clash.name)
		}
	}
}

func (d *df) header(field string) string {
	size, avail, pcent := strconv.FormatUint(d.unit/1024, 10)+"K-blocks", "Available", "Use%"
	switch {
	case d.human != 0:
		size, avail = "Size", "Avail"
	case d.chosen:
		avail = "Avail"
	case d.portable:
		size = strconv.FormatUint(d.unit, 10) + "-blocks"
	case d.unit == 1<<20:
		size = "1M-blocks"
	case d.unit%1024 != 0:
		size = strconv.FormatUint(d.unit, 10) + "B-blocks"
	}
	if d.portable && d.human == 0 {
		pcent = "Capacity"
	}
	return map[string]string{
		"source": "Filesystem", "fstype": "Type", "itotal": "Inodes", "iused": "IUsed", "iavail": "IFree",
		"ipcent": "IUse%", "size": size, "used": "Used", "avail": avail, "pcent": pcent, "file": "File",
		"target": "Mounted on",
	}[field]
}

func (d *df) collect(list []mount, names []string) {
	if len(names) > 0 {
		for _, name := range names {
			d.file(list, name)
		}
		return
	}
	byDevice := map[string]int{}
	for i, m := range list { // of several mounts of one device the shortest stands for all
		if j, ok := byDevice[m.dev]; !ok || len(m.dir) < len(list[j].dir) {
			byDevice[m.dev] = i
		}
	}
	for i, m := range list {
		fs, err := linux.Statfs(m.dir)
		if err != nil {
			if !is(err, primitives.EACCES) {
				d.r.warnErr(err, "%s", d.r.plain(m.dir))
			}
			continue
		}
		if d.all || fs.Blocks != 0 && byDevice[m.dev] == i {
			d.row(&m, &fs, "-")
		}
	}
}

func (d *df) file(list []mount, name string) {
	p, err := canonical(name, canonExisting)
	if err != nil {
		d.r.warnErr(err, "%s", d.r.plain(name))
		return
	}
	best := mount{source: "-", dir: "/", kind: "-"}
	for _, m := range list {
		under := m.dir == "/" || p == m.dir || strings.HasPrefix(p, m.dir+"/")
		if under && len(m.dir) >= len(best.dir) {
			best = m
		}
	}
	fs, err := linux.Statfs(name)
	if err != nil {
		d.r.warnErr(err, "%s", d.r.plain(name))
		return
	}
	d.row(&best, &fs, name)
}

func (d *df) row(m *mount, fs *primitives.Statfs, file string) {
	if len(d.types) > 0 && !d.types[m.kind] || d.except[m.kind] {
		return
	}
	unit := uint64(fs.Bsize)
	d.sum.Blocks += fs.Blocks * unit
	d.sum.Bfree += fs.Bfree * unit
	d.sum.Bavail += fs.Bavail * unit
	d.sum.Files += fs.Files
	d.sum.Ffree += fs.Ffree
	d.add(m, fs, unit, file)
}

func (d *df) add(m *mount, fs *primitives.Statfs, unit uint64, file string) {
	var row []string
	for _, f := range d.fields {
		used := (fs.Blocks - fs.Bfree) * unit
		iused := fs.Files - fs.Ffree
		text := ""
		switch f {
		case "source":
			text = m.source
		case "fstype":
			text = m.kind
		case "itotal":
			text = d.inodes(fs.Files)
		case "iused":
			text = d.inodes(iused)
		case "iavail":
			text = d.inodes(fs.Ffree)
		case "ipcent":
			text = percent(iused, fs.Ffree)
		case "size":
			text = d.amount(fs.Blocks * unit)
		case "used":
			text = d.amount(used)
		case "avail":
			text = d.amount(fs.Bavail * unit)
		case "pcent":
			text = percent(used, fs.Bavail*unit)
		case "file":
			text = file
		case "target":
			text = m.dir
		}
		row = append(row, text)
	}
	d.rows = append(d.rows, row)
}

func (d *df) inodes(n uint64) string {
	if d.human != 0 {
		return human(n, d.human)
	}
	return strconv.FormatUint(n, 10)
}

func (d *df) amount(bytes uint64) string {
	if d.human != 0 {
		return human(bytes, d.human)
	}
	return strconv.FormatUint(ceilDiv(bytes, d.unit), 10)
}

func percent(used, free uint64) string {
	if used+free == 0 {
		return "-"
	}
	return strconv.FormatUint(ceilDiv(used*100, used+free), 10) + "%"
}

func (d *df) print() {
	if d.total {
		d.add(&mount{source: "total", dir: "-", kind: "-"}, &d.sum, 1, "-")
	}
	rows := [][]string{{}}
	for _, f := range d.fields {
		rows[0] = append(rows[0], d.header(f))
	}
	rows = append(rows, d.rows...)
	widths := make([]int, len(d.fields))
	for i, f := range d.fields {
		switch f {
		case "source":
			widths[i] = 14
		case "size", "used", "avail", "itotal", "iused", "iavail":
			widths[i] = 5
		case "pcent", "ipcent", "fstype":
			widths[i] = 4
		}
		for _, row := range rows {
			widths[i] = max(widths[i], width(row[i]))
		}
	}
	for _, row := range rows {
		for i, text := range row {
			left := d.fields[i] == "source" || d.fields[i] == "fstype" || d.fields[i] == "file" ||
				d.fields[i] == "target"
			if i > 0 {
				d.r.print(" ")
			}
			fill := strings.Repeat(" ", widths[i]-width(text))
			switch {
			case !left:
				d.r.print(fill, text)
			case i == len(row)-1:
				d.r.print(text)
			default:
				d.r.print(text, fill)
			}
		}
		d.r.print("\n")
	}
}
