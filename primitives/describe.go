package primitives

// Rule is one reason for which a primitive denies; its name is Cause.Rule of the denial.
type Rule struct {
	Name   string
	Errnos []Errno // what a call gets; none where the denial is a signal, a text or a silence
	Doc    string
}

// Observable is how a rule looks from inside on real Linux (Debian 12: bash 5.2, coreutils 9.1,
// CPython 3.11, in the C.UTF-8 locale).
type Observable struct {
	Rule   string
	Errno  Errno  // 0 if the program sees none
	Signal Signal // 0 if none is sent
	Exit   int    // of a command that does nothing about it
	Shell  string // what bash or a coreutil prints, without names of its operands; "" for nothing
	Python string // what CPython raises; "" if it does not notice
}

// Description is all that a primitive's file says about it.
type Description struct {
	Primitive   Primitive
	Doc         string
	Rules       []Rule
	Faults      []Fault
	Observables []Observable
}

// settings is what each primitive's settings do; the table below is the only place that knows all.
type settings interface {
	describe() Description
	validate(p *Profile) []Problem
	Relaxed(p Profile) Profile
	Tightened(p Profile) (Profile, bool)
}

//nolint:gochecknoglobals // an immutable table
var bySettings = map[Primitive]settings{
	Identity: IdentitySettings{}, Permissions: PermissionSettings{}, Mounts: MountSettings{},
	Quota: QuotaSettings{}, Persistence: PersistenceSettings{}, Memory: MemorySettings{}, CPU: CPUSettings{},
	Processes: ProcessSettings{}, Files: FileSettings{}, Egress: EgressSettings{}, Paths: PathSettings{},
	Env: EnvSettings{}, Lifetime: LifetimeSettings{}, Output: OutputSettings{},
	Interface: InterfaceSettings{},
}

// Describe returns what is known of a primitive. It panics for a name that is none.
func Describe(p Primitive) Description { return mustHave(p).describe() }

// Relaxed returns the profile without the restrictions and without the faults of one primitive:
// what attribution runs against. The profile given is not changed.
func Relaxed(p Primitive, prof Profile) Profile {
	return withoutFaultsOf(p, mustHave(p).Relaxed(prof))
}

// Tightened returns the profile with a primitive made strict, which attributes findings of a
// sandbox that lets too much through. ok is false if the primitive cannot be too lax.
func Tightened(p Primitive, prof Profile) (tight Profile, ok bool) {
	tight, ok = mustHave(p).Tightened(prof)
	if !ok {
		return prof, false
	}
	return withoutFaultsOf(p, tight), true
}

// Validate returns every mistake in the profile, in the order of All.
func (p *Profile) Validate() []Problem {
	var out []Problem
	for _, name := range All() {
		out = append(out, bySettings[name].validate(p)...)
	}
	return append(out, validateFaults(p.Faults)...)
}

// RuleOf returns a rule of a primitive by its name. A fault's name is a rule too: it is
// what stands in the Cause of what the fault did.
func RuleOf(p Primitive, name string) (Rule, bool) {
	s, ok := bySettings[p]
	if !ok {
		return Rule{}, false
	}
	for _, r := range s.describe().Rules {
		if r.Name == name {
			return r, true
		}
	}
	if f, ok := FaultByName(name); ok {
		return Rule{Name: f.Name, Doc: f.Doc}, true
	}
	return Rule{}, false
}

func mustHave(p Primitive) settings {
	s, ok := bySettings[p]
	if !ok {
		panic("primitives: no primitive " + string(p))
	}
	return s
}
