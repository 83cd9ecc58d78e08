package tool

import (
	"slices"
	"strings"
)

// zgrep looks through compressed files, by a decompressor and grep for each.
type zgrep struct {
	z       *zfamily
	grep    []string
	files   []string
	pattern bool
	named   int // 1 for -H, -1 for -h, 0 as many files say
}

func zgrepMain(r *run) int {
	g := &zgrep{z: zfamilyOf(r.which), grep: []string{"grep"}}
	switch mode := strings.TrimSuffix(r.which, "grep"); mode[len(mode)-1] {
	case 'e':
		g.grep = append(g.grep, "-E")
	case 'f':
		g.grep = append(g.grep, "-F")
	}
	if status := g.words(r); status >= 0 {
		return status
	}
	if !g.pattern && len(g.files) == 0 {
		switch g.z {
		case zBzip2:
			r.print("grep through bzip2 files\nusage: ", r.which, " [grep_options] pattern [files]\n")
			return 2
		case zXz:
			return r.zdie(2, r.zscript()+": 159: 1: Missing pattern; try `"+r.which+" --help' for help")
		}
		return r.zdie(2, r.zscript()+": 188: 1: missing pattern; try `"+r.zscript()+" --help' for help")
	}
	if !g.pattern {
		g.grep = append(g.grep, "-e", g.files[0])
		g.files = g.files[1:]
	}
	return g.run(r)
}

// zgrepLong are grep's long options with a value in the next word.
var zgrepLong = []string{
	"--regexp", "--file", "--max-count", "--label", "--binary-files", "--devices", "--directories",
	"--after-context", "--before-context", "--context", "--color", "--colour",
}

// words tells grep's options from files; a status of 0 or more ends the program.
func (g *zgrep) words(r *run) int {
	args := r.args
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "--":
			g.files = append(g.files, args...)
			return -1
		case a == "--help" || a == "-V" || a == "--version":
			r.unsupported(a)
		case a == "-" || !strings.HasPrefix(a, "-"):
			g.files = append(g.files, a)
			if g.z == zBzip2 {
				g.files = append(g.files, args...)
				return -1
			}
			continue
		}
		if strings.HasPrefix(a, "--") {
			g.long(a)
			g.grep = append(g.grep, a)
			if slices.Contains(zgrepLong[:7], a) && len(args) > 0 {
				g.grep, args = append(g.grep, args[0]), args[1:]
			}
			continue
		}
		bad, value := g.cluster(a)
		if bad != 0 && g.z != zBzip2 {
			return r.zdie(2, r.zscript()+": -"+string(bad)+": option not supported")
		}
		if a != "-H" && a != "-h" {
			g.grep = append(g.grep, a)
		}
		if value && len(args) > 0 {
			g.grep, args = append(g.grep, args[0]), args[1:]
		}
	}
	return -1
}

func (g *zgrep) long(a string) {
	name, _, _ := strings.Cut(a, "=")
	switch name {
	case "--regexp", "--file":
		g.pattern = true
	case "--no-filename":
		g.named = -1
	case "--with-filename":
		g.named = 1
	}
}

// cluster looks into a group of letters: one that cannot be, and whether a value follows in the next word.
func (g *zgrep) cluster(a string) (bad byte, value bool) {
	for i := 1; i < len(a); i++ {
		switch c := a[i]; {
		case strings.IndexByte("drRzZ", c) >= 0:
			return c, false
		case strings.IndexByte("ABCDdefm", c) >= 0:
			g.pattern = g.pattern || c == 'e' || c == 'f'
			return 0, i == len(a)-1
		case c == 'H':
			g.named = 1
		case c == 'h':
			g.named = -1
		}
	}
	return 0, false
}

func (g *zgrep) run(r *run) int {
	files := g.files
	if len(files) == 0 {
		files = []string{"-"}
	}
	result := 1
	if g.z == zBzip2 {
		result = 0
	}
	for _, f := range files {
		grep := slices.Clone(g.grep)
		if g.named > 0 || g.named == 0 && len(files) > 1 {
			grep = append(grep, "-H")
		}
		if f != "-" {
			grep = append(grep, "--label="+f)
		}
		unpack := g.z.of(f)
		if g.z == zBzip2 && f == "-" {
			unpack = unpack[:len(unpack)-1]
		}
		first, last := r.piped(unpack, grep)
		const quiet = 2 // a warning
		switch {
		case g.z == zBzip2 && last != 0:
			result = last
		case g.z == zBzip2:
		case last >= quiet:
			result = max(result, last)
		case first != 0 && first != quiet && first != 128+13:
			result = 2
		case last == 0 && result == 1:
			result = 0
		}
	}
	return result
}
