package primitives

// Primitive names one thing that a sandbox does to its guests.
type Primitive string

// The primitives, one file of this package each.
const (
	Identity    Primitive = "identity"    // uid, gid, umask
	Permissions Primitive = "permissions" // modes, owners, landlock-like rules
	Mounts      Primitive = "mounts"      // read-only, noexec, ephemeral, hidden, overlay
	Quota       Primitive = "quota"       // bytes, inodes, file size
	Persistence Primitive = "persistence" // what a restart keeps
	Memory      Primitive = "memory"      // cap of the session, address space
	CPU         Primitive = "cpu"         // CPU time, count, speed
	Processes   Primitive = "processes"   // spawn, pids, threads, system-call filter
	Files       Primitive = "files"       // open descriptors
	Egress      Primitive = "egress"      // connect, DNS, proxy
	Paths       Primitive = "paths"       // where programs and packages are
	Env         Primitive = "env"         // variables, credentials
	Lifetime    Primitive = "lifetime"    // timeouts, session expiry
	Output      Primitive = "output"      // limits per stream
	Interface   Primitive = "interface"   // the file API: path rules, payloads, encodings
)

// All returns the primitives in the order of reports.
func All() []Primitive {
	return []Primitive{
		Identity, Permissions, Mounts, Quota, Persistence, Memory, CPU, Processes,
		Files, Egress, Paths, Env, Lifetime, Output, Interface,
	}
}

// Layer says where a failure arose.
type Layer string

// The layers of attribution.
const (
	LayerInterface    Layer = "interface" // the tool layer between agent and sandbox
	LayerSandbox      Layer = "sandbox"   // the sandbox's kernel and policies
	LayerWorkload     Layer = "workload"  // the workflow itself
	LayerUndetermined Layer = "undetermined"
)

// Layer returns the layer that a primitive belongs to.
func (p Primitive) Layer() Layer {
	switch p {
	case Interface, Output:
		return LayerInterface
	default:
		return LayerSandbox
	}
}
