package runtime

import (
	"encoding/binary"
	"fmt"
	"path"
	"slices"
	"sync"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/vfs"
)

// Layer fills an image that is being built. It must not change what it is given afterwards.
type Layer func(b *vfs.ImageBuilder) error

// Over returns the layer of one layer over the other.
func Over(layers ...Layer) Layer {
	return func(b *vfs.ImageBuilder) error {
		for _, l := range layers {
			if err := l(b); err != nil {
				return err
			}
		}
		return nil
	}
}

// BuildImage makes the image of a profile's sessions: the base, which is Base unless another is given, then
// what the profile adds to it and takes from it. An image never changes and serves any number of machines.
func BuildImage(p *primitives.Profile, base Layer) (*vfs.Image, error) {
	b := vfs.NewImageBuilder()
	if base == nil {
		base = Base(p.Paths.Missing)
	}
	if err := base(b); err != nil {
		return nil, fmt.Errorf("image: base: %w", err)
	}
	for _, f := range p.Identity.EtcFiles() {
		addFile(b, &f)
	}
	for _, d := range p.Mounts.Dirs {
		b.Dir(d.Path, vfs.Attr{Mode: d.Mode, UID: d.UID, GID: d.GID, Mtime: det.Start})
	}
	for i := range p.Mounts.Files {
		if f := &p.Mounts.Files[i]; !f.AfterMounts {
			addFile(b, f)
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return b.Build(), nil
}

func addFile(b *vfs.ImageBuilder, f *primitives.ImageFile) {
	a := vfs.Attr{Mode: f.Mode, UID: f.UID, GID: f.GID, Mtime: det.Start}
	if f.Symlink != "" {
		b.Symlink(f.Path, f.Symlink, a)
		return
	}
	b.File(f.Path, f.Content, a)
}

// images keeps the images of profiles over the built-in base and the engine's layers, for machines that are
// given none.
type images struct {
	layers []Layer

	mu   sync.Mutex
	made map[string]*vfs.Image
}

// maxImages bounds what is kept: a campaign that varies profiles need not keep them all.
const maxImages = 64

func (s *images) get(p *primitives.Profile) (*vfs.Image, error) {
	key := imageKey(p)
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.made[key]; i != nil {
		return i, nil
	}
	i, err := BuildImage(p, Over(append([]Layer{Base(p.Paths.Missing)}, s.layers...)...))
	if err != nil {
		return nil, err
	}
	if s.made == nil || len(s.made) == maxImages {
		s.made = map[string]*vfs.Image{}
	}
	s.made[key] = i
	return i, nil
}

// imageKey is everything of a profile that BuildImage looks at. Every text has its length before it.
func imageKey(p *primitives.Profile) string {
	var k []byte
	text := func(s string) { k = append(binary.AppendUvarint(k, uint64(len(s))), s...) }
	number := func(v uint32) { k = binary.LittleEndian.AppendUint32(k, v) }
	id := &p.Identity
	for _, s := range append([]string{id.User, id.Home, id.Hostname}, p.Paths.Missing...) {
		text(s)
	}
	for _, v := range []uint32{id.UID, id.GID, uint32(len(p.Paths.Missing)), uint32(len(p.Mounts.Dirs))} {
		number(v)
	}
	for i := range p.Mounts.Dirs {
		d := &p.Mounts.Dirs[i]
		text(d.Path)
		number(d.UID)
		number(d.GID)
		number(d.Mode)
	}
	for i := range p.Mounts.Files {
		f := &p.Mounts.Files[i]
		if f.AfterMounts {
			continue
		}
		text(f.Path)
		text(f.Symlink)
		number(f.UID)
		number(f.GID)
		number(f.Mode)
		k = append(binary.AppendUvarint(k, uint64(len(f.Content))), f.Content...)
	}
	return string(k)
}

// Base returns the built-in base: a small Debian 12 with the catalogue's programs, but for those that are
// missing by name.
func Base(missing []string) Layer {
	return func(b *vfs.ImageBuilder) error {
		for _, d := range baseDirs() {
			b.Dir(d.path, vfs.Attr{Mode: d.mode, Mtime: det.Start})
		}
		for _, f := range primitives.EtcFiles() {
			addFile(b, &f)
		}
		for _, l := range baseLinks() {
			b.Symlink(l.path, l.target, vfs.Attr{Mtime: det.Start})
		}
		for _, f := range append(baseFiles(), zoneFiles()...) {
			b.File(f.path, []byte(f.text), vfs.Attr{Mode: f.mode, Mtime: det.Start})
		}
		for _, g := range guest.Catalogue() {
			for _, p := range g.Programs {
				addProgram(b, g.Name, &p, missing)
			}
		}
		addNative(b, missing)
		return b.Err()
	}
}

func addProgram(b *vfs.ImageBuilder, name string, p *guest.Program, missing []string) {
	a := programAttr(p.Name)
	lacks := func(file string) bool { return slices.Contains(missing, path.Base(file)) }
	if slices.Contains(missing, p.Name) {
		return
	}
	b.File(p.File(), guest.Stub(name, p.Name), a)
	for _, link := range p.Links {
		if !lacks(link) {
			b.Symlink(link, p.File(), a)
		}
	}
}
