package target

// Entry is one file as a session left it. Targets fill what they know: the root's own entry is not among
// them, directories and devices have no size, and times are left out, since no two targets share a clock.
type Entry struct {
	Path   string // absolute, any bytes but NUL
	Mode   uint32 // type and permission bits, as st_mode has them
	UID    int
	GID    int
	Size   int64  // bytes; of regular files and symbolic links
	SHA256 string // hex; of regular files of at most MaxHashed bytes, "" else
	Link   string // what a symbolic link says
}

// The bounds of Run.Tree, the same for every target, so that two trees can be compared.
const (
	MaxEntries = 5000
	MaxHashed  = 64 << 20 // bytes of one file
)
