package profile

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// maxID is the largest user or group number; the one above means "leave it" in chown(2).
const maxID = math.MaxUint32 - 1

func idField(key, doc string, at func(*primitives.Profile) *uint32) Field {
	return Field{
		Key: key, Primitive: primitives.Identity, Doc: doc,
		set: func(d *draft, v strictyaml.Value) { *at(&d.Profile) = uint32(v.Int(0, maxID)) },
		get: func(p *primitives.Profile) any { return int64(*at(p)) },
	}
}

func groupsField() Field {
	return Field{
		Key: "groups", Primitive: primitives.Identity, Doc: "supplementary groups, by number", Absent: "none",
		set: func(d *draft, v strictyaml.Value) {
			d.Profile.Identity.Groups = nil
			for _, e := range v.List(64) {
				d.Profile.Identity.Groups = append(d.Profile.Identity.Groups, uint32(e.Int(0, maxID)))
			}
		},
		get: func(p *primitives.Profile) any {
			if len(p.Identity.Groups) == 0 {
				return nil
			}
			return p.Identity.Groups
		},
	}
}

func umaskField() Field {
	return Field{
		Key: "umask", Primitive: primitives.Identity, Doc: "file mode creation mask, octal",
		set: func(d *draft, v strictyaml.Value) { d.Profile.Identity.Umask = v.Mode() },
		get: func(p *primitives.Profile) any { return octal(p.Identity.Umask) },
	}
}

func octal(mode uint32) string { return fmt.Sprintf("%04o", mode) }

// envField adds variables to those of the base; null takes one away.
func envField() Field {
	return Field{
		Key: "env", Primitive: primitives.Env, Doc: "variables to add; null takes one away", Absent: "none",
		set: func(d *draft, v strictyaml.Value) {
			env := &d.Profile.Env
			v.Map(nil, func(name string, val strictyaml.Value) bool {
				d.at["env."+name] = val
				if val.IsNull() {
					env.Vars = slices.DeleteFunc(env.Vars,
						func(x primitives.EnvVar) bool { return x.Name == name })
					if !slices.Contains(env.Unset, name) {
						env.Unset = append(env.Unset, name)
					}
					return true
				}
				env.Unset = slices.DeleteFunc(env.Unset, func(s string) bool { return s == name })
				setVar(env, name, val.Text())
				return true
			})
		},
		get: encodeEnv,
	}
}

func setVar(env *primitives.EnvSettings, name, value string) {
	for i := range env.Vars {
		if env.Vars[i].Name == name {
			env.Vars[i].Value = value
			return
		}
	}
	env.Vars = append(env.Vars, primitives.EnvVar{Name: name, Value: value})
}

func encodeEnv(p *primitives.Profile) any {
	var m mapping
	for _, v := range p.Env.Vars {
		m = append(m, pair{v.Name, v.Value})
	}
	for _, name := range p.Env.Unset {
		m = append(m, pair{name, nil})
	}
	if len(m) == 0 {
		return nil
	}
	return m
}

func landlockField() Field {
	return Field{
		Key: "landlock_rw", Primitive: primitives.Permissions, Absent: "everywhere",
		Doc: "paths below which writes are allowed; elsewhere they are EACCES, reads are free",
		set: func(d *draft, v strictyaml.Value) {
			d.Profile.Permissions.LandlockRW = d.texts("landlock_rw", v)
			d.Profile.Permissions.Landlock = !v.IsNull()
		},
		get: func(p *primitives.Profile) any {
			if !p.Permissions.Landlock {
				return nil
			}
			return append([]string{}, p.Permissions.LandlockRW...)
		},
	}
}

func rootfsField() Field {
	return choice(primitives.Mounts, "rootfs", "plain, or overlay: image directories cannot be renamed",
		"plain", "overlay", func(p *primitives.Profile) *bool { return &p.Mounts.Overlay })
}

func dirOrderField() Field {
	return Field{
		Key: "dir_order", Primitive: primitives.Mounts, Doc: "in which order directories list their entries",
		Absent: primitives.DirSorted,
		set: func(d *draft, v strictyaml.Value) {
			d.Profile.Mounts.DirOrder = ""
			if !v.IsNull() {
				d.Profile.Mounts.DirOrder = v.Word(primitives.DirOrders()...)
			}
		},
		get: func(p *primitives.Profile) any {
			if p.Mounts.DirOrder == "" {
				return nil
			}
			return p.Mounts.DirOrder
		},
	}
}

