package primitives

// MountSettings are the image's own files and what is mounted over it.
type MountSettings struct {
	Overlay bool        // the root is an overlay: renaming a directory of the image is EXDEV
	Dirs    []ImageDir  // made in the image, in order
	Files   []ImageFile // made in the image, or after the mounts
	Mounts  []Mount     // applied in order
}

// ImageDir is a directory that a profile adds to the image.
type ImageDir struct {
	Path     string
	UID, GID uint32
	Mode     uint32
}

// ImageFile is a file or symbolic link that a profile adds to the image.
type ImageFile struct {
	Path        string
	Content     []byte
	Symlink     string // target; "" = a regular file
	Mode        uint32
	UID, GID    uint32
	AfterMounts bool // made in what is mounted by then, not in the image below
}

// MountType is how a mount comes about.
type MountType string

// The mount types of a profile.
const (
	MountTmpfs MountType = "tmpfs"     // a fresh file system in memory
	MountRO    MountType = "ro"        // what is there, remounted read-only
	MountBind  MountType = "bind-self" // a bind mount of From, or of the path itself
)

// Mount is one entry of a profile's mount table.
type Mount struct {
	Path     string
	Type     MountType
	From     string // MountBind: the source; "" = Path
	Size     int64  // bytes, MountTmpfs; 0 = unlimited
	Inodes   int64  // MountTmpfs; 0 = unlimited
	Mode     uint32 // of the mount's root, MountTmpfs
	UID, GID uint32 // of the mount's root, MountTmpfs
	ReadOnly bool
	NoExec   bool
	NoSuid   bool
	NoDev    bool
}
