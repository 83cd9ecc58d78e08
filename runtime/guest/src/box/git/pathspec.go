package git

import (
	"strings"
)

// pathspec says which paths a command is about, PATHSPEC of gitglossary(7).
type pathspec struct {
	given, path string
	glob        bool // * and ? match
	exclude     bool
	fold        bool // upper and lower case are the same
	slashes     bool // * does not match a slash, and ** does
}

func (g *program) pathspecs(args []string) []pathspec {
	var list []pathspec
	for _, a := range args {
		if a == "" {
			g.fatal("empty string is not a valid pathspec. please use . instead if you meant to match " +
				"all paths")
		}
		list = append(list, g.pathspec(a))
	}
	return list
}

func (g *program) pathspec(a string) pathspec {
	s := pathspec{given: a, glob: true}
	rest, top, plain := a, false, g.env["GIT_LITERAL_PATHSPECS"] == "1"
	if strings.HasPrefix(a, ":(") && !plain {
		words, after, ok := strings.Cut(a[2:], ")")
		if !ok {
			g.fatal("Missing ')' at the end of pathspec magic in '%s'", a)
		}
		rest = after
		for word := range strings.SplitSeq(words, ",") {
			switch word {
			case "":
			case "top":
				top = true
			case "exclude":
				s.exclude = true
			case "icase":
				s.fold = true
			case "literal":
				s.glob = false
			case "glob":
				s.slashes = true
			default:
				g.unsupported("pathspec " + a)
			}
		}
	} else if strings.HasPrefix(a, ":") && !plain {
		for rest = a[1:]; rest != ""; rest = rest[1:] {
			switch rest[0] {
			case '/':
				top = true
				continue
			case '!', '^':
				s.exclude = true
				continue
			case ':':
				rest = rest[1:]
			}
			break
		}
	}
	if plain {
		s.glob = false
	}
	switch {
	case rest == "" && a == ":", rest == "" && top:
		return s
	case top:
		s.path = strings.TrimSuffix(rest, "/")
	case rest == "":
		s.path = strings.TrimSuffix(g.repo.prefix, "/")
	default:
		s.path = g.inside(rest)
	}
	s.glob = s.glob && strings.ContainsAny(rest, "*?[")
	return s
}

func (s *pathspec) matches(p string) bool {
	name := s.path
	if s.fold {
		name, p = strings.ToLower(name), strings.ToLower(p)
	}
	if name == "" || p == name || strings.HasPrefix(p, name+"/") {
		return true
	}
	return s.glob && wildmatch(name, p, s.slashes)
}

// wanted reports whether any of the pathspecs takes a path and none excludes it; all do if there is none.
func wanted(list []pathspec, p string) bool {
	in, any := false, false
	for i := range list {
		s := &list[i]
		if s.exclude {
			if s.matches(p) {
				return false
			}
			continue
		}
		any = true
		in = in || s.matches(p)
	}
	return in || !any
}
