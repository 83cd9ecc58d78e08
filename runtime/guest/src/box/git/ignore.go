package git

import (
	"path"
	"strings"
)

// ignoreRule is a line of a .gitignore, gitignore(5).
type ignoreRule struct {
	pattern  string
	dir      string // of the file
	negate   bool
	onlyDirs bool
	anchored bool
	line     int
	source   string
	text     string
}

// outerIgnores are those of the repository and of the user.
func (g *program) outerIgnores() []ignoreRule {
	file := g.repo.config.text("core.excludesfile")
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		file = g.env["HOME"] + "/" + rest
	}
	if file == "" {
		file = g.env["HOME"] + "/.config/git/ignore"
		if v := g.env["XDG_CONFIG_HOME"]; v != "" {
			file = v + "/git/ignore"
		}
	}
	if g.onlyMore {
		return g.moreIgnores
	}
	list := append(readIgnores(file, ""), readIgnores(g.repo.common+"/info/exclude", "")...)
	return append(list, g.moreIgnores...)
}

func readIgnores(file, dir string) []ignoreRule {
	b, err := readFile(file)
	if err != nil {
		return nil
	}
	return parseIgnores(b, dir, file)
}

func parseIgnores(b []byte, dir, file string) []ignoreRule {
	var list []ignoreRule
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(string(b), "\xef\xbb\xbf")) {
		n++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		r := ignoreRule{dir: dir, line: n, source: file, text: line}
		for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, "\\ ") {
			line = line[:len(line)-1]
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '!' {
			r.negate, line = true, line[1:]
		} else if line[0] == '\\' && len(line) > 1 && (line[1] == '#' || line[1] == '!') {
			line = line[1:]
		}
		line, r.onlyDirs = strings.CutSuffix(line, "/")
		r.anchored = strings.Contains(line, "/")
		r.pattern = strings.TrimPrefix(line, "/")
		list = append(list, r)
	}
	return list
}

func (r *ignoreRule) matches(p string, dir bool) bool {
	if r.onlyDirs && !dir {
		return false
	}
	if r.dir != "" {
		rest, ok := strings.CutPrefix(p, r.dir+"/")
		if !ok {
			return false
		}
		p = rest
	}
	if !r.anchored {
		p = p[strings.LastIndexByte(p, '/')+1:]
	}
	return wildmatch(r.pattern, p, true)
}

// ignores asks the rules, of which the last that matches decides.
func ignores(rules []ignoreRule, p string, dir bool) bool {
	for i := len(rules) - 1; i >= 0; i-- {
		if rules[i].matches(p, dir) {
			return !rules[i].negate
		}
	}
	return false
}

// ignoresOf are the rules of a directory's own .gitignore.
func (g *program) ignoresOf(dir string) []ignoreRule {
	if g.onlyMore {
		return nil
	}
	return readIgnores(g.repo.at(path.Join(dir, ".gitignore")), dir)
}

// ignoring is the rule by which a path is ignored, or a directory above it; nil for none.
func (g *program) ignoring(p string, dir bool) *ignoreRule {
	rules := g.outerIgnores()
	rules = append(rules, g.ignoresOf("")...)
	parts := strings.Split(p, "/")
	for i := 1; i <= len(parts); i++ {
		sub := strings.Join(parts[:i], "/")
		for j := len(rules) - 1; j >= 0; j-- {
			if rules[j].matches(sub, i < len(parts) || dir) {
				if !rules[j].negate {
					return &rules[j]
				}
				break
			}
		}
		rules = append(rules, g.ignoresOf(sub)...)
	}
	return nil
}

// wildmatch compares a text with a pattern. With paths * and ? do not match a slash, and ** does.
func wildmatch(pattern, s string, paths bool) bool {
	for pattern != "" {
		switch c := pattern[0]; c {
		case '*':
			return star(pattern, s, paths)
		case '?':
			if s == "" || paths && s[0] == '/' {
				return false
			}
			pattern, s = pattern[1:], s[1:]
		case '[':
			if s == "" || paths && s[0] == '/' {
				return false
			}
			ok, n := class(pattern, s[0])
			if n == 0 {
				if s[0] != '[' {
					return false
				}
				n = 1
			} else if !ok {
				return false
			}
			pattern, s = pattern[n:], s[1:]
		default:
			if c == '\\' && len(pattern) > 1 {
				pattern = pattern[1:]
				c = pattern[0]
			}
			if s == "" || s[0] != c {
				return false
			}
			pattern, s = pattern[1:], s[1:]
		}
	}
	return s == ""
}

func star(pattern, s string, paths bool) bool {
	n := 1
	for n < len(pattern) && pattern[n] == '*' {
		n++
	}
	rest := pattern[n:]
	if paths && n == 2 && strings.HasPrefix(rest, "/") && wildmatch(rest[1:], s, paths) {
		return true // a/**/b is a/b too
	}
	for i := 0; ; i++ {
		if wildmatch(rest, s[i:], paths) {
			return true
		}
		if i == len(s) || paths && n == 1 && s[i] == '/' {
			return false
		}
	}
}

func class(pattern string, c byte) (ok bool, n int) {
	i := 1
	negate := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negate {
		i++
	}
	for first := true; i < len(pattern); first = false {
		if pattern[i] == ']' && !first {
			return ok != negate, i + 1
		}
		low := pattern[i]
		if low == '\\' && i+1 < len(pattern) {
			i++
			low = pattern[i]
		}
		high := low
		if i+2 < len(pattern) && pattern[i+1] == '-' && pattern[i+2] != ']' {
			high = pattern[i+2]
			i += 2
		}
		ok = ok || low <= c && c <= high
		i++
	}
	return false, 0
}
