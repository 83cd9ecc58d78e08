package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// zmoreMain pages through compressed files, which without a terminal is to copy what is in them.
func zmoreMain(r *run) int {
	z, files := zfamilyOf(r.which), r.args
	for len(files) > 0 && len(files[0]) > 1 && files[0][0] == '-' { // of the pager
		if files[0] == "--help" || files[0] == "--version" || files[0] == "-V" {
			r.unsupported(files[0])
		}
		files = files[1:]
	}
	if len(files) == 0 {
		return ended(r.start(z.unpackInput()))
	}
	for i, f := range files {
		switch r.which {
		case "zless", "xzless", "lzless":
			r.zlessOne(z, f)
			continue
		case "zmore":
			if frame := strings.Repeat(":", 14); len(files) > 1 { // more's
				r.print(frame, "\n", f, "\n", frame, "\n")
			}
		default:
			if _, err := linux.Stat(f); err != nil && z == zXz {
				r.stderr(r.zscript() + ": 60: cannot open " + f + ": No such file\n")
				continue
			}
			if i > 0 && z == zBzip2 {
				r.print("--More--(Next file: ", f, ") \n")
			}
			r.print("------> ", f, " <------\n")
		}
		var errors []abi.FileAction
		if r.which == "zmore" {
			errors = []abi.FileAction{{Kind: abi.ActionDup2, Fd: 1, Newfd: 2}}
		}
		_ = ended(r.start(z.of(f), errors...))
	}
	return 0
}

// unpackInput is the command that decompresses standard input.
func (z *zfamily) unpackInput() []string {
	argv := append([]string(nil), z.unpack...)
	if argv[len(argv)-1] == "--" {
		argv = argv[:len(argv)-1]
	}
	return argv
}

// zlessOne is less with a file that its input preprocessor has decompressed, or could not.
func (r *run) zlessOne(z *zfamily, file string) {
	if ended(r.start(z.of(file))) == 0 {
		return
	}
	if _, err := linux.Stat(file); err != nil {
		r.print(file, ": ", errnoText(err), "\n")
	}
}

// zforceMain gives gzip's files the ending that they lack.
func zforceMain(r *run) int {
	if len(r.args) == 0 {
		return r.zdie(1, r.zscript()+": invalid number of operands; try `"+r.zscript()+" --help' for help")
	}
	status := 0
	for _, name := range r.args {
		if name == "--help" || name == "--version" {
			r.unsupported(name)
		}
		st, err := linux.Stat(name)
		if err != nil || !st.IsRegular() {
			r.print("zforce: ", name, " not a file\n")
			status = 1
			continue
		}
		if hasAnySuffix(name, ".gz", "-gz", ".z", "-z", ".Z", ".tgz", ".taz") || !isGzip(name) {
			continue
		}
		if err := linux.Rename(name, name+".gz"); err != nil {
			status = r.zdie(1, "mv: cannot move "+r.curly(name)+" to "+r.curly(name+".gz")+": "+
				errnoText(err))
			continue
		}
		r.print(name, " -- replaced with ", name, ".gz\n")
	}
	return status
}

func isGzip(name string) bool {
	f, err := linux.OpenFile(name, primitives.O_RDONLY, 0)
	if err != nil {
		return false
	}
	defer closeInput(f)
	head := make([]byte, 2)
	n, _ := f.Read(head)
	return n == len(head) && bytes.Equal(head, []byte{0x1f, 0x8b})
}
