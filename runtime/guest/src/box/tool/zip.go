package tool

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// zipper follows Info-ZIP's Zip 3.0.
type zipper struct {
	r                                      *run
	archive                                string
	recurse, junk, quiet, remove           bool
	update, freshen, noDirs, links, stored bool
	level                                  int
	files, include, exclude                []string
	entries                                []zipEntry
	changed                                bool
}

// zipEntry is a member of the archive to be written.
type zipEntry struct {
	header zip.FileHeader
	data   []byte
	raw    bool // as it lies in the old archive
}

const (
	zipNothing  = 12
	zipNotFound = 18
)

func zipMain(r *run) int {
	z := &zipper{r: r, level: flate.DefaultCompression}
	z.parse(r.args)
	if z.archive == "" {
		r.unsupported("without an archive")
	}
	if z.archive != "-" && path.Ext(z.archive) == "" {
		z.archive += ".zip"
	}
	z.load()
	if z.remove {
		z.delete()
	} else {
		for _, name := range z.files {
			z.add(name)
		}
	}
	if !z.changed {
		if z.update || z.freshen {
			return zipNothing
		}
		r.print("\nzip error: Nothing to do! (" + z.archive + ")\n")
		return zipNothing
	}
	z.write()
	return r.status
}

func (z *zipper) parse(args []string) {
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "-x" || a == "-i":
			list := args
			if i := slices.Index(args, "@"); i >= 0 {
				list, args = args[:i], args[i+1:]
			} else {
				args = nil
			}
			if a == "-x" {
				z.exclude = append(z.exclude, list...)
			} else {
				z.include = append(z.include, list...)
			}
		case a == "-" || !strings.HasPrefix(a, "-"):
			if z.archive == "" {
				z.archive = a
			} else {
				z.files = append(z.files, a)
			}
		case a == "--recurse-paths":
			z.recurse = true
		case a == "--quiet":
			z.quiet = true
		default:
			for _, c := range []byte(a[1:]) {
				z.flag(c)
			}
		}
	}
}

func (z *zipper) flag(c byte) {
	switch c {
	case 'r':
		z.recurse = true
	case 'j':
		z.junk = true
	case 'q':
		z.quiet = true
	case 'd':
		z.remove = true
	case 'u':
		z.update = true
	case 'f':
		z.freshen = true
	case 'D':
		z.noDirs = true
	case 'y':
		z.links = true
	case '0':
		z.stored = true
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		z.level = int(c - '0')
	case 'X', 'v', 'o':
	default:
		z.r.unsupported("-" + string(c))
	}
}

// load reads what the archive holds already.
func (z *zipper) load() {
	if z.archive == "-" {
		return
	}
	f, err := linux.OpenFile(z.archive, primitives.O_RDONLY, 0)
	if err != nil {
		return
	}
	data, err := readAll(f)
	_ = f.Close()
	if err != nil {
		z.r.dieErr(15, err, "%s", z.archive)
	}
	old, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		z.r.print("\nzip error: Zip file structure invalid (" + z.archive + ")\n")
		panic(exit(3))
	}
	for _, e := range old.File {
		in, err := e.OpenRaw()
		if err != nil {
			z.r.die(3, "%s", err)
		}
		raw, _ := io.ReadAll(in)
		z.entries = append(z.entries, zipEntry{header: e.FileHeader, data: raw, raw: true})
	}
}

func (z *zipper) delete() {
	z.entries = slices.DeleteFunc(z.entries, func(e zipEntry) bool {
		for _, name := range z.files {
			if name == e.header.Name || fnmatch(name, e.header.Name, false) {
				z.say("deleting: " + e.header.Name + "\n")
				z.changed = true
				return true
			}
		}
		return false
	})
}

func (z *zipper) say(text string) {
	if !z.quiet {
		if z.archive == "-" {
			z.r.stderr(text)
		} else {
			z.r.print(text)
		}
	}
}

// wanted applies -i and -x.
func (z *zipper) wanted(name string) bool {
	for _, x := range z.exclude {
		if fnmatch(x, name, false) {
			return false
		}
	}
	if len(z.include) == 0 {
		return true
	}
	for _, x := range z.include {
		if fnmatch(x, name, false) {
			return true
		}
	}
	return false
}

