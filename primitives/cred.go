package primitives

import "slices"

// Cred is the identity under which a call is made, credentials(7). It is a value: whoever
// holds one holds it as it was when the call began.
type Cred struct {
	UID, GID uint32
	Groups   []uint32 // supplementary groups
	Umask    uint32   // kept with the identity, for every creating call needs both
	Capable  bool     // has the superuser's capabilities whatever its uid; Profile.Permissions.Capable
}

// Root is the identity of the superuser, who passes every mode check.
func Root() Cred { return Cred{} }

// IsRoot reports whether the identity has the capabilities of the superuser.
func (c *Cred) IsRoot() bool { return c.UID == 0 || c.Capable }

// InGroup reports whether gid is the identity's group or one of its supplementary groups.
func (c *Cred) InGroup(gid uint32) bool {
	return c.GID == gid || slices.Contains(c.Groups, gid)
}
