package tool

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// What is a shell script in Debian, and runs a decompressor before another program, is a program here that
// starts the same ones.

// zfamily is one of the three sets of such scripts.
type zfamily struct {
	name    string
	unpack  []string // what decompresses a file that is named after it
	endings []string // of compressed files
}

var (
	zGzip = &zfamily{"gzip", []string{"gzip", "-cdfq", "--"}, []string{
		".gz", "-gz", ".z", "-z", ".Z", ".tgz", ".taz",
	}}
	zBzip2 = &zfamily{"bzip2", []string{"bzip2", "-cdfq"}, []string{".bz2", ".tbz"}}
	zXz    = &zfamily{"xz", []string{"xz", "-cdfqQ", "--"}, []string{
		".xz", ".lzma", ".gz", ".z", ".Z", ".bz2", ".lzo", ".txz", ".tlz", ".tgz", ".tbz",
	}}
)

// zfamilyOf knows a script by its first letters.
func zfamilyOf(name string) *zfamily {
	switch {
	case len(name) > 1 && name[:2] == "bz":
		return zBzip2
	case len(name) > 1 && (name[:2] == "xz" || name[:2] == "lz"):
		return zXz
	}
	return zGzip
}

// zscript is the name that a script has in its own messages.
func (r *run) zscript() string { return "/usr/bin/" + r.which }

func (r *run) zdie(status int, text string) int {
	r.stderr(text + "\n")
	return status
}

// of is the command that decompresses a file; xz leaves other formats to their own programs.
func (z *zfamily) of(file string) []string {
	unpack := z.unpack
	if z == zXz {
		switch {
		case hasAnySuffix(file, ".gz", "-gz", ".z", "-z", ".Z", "-Z", ".tgz", ".taz"):
			unpack = zGzip.unpack
		case hasAnySuffix(file, ".bz2", "-bz2", ".tbz", "-tbz"):
			unpack = zBzip2.unpack
		}
	}
	return append(append([]string(nil), unpack...), file)
}

// start starts a program that is found in PATH.
func (r *run) start(argv []string, actions ...abi.FileAction) int {
	_ = r.out.Flush()
	pid, _, err := spawnvp(argv, &abi.SpawnRequest{Actions: actions})
	if err != nil {
		r.stderr(r.zscript() + ": 1: " + argv[0] + ": " + zspawnText(err) + "\n")
		return -1
	}
	return pid
}

func zspawnText(err error) string {
	if is(err, primitives.ENOENT) {
		return "not found"
	}
	return errnoText(err)
}

// ended is the exit code of a child as a shell has it.
func ended(pid int) int {
	if pid < 0 {
		return 127
	}
	status, err := wait(pid)
	if err != nil {
		return 1
	}
	if sig, ok := status.Signaled(); ok {
		return 128 + int(sig)
	}
	return status.Code()
}

// piped runs one program into another and returns both exit codes.
func (r *run) piped(from, to []string) (first, last int) {
	rd, wr, err := linux.Pipe2(closeOnExec)
	if err != nil {
		r.dieErr(2, err, "cannot open pipe")
	}
	a := r.start(from, abi.FileAction{Kind: abi.ActionDup2, Fd: int32(wr), Newfd: 1})
	_ = linux.Close(wr)
	b := r.start(to, abi.FileAction{Kind: abi.ActionDup2, Fd: int32(rd), Newfd: 0})
	_ = linux.Close(rd)
	last = ended(b)
	return ended(a), last
}
