package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// zdiffMain compares compressed files, one alone with what it was made of: by cmp or diff, which see
// /dev/fd/5 and - where files were decompressed.
func zdiffMain(r *run) int {
	z := zfamilyOf(r.which)
	argv, files := []string{"diff"}, []string(nil)
	script := r.zscript()
	if strings.HasSuffix(r.which, "cmp") {
		argv[0] = "cmp"
		if z == zGzip {
			script = "/usr/bin/zdiff"
		}
	}
	for i, a := range r.args {
		switch {
		case a == "--help" || a == "--version" || a == "-V":
			r.unsupported(a)
		case a == "--":
			files = append(files, r.args[i+1:]...)
		case len(a) > 1 && a[0] == '-':
			argv = append(argv, a)
			continue
		default:
			files = append(files, a)
			continue
		}
		break
	}
	if status := zdiffCount(r, z, script, files); status > 0 {
		return status
	}
	if z == zBzip2 {
		for _, f := range files {
			if st, err := linux.Stat(f); err != nil || !st.IsRegular() {
				r.print(r.which, ": ", f, " not found or not a regular file\n")
				return 1
			}
		}
	}
	if len(files) == 1 {
		return zdiffOne(r, z, script, argv, files[0])
	}
	return zdiffTwo(r, z, script, argv, files)
}

// zdiffCount complains of too few files and too many.
func zdiffCount(r *run, z *zfamily, script string, files []string) int {
	if n := len(files); n == 1 || n == 2 {
		return 0
	}
	switch {
	case z == zBzip2:
		r.print("Usage: ", r.which, " [diff_options] file [file]\n")
		return 1
	case z == zXz:
		return r.zdie(2, script+": Invalid number of operands; try `"+r.which+" --help' for help")
	case len(files) == 0:
		return r.zdie(2, script+": missing operand")
	}
	return r.zdie(2, script+": extra operand '"+files[2]+"'")
}

func (z *zfamily) compressed(file string) bool {
	return file == "-" || hasAnySuffix(file, z.endings...)
}

func hasAnySuffix(s string, list ...string) bool {
	for _, e := range list {
		if strings.HasSuffix(s, e) && len(s) > len(e) {
			return true
		}
	}
	return false
}

// zplain is what a compressed file was made of.
func zplain(file string) string {
	if i := strings.LastIndexAny(file, ".-"); i >= 0 {
		if strings.HasPrefix(file[i+1:], "t") {
			return file[:i] + ".tar"
		}
		return file[:i]
	}
	return file
}

func zdiffOne(r *run, z *zfamily, script string, argv []string, file string) int {
	plain := zplain(file)
	if !z.compressed(file) {
		switch z {
		case zGzip:
			return r.zdie(2, script+": "+file+": unknown compressed file extension")
		case zXz:
			return r.zdie(2, script+": "+file+": Unknown compressed file name suffix")
		}
		plain, file = file, file+".bz2"
		for _, e := range []string{".bz2", ".tbz"} {
			if _, err := linux.Stat(plain + e); err == nil {
				file = plain + e
				break
			}
		}
	}
	if _, err := linux.Stat(file); err != nil && z == zGzip && file != "-" {
		return r.zdie(2, script+": 92: cannot open "+file+": No such file")
	}
	if z == zGzip {
		plain = strings.TrimSuffix(plain, ".tar")
	}
	return zdiffStatus(r.piped(z.of(file), append(argv, "-", plain)))
}

func zdiffStatus(unpacked, status int) int {
	if unpacked != 0 && unpacked != 128+13 && unpacked != 2 {
		return 2
	}
	return status
}

func zdiffTwo(r *run, z *zfamily, script string, argv, files []string) int {
	left, right := z.compressed(files[0]), z.compressed(files[1])
	for i, f := range files {
		if _, err := linux.Stat(f); err != nil && f != "-" && z != zBzip2 {
			at := map[bool]string{true: "65", false: "96"}[z == zXz]
			if i == 0 && z == zGzip {
				at = "92"
			}
			return r.zdie(2, script+": "+at+": cannot open "+f+": No such file")
		}
	}
	switch {
	case left && right:
		return zdiffBoth(r, z, argv, files)
	case left:
		return zdiffStatus(r.piped(z.of(files[0]), append(argv, "-", files[1])))
	case right:
		return zdiffStatus(r.piped(z.of(files[1]), append(argv, files[0], "-")))
	}
	return ended(r.start(append(argv, files...)))
}

// zdiffBoth has one file come in by descriptor 5 and the other by standard input.
func zdiffBoth(r *run, z *zfamily, argv, files []string) int {
	var ends [2]int
	var pids [2]int
	for i, f := range files {
		rd, wr, err := linux.Pipe2(primitives.O_CLOEXEC)
		if err != nil {
			r.dieErr(2, err, "cannot open pipe")
		}
		ends[i] = rd
		pids[i] = r.start(z.of(f), abi.FileAction{Kind: abi.ActionDup2, Fd: int32(wr), Newfd: 1})
		_ = linux.Close(wr)
	}
	const hidden = 63 // out of the way of 5
	pid := r.start(append(argv, "/dev/fd/5", "-"),
		abi.FileAction{Kind: abi.ActionDup2, Fd: int32(ends[0]), Newfd: hidden},
		abi.FileAction{Kind: abi.ActionDup2, Fd: int32(ends[1]), Newfd: 0},
		abi.FileAction{Kind: abi.ActionDup2, Fd: hidden, Newfd: 5},
		abi.FileAction{Kind: abi.ActionClose, Fd: hidden})
	_ = linux.Close(ends[0])
	_ = linux.Close(ends[1])
	status := ended(pid)
	for _, p := range pids {
		status = zdiffStatus(ended(p), status)
	}
	return status
}
