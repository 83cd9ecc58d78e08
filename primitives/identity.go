package primitives

// IdentitySettings are who a guest is.
type IdentitySettings struct {
	UID, GID uint32
	Groups   []uint32 // supplementary groups
	User     string   // name in /etc/passwd; "" = no entry
	Home     string   // absolute path
	Umask    uint32
	Hostname string
}
