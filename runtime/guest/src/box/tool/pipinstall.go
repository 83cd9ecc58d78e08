package tool

import (
	"archive/zip"
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// maxWheel bounds a wheel and each of its files, bytes.
const maxWheel = 64 << 20

// fromIndex takes the newest wheel that an index has of a project. The emulated index speaks HTTP in the
// clear where the real one speaks TLS.
func (p *pip) fromIndex(a *address, path, word string) (code int, answered bool) {
	page, status := p.get(a, path)
	if status != 200 {
		return 0, false
	}
	link := newestLink(string(page))
	if link == "" {
		return 0, false
	}
	wheel := link[strings.LastIndexByte(link, '/')+1:]
	if want := pinned(word); want != "" && want != wheelVersion(wheel) {
		p.error("Could not find a version that satisfies the requirement " + word + " (from versions: " +
			wheelVersion(wheel) + ")")
		return p.error("No matching distribution found for " + word), true
	}
	p.say("Collecting " + word)
	next, ok := a.resolve(link)
	if !ok {
		return 0, false
	}
	data, status := p.get(next, next.path)
	if status != 200 {
		return p.error(sprintf("HTTP error %d while getting %s", status, next.String())), true
	}
	p.say(sprintf("  Downloading %s (%d bytes)", wheel, len(data)))
	return p.unpack(wheel, data), true
}

// pinned is the version of a requirement such as name==1.0, or "".
func pinned(word string) string {
	_, version, _ := strings.Cut(word, "==")
	return strings.TrimSpace(version)
}

// wheelVersion is the second part of a wheel's name, PEP 427.
func wheelVersion(wheel string) string {
	parts := strings.Split(wheel, "-")
	if len(parts) < 2 {
		return ""
	}
	return parts[1]
}

// newestLink is the last link of a page of a simple index, PEP 503, that is a wheel.
func newestLink(page string) string {
	link := ""
	for _, part := range strings.Split(page, `href="`)[1:] {
		href, _, _ := strings.Cut(part, `"`)
		href, _, _ = strings.Cut(href, "#")
		if strings.HasSuffix(href, ".whl") {
			link = href
		}
	}
	return link
}

// get fetches a page; the status is 0 if there was no answer.
func (p *pip) get(a *address, path string) (body []byte, status int) {
	list, failure := lookup(a.host)
	if failure != nil {
		return nil, 0
	}
	fd, failure := dial(list[0], a.port, int64(p.timeout*1e9))
	if failure != nil {
		return nil, 0
	}
	defer func() { _ = linux.Close(fd) }()
	const setFlags = 4 // F_SETFL: dial leaves a descriptor that does not block
	if _, err := linux.Fcntl(fd, setFlags, 0); err != nil {
		return nil, 0
	}
	request := "GET " + path + " HTTP/1.1\r\nHost: " + a.hostHeader() + "\r\nUser-Agent: pip/" + pipVersion +
		"\r\nConnection: close\r\n\r\n"
	f := &linux.File{Fd: fd}
	if _, err := io.WriteString(f, request); err != nil {
		return nil, 0
	}
	r, err := readResponse(bufio.NewReader(f), "GET")
	if err != nil {
		return nil, 0
	}
	body, err = io.ReadAll(io.LimitReader(r.body, maxWheel))
	if err != nil {
		return nil, 0
	}
	return body, r.status
}

// fromFile installs a wheel that is there.
func (p *pip) fromFile(path string) int {
	data, err := readFile(path)
	if err != nil {
		e := primitives.ErrnoOf(err)
		return p.error(sprintf("Could not install packages due to an OSError: [Errno %d] %s: '%s'\n", uint16(e), e.Text(), path))
	}
	p.say("Processing " + path)
	return p.unpack(path[strings.LastIndexByte(path, '/')+1:], data)
}

// unpack puts a wheel's files into the folder for packages.
func (p *pip) unpack(wheel string, data []byte) int {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return p.error(wheel + " is not a valid wheel filename or archive.")
	}
	project, _, _ := strings.Cut(strings.TrimSuffix(wheel, ".whl"), "-")
	project = strings.ReplaceAll(project, "_", "-")
	p.say("Installing collected packages: " + project)
	dir := p.folder()
	for _, f := range z.File {
		if err := p.extract(dir, f); err != nil {
			e := primitives.ErrnoOf(err)
			return p.error(sprintf("Could not install packages due to an OSError: [Errno %d] %s: '%s'\n", uint16(e), e.Text(),
				join(dir, f.Name)))
		}
	}
	p.say("Successfully installed " + project + "-" + wheelVersion(wheel))
	return 0
}

// folder is where packages go.
func (p *pip) folder() string {
	switch {
	case p.target != "":
		return p.target
	case p.user:
		return join(p.r.getenv("HOME"), pipUser)
	}
	return pipLocal
}

func (p *pip) extract(dir string, f *zip.File) error {
	if strings.Contains("/"+f.Name+"/", "/../") || strings.HasPrefix(f.Name, "/") {
		return primitives.EINVAL // a wheel that reaches out of its folder
	}
	path := join(dir, f.Name)
	if strings.HasSuffix(f.Name, "/") {
		return makeDirs(strings.TrimRight(path, "/"))
	}
	if err := makeDirs(dirName(path)); err != nil {
		return err
	}
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(io.LimitReader(in, maxWheel))
	if err != nil {
		return err
	}
	fd, err := linux.Open(path, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer func() { _ = linux.Close(fd) }()
	_, err = (&linux.File{Fd: fd}).Write(text)
	return err
}

// makeDirs makes a folder with those above it.
func makeDirs(dir string) error {
	if _, err := linux.Stat(dir); err == nil {
		return nil
	}
	if parent := dirName(dir); parent != dir {
		if err := makeDirs(parent); err != nil {
			return err
		}
	}
	if err := linux.Mkdir(dir, 0o755); err != nil && primitives.ErrnoOf(err) != primitives.EEXIST {
		return err
	}
	return nil
}
