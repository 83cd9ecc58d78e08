package trace

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// signatures say how a call's arguments are rendered: "N:kind" is integer argument N, a bare word
// a field of the event. The order is that of the C prototype.
//
//nolint:gochecknoglobals // an immutable table
var signatures = [...]string{
	primitives.SysRead:       "0:fd out 2:num",
	primitives.SysWrite:      "0:fd in 2:num",
	primitives.SysPread64:    "0:fd out 2:num 3:num",
	primitives.SysPwrite64:   "0:fd in 2:num 3:num",
	primitives.SysOpenat:     "0:dirfd path 2:open 3:mode",
	primitives.SysClose:      "0:fd",
	primitives.SysFstat:      "0:fd stat",
	primitives.SysNewfstatat: "0:dirfd path stat 3:at",
	primitives.SysLseek:      "0:fd 1:num 2:whence",
	primitives.SysGetdents64: "0:fd out 2:num",
	primitives.SysFtruncate:  "0:fd 1:num",
	primitives.SysTruncate:   "path 1:num",
	primitives.SysFaccessat:  "0:dirfd path 2:access 3:at",
	primitives.SysChdir:      "path",
	primitives.SysGetcwd:     "out 1:num",
	primitives.SysFchmodat:   "0:dirfd path 2:mode 3:at",
	primitives.SysFchmod:     "0:fd 1:mode",
	primitives.SysFchownat:   "0:dirfd path 2:num 3:num 4:at",
	primitives.SysMkdirat:    "0:dirfd path 2:mode",
	primitives.SysMknodat:    "0:dirfd path 2:mode 3:num",
	primitives.SysUnlinkat:   "0:dirfd path 2:rm",
	primitives.SysRenameat2:  "0:dirfd path 2:dirfd path2 4:num",
	primitives.SysLinkat:     "0:dirfd path 2:dirfd path2 4:at",
	primitives.SysSymlinkat:  "path2 1:dirfd path",
	primitives.SysReadlinkat: "0:dirfd path out 3:num",
	primitives.SysUtimensat:  "0:dirfd path in 3:at",
	primitives.SysDup3:       "0:fd 1:fd 2:flags",
	primitives.SysPipe2:      "1:flags",
	primitives.SysUmask:      "0:mode",
	primitives.SysExecve:     "path argv env",
	primitives.SysKill:       "0:num 1:sig",
	primitives.SysClone:      "0:hex",
	primitives.SysBind:       "0:fd in",
	primitives.SysConnect:    "0:fd in",
	primitives.SysSendto:     "0:fd in 2:num 3:hex",
	primitives.SysRecvfrom:   "0:fd out 2:num 3:hex",
}

// flagName is one bit of a flag word and its name.
type flagName struct {
	bit  int64
	name string
}

//nolint:gochecknoglobals // immutable tables
var (
	openFlags = []flagName{
		{primitives.O_CREAT, "O_CREAT"},
		{primitives.O_EXCL, "O_EXCL"},
		{primitives.O_NOCTTY, "O_NOCTTY"},
		{primitives.O_TRUNC, "O_TRUNC"},
		{primitives.O_APPEND, "O_APPEND"},
		{primitives.O_NONBLOCK, "O_NONBLOCK"},
		{primitives.O_DIRECTORY, "O_DIRECTORY"},
		{primitives.O_NOFOLLOW, "O_NOFOLLOW"},
		{primitives.O_CLOEXEC, "O_CLOEXEC"},
		{primitives.O_PATH, "O_PATH"},
	}
	atFlags = []flagName{
		{primitives.AT_SYMLINK_NOFOLLOW, "AT_SYMLINK_NOFOLLOW"},
		{primitives.AT_EACCESS, "AT_EACCESS"},
		{primitives.AT_SYMLINK_FOLLOW, "AT_SYMLINK_FOLLOW"},
		{primitives.AT_EMPTY_PATH, "AT_EMPTY_PATH"},
	}
	removeFlags = []flagName{{primitives.AT_REMOVEDIR, "AT_REMOVEDIR"}}
	accessFlags = []flagName{{primitives.R_OK, "R_OK"}, {primitives.W_OK, "W_OK"}, {primitives.X_OK, "X_OK"}}
	accessModes = [...]string{"O_RDONLY", "O_WRONLY", "O_RDWR", "O_ACCMODE"}
	whences     = [...]string{"SEEK_SET", "SEEK_CUR", "SEEK_END", "SEEK_DATA", "SEEK_HOLE"}
)

// formatArg renders an integer argument of a kind.
func formatArg(kind string, v int64) string {
	switch kind {
	case "dirfd":
		if v == primitives.AT_FDCWD {
			return "AT_FDCWD"
		}
	case "open":
		return accessModes[v&primitives.O_ACCMODE] + flagTail(v&^primitives.O_ACCMODE, openFlags)
	case "flags":
		return flagWord(v, openFlags, "0")
	case "at":
		return flagWord(v, atFlags, "0")
	case "rm":
		return flagWord(v, removeFlags, "0")
	case "access":
		return flagWord(v, accessFlags, "F_OK")
	case "mode":
		return "0" + strings.TrimPrefix(strconv.FormatInt(v, 8), "0")
	case "hex":
		return "0x" + strconv.FormatInt(v, 16)
	case "whence":
		if v >= 0 && v < int64(len(whences)) {
			return whences[v]
		}
	case "sig":
		if v > 0 && v < 32 {
			return primitives.Signal(v).String()
		}
	}
	return strconv.FormatInt(v, 10)
}

// flagTail renders flags after an access mode, each with a bar before it.
func flagTail(v int64, names []flagName) string {
	if v == 0 {
		return ""
	}
	return "|" + flagWord(v, names, "")
}

func flagWord(v int64, names []flagName, zero string) string {
	if v == 0 {
		return zero
	}
	var out []string
	for _, f := range names {
		if v&f.bit == f.bit {
			out = append(out, f.name)
			v &^= f.bit
		}
	}
	if v != 0 {
		out = append(out, "0x"+strconv.FormatUint(uint64(v), 16))
	}
	return strings.Join(out, "|")
}

// dataHash gives a payload's hash also where its head is all of it.
func dataHash(d Data) uint64 {
	if len(d.Head) < d.Len {
		return d.Hash
	}
	return det.Hash(d.Head)
}
