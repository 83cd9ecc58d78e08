package tool

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// unzip follows Info-ZIP's UnZip 6.0. It reads the archive through archive/zip.
type unzip struct {
	r                            *run
	archive, dir                 string
	list, verbose, names, test   bool
	pipe, junk, overwrite, never bool
	quiet                        int
	members, exclude             []string
	used                         map[string]bool
}

// Exit codes of unzip.
const (
	unzipWarning  = 1
	unzipNoFile   = 9
	unzipBadUsage = 10
	unzipNoMatch  = 11
)

func unzipMain(r *run) int {
	u := &unzip{r: r, used: map[string]bool{}}
	if !u.parse(r.args) {
		return unzipBadUsage
	}
	if u.archive == "" {
		r.unsupported("without an archive")
	}
	z, name := u.open()
	if z == nil {
		return unzipNoFile
	}
	if !u.pipe && !u.names && u.quiet == 0 {
		r.print("Archive:  ", name, "\n")
	}
	switch {
	case u.names:
		for _, f := range u.chosen(z) {
			r.print(f.Name, "\n")
		}
	case u.list || u.verbose:
		u.show(u.chosen(z))
	default:
		u.extractAll(z)
	}
	for _, m := range u.members {
		if !u.used[m] {
			r.stderr("caution: filename not matched:  " + m + "\n")
			return unzipNoMatch
		}
	}
	return r.status
}

func (u *unzip) parse(args []string) bool {
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		if a == "-x" {
			for len(args) > 0 && !strings.HasPrefix(args[0], "-") {
				u.exclude, args = append(u.exclude, args[0]), args[1:]
			}
			continue
		}
		if len(a) < 2 || a[0] != '-' {
			if u.archive == "" {
				u.archive = a
			} else {
				u.members = append(u.members, a)
			}
			continue
		}
		for i := 1; i < len(a); i++ {
			if a[i] == 'd' {
				u.dir = a[i+1:]
				if u.dir == "" && len(args) > 0 {
					u.dir, args = args[0], args[1:]
				}
				break
			}
			if a[i] == 'Z' && strings.HasPrefix(a[i:], "Z1") {
				u.names = true
				i++
				continue
			}
			u.flag(a[i])
		}
	}
	return true
}

func (u *unzip) flag(c byte) {
	switch c {
	case 'l':
		u.list = true
	case 'v':
		u.verbose = true
	case 't':
		u.test = true
	case 'p':
		u.pipe = true
	case 'j':
		u.junk = true
	case 'o':
		u.overwrite = true
	case 'n':
		u.never = true
	case 'q':
		u.quiet++
	default:
		u.r.unsupported("-" + string(c))
	}
}

// open finds the archive, with .zip added if need be.
func (u *unzip) open() (*zip.Reader, string) {
	names := []string{u.archive, u.archive + ".zip", u.archive + ".ZIP"}
	for _, name := range names {
		f, err := linux.OpenFile(name, primitives.O_RDONLY, 0)
		if err != nil {
			continue
		}
		data, err := readAll(f)
		_ = f.Close()
		if err != nil {
			continue
		}
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err == nil {
			return z, name
		}
		if u.quiet == 0 && !u.pipe {
			u.r.print("Archive:  ", name, "\n")
		}
		u.r.stderr(`  End-of-central-directory signature not found.  Either this file is not
  a zipfile, or it constitutes one disk of a multi-part archive.  In the
  latter case the central directory and zipfile comment will be found on
  the last disk(s) of this archive.
` + "unzip:  cannot find zipfile directory in one of " + u.archive + " or\n        " + names[1] +
			", and cannot find " + names[2] + ", period.\n")
		return nil, ""
	}
	u.r.stderr("unzip:  cannot find or open " + strings.Join(names[:2], ", ") + " or " + names[2] + ".\n")
	return nil, ""
}

// chosen are the members that the command line asks for.
func (u *unzip) chosen(z *zip.Reader) (list []*zip.File) {
	for _, f := range z.File {
		wanted := len(u.members) == 0
		for _, m := range u.members {
			if m == f.Name || fnmatch(m, f.Name, false) {
				u.used[m], wanted = true, true
			}
		}
		for _, x := range u.exclude {
			wanted = wanted && x != f.Name && !fnmatch(x, f.Name, false)
		}
		if wanted {
			list = append(list, f)
		}
	}
	return list
}

func stamp(f *zip.File) string { return f.Modified.UTC().Format("2006-01-02 15:04") }

// zipPercent is by how much b is smaller than a, rounded as Info-ZIP does.
func zipPercent(a, b uint64) int {
	if a == 0 || b >= a {
		return 0
	}
	return int((200*(a-b)/a + 1) / 2)
}

func plural(n int) string {
	if n == 1 {
		return "1 file"
	}
	return sprintf("%d files", n)
}