func persistField() Field {
	return Field{
		Key: "persist", Primitive: primitives.Persistence, Absent: "nothing",
		Doc: "trees that a restart keeps, or `all` for the root file system",
		set: func(d *draft, v strictyaml.Value) {
			d.Profile.Persistence = primitives.PersistenceSettings{}
			if v.IsList() || v.IsNull() {
				d.Profile.Persistence.Paths = d.texts("persist", v)
				return
			}
			d.Profile.Persistence.All = v.Word("all") == "all"
		},
		get: func(p *primitives.Profile) any {
			switch {
			case p.Persistence.All:
				return "all"
			case p.Persistence.Paths != nil:
				return p.Persistence.Paths
			default:
				return nil
			}
		},
	}
}

// countField is for numbers that have no 0.
func countField(
	key, doc string, get func(*primitives.Profile) int64, set func(*primitives.Profile, int64),
) Field {
	return Field{
		Key: key, Primitive: primitives.CPU, Doc: doc,
		set: func(d *draft, v strictyaml.Value) { set(&d.Profile, v.Int(1, math.MaxInt64)) },
		get: func(p *primitives.Profile) any { return get(p) },
	}
}

// levelField is a setting of proc_sys_fs(5) with the levels 0, 1 and 2.
func levelField(key string, at func(*primitives.Profile) *int) Field {
	const strictest = 2
	return Field{
		Key: key, Primitive: primitives.Permissions, Absent: "0",
		Doc: "fs." + key + " of proc_sys_fs(5), 0 to 2",
		set: func(d *draft, v strictyaml.Value) { *at(&d.Profile) = int(v.Int(0, strictest)) },
		get: func(p *primitives.Profile) any { return int64(*at(p)) },
	}
}

func cpusField() Field {
	return Field{
		Key: "cpus", Primitive: primitives.CPU, Absent: "all",
		Doc: "affinity mask: the CPUs that processes may use",
		set: func(d *draft, v strictyaml.Value) {
			d.Profile.CPU.Allowed = nil
			if v.IsNull() {
				return
			}
			d.Profile.CPU.Allowed = []int{}
			for i, e := range v.List(maxElements) {
				d.at[fmt.Sprintf("cpus[%d]", i)] = e
				d.Profile.CPU.Allowed = append(d.Profile.CPU.Allowed, int(e.Int(0, 1<<20)))
			}
		},
		get: func(p *primitives.Profile) any {
			if p.CPU.Allowed == nil {
				return nil
			}
			return p.CPU.Allowed
		},
	}
}

func clockField() Field {
	return Field{
		Key: "clock_start", Primitive: primitives.Lifetime, Doc: "where the virtual clock begins, RFC 3339",
		Absent: "2026-01-01T00:00:00Z",
		set: func(d *draft, v strictyaml.Value) {
			d.Profile.Lifetime.ClockStart = 0
			if v.IsNull() {
				return
			}
			t, err := time.Parse(time.RFC3339Nano, v.Text())
			if err != nil || t.Year() < 1970 || t.Year() > 2200 {
				v.Wrong(fmt.Sprintf("%q is not a time from 1970 to 2200", v.Text()),
					"write it as 2026-01-01T00:00:00Z")
				return
			}
			d.Profile.Lifetime.ClockStart = t.UnixNano()
		},
		get: func(p *primitives.Profile) any {
			if p.Lifetime.ClockStart == 0 {
				return nil
			}
			return time.Unix(0, p.Lifetime.ClockStart).UTC().Format(time.RFC3339Nano)
		},
	}
}

func apiUIDField() Field {
	return Field{
		Key: "api_uid", Primitive: primitives.Interface, Absent: "the guest's",
		Doc: "user id of the file API",
		set: func(d *draft, v strictyaml.Value) {
			d.Profile.Interface.UID = nil
			if !v.IsNull() {
				uid := uint32(v.Int(0, maxID))
				d.Profile.Interface.UID = &uid
			}
		},
		get: func(p *primitives.Profile) any {
			if p.Interface.UID == nil {
				return nil
			}
			return int64(*p.Interface.UID)
		},
	}
}
