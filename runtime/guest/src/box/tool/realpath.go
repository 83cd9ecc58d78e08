package tool

import (
	"path"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// What canonical lets be missing.
const (
	canonExisting = iota // nothing
	canonAllButLast
	canonMissing
)

const linksMax = 40

// canonical is canonicalize_filename_mode(3): an absolute path without links.
func canonical(name string, mode int) (string, error) {
	if name == "" {
		return "", primitives.ENOENT
	}
	done := ""
	if !strings.HasPrefix(name, "/") {
		cwd, err := linux.Getcwd()
		if err != nil {
			return "", err
		}
		done = strings.TrimRight(cwd, "/")
	}
	links, missing := 0, false
	rest := name
	for {
		rest = strings.TrimLeft(rest, "/")
		if rest == "" {
			break
		}
		part, after, slash := strings.Cut(rest, "/")
		rest = after
		switch part {
		case ".":
			continue
		case "..":
			done = strings.TrimSuffix(done, "/"+path.Base(done))
			continue
		}
		next := done + "/" + part
		if missing {
			done = next
			continue
		}
		st, err := linux.Lstat(next)
		last := strings.Trim(rest, "/") == ""
		switch {
		case err != nil:
			absent := is(err, primitives.ENOENT)
			if mode == canonExisting || mode == canonAllButLast && !(last && absent) {
				return "", err
			}
			missing = true
		case st.IsSymlink():
			if links++; links > linksMax {
				return "", primitives.ELOOP
			}
			target, err := linux.Readlink(next)
			if err != nil {
				return "", err
			}
			if slash {
				target += "/"
			}
			rest = target + rest
			if strings.HasPrefix(target, "/") {
				done = ""
			}
			continue
		case !st.IsDir() && slash && mode != canonMissing:
			return "", primitives.ENOTDIR
		}
		done = next
	}
	if done == "" {
		return "/", nil
	}
	return done, nil
}

func readlinkMain(r *run) int {
	opts, names := r.options("f/canonicalize e/canonicalize-existing m/canonicalize-missing n/no-newline " +
		"q/quiet s/silent v/verbose z/zero")
	mode, verbose, end, noNewline := -1, false, "\n", false
	for _, o := range opts {
		switch o.name {
		case "f":
			mode = canonAllButLast
		case "e":
			mode = canonExisting
		case "m":
			mode = canonMissing
		case "n":
			noNewline = true
		case "v":
			verbose = true
		case "q", "s":
			verbose = false
		case "z":
			end = "\x00"
		}
	}
	if len(names) == 0 {
		r.usage("missing operand")
	}
	if noNewline && len(names) > 1 {
		r.message("ignoring --no-newline with multiple arguments")
		noNewline = false
	}
	if noNewline {
		end = ""
	}
	for _, name := range names {
		var text string
		var err error
		if mode >= 0 {
			text, err = canonical(name, mode)
		} else {
			text, err = linux.Readlink(name)
		}
		switch {
		case err == nil:
			r.print(text, end)
		case verbose:
			r.warnErr(err, "%s", r.plain(name))
		default:
			r.status = 1
		}
	}
	return r.status
}

func realpathMain(r *run) int {
	opts, names := r.options("e/canonicalize-existing m/canonicalize-missing L/logical P/physical q/quiet " +
		"/relative-to: /relative-base: s/strip /no-symlinks z/zero")
	mode, end := canonAllButLast, "\n"
	quiet, lexical := false, false
	to, base := "", ""
	for _, o := range opts {
		switch o.name {
		case "e":
			mode = canonExisting
		case "m":
			mode = canonMissing
		case "L":
			r.unsupported("-L")
		case "q":
			quiet = true
		case "s", "no-symlinks":
			lexical = true
		case "relative-to":
			to = o.value
		case "relative-base":
			base = o.value
		case "z":
			end = "\x00"
		}
	}
	if len(names) == 0 {
		r.usage("missing operand")
	}
	resolve := func(name string) (string, error) {
		if !lexical || name == "" {
			return canonical(name, mode)
		}
		cwd, err := linux.Getcwd()
		if !strings.HasPrefix(name, "/") {
			name = join(cwd, name)
		}
		return path.Clean(name), err
	}
	for _, dir := range []*string{&to, &base} {
		if *dir != "" {
			text, err := resolve(*dir)
			if err != nil {
				r.dieErr(1, err, "%s", r.plain(*dir))
			}
			*dir = text
		}
	}
	for _, name := range names {
		text, err := resolve(name)
		if err != nil {
			if r.status = 1; !quiet {
				r.warnErr(err, "%s", r.plain(name))
			}
			continue
		}
		r.print(relativeName(text, to, base), end)
	}
	return r.status
}

func relativeName(text, to, base string) string {
	under := base == "" || text == base || strings.HasPrefix(text, strings.TrimSuffix(base, "/")+"/")
	if to == "" {
		to = base
	}
	if to == "" || !under {
		return text
	}
	return relativePath(text, to)
}