// add puts a file, or with -r a tree, into the archive.
func (z *zipper) add(name string) {
	if name == "-" {
		data, err := readAll(&linux.File{Fd: 0})
		if err != nil {
			z.r.dieErr(15, err, "stdin")
		}
		z.store(zip.FileHeader{Name: "-", Modified: time.Unix(0, linux.ClockGettime(linux.ClockRealtime))},
			data, 0o600)
		return
	}
	stat := linux.Stat
	if z.links {
		stat = linux.Lstat
	}
	st, err := stat(name)
	if err != nil {
		z.r.print("\tzip warning: name not matched: " + name + "\n")
		return
	}
	kept := strings.TrimPrefix(path.Clean(name), "/")
	header := zip.FileHeader{Modified: time.Unix(0, st.Mtime).UTC()}
	if st.IsDir() {
		if kept != "." && !z.noDirs && !z.junk && z.wanted(kept+"/") {
			header.Name = kept + "/"
			header.SetMode(fs.ModeDir | fs.FileMode(st.Mode&0o777))
			z.store(header, nil, st.Mode)
		}
		if z.recurse {
			z.tree(name)
		}
		return
	}
	if !z.wanted(kept) || path.Clean(name) == path.Clean(z.archive) {
		return
	}
	header.Name = kept
	if z.junk {
		header.Name = path.Base(kept)
	}
	data, err := z.content(name, &header, &st)
	if err != nil {
		z.r.print("\tzip warning: could not open for reading: " + name + "\n")
		z.r.status = zipNotFound
		return
	}
	z.store(header, data, st.Mode)
}

func (z *zipper) content(name string, header *zip.FileHeader, st *primitives.Stat) ([]byte, error) {
	if st.Mode&primitives.S_IFMT == primitives.S_IFLNK {
		header.SetMode(fs.ModeSymlink | 0o777)
		target, err := linux.Readlink(name)
		return []byte(target), err
	}
	header.SetMode(fs.FileMode(st.Mode & 0o777))
	f, err := linux.OpenFile(name, primitives.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	data, err := readAll(f)
	_ = f.Close()
	return data, err
}

func (z *zipper) tree(dir string) {
	list, err := linux.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range list {
		if e.Name != "." && e.Name != ".." {
			z.add(strings.TrimSuffix(dir, "/") + "/" + e.Name)
		}
	}
}

// store puts a member in the archive, in the place of one of the same name.
func (z *zipper) store(header zip.FileHeader, data []byte, _ uint32) {
	at := slices.IndexFunc(z.entries, func(e zipEntry) bool { return e.header.Name == header.Name })
	verb := "  adding: "
	if at >= 0 {
		verb = "updating: "
		if z.freshen && !z.entries[at].header.Modified.Before(header.Modified) ||
			z.update && !z.entries[at].header.Modified.Before(header.Modified.Truncate(2*time.Second)) {
			return
		}
	} else if z.freshen {
		return
	}
	z.changed = true
	var packed bytes.Buffer
	if w, err := flate.NewWriter(&packed, z.level); err == nil && !z.stored {
		_, _ = w.Write(data)
		_ = w.Close()
	}
	header.Method = zip.Store
	how := "stored 0%"
	if !z.stored && packed.Len() < len(data) {
		header.Method = zip.Deflate
		how = sprintf("deflated %d%%", zipPercent(uint64(len(data)), uint64(packed.Len())))
	}
	z.say(verb + header.Name + " (" + how + ")\n")
	e := zipEntry{header: header, data: data}
	if at >= 0 {
		z.entries[at] = e
	} else {
		z.entries = append(z.entries, e)
	}
}

// write writes the archive anew.
func (z *zipper) write() {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, z.level)
	})
	for i := range z.entries {
		e := &z.entries[i]
		create := w.CreateHeader
		if e.raw {
			create = w.CreateRaw
		}
		out, err := create(&e.header)
		if err == nil {
			_, err = out.Write(e.data)
		}
		if err != nil && len(e.data) > 0 {
			z.r.die(14, "%s: %s", e.header.Name, err)
		}
	}
	if err := w.Close(); err != nil {
		z.r.die(14, "%s", err)
	}
	if z.archive == "-" {
		_, _ = z.r.out.Write(b.Bytes())
		return
	}
	if len(z.entries) == 0 {
		_ = linux.Unlink(z.archive)
		z.r.print("\tzip warning: zip file empty\n")
		return
	}
	z.save(b.Bytes())
}

// save writes the archive beside the old one, whose place it takes once it is whole.
func (z *zipper) save(archive []byte) {
	dir := "zi"
	if i := strings.LastIndexByte(z.archive, '/'); i >= 0 {
		dir = z.archive[:i+1] + dir
	}
	mode := uint32(0o666)
	if st, err := linux.Stat(z.archive); err == nil {
		mode = st.Mode & 0o777
	}
	temp := randomName(dir+"XXXXXX", len(dir), 6)
	f, err := linux.OpenFile(temp, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_EXCL, mode)
	if err != nil {
		z.r.stderr("zip I/O error: " + primitives.ErrnoOf(err).Text() + "\n" +
			"\nzip error: Could not create output file (" + z.archive + ")\n")
		panic(exit(15))
	}
	_, err = f.Write(archive)
	_ = f.Close()
	if err == nil {
		err = linux.Rename(temp, z.archive)
	}
	if err != nil {
		_ = linux.Unlink(temp)
		z.r.print("zip I/O error: ", primitives.ErrnoOf(err).Text(),
			"\nzip error: Output file write failure (write error on zip file)\n")
		panic(exit(14))
	}
}
