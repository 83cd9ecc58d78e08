package profile

import (
	"encoding/base64"
	"fmt"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// dirsField reads directories of the image. One of a path takes the place of the base's.
func dirsField() Field {
	return Field{
		Key: "dirs", Primitive: primitives.Mounts, Absent: "none",
		Doc: "directories made in the image: {path, uid, gid, mode}; the guest's and 0755 by default",
		set: func(d *draft, v strictyaml.Value) {
			for _, e := range v.List(maxElements) {
				dir := d.dir(e)
				d.Profile.Mounts.Dirs = append(slices.DeleteFunc(d.Profile.Mounts.Dirs,
					func(x primitives.ImageDir) bool { return x.Path == dir.Path }), dir)
			}
			d.locate("dirs", v, len(d.Profile.Mounts.Dirs))
		},
		get: func(p *primitives.Profile) any {
			var out []any
			for _, x := range p.Mounts.Dirs {
				out = append(out,
					mapping{{"path", x.Path}, {"uid", x.UID}, {"gid", x.GID}, {"mode", octal(x.Mode)}})
			}
			return orNil(out)
		},
	}
}

// locate notes where the last elements of a list stand, which are those of this layer.
func (d *draft) locate(key string, v strictyaml.Value, total int) {
	list := v.List(maxElements)
	for i, e := range list {
		d.at[fmt.Sprintf("%s[%d]", key, total-len(list)+i)] = e
	}
}

func orNil(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list
}

func (d *draft) dir(v strictyaml.Value) primitives.ImageDir {
	dir := primitives.ImageDir{UID: d.Profile.Identity.UID, GID: d.Profile.Identity.GID, Mode: 0o755}
	v.Map([]string{"path", "uid", "gid", "mode"}, func(key string, val strictyaml.Value) bool {
		switch key {
		case "path":
			dir.Path = val.Text()
		case "uid":
			dir.UID = uint32(val.Int(0, maxID))
		case "gid":
			dir.GID = uint32(val.Int(0, maxID))
		case "mode":
			dir.Mode = val.Mode()
		default:
			return false
		}
		return true
	})
	return dir
}

// filesField reads files of the image. One of a path takes the place of the base's.
func filesField() Field {
	return Field{
		Key: "files", Primitive: primitives.Mounts, Absent: "none",
		Doc: "files made in the image: {path, content|content_base64|symlink, mode, uid, gid, after_mounts}",
		set: func(d *draft, v strictyaml.Value) {
			for _, e := range v.List(maxElements) {
				f := d.file(e)
				d.Profile.Mounts.Files = append(slices.DeleteFunc(d.Profile.Mounts.Files,
					func(x primitives.ImageFile) bool { return x.Path == f.Path }), f)
			}
			d.locate("files", v, len(d.Profile.Mounts.Files))
		},
		get: func(p *primitives.Profile) any {
			var out []any
			for _, f := range p.Mounts.Files {
				out = append(out, encodeFile(f))
			}
			return orNil(out)
		},
	}
}

func (d *draft) file(v strictyaml.Value) primitives.ImageFile {
	f := primitives.ImageFile{UID: d.Profile.Identity.UID, GID: d.Profile.Identity.GID, Mode: 0o644}
	contents := 0
	v.Map([]string{"path", "content", "content_base64", "symlink", "mode", "uid", "gid", "after_mounts"},
		func(key string, val strictyaml.Value) bool {
			switch key {
			case "path":
				f.Path = val.Text()
			case "content":
				f.Content = []byte(val.Text())
				contents++
			case "content_base64":
				f.Content = val.Base64()
				contents++
			case "symlink":
				f.Symlink, f.Mode = val.Text(), 0o777
				contents++
			default:
				return setAttribute(&f, key, val)
			}
			return true
		})
	if contents != 1 {
		v.Wrong("a file needs one content", "give one of content, content_base64, symlink")
	}
	return f
}

func setAttribute(f *primitives.ImageFile, key string, v strictyaml.Value) bool {
	switch key {
	case "mode":
		f.Mode = v.Mode()
	case "uid":
		f.UID = uint32(v.Int(0, maxID))
	case "gid":
		f.GID = uint32(v.Int(0, maxID))
	case "after_mounts":
		f.AfterMounts = v.Bool()
	default:
		return false
	}
	return true
}

func encodeFile(f primitives.ImageFile) mapping {
	m := mapping{{"path", f.Path}}
	switch {
	case f.Symlink != "":
		m = append(m, pair{"symlink", f.Symlink})
	case isPlainText(f.Content):
		m = append(m, pair{"content", string(f.Content)})
	default:
		m = append(m, pair{"content_base64", base64.StdEncoding.EncodeToString(f.Content)})
	}
	m = append(m, pair{"mode", octal(f.Mode)}, pair{"uid", f.UID}, pair{"gid", f.GID})
	if f.AfterMounts {
		m = append(m, pair{"after_mounts", true})
	}
	return m
}
