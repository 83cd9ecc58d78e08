package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// fileTool follows file 5.44 for the kinds of files that people have; what it does not know is data.
type fileTool struct {
	r                               *run
	brief, mime, mimeType, encoding bool
	follow, noPad, zero             bool
	separator                       string
}

// fileLooked is how much of a file is looked at.
const fileLooked = 1 << 20

func fileMain(r *run) int {
	f := &fileTool{r: r, separator: ":"}
	opts, names := r.options("b/brief i/mime /mime-type /mime-encoding L/dereference h/no-dereference " +
		"N/no-pad 0/print0 F:/separator s/special-files k/keep-going !z/uncompress " +
		"!m:/magic-file !C/compile !f:/files-from v/version E r/raw")
	for _, o := range opts {
		switch o.name {
		case "b":
			f.brief = true
		case "i":
			f.mime = true
		case "mime-type":
			f.mimeType = true
		case "mime-encoding":
			f.encoding = true
		case "L":
			f.follow = true
		case "h":
			f.follow = false
		case "N":
			f.noPad = true
		case "0":
			f.zero = true
		case "F":
			f.separator = o.value
		case "v":
			r.print("file-5.44\nmagic file from /etc/magic:/usr/share/misc/magic\n")
			return 0
		}
	}
	if len(names) == 0 {
		r.stderr("Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]\n" +
			"            [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]\n" +
			"            [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]\n" +
			"            <file> ...\n       file -C [-m <magicfiles>]\n       file [--help]\n")
		return 1
	}
	width := 0
	for _, name := range names {
		width = max(width, len(fileLabel(name)))
	}
	for _, name := range names {
		f.tell(name, width)
	}
	return 0
}

func fileLabel(name string) string {
	if name == "-" {
		return "/dev/stdin"
	}
	return name
}

func (f *fileTool) tell(name string, width int) {
	label := fileLabel(name)
	if !f.brief {
		end := f.separator
		if f.zero {
			end = "\x00" + end
		}
		pad := strings.Repeat(" ", max(0, width-len(label)))
		if f.noPad {
			pad = ""
		}
		f.r.print(label, end, pad, " ")
	}
	k := f.kind(name)
	switch {
	case f.mime:
		f.r.print(k.mime, "; charset=", k.charset)
	case f.mimeType:
		f.r.print(k.mime)
	case f.encoding:
		f.r.print(k.charset)
	default:
		f.r.print(k.text)
	}
	f.r.print("\n")
}

func (f *fileTool) kind(name string) fileKind {
	if name == "-" {
		b, _ := readAll(&linux.File{Fd: 0})
		return classify(b)
	}
	stat := linux.Lstat
	if f.follow {
		stat = linux.Stat
	}
	st, err := stat(name)
	if err != nil {
		text := "cannot open `" + name + "' (" + primitives.ErrnoOf(err).Text() + ")"
		return fileKind{text, text, text}
	}
	if k, ok := special(name, &st); ok {
		return k
	}
	in, err := linux.OpenFile(name, primitives.O_RDONLY, 0)
	if err != nil {
		return binaryKind("regular file, no read permission", "application/octet-stream")
	}
	defer func() { _ = in.Close() }()
	b := make([]byte, min(st.Size+1, fileLooked))
	n := 0
	for n < len(b) {
		m, err := in.Read(b[n:])
		n += m
		if err != nil || m == 0 {
			break
		}
	}
	return classify(b[:n])
}

// special tells what is no regular file.
func special(name string, st *primitives.Stat) (fileKind, bool) {
	switch st.Mode & primitives.S_IFMT {
	case primitives.S_IFDIR:
		text := "directory"
		if st.Mode&primitives.S_ISVTX != 0 {
			text = "sticky, directory"
		}
		return binaryKind(text, "inode/directory"), true
	case primitives.S_IFLNK:
		target, _ := linux.Readlink(name)
		text := "symbolic link to " + target
		if _, err := linux.Stat(name); err != nil {
			text = "broken " + text
		}
		return binaryKind(text, "inode/symlink"), true
	case primitives.S_IFIFO:
		return binaryKind("fifo (named pipe)", "inode/fifo"), true
	case primitives.S_IFSOCK:
		return binaryKind("socket", "inode/socket"), true
	case primitives.S_IFCHR:
		return binaryKind(sprintf("character special (%d/%d)", st.Rdev>>8&0xfff, st.Rdev&0xff),
			"inode/chardevice"), true
	case primitives.S_IFBLK:
		return binaryKind(sprintf("block special (%d/%d)", st.Rdev>>8&0xfff, st.Rdev&0xff),
			"inode/blockdevice"), true
	}
	return fileKind{}, false
}
