package tool

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// pipWheel is a wheel of a folder, or one that the command line names.
type pipWheel struct {
	path, name, version, tag string
	archive                  *zip.Reader
	info                     string // its .dist-info folder
	requires                 []string
}

// parseWheelName takes the name of a wheel apart, PEP 427.
func parseWheelName(file string) (*pipWheel, bool) {
	stem, ok := strings.CutSuffix(path.Base(file), ".whl")
	parts := strings.Split(stem, "-")
	if !ok || len(parts) != 5 && len(parts) != 6 {
		return nil, false
	}
	return &pipWheel{
		path: file, name: parts[0], version: parts[1], tag: strings.Join(parts[len(parts)-3:], "-"),
	}, true
}

// fits reports whether the sandbox's Python takes a wheel by its tags.
func (w *pipWheel) fits() bool {
	parts := strings.Split(w.tag, "-")
	python := func(tag string) bool {
		minor, found := strings.CutPrefix(tag, "py3")
		if n, err := strconv.Atoi(minor); found && (minor == "" || err == nil && n <= 13) {
			return true
		}
		return tag == "cp313"
	}
	return slices.ContainsFunc(strings.Split(parts[0], "."), python) &&
		slices.Contains(strings.Split(parts[1], "."), "none") && slices.Contains(strings.Split(parts[2], "."), "any")
}

// native reports whether it holds programs for Linux: the real pip takes it, and nothing here can run it.
func (w *pipWheel) native() bool {
	python, platform, _ := strings.Cut(w.tag, "-")
	fits := strings.Contains(python, "313") || strings.Contains(python, "py3") || strings.Contains(w.tag, "abi3")
	return fits && strings.Contains(platform, "linux") && strings.Contains(platform, "x86_64")
}

// open reads a wheel and its metadata.
func (p *pip) open(w *pipWheel) error {
	data, err := readFile(w.path)
	if err != nil {
		return err
	}
	if w.archive, err = zip.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
		return err
	}
	for _, f := range w.archive.File {
		dir, base := path.Split(f.Name)
		if base != "METADATA" || !strings.HasSuffix(dir, ".dist-info/") || strings.Count(dir, "/") != 1 {
			continue
		}
		w.info = strings.TrimSuffix(dir, "/")
		text, err := zipped(f)
		if err != nil {
			return err
		}
		w.requires = metadata(string(text), "Requires-Dist")
		if names := metadata(string(text), "Name"); names != nil {
			w.name = names[0]
		}
		return nil
	}
	return zip.ErrFormat
}

// metadata are the values of a header of a METADATA file.
func metadata(text, name string) []string {
	var values []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" {
			break
		}
		if v, ok := strings.CutPrefix(line, name+":"); ok {
			values = append(values, strings.TrimSpace(v))
		}
	}
	return values
}

func zipped(f *zip.File) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	return io.ReadAll(io.LimitReader(in, maxWheel))
}

// record is the RECORD of an installation: the files with their digests and sizes.
type record struct {
	site string
	rows []string
}

func (c *record) add(file string, content []byte) {
	sum := sha256.Sum256(content)
	c.rows = append(c.rows, sprintf("%s,sha256=%s,%d\n", relative(c.site, file),
		base64.RawURLEncoding.EncodeToString(sum[:]), len(content)))
}

// relative is a file's path as seen from a folder.
func relative(dir, file string) string {
	up := ""
	for !strings.HasPrefix(file, dir+"/") && dir != "/" {
		dir, up = dirName(dir), up+"../"
	}
	return up + strings.TrimPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}

