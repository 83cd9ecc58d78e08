package primitives

// Profile is what one sandbox does to its guests: the sum of its primitives' settings. It is a
// value; nothing that runs changes it. Package profile loads, extends and explains one.
type Profile struct {
	Name string

	Identity    IdentitySettings
	Permissions PermissionSettings
	Mounts      MountSettings
	Quota       QuotaSettings
	Persistence PersistenceSettings
	Memory      MemorySettings
	CPU         CPUSettings
	Processes   ProcessSettings
	Files       FileSettings
	Egress      EgressSettings
	Paths       PathSettings
	Env         EnvSettings
	Lifetime    LifetimeSettings
	Output      OutputSettings
	Interface   InterfaceSettings

	Faults []FaultSpec // how this sandbox gets it wrong, in the order in which they apply
}

// FaultSpec switches one named fault on. The names and their meaning are declared by the
// primitives' files; Faults lists them.
type FaultSpec struct {
	Name string
	Args map[string]string // read by key only, never iterated
}

// DefaultProfile is what a sandbox is when a profile says nothing: the built-in `default`.
func DefaultProfile() Profile {
	return Profile{
		Name:        "default",
		Identity:    DefaultIdentity(),
		Permissions: DefaultPermissions(),
		Mounts:      DefaultMounts(),
		CPU:         DefaultCPU(),
		Files:       DefaultFiles(),
		Egress:      DefaultEgress(),
		Paths:       DefaultPaths(),
		Env:         DefaultEnv(),
	}
}

// Cred returns the identity under which the guest's processes run.
func (p *Profile) Cred() Cred {
	return Cred{
		UID: p.Identity.UID, GID: p.Identity.GID, Groups: p.Identity.Groups, Umask: p.Identity.Umask,
		Capable: p.Permissions.Capable,
	}
}

// APICred returns the identity under which the file API acts: the guest's, or that of api_uid,
// whose group has the same number.
func (p *Profile) APICred() Cred {
	c := p.Cred()
	if p.Interface.UID != nil {
		c.UID, c.GID, c.Groups = *p.Interface.UID, *p.Interface.UID, nil
	}
	return c
}