func (u *unzip) show(list []*zip.File) {
	r := u.r
	var size, packed uint64
	if u.verbose {
		r.print(" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n",
			"--------  ------  ------- ---- ---------- ----- --------  ----\n")
	} else {
		r.print("  Length      Date    Time    Name\n---------  ---------- -----   ----\n")
	}
	for _, f := range list {
		size += f.UncompressedSize64
		packed += f.CompressedSize64
		if !u.verbose {
			r.printf("%9d  %s   %s\n", f.UncompressedSize64, stamp(f), f.Name)
			continue
		}
		method := "Stored"
		if f.Method == zip.Deflate {
			method = "Defl:N"
		}
		r.printf("%8d  %s %8d %3d%% %s %08x  %s\n", f.UncompressedSize64, method, f.CompressedSize64,
			zipPercent(f.UncompressedSize64, f.CompressedSize64), stamp(f), f.CRC32, f.Name)
	}
	if u.verbose {
		r.print("--------          -------  ---                            -------\n")
		r.printf("%8d         %8d %3d%%                            %s\n", size, packed,
			zipPercent(size, packed), plural(len(list)))
		return
	}
	r.printf("---------                     -------\n%9d                     %s\n", size, plural(len(list)))
}

func (u *unzip) extractAll(z *zip.Reader) {
	bad := 0
	for _, f := range u.chosen(z) {
		switch {
		case u.test:
			verdict := "OK"
			if err := u.copyTo(io.Discard, f); err != nil {
				verdict = err.Error()
				bad++
			}
			if u.quiet == 0 {
				u.r.printf("    testing: %-22s   %s\n", f.Name, verdict)
			}
		case u.pipe:
			if err := u.copyTo(u.r.out, f); err != nil {
				u.fail(f, err)
			}
		default:
			u.extract(f)
		}
	}
	if u.test && u.quiet < 2 && bad == 0 {
		u.r.print("No errors detected in compressed data of ", u.archive, ".\n")
	}
	if bad > 0 {
		u.r.status = 2
	}
}

func (u *unzip) copyTo(w io.Writer, f *zip.File) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	_, err = io.Copy(w, in)
	return err
}

func (u *unzip) fail(f *zip.File, err error) {
	u.r.stderr("error:  " + f.Name + ": " + err.Error() + "\n")
	u.r.status = 2
}

// target is where a member goes: below the directory, whatever its name says.
func (u *unzip) target(f *zip.File) string {
	name := f.Name
	if u.junk {
		name = path.Base(name)
	}
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	if u.dir != "" {
		name = strings.TrimSuffix(u.dir, "/") + "/" + name
	}
	return name
}

func (u *unzip) extract(f *zip.File) {
	name := u.target(f)
	if strings.HasSuffix(f.Name, "/") {
		if u.junk {
			return
		}
		if _, err := linux.Stat(name); err != nil {
			if u.quiet == 0 {
				u.r.print("   creating: ", name, "/\n")
			}
			u.parents(name + "/")
		}
		return
	}
	u.parents(name)
	if _, err := linux.Lstat(name); err == nil {
		if u.never || !u.overwrite && !u.replace(&name) {
			return
		}
		_ = linux.Unlink(name)
	}
	if f.Mode()&fs.ModeSymlink != 0 {
		u.link(f, name)
		return
	}
	what := "  inflating"
	if f.Method == zip.Store {
		what = " extracting"
	}
	u.say(what, name)
	out, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		u.r.stderr("error:  cannot create " + name + "\n        " + primitives.ErrnoOf(err).Text() + "\n")
		u.r.status = 50
		return
	}
	err = u.copyTo(out, f)
	_ = out.Close()
	if err != nil {
		u.fail(f, err)
	}
	if mode := uint32(f.Mode().Perm()); mode != 0 {
		_ = linux.Chmod(name, mode)
	}
	at := f.Modified.UnixNano()
	_ = linux.Utimens(name, at, at, 0)
}

func (u *unzip) say(what, name string) {
	if u.quiet == 0 {
		u.r.printf("%s: %-22s  \n", what, name)
	}
}

func (u *unzip) parents(name string) {
	for i := 1; i < len(name); i++ {
		if name[i] == '/' {
			_ = linux.Mkdirat(linux.AtFdcwd, name[:i], 0o777)
		}
	}
}

func (u *unzip) link(f *zip.File, name string) {
	var b bytes.Buffer
	if err := u.copyTo(&b, f); err != nil {
		u.fail(f, err)
		return
	}
	u.r.printf("    linking: %-22s  -> %s \n", name, b.String())
	if err := linux.Symlinkat(b.String(), linux.AtFdcwd, name); err != nil {
		u.fail(f, err)
	}
}

// replace asks what to do with a file that exists.
func (u *unzip) replace(name *string) bool {
	for {
		u.r.stderr("replace " + *name + "? [y]es, [n]o, [A]ll, [N]one, [r]ename: ")
		line, ok := u.r.answer()
		if !ok {
			u.r.stderr(" NULL\n(EOF or read error, treating as \"[N]one\" ...)\n")
			u.never = true
			return false
		}
		switch line {
		case "y", "yes":
			return true
		case "n", "no":
			return false
		case "A":
			u.overwrite = true
			return true
		case "N":
			u.never = true
			return false
		}
		u.r.stderr("error:  invalid response [" + line + "]\n")
	}
}

// answer reads a line from standard input.
func (r *run) answer() (string, bool) {
	var line []byte
	var b [1]byte
	for {
		n, err := linux.Read(0, b[:])
		if n != 1 || err != nil {
			return string(line), len(line) > 0
		}
		if b[0] == '\n' {
			return string(line), true
		}
		line = append(line, b[0])
	}
}