// place installs a wheel's files. Direct ones were asked for by name.
func (p *pip) place(w *pipWheel, direct bool) error {
	c := &record{site: p.folder()}
	put := func(file string, content []byte, mode uint32) error {
		if err := makeDirs(dirName(file)); err != nil {
			return err
		}
		c.add(file, content)
		return writeNew(file, content, mode)
	}
	for _, f := range w.archive.File {
		file, mode := p.destination(w, f.Name)
		if file == "" {
			continue
		}
		content, err := zipped(f)
		if err != nil {
			return err
		}
		if mode == 0o755 {
			content = regexp.MustCompile(`^#!python\w*`).ReplaceAll(content, []byte("#!/usr/bin/python3"))
		}
		if err := put(file, content, mode); err != nil {
			return err
		}
		if strings.HasSuffix(f.Name, ".dist-info/entry_points.txt") {
			if err := p.scripts(string(content), put); err != nil {
				return err
			}
		}
	}
	info := join(c.site, w.info)
	if err := put(join(info, "INSTALLER"), []byte("pip\n"), 0o644); err != nil {
		return err
	}
	if direct {
		if err := put(join(info, "REQUESTED"), nil, 0o644); err != nil {
			return err
		}
	}
	slices.Sort(c.rows)
	c.rows = append(c.rows, w.info+"/RECORD,,\n")
	return writeNew(join(info, "RECORD"), []byte(strings.Join(c.rows, "")), 0o644)
}

// destination is where a file of a wheel goes, "" if nowhere.
func (p *pip) destination(w *pipWheel, name string) (file string, mode uint32) {
	if strings.HasSuffix(name, "/") || name == w.info+"/RECORD" {
		return "", 0
	}
	head, rest, _ := strings.Cut(name, "/")
	if !strings.HasSuffix(head, ".data") {
		return join(p.folder(), name), 0o644
	}
	kind, rest, _ := strings.Cut(rest, "/")
	switch kind {
	case "purelib", "platlib":
		return join(p.folder(), rest), 0o644
	case "scripts":
		return join(p.programs(), rest), 0o755
	}
	p.r.unsupported("a wheel with " + kind)
	return "", 0
}

// programs is where scripts go.
func (p *pip) programs() string {
	switch {
	case p.target != "":
		return join(p.target, "bin")
	case p.user:
		return join(p.r.getenv("HOME"), ".local/bin")
	}
	return "/usr/local/bin"
}

// scripts makes the programs that a wheel declares.
func (p *pip) scripts(points string, put func(string, []byte, uint32) error) error {
	section := ""
	var names []string
	for line := range strings.SplitSeq(points, "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "[") {
			section = line
		}
		name, target, found := strings.Cut(line, "=")
		module, function, called := strings.Cut(strings.TrimSpace(target), ":")
		if name = strings.TrimSpace(name); section != "[console_scripts]" || !found || !called {
			continue
		}
		function = strings.TrimSpace(strings.Split(function, "[")[0])
		text := "#!/usr/bin/python3\n# -*- coding: utf-8 -*-\nimport re\nimport sys\nfrom " + module + " import " +
			strings.Split(function, ".")[0] + "\nif __name__ == '__main__':\n" +
			"    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])\n    sys.exit(" + function + "())\n"
		if err := put(join(p.programs(), name), []byte(text), 0o755); err != nil {
			return err
		}
		names = append(names, name)
	}
	p.warnOfPath(names)
	return nil
}

// warnOfPath tells of programs that a shell would not find.
func (p *pip) warnOfPath(names []string) {
	if names == nil || p.target != "" || p.noScriptWarning ||
		slices.Contains(strings.Split(p.r.getenv("PATH"), ":"), p.programs()) {
		return
	}
	slices.Sort(names)
	what := "script " + names[0] + " is"
	if n := len(names); n > 1 {
		what = "scripts " + strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " are"
	}
	p.r.stderr("  WARNING: The " + what + " installed in '" + p.programs() + "' which is not on PATH.\n  Consider adding this " +
		"directory to PATH or, if you prefer to suppress this warning, use --no-warn-script-location.\n")
}

// writeNew writes a file in place of what was there.
func writeNew(file string, content []byte, mode uint32) error {
	fd, err := linux.Open(file, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, mode)
	if err != nil {
		return err
	}
	defer func() { _ = linux.Close(fd) }()
	if _, err = (&linux.File{Fd: fd}).Write(content); err != nil {
		return err
	}
	return nil
}
