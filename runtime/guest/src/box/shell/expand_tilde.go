package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// tilde expands ~name; a name it does not know stays as it is.
func (sh *Shell) tilde(name string) string {
	switch name {
	case "":
		if home, ok := sh.get("HOME"); ok {
			return home
		}
		if u := sh.passwd(strconv.Itoa(linux.Getuid()), 2); u != nil {
			return u[5]
		}
		return "~"
	case "+":
		if dir, ok := sh.get("PWD"); ok {
			return dir
		}
		return "~+"
	case "-":
		if old, ok := sh.get("OLDPWD"); ok {
			return old
		}
		return "~-"
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "+")); err == nil && !sh.dash {
		stack := append([]string{sh.pwd()}, sh.dirs...)
		if name[0] == '-' {
			n += len(stack) - 1
		}
		if n >= 0 && n < len(stack) {
			return stack[n]
		}
	}
	if u := sh.passwd(name, 0); u != nil {
		return u[5]
	}
	return "~" + name
}

// passwd returns the line of /etc/passwd whose field has the given value.
func (sh *Shell) passwd(value string, field int) []string {
	data, err := readFile("/etc/passwd")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(data) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), ":")
		if len(f) >= 7 && f[field] == value {
			return f
		}
	}
	return nil
}

func (sh *Shell) userName() string {
	if u := sh.passwd(strconv.Itoa(linux.Getuid()), 2); u != nil {
		return u[0]
	}
	return "I have no name!"
}

// shortPath writes HOME as a tilde.
func (sh *Shell) shortPath(path string) string {
	home := sh.text("HOME")
	if home == "" || home == "/" {
		return path
	}
	if rest, ok := strings.CutPrefix(path, home); ok && (rest == "" || rest[0] == '/') {
		return "~" + rest
	}
	return path
}

// readFile reads a whole file.
func readFile(path string) (string, error) {
	f, err := linux.OpenFile(path, primitives.O_RDONLY, 0)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	return readAll(f.Fd)
}

// readAll reads a descriptor to its end.
func readAll(fd int) (string, error) {
	f := linux.File{Fd: fd}
	buf := make([]byte, 0, 4096)
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if n == 0 {
			if isEOF(err) {
				err = nil
			}
			return string(buf), err
		}
	}
}
