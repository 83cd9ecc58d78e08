package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const (
	tempLetters  = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	tempAttempts = 1000
)

// randomName replaces the count bytes at position at by letters.
func randomName(name string, at, count int) string {
	raw := make([]byte, count)
	_ = linux.Getrandom(raw)
	b := []byte(name)
	for i, v := range raw {
		b[at+i] = tempLetters[int(v)%len(tempLetters)]
	}
	return string(b)
}

type mktemp struct {
	r                 *run
	dir, dry, quiet   bool
	inTmp, deprecated bool
	where, suffix     string
	suffixGiven       bool
}

func mktempMain(r *run) int {
	opts, words := r.options("d/directory u/dry-run q/quiet /suffix: p: /tmpdir? t")
	m := &mktemp{r: r}
	for _, o := range opts {
		switch o.name {
		case "d":
			m.dir = true
		case "u":
			m.dry = true
		case "q":
			m.quiet = true
		case "suffix":
			m.suffix, m.suffixGiven = o.value, true
		case "p", "tmpdir":
			m.inTmp, m.where = true, o.value
		case "t":
			m.inTmp, m.deprecated = true, true
		}
	}
	if len(words) > 1 {
		r.usage("too many templates")
	}
	template := "tmp.XXXXXXXXXX"
	if len(words) == 1 {
		template = words[0]
	} else {
		m.inTmp = true
	}
	name, at, count := m.template(template)
	made, err := m.make(name, at, count)
	if err != nil {
		if !m.quiet {
			what := "file"
			if m.dir {
				what = "directory"
			}
			r.message("failed to create " + what + " via template " + r.curly(name) + ": " + err.Error())
		}
		return 1
	}
	r.print(made, "\n")
	return 0
}

// fail ends the tool, without a word if -q asks for silence.
func (m *mktemp) fail(format string, args ...any) {
	m.r.die(1, format, args...)
}

// template checks the template and puts the directory before it.
func (m *mktemp) template(text string) (name string, at, count int) {
	r := m.r
	if m.suffixGiven {
		if !strings.HasSuffix(text, "X") {
			m.fail("with --suffix, template %s must end in X", r.curly(text))
		}
	} else {
		i := strings.LastIndexByte(text, 'X')
		m.suffix = text[i+1:]
		text = text[:i+1]
	}
	if strings.Contains(m.suffix, "/") {
		m.fail("invalid suffix %s, contains directory separator", r.curly(m.suffix))
	}
	count = len(text) - len(strings.TrimRight(text, "X"))
	if count < 3 {
		m.fail("too few X's in template %s", r.curly(text+m.suffix))
	}
	if m.inTmp {
		tmp := r.getenv("TMPDIR")
		switch {
		case m.deprecated:
			if strings.Contains(text, "/") {
				m.fail("invalid template, %s, contains directory separator", r.curly(text))
			}
			if tmp == "" {
				tmp = m.where
			}
		case m.where != "":
			tmp = m.where
		}
		if tmp == "" {
			tmp = "/tmp"
		}
		if strings.HasPrefix(text, "/") {
			m.fail("invalid template, %s; with --tmpdir, it may not be absolute", r.curly(text))
		}
		text = join(strings.TrimRight(tmp, "/"), text)
	}
	return text + m.suffix, len(text) - count, count
}

func (m *mktemp) make(name string, at, count int) (string, error) {
	var err error
	for range tempAttempts {
		made := randomName(name, at, count)
		switch {
		case m.dry:
			if _, err = linux.Lstat(made); is(err, primitives.ENOENT) {
				return made, nil
			}
			continue
		case m.dir:
			err = linux.Mkdir(made, 0o700)
		default:
			var f *linux.File
			f, err = linux.OpenFile(made, primitives.O_RDWR|primitives.O_CREAT|primitives.O_EXCL, 0o600)
			if err == nil {
				_ = f.Close()
			}
		}
		if !is(err, primitives.EEXIST) {
			return made, err
		}
	}
	return "", primitives.EEXIST
}
