package primitives

// File type bits of Stat.Mode, inode(7).
const (
	S_IFMT   = 0o170000
	S_IFSOCK = 0o140000
	S_IFLNK  = 0o120000
	S_IFREG  = 0o100000
	S_IFBLK  = 0o060000
	S_IFDIR  = 0o040000
	S_IFCHR  = 0o020000
	S_IFIFO  = 0o010000
	S_ISUID  = 0o004000
	S_ISGID  = 0o002000
	S_ISVTX  = 0o001000
)

// Stat is what stat(2) tells of an inode. Times are nanoseconds of the virtual clock since 1970.
type Stat struct {
	Dev, Ino, Rdev      uint64
	Nlink               uint64
	Mode                uint32 // type and permission bits
	UID, GID            uint32
	Size                int64 // bytes
	Blksize             int64 // bytes
	Blocks              int64 // units of 512 bytes
	Atime, Mtime, Ctime int64 // ns
}

// IsDir reports whether the inode is a directory.
func (s *Stat) IsDir() bool { return s.Mode&S_IFMT == S_IFDIR }

// IsRegular reports whether the inode is a regular file.
func (s *Stat) IsRegular() bool { return s.Mode&S_IFMT == S_IFREG }

// IsSymlink reports whether the inode is a symbolic link.
func (s *Stat) IsSymlink() bool { return s.Mode&S_IFMT == S_IFLNK }

// Statfs is what statfs(2) tells of a mounted file system.
type Statfs struct {
	Type          int64  // magic number
	Bsize         int64  // bytes
	Blocks        uint64 // units of Bsize
	Bfree, Bavail uint64 // units of Bsize
	Files, Ffree  uint64 // inodes
	Namelen       int64
	Flags         uint64 // ST_RDONLY and others
}

// Dirent is one entry of a directory, as getdents64(2) reports it.
type Dirent struct {
	Ino  uint64
	Off  int64 // the cookie of the next entry
	Type uint8 // DT_*
	Name string
}

// Flags of open(2) and the *at calls, x86-64 numbers of fcntl.h.
const (
	O_RDONLY    = 0x0
	O_WRONLY    = 0x1
	O_RDWR      = 0x2
	O_ACCMODE   = 0x3
	O_CREAT     = 0x40
	O_EXCL      = 0x80
	O_NOCTTY    = 0x100
	O_TRUNC     = 0x200
	O_APPEND    = 0x400
	O_NONBLOCK  = 0x800
	O_DIRECTORY = 0x10000
	O_NOFOLLOW  = 0x20000
	O_CLOEXEC   = 0x80000
	O_PATH      = 0x200000

	AT_FDCWD            = -100
	AT_SYMLINK_NOFOLLOW = 0x100
	AT_REMOVEDIR        = 0x200
	AT_EACCESS          = 0x200
	AT_SYMLINK_FOLLOW   = 0x400
	AT_EMPTY_PATH       = 0x1000

	R_OK = 4
	W_OK = 2
	X_OK = 1

	RENAME_NOREPLACE = 1
	RENAME_EXCHANGE  = 2
	RENAME_WHITEOUT  = 4
)
