package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type mkdir struct {
	r                *run
	parents, verbose bool
	mode             *modeChange
	word             string // of -v instead of "created"
}

func mkdirMain(r *run) int {
	opts, names := r.options("m:/mode p/parents v/verbose Z !/context?")
	m := &mkdir{r: r}
	for _, o := range opts {
		switch o.name {
		case "m":
			c, ok := parseMode(o.value)
			if !ok {
				r.die(1, "invalid mode %s", r.curly(o.value))
			}
			m.mode = c
		case "p":
			m.parents = true
		case "v":
			m.verbose = true
		}
	}
	if len(names) == 0 {
		r.usage("missing operand")
	}
	for _, name := range names {
		m.dir(name)
	}
	return r.status
}

func (m *mkdir) dir(name string) {
	if m.parents && !m.ancestors(name) {
		return
	}
	mode := uint32(0o777)
	if m.mode != nil {
		umask := currentUmask()
		mode = m.mode.apply(0o777, true, 0)
		linux.Umask(0)
		defer linux.Umask(umask)
	}
	err := linux.Mkdir(name, mode&0o777)
	if err != nil {
		if m.parents && isDir(name) {
			return
		}
		m.r.warnErr(err, "cannot create directory %s", m.r.curly(name))
		return
	}
	if m.verbose {
		m.r.print(m.r.name, ": "+m.verb()+" directory ", m.r.quoted(name), "\n")
	}
	if m.mode != nil && mode&^0o777 != 0 {
		if err := linux.Chmod(name, mode); err != nil {
			m.r.warnErr(err, "cannot set permissions of %s", m.r.curly(name))
		}
	}
}

// verb is how install and mkdir differ in what -v says.
func (m *mkdir) verb() string {
	if m.word != "" {
		return m.word
	}
	return "created"
}

// ancestors makes what is missing above name, writable for the user whatever the umask says.
func (m *mkdir) ancestors(name string) bool {
	umask := currentUmask()
	trimmed := strings.TrimRight(name, "/")
	for i := 1; i < len(trimmed); i++ {
		if trimmed[i] != '/' || trimmed[i-1] == '/' {
			continue
		}
		dir := trimmed[:i]
		linux.Umask(umask &^ 0o300)
		err := linux.Mkdir(dir, 0o777)
		linux.Umask(umask)
		switch {
		case err == nil:
			if m.verbose {
				m.r.print(m.r.name, ": "+m.verb()+" directory ", m.r.quoted(dir), "\n")
			}
		case isDir(dir):
		default:
			if is(err, primitives.EEXIST) {
				err = primitives.ENOTDIR
			}
			m.r.warnErr(err, "cannot create directory %s", m.r.curly(dir))
			return false
		}
	}
	return true
}

func isDir(name string) bool {
	st, err := linux.Stat(name)
	return err == nil && st.IsDir()
}

// currentUmask reads the mask, which Linux only tells when one sets it.
func currentUmask() uint32 {
	mask := linux.Umask(0)
	linux.Umask(mask)
	return mask
}

func rmdirMain(r *run) int {
	opts, names := r.options("p/parents v/verbose /ignore-fail-on-non-empty")
	parents, verbose, ignore := false, false, false
	for _, o := range opts {
		switch o.name {
		case "p":
			parents = true
		case "v":
			verbose = true
		default:
			ignore = true
		}
	}
	if len(names) == 0 {
		r.usage("missing operand")
	}
	remove := func(name, what string) bool {
		if verbose {
			r.print(r.name, ": removing directory, ", r.quoted(name), "\n")
		}
		err := linux.Rmdir(name)
		full := is(err, primitives.ENOTEMPTY) || is(err, primitives.EEXIST)
		if err == nil || ignore && full {
			return err == nil
		}
		r.warnErr(err, "failed to remove%s %s", what, r.quoted(name))
		return false
	}
	for _, name := range names {
		ok := remove(name, "")
		for parents && ok {
			name = strings.TrimRight(name, "/")
			i := strings.LastIndexByte(name, '/')
			if i < 0 {
				break
			}
			if name = strings.TrimRight(name[:i], "/"); name == "" {
				break
			}
			ok = remove(name, " directory")
		}
	}
	return r.status
}

func mkfifoMain(r *run) int {
	opts, names := r.options("m:/mode Z")
	mode := uint32(0o666)
	if len(names) == 0 {
		r.usage("missing operand")
	}
	for _, o := range opts {
		c, ok := parseMode(o.value)
		if o.name == "Z" {
			continue // without SELinux it does nothing
		}
		if !ok {
			r.die(1, "invalid mode")
		}
		mode = c.apply(mode, false, 0)
		defer linux.Umask(linux.Umask(0))
	}
	for _, name := range names {
		if err := linux.Mknod(name, primitives.S_IFIFO|mode, 0); err != nil {
			r.warnErr(err, "cannot create fifo %s", r.quoted(name))
		}
	}
	return r.status
}
