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
