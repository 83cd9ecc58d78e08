package shell

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/pattern"
)

type patternKey struct {
	text string
	opt  pattern.Options
}

// maxCached bounds the caches of compiled patterns and expressions.
const maxCached = 1000

// compile returns a pattern as [[ ]], case and ${x#} match it.
func (sh *Shell) compile(text string) *pattern.Pattern {
	return sh.compileWith(text, pattern.Options{ExtGlob: sh.shopt[shoptExtglob], Bytes: !sh.utf8})
}

func (sh *Shell) compileWith(text string, opt pattern.Options) *pattern.Pattern {
	key := patternKey{text, opt}
	if p, ok := sh.patternCache[key]; ok {
		return p
	}
	if len(sh.patternCache) > maxCached {
		clear(sh.patternCache)
	}
	p := pattern.Compile(text, opt)
	sh.patternCache[key] = p
	return p
}

// globbed appends a finished field: the files it matches, or itself.
func (sh *Shell) globbed(out []string, e *expander) []string {
	if sh.opts[optNoglob] || !e.magic() {
		return append(out, e.join())
	}
	text := e.pattern()
	opt := pattern.Options{
		ExtGlob: sh.shopt[shoptExtglob], NoCase: sh.shopt[shoptNocaseglob], Bytes: !sh.utf8,
	}
	if !pattern.Magic(text, opt) {
		return append(out, e.join())
	}
	g := globber{sh: sh, opt: opt}
	g.dots = sh.shopt[shoptDotglob]
	if list := g.expand(text); len(list) > 0 {
		if list = sh.ignore(list); len(list) > 0 {
			return append(out, list...)
		}
	}
	switch {
	case sh.shopt[shoptFailglob]:
		sh.warn("no match: " + e.join())
		sh.discard()
	case sh.shopt[shoptNullglob]:
	default:
		out = append(out, e.join())
	}
	return out
}

// ignore leaves out the files that GLOBIGNORE names.
func (sh *Shell) ignore(list []string) []string {
	text, ok := sh.get("GLOBIGNORE")
	if !ok || text == "" {
		return list
	}
	return slices.DeleteFunc(list, func(name string) bool {
		base := name[strings.LastIndexByte(name, '/')+1:]
		if base == "." || base == ".." {
			return true
		}
		for p := range strings.SplitSeq(text, ":") {
			if sh.matchPath(p, name) {
				return true
			}
		}
		return false
	})
}

// matchPath matches a pattern against a path, piece by piece: no wildcard matches a slash.
func (sh *Shell) matchPath(text, path string) bool {
	parts, names := strings.Split(text, "/"), strings.Split(path, "/")
	if len(parts) != len(names) {
		return false
	}
	for i := range parts {
		if !sh.compile(parts[i]).Match(names[i]) {
			return false
		}
	}
	return true
}

// globber expands one pattern into paths.
type globber struct {
	sh   *Shell
	opt  pattern.Options
	dots bool
	deep bool // a ** has been passed
}

func (g *globber) expand(text string) []string {
	var parts []string // between slashes, which no class may hide
	for p := range strings.SplitSeq(text, "/") {
		parts = append(parts, p)
	}
	base := ""
	for len(parts) > 1 && parts[0] == "" {
		base += "/"
		parts = parts[1:]
	}
	list := g.walk(base, parts, false)
	slices.Sort(list)
	return list
}

// walk returns the paths that begin with base and go on with what parts match.
func (g *globber) walk(base string, parts []string, inStar bool) (list []string) {
	part := parts[0]
	rest := parts[1:]
	if part == "**" && g.sh.shopt[shoptGlobstar] {
		return g.star(base, rest, inStar)
	}
	if !pattern.Magic(part, g.opt) {
		path := base + pattern.Unquote(part)
		if len(rest) == 0 {
			if part == "" && base != "" || exists(path) {
				return []string{path}
			}
			return nil
		}
		if part != "" && !isDir(path) {
			return nil
		}
		return g.walk(path+"/", rest, false)
	}
	for _, name := range g.match(base, part) {
		switch {
		case len(rest) == 0:
			list = append(list, base+name)
		case isDir(base + name):
			list = append(list, g.walk(base+name+"/", rest, false)...)
		}
	}
	return list
}

// star is `**`: any number of directories.
func (g *globber) star(base string, rest []string, inStar bool) (list []string) {
	if len(rest) > 0 {
		if rest[0] == "**" { // twice is once
			return g.star(base, rest[1:], inStar)
		}
		deep := g.deep
		g.deep = true
		list = append(list, g.walk(base, rest, true)...)
		g.deep = deep
	} else if base != "" && !inStar {
		if g.deep {
			list = append(list, strings.TrimSuffix(base, "/"))
		} else {
			list = append(list, base)
		}
	}
	for _, e := range readDir(base) {
		if e.Name[0] == '.' && !g.dots {
			continue
		}
		if len(rest) == 0 {
			list = append(list, base+e.Name)
		}
		if st, err := linux.Lstat(base + e.Name); err == nil && st.IsDir() {
			list = append(list, g.star(base+e.Name+"/", rest, true)...)
		}
	}
	return list
}

type entry struct{ Name string }

func readDir(dir string) (l []entry) {
	if dir == "" {
		dir = "."
	}
	list, err := linux.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range list {
		if e.Name != "." && e.Name != ".." {
			l = append(l, entry{e.Name})
		}
	}
	return l
}

// match returns the names in dir that part matches. A leading dot must be there in the pattern.
func (g *globber) match(dir, part string) (l []string) {
	p := g.sh.compileWith(part, g.opt)
	dotted := strings.HasPrefix(part, ".") || strings.HasPrefix(part, `\.`)
	names := readDir(dir)
	if !g.sh.shopt[shoptGlobskipdots] && dotted && !g.sh.dash {
		names = append(names, entry{"."}, entry{".."})
	}
	for _, e := range names {
		if e.Name[0] == '.' && !dotted && !g.dots {
			if !g.opt.ExtGlob || !strings.Contains(part, "(.") {
				continue
			}
		}
		if p.Match(e.Name) {
			l = append(l, e.Name)
		}
	}
	return l
}

func exists(path string) bool {
	_, err := linux.Lstat(path)
	return err == nil
}

func isDir(path string) bool {
	st, err := linux.Stat(path)
	return err == nil && st.IsDir()
}
