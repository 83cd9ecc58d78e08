package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// fsopHelp is what --help prints: fsop has no other manual.
const fsopHelp = `Usage: fsop [-u UID] [-g GID[,GID...]] [-U UMASK] CALL ARG... [: CALL ARG...]...
Make one system call for each group of arguments and print the result of the last one: 0, a number,
a text or the fields that were asked for. The first call that fails ends fsop: the name of its error
number is printed instead, such as ENOENT, and the exit status is 1. A command line that fsop does not
understand is told on standard error, and the exit status is 2.

  -u UID         be this user: real, effective and saved
  -g GID,...     be in this group, and in these supplementary ones
  -U UMASK       use this umask, octal; without it, 0

PATH may be NULL or DEADCODE for addresses that no process has. FD is the number of an open, openat,
create, socket or pipe of the same command line, counted from 0 (a pipe counts twice), or AT_FDCWD where a
directory may stand, or @N for descriptor N itself. MODE is octal; numbers may be 0x... or 0...; FLAGS are
names with commas or bars between them, or a number, or 0.

  open PATH FLAGS [MODE]             openat FD PATH FLAGS [MODE]    create PATH MODE
  close FD                           chdir PATH                     fchdir FD             getcwd
  unlink PATH                        unlinkat FD PATH FLAGS         rmdir PATH
  mkdir PATH MODE                    mkdirat FD PATH MODE
  link OLD NEW                       linkat FD OLD FD NEW FLAGS
  symlink TARGET PATH                symlinkat TARGET FD PATH
  readlink PATH                      readlinkat FD PATH
  rename OLD NEW                     renameat FD OLD FD NEW         renameat2 FD OLD FD NEW FLAGS
  mkfifo PATH MODE                   mkfifoat FD PATH MODE
  mknod PATH TYPE MODE MAJOR MINOR   mknodat FD PATH TYPE MODE MAJOR MINOR
                                     TYPE: b block, c character, p or f FIFO, s socket, r or o file,
                                     d directory
  bind PATH                          bindat FD PATH                 connect PATH          connectat FD PATH
  chmod PATH MODE                    fchmod FD MODE                 lchmod PATH MODE
  fchmodat FD PATH MODE FLAGS
  chown PATH UID GID                 fchown FD UID GID              lchown PATH UID GID
  fchownat FD PATH UID GID FLAGS
  stat PATH FIELDS                   fstat FD FIELDS                lstat PATH FIELDS
  fstatat FD PATH FIELDS FLAGS
  truncate PATH SIZE                 ftruncate FD SIZE              posix_fallocate FD OFFSET SIZE
  fallocate FD FLAGS OFFSET SIZE     lseek FD OFFSET WHENCE
  read FD SIZE                       pread FD SIZE OFFSET
  write FD TEXT                      pwrite FD TEXT OFFSET          fsync FD
  utimensat FD PATH ATIME NS MTIME NS FLAGS                         futimens FD ATIME NS MTIME NS
  access PATH MODE                   eaccess PATH MODE
  faccessat FD PATH MODE FLAGS       MODE: F_OK, R_OK, W_OK, X_OK or a number
  getxattr PATH NAME                 lgetxattr PATH NAME            fgetxattr FD NAME
  setxattr PATH NAME VALUE FLAGS     lsetxattr PATH NAME VALUE FLAGS   fsetxattr FD NAME VALUE FLAGS
  listxattr PATH                     llistxattr PATH                flistxattr FD
  removexattr PATH NAME              lremovexattr PATH NAME         fremovexattr FD NAME
  pathconf PATH NAME                 fpathconf FD NAME              lpathconf PATH NAME
                                     NAME: NAME_MAX, PATH_MAX, LINK_MAX, PIPE_BUF, SYMLINK_MAX, FILESIZEBITS,
                                     NO_TRUNC, CHOWN_RESTRICTED, 2_SYMLINKS and more, also with _PC_ before it
  statfs PATH FIELDS                 FIELDS: type, bsize, blocks, bfree, bavail, files, ffree, namelen, flags
  mount SOURCE TARGET TYPE FLAGS DATA                               umount TARGET [FLAGS]
  flock FD FLAGS                     umask MASK                     pipe    getuid    getgid    getgroups

FIELDS of the stat calls, with commas between them: type (regular, dir, symlink, fifo, socket, block, char),
mode (0 and the octal permission bits), inode, nlink, uid, gid, size, blocks, blksize, dev, rdev, major,
minor, atime, mtime, ctime (seconds), atime_ns, mtime_ns, ctime_ns (nanoseconds of that second).
`

// fsop is one run: what it has opened so far.
type fsop struct {
	r    *run
	fds  []int
	args []string // of the call at work, without its name
	call string
}

func fsopMain(r *run) int {
	r.usageStatus = 2
	f := &fsop{r: r}
	rest := f.options(r.args)
	if len(rest) == 0 {
		r.usage("missing call")
	}
	out := ""
	for len(rest) > 0 {
		group := rest
		if i := indexOf(rest, ":"); i >= 0 {
			group, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		var err error
		if out, err = f.group(group); err != nil {
			r.print(primitives.ErrnoOf(err).Name(), "\n")
			return 1
		}
	}
	r.print(out, "\n")
	return 0
}

func indexOf(list []string, word string) int {
	for i, s := range list {
		if s == word {
			return i
		}
	}
	return -1
}

// options takes the identity and the umask on, and returns the calls.
func (f *fsop) options(args []string) []string {
	uid, groups, mask := -1, []int(nil), 0
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && args[0] != "-" {
		name, value, glued := args[0][:min(2, len(args[0]))], "", false
		switch args[0] {
		case "--help":
			f.r.print(fsopHelp)
			panic(exit(0))
		case "--":
			f.become(uid, groups, mask)
			return args[1:]
		}
		if glued = len(args[0]) > 2; glued {
			value, args = args[0][2:], args[1:]
		} else if len(args) > 1 {
			value, args = args[1], args[2:]
		} else {
			f.r.usage("option %s needs a value", name)
		}
		switch name {
		case "-u":
			uid = f.id(value)
		case "-g":
			groups = []int{}
			for g := range strings.SplitSeq(value, ",") {
				groups = append(groups, f.id(g))
			}
		case "-U":
			mask = int(f.octal(value))
		default:
			f.r.usage("unknown option %s", name)
		}
	}
	f.become(uid, groups, mask)
	return args
}

// become takes another identity. It is root's to do; whoever may not is told so at once, for what came
// after would say nothing.
func (f *fsop) become(uid int, groups []int, mask int) {
	linux.Umask(uint32(mask))
	check := func(what string, err error) {
		if err != nil {
			f.r.dieErr(2, err, "%s", what)
		}
	}
	if len(groups) > 0 {
		check("setgroups", linux.Setgroups(groups))
		check("setresgid", linux.Setresgid(groups[0], groups[0], groups[0]))
	}
	if uid >= 0 {
		check("setresuid", linux.Setresuid(uid, uid, uid))
	}
}

// group makes one call.
func (f *fsop) group(words []string) (string, error) {
	if len(words) == 0 {
		f.r.usage("empty group")
	}
	f.call, f.args = words[0], words[1:]
	c, ok := fsopCalls[f.call]
	if !ok {
		f.r.usage("unknown call '%s'", f.call)
	}
	if n := len(f.args); n < c.min || n > max(c.min, c.max) {
		f.r.usage("%s: wrong number of arguments", f.call)
	}
	return c.do(f)
}
