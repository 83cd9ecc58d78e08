package profile

import (
	"fmt"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// mountNone is a mount's type in a file that takes the base's mounts at its path away. It is
// never in a Profile.
const mountNone primitives.MountType = "none"

// mountsField reads mounts. Those of the base at a path that the list names are gone; several of
// one path within the list are all applied, in order.
func mountsField() Field {
	return Field{
		Key: "mounts", Primitive: primitives.Mounts, Absent: "none",
		Doc: "mounts, in order: {path, type: tmpfs|ro|bind-self|none, size, inodes, mode, uid, gid, " +
			"options, from}; options are ro, noexec, nosuid, nodev, nouser_xattr, noatime, " +
			"nodiratime, strictatime",
		set: func(d *draft, v strictyaml.Value) {
			var added []primitives.Mount
			m := &d.Profile.Mounts
			for _, e := range v.List(maxElements) {
				x := d.mount(e)
				m.Mounts = slices.DeleteFunc(m.Mounts,
					func(b primitives.Mount) bool { return b.Path == x.Path })
				if x.Type != mountNone {
					added = append(added, x)
				}
			}
			n := 0
			for _, e := range v.List(maxElements) {
				if t, _ := e.Get("type"); t.Is(string(mountNone)) {
					continue
				}
				d.at[fmt.Sprintf("mounts[%d]", len(m.Mounts)+n)] = e
				n++
			}
			m.Mounts = append(m.Mounts, added...)
		},
		get: func(p *primitives.Profile) any {
			var out []any
			for _, m := range p.Mounts.Mounts {
				out = append(out, encodeMount(m))
			}
			return orNil(out)
		},
	}
}

func (d *draft) mount(v strictyaml.Value) primitives.Mount {
	var m primitives.Mount
	v.Map([]string{"path", "type", "size", "inodes", "mode", "uid", "gid", "options", "from"},
		func(key string, val strictyaml.Value) bool {
			switch key {
			case "path":
				m.Path = val.Text()
			case "type":
				m.Type = mountType(val)
			case "size":
				m.Size = val.Size()
			case "inodes":
				m.Inodes = val.Int(1, 1<<40)
			case "options":
				setOptions(&m, val)
			case "from":
				m.From = val.Text()
			default:
				return setMountRoot(&m, key, val)
			}
			return true
		})
	if _, ok := v.Get("mode"); !ok && m.Type == primitives.MountTmpfs {
		m.Mode = 0o755
	}
	if m.Path == "" || m.Type == "" {
		v.Wrong("a mount needs a path and a type", "types are tmpfs, ro, bind-self, none")
	}
	return m
}

func mountType(v strictyaml.Value) primitives.MountType {
	var words []string
	for _, t := range []primitives.MountType{
		primitives.MountTmpfs, primitives.MountRO, primitives.MountBind, mountNone,
	} {
		words = append(words, string(t))
	}
	return primitives.MountType(v.Word(words...))
}

func setMountRoot(m *primitives.Mount, key string, v strictyaml.Value) bool {
	switch key {
	case "mode":
		m.Mode = v.Mode()
	case "uid":
		m.UID = uint32(v.Int(0, maxID))
	case "gid":
		m.GID = uint32(v.Int(0, maxID))
	default:
		return false
	}
	return true
}

func setOptions(m *primitives.Mount, v strictyaml.Value) {
	for _, e := range v.List(10) {
		switch word := e.Word("ro", "noexec", "nosuid", "nodev", "nouser_xattr",
			primitives.MountNoatime, primitives.MountNodiratime, primitives.MountStrictatime); word {
		case "ro":
			m.ReadOnly = true
		case "noexec":
			m.NoExec = true
		case "nosuid":
			m.NoSuid = true
		case "nodev":
			m.NoDev = true
		case "nouser_xattr":
			m.NoXattr = true
		default:
			m.Atime = word // the last one counts, as with mount(8)
		}
	}
}

func encodeMount(m primitives.Mount) mapping {
	out := mapping{{"path", m.Path}, {"type", string(m.Type)}}
	if m.From != "" {
		out = append(out, pair{"from", m.From})
	}
	if m.Size != 0 {
		out = append(out, pair{"size", m.Size})
	}
	if m.Inodes != 0 {
		out = append(out, pair{"inodes", m.Inodes})
	}
	if m.Type == primitives.MountTmpfs || m.Mode != 0 {
		out = append(out, pair{"mode", octal(m.Mode)})
	}
	if m.UID != 0 || m.GID != 0 {
		out = append(out, pair{"uid", m.UID}, pair{"gid", m.GID})
	}
	var options []string
	for _, o := range []struct {
		name string
		on   bool
	}{
		{"ro", m.ReadOnly},
		{"noexec", m.NoExec},
		{"nosuid", m.NoSuid},
		{"nodev", m.NoDev},
		{"nouser_xattr", m.NoXattr},
		{m.Atime, m.Atime != ""},
	} {
		if o.on {
			options = append(options, o.name)
		}
	}
	if options != nil {
		out = append(out, pair{"options", options})
	}
	return out
}
