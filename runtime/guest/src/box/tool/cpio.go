package tool

import (
	"bufio"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const cpioSpec = "i/extract o/create p/pass-through t/list /block-size: B c C:/io-size D:/directory " +
	"/force-local " +
	"H:/format /quiet R:/owner v/verbose V/dot W:/warning F:/file !M:/message !/rsh-command: !b/swap " +
	"f/nonmatching I: n/numeric-uid-gid !r/rename !s/swap-bytes !S/swap-halfwords /to-stdout " +
	"E:/pattern-file " +
	"/only-verify-crc A/append /device-independent /reproducible /ignore-devno O: /renumber-inodes l/link " +
	"/absolute-filenames /no-absolute-filenames 0/null a/reset-access-time L/dereference " +
	"d/make-directories " +
	"m/preserve-modification-time /no-preserve-owner u/unconditional /sparse"

// cpioTool is GNU cpio 2.13.
type cpioTool struct {
	r                                      *run
	mode                                   byte
	format                                 string
	archive, dir                           string
	words                                  []string
	list, quiet, verbose, dot, nonmatching bool
	numeric, toStdout, append, link        bool
	relative, null, dereference, makeDirs  bool
	keepTimes, noOwner, unconditional      bool
	renumber, noDevice                     bool
	block                                  int64
	owner                                  [2]int // of -R, -1 where it is not given
	failed                                 bool
	bytes                                  int64
	inodes                                 map[inode]int
}

// cpioMember is a header, of whatever format.
type cpioMember struct {
	name                  string
	dev, rdev, ino        uint64
	mode                  uint32
	uid, gid, nlink       int
	mtime, size, checksum int64
}

func cpioMain(r *run) int {
	r.usageStatus = 64
	r.usageTry = "Try 'cpio --help' or 'cpio --usage' for more information.\n"
	c := &cpioTool{r: r, block: tarBlock, owner: [2]int{-1, -1}, inodes: map[inode]int{}}
	opts, words := r.options(cpioSpec)
	c.words = words
	r.usageStatus = 2
	r.usageTry = "Try '" + r.name + " --help' or '" + r.name + " --usage' for more information.\n"
	for _, o := range opts {
		c.option(o)
	}
	if c.mode == 0 && c.list {
		c.mode = 'i'
	}
	switch c.mode {
	case 'i':
		c.copyIn()
	case 'o':
		if len(words) > 0 {
			r.usage("Too many arguments")
		}
		c.copyOut()
	case 'p':
		if len(words) == 0 {
			r.usage("Not enough arguments")
		}
		if len(words) > 1 {
			r.usage("Too many arguments")
		}
		c.copyPass(words[0])
	default:
		r.usage("You must specify one of -oipt options.")
	}
	if !c.quiet {
		c.tellBlocks()
	}
	if c.failed {
		return 2
	}
	return 0
}

func (c *cpioTool) tellBlocks() {
	n := (c.bytes + tarBlock - 1) / tarBlock
	if n == 1 {
		c.r.stderr("1 block\n")
		return
	}
	c.r.stderr(sprintf("%d blocks\n", n))
}

func (c *cpioTool) option(o option) {
	flags := map[string]*bool{
		"t": &c.list, "quiet": &c.quiet, "v": &c.verbose, "V": &c.dot, "f": &c.nonmatching, "n": &c.numeric,
		"to-stdout": &c.toStdout, "A": &c.append, "l": &c.link, "no-absolute-filenames": &c.relative,
		"0": &c.null,
		"L": &c.dereference, "d": &c.makeDirs, "m": &c.keepTimes, "no-preserve-owner": &c.noOwner,
		"u": &c.unconditional, "renumber-inodes": &c.renumber, "ignore-devno": &c.noDevice,
	}
	if f, ok := flags[o.name]; ok {
		*f = true
		return
	}
	switch o.name {
	case "i", "o", "p":
		if c.mode != 0 && c.mode != o.name[0] {
			c.r.usage("Mode already defined")
		}
		c.mode = o.name[0]
	case "c":
		c.format = "odc"
	case "H":
		c.setFormat(o.value)
	case "reproducible", "device-independent":
		c.renumber, c.noDevice = true, true
	case "F", "I", "O":
		c.archive = o.value
	case "D":
		c.dir = o.value
	case "B":
		c.block = 10 * tarBlock
	case "C", "block-size":
		n, ok := parseUint(o.value)
		if !ok || n == 0 || n > 1<<30 {
			c.r.die(2, "invalid block size")
		}
		if c.block = int64(n); o.name == "block-size" {
			c.block *= tarBlock
		}
	case "R":
		c.setOwner(o.value)
	case "E":
		text, err := readFile(o.value)
		if err != nil {
			c.r.dieErr(2, err, "%s: Cannot open", o.value)
		}
		for line := range strings.Lines(string(text)) {
			c.words = append(c.words, strings.TrimSuffix(line, "\n"))
		}
	case "only-verify-crc":
		c.r.unsupported("--only-verify-crc")
	}
}

func (c *cpioTool) setFormat(name string) {
	switch lower := strings.ToLower(name); lower {
	case "newc", "odc", "bin", "crc":
		c.format = lower
	case "ustar", "tar", "hpodc", "hpbin":
		c.r.unsupported("--format=" + name)
	default:
		c.r.usage("invalid archive format `%s'; valid formats are:\n"+
			"crc newc odc bin ustar tar (all-caps also recognized)", name)
	}
}

func (c *cpioTool) setOwner(spec string) {
	user, group, _ := strings.Cut(strings.ReplaceAll(spec, ".", ":"), ":")
	for i, word := range []string{user, group} {
		if word == "" {
			continue
		}
		if a, ok := accountByName(accounts(i == 0), word); ok {
			c.owner[i] = a.id
		} else if n, ok := parseUint(strings.TrimPrefix(word, "+")); ok {
			c.owner[i] = int(n)
		} else {
			c.r.die(2, "%s: invalid %s", spec, []string{"user", "group"}[i])
		}
	}
}

// warn reports an error of one file.
func (c *cpioTool) warn(err error, format string, args ...any) {
	c.failed = true
	c.r.message(sprintf(format, args...) + ": " + primitives.ErrnoOf(err).Text())
}

// names reads the list of files from standard input.
func (c *cpioTool) names(use func(name string)) {
	lines := newLineReader(&linux.File{Fd: 0}, delimiter(c.null))
	for {
		line, _, err := lines.next()
		if err != nil {
			return
		}
		if len(line) == 0 {
			c.r.message("blank line ignored")
			continue
		}
		use(string(line))
	}
}

// tell writes the line of -v or the dot of -V; to standard error where standard output is the archive.
func (c *cpioTool) tell(name string) {
	text := ""
	switch {
	case c.verbose:
		text = name + "\n"
	case c.dot:
		text = "."
	default:
		return
	}
	c.r.stderr(text)
}

// input opens the archive to read.
func (c *cpioTool) input() *bufio.Reader {
	f := &linux.File{Fd: 0}
	if c.archive != "" {
		var err error
		if f, err = linux.OpenFile(c.archive, primitives.O_RDONLY, 0); err != nil {
			c.r.dieErr(2, err, "Cannot open %s", c.archive)
		}
	}
	return bufio.NewReaderSize(f, inputSize)
}

// enter is -D.
func (c *cpioTool) enter() {
	if c.dir == "" {
		return
	}
	if err := linux.Chdir(c.dir); err != nil {
		c.r.dieErr(2, err, "%s: Cannot change directory", c.dir)
	}
}

// copyPass copies the files of the list into a directory, -p.
func (c *cpioTool) copyPass(to string) {
	c.enter()
	if c.dot {
		defer c.r.stderr("\n")
	}
	c.names(func(name string) {
		stat := linux.Lstat
		if c.dereference {
			stat = linux.Stat
		}
		st, err := stat(name)
		if err != nil {
			c.warn(err, "%s: Cannot stat", name)
			return
		}
		target := to + "/" + strings.TrimLeft(name, "/")
		m := memberOf(name, &st)
		if !c.room(&m, target) {
			return
		}
		c.tell(target)
		if c.link && st.IsRegular() {
			err := linux.Link(name, target)
			if is(err, primitives.ENOENT) && c.ancestors(target) {
				err = linux.Link(name, target)
			}
			if err != nil {
				c.warn(err, "cannot link %s to %s", name, target)
			}
			return
		}
		var body io.Reader = strings.NewReader("")
		if st.IsRegular() {
			f, err := openInput(name)
			if err != nil {
				c.warn(err, "%s: Cannot open", name)
				return
			}
			defer closeInput(f)
			body = f
		} else if target, err := linux.Readlink(name); err == nil {
			body, m.size = strings.NewReader(target), int64(len(target))
		}
		err = c.place(&m, target, io.LimitReader(body, m.size))
		if is(err, primitives.ENOENT) && c.ancestors(target) {
			err = c.place(&m, target, io.LimitReader(body, m.size))
		}
		if c.placed(&m, target, err) && st.IsRegular() {
			c.bytes += m.size
		}
	})
}

func memberOf(name string, st *primitives.Stat) cpioMember {
	m := cpioMember{
		name: name, dev: st.Dev, rdev: st.Rdev, ino: st.Ino, mode: st.Mode, uid: int(st.UID),
		gid:   int(st.GID),
		nlink: int(st.Nlink), mtime: st.Mtime / 1e9,
	}
	if st.IsRegular() || st.Mode&primitives.S_IFMT == primitives.S_IFLNK {
		m.size = st.Size
	}
	return m
}
