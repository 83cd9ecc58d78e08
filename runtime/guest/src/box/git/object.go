package git

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1" //nolint:gosec // git's
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type hash [20]byte

func (h hash) String() string { return hex.EncodeToString(h[:]) }
func (h hash) zero() bool     { return h == hash{} }

func parseHash(s string) (h hash, ok bool) {
	if len(s) != 2*len(h) {
		return h, false
	}
	_, err := hex.Decode(h[:], []byte(s))
	return h, err == nil
}

// object is a blob, tree, commit or tag.
type object struct {
	kind string
	data []byte
}

func framed(kind string, data []byte) []byte {
	return append([]byte(kind+" "+strconv.Itoa(len(data))+"\x00"), data...)
}

func hashOf(kind string, data []byte) hash { return sha1.Sum(framed(kind, data)) } //nolint:gosec // git's

var errNoObject = errors.New("no such object")

func (r *repo) loose(h hash) string {
	s := h.String()
	return r.common + "/objects/" + s[:2] + "/" + s[2:]
}

// read returns an object.
func (r *repo) read(h hash) (object, error) {
	if o, ok := r.cache[h]; ok {
		return o, nil
	}
	o, err := r.readLoose(h)
	if is(err, primitives.ENOENT) {
		o, err = r.readPacked(h)
	}
	if err == nil && o.kind != "blob" {
		r.cache[h] = o
	}
	return o, err
}

func (r *repo) readLoose(h hash) (object, error) {
	raw, err := readFile(r.loose(h))
	if err != nil {
		return object{}, err
	}
	z, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return object{}, fmt.Errorf("object %s: %w", h, err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		return object{}, fmt.Errorf("object %s: %w", h, err)
	}
	head, data, ok := bytes.Cut(b, []byte{0})
	kind, _, okKind := strings.Cut(string(head), " ")
	if !ok || !okKind {
		return object{}, fmt.Errorf("object %s: %w", h, errNoObject)
	}
	return object{kind, data}, nil
}

// has reports whether the repository has an object.
func (r *repo) has(h hash) bool {
	if _, ok := r.cache[h]; ok || exists(r.loose(h)) {
		return true
	}
	for _, p := range r.packed() {
		if _, ok := p.find(h); ok {
			return true
		}
	}
	return false
}

// write stores an object and returns its name.
func (r *repo) write(kind string, data []byte) (hash, error) {
	h := hashOf(kind, data)
	if r.has(h) {
		return h, nil
	}
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, err := z.Write(framed(kind, data))
	if err = errors.Join(err, z.Close()); err != nil {
		return h, err
	}
	name := r.loose(h)
	if err := mkdirAll(path.Dir(name)); err != nil {
		return h, err
	}
	const readOnly = 0o444
	temporary := path.Dir(name) + "/tmp_obj_" + name[len(name)-6:]
	err = create(temporary, b.Bytes(), readOnly, primitives.O_EXCL)
	if err == nil {
		err = linux.Rename(temporary, name)
	}
	return h, err
}

// store is write, where a failure ends the command.
func (g *program) store(kind string, data []byte) hash {
	h, err := g.repo.write(kind, data)
	if err != nil {
		if is(err, primitives.EACCES) {
			g.tell("error: insufficient permission for adding an object to repository database %s/objects\n",
				g.repo.shownDir())
		} else {
			g.tell("error: unable to create temporary file: %s\n", text(err))
		}
		switch kind {
		case "commit":
			g.fatal("failed to write commit object")
		case "tree":
			if g.name == "commit" {
				g.tell("error: Error building trees\n")
				panic(exit(1))
			}
			g.fatal("git-%s: error building trees", g.name)
		}
	}
	return h
}

// must is read, where a failure ends the command.
func (g *program) must(h hash) object {
	o, err := g.repo.read(h)
	if err != nil {
		g.fatal("unable to read %s", h)
	}
	return o
}

func (g *program) blob(h hash) []byte { return g.must(h).data }

// entry is one name of a tree.
type entry struct {
	mode uint32
	name string
	hash hash
}

const (
	modeTree    = 0o40000
	modeFile    = 0o100644
	modeExec    = 0o100755
	modeLink    = 0o120000
	modeGitlink = 0o160000
)

func parseTree(b []byte) []entry {
	var list []entry
	for len(b) > 0 {
		head, rest, ok := bytes.Cut(b, []byte{0})
		mode, name, okName := strings.Cut(string(head), " ")
		if !ok || !okName || len(rest) < len(hash{}) {
			break
		}
		m, _ := strconv.ParseUint(mode, 8, 32)
		list = append(list, entry{uint32(m), name, hash(rest[:20])})
		b = rest[20:]
	}
	return list
}

func encodeTree(list []entry) []byte {
	key := func(e entry) string {
		if e.mode == modeTree {
			return e.name + "/"
		}
		return e.name
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(key(a), key(b)) })
	var b []byte
	for _, e := range list {
		b = append(b, strconv.FormatUint(uint64(e.mode), 8)+" "+e.name+"\x00"...)
		b = append(b, e.hash[:]...)
	}
	return b
}

// file is what a path is in a tree, the index or the work tree.
type file struct {
	mode uint32
	hash hash
}

// flatten lists all files of a tree by their paths.
func (g *program) flatten(tree hash) map[string]file {
	files := map[string]file{}
	if !tree.zero() {
		g.flattenInto(files, tree, "")
	}
	return files
}

func (g *program) flattenInto(files map[string]file, tree hash, prefix string) {
	for _, e := range parseTree(g.must(tree).data) {
		if e.mode == modeTree {
			g.flattenInto(files, e.hash, prefix+e.name+"/")
		} else {
			files[prefix+e.name] = file{e.mode, e.hash}
		}
	}
}

// plant stores the trees of a list of files and returns the topmost.
func (g *program) plant(files map[string]file) hash {
	var list []entry
	below := map[string]map[string]file{}
	for p, f := range files {
		dir, rest, deep := strings.Cut(p, "/")
		if !deep {
			list = append(list, entry{f.mode, p, f.hash})
			continue
		}
		if below[dir] == nil {
			below[dir] = map[string]file{}
		}
		below[dir][rest] = f
	}
	for dir, files := range below {
		list = append(list, entry{modeTree, dir, g.plant(files)})
	}
	return g.store("tree", encodeTree(list))
}
