package vfs

import "github.com/sandfault/sandfault/primitives"

// Options are what a Namespace is given at birth.
type Options struct {
	Now       func() int64 // the virtual clock, ns since 1970; nil = it stands at 0
	Order     Order        // of directory entries
	OrderSeed uint64       // of the order Hashed

	ProtectedSymlinks bool  // proc_sys_fs(5) protected_symlinks
	ProtectedLinks    bool  // proc_sys_fs(5) protected_hardlinks
	ProtectedRegular  uint8 // proc_sys_fs(5) protected_regular, 0 to 2
	ProtectedFifos    uint8 // proc_sys_fs(5) protected_fifos, 0 to 2

	Rules []Rule // asked in order after the classic checks

	// Charge takes a change of the memory that file systems in memory hold, in pages of 4096
	// bytes. An error refuses the growth and is the call's error; giving back is never refused.
	Charge func(pages int64) error

	// Host is asked whether n bytes more of the host's memory may be taken, beside what Stored
	// tells. An error refuses that and is the call's error. nil = they may.
	Host func(n int64) error

	// Device finds what drives a device that mknod made; nil or false = opening it is ENXIO.
	Device func(mode uint32, rdev uint64) (Node, bool)
}

// Namespace is a tree of mounts, and all the calls on paths.
type Namespace struct {
	now       func() int64
	order     Order
	orderSeed uint64
	rules     []Rule
	charge    func(pages int64) error
	host      func(n int64) error
	stored    int64 // bytes of the host
	device    func(mode uint32, rdev uint64) (Node, bool)

	protectedSymlinks, protectedLinks bool
	protectedRegular, protectedFifos  uint8

	root   Location
	mounts map[Location]*mount // what is mounted on a place
	table  []*mount            // in the order of mounting
	gone   []*mount            // taken away while they were in use
	lastID int
	devs   uint32
	opens  int // open Files
	trails trails

	anonymous *Filesystem // what has no place in the tree
	anonMount *mount
}

// NewNamespace returns a namespace with root mounted on "/".
func NewNamespace(root *Filesystem, o Options) *Namespace {
	ns := &Namespace{
		now: o.Now, order: o.Order, orderSeed: o.OrderSeed,
		rules: o.Rules, charge: o.Charge, host: o.Host, device: o.Device,
		protectedSymlinks: o.ProtectedSymlinks, protectedLinks: o.ProtectedLinks,
		protectedRegular: o.ProtectedRegular, protectedFifos: o.ProtectedFifos,
		mounts: map[Location]*mount{},
	}
	if ns.now == nil {
		ns.now = func() int64 { return 0 }
	}
	m := ns.newMount(root, root.root, MountFlags{})
	ns.root = Location{m, root.root}
	ns.anonymous = &Filesystem{kind: "anon", source: "none", shape: tmpfsShape()}
	ns.anonMount = &mount{ns: ns, fs: ns.anonymous}
	ns.anonymous.adopt(ns)
	return ns
}

// Root returns the location of "/".
func (ns *Namespace) Root() Location { return ns.root }

// Stat returns the attributes of path, stat(2); flags are AT_SYMLINK_NOFOLLOW and AT_EMPTY_PATH.
func (ns *Namespace) Stat(c *primitives.Cred, at Location, path string, flags int) (primitives.Stat, error) {
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return primitives.Stat{}, err
	}
	return l.inode().stat(), nil
}
