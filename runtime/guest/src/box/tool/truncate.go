package tool

import (
	"math"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type truncate struct {
	r        *run
	noCreate bool
	blocks   bool
	mode     byte // 0 absolute, + - < > / %
	size     int64
	base     int64 // of a reference file, -1 without
}

func truncateMain(r *run) int {
	opts, names := r.options("c/no-create o/io-blocks r:/reference s:/size")
	t := &truncate{r: r, base: -1}
	sized := false
	for _, o := range opts {
		switch o.name {
		case "c":
			t.noCreate = true
		case "o":
			t.blocks = true
		case "r":
			st, err := linux.Stat(o.value)
			if err != nil {
				r.dieErr(1, err, "cannot stat %s", r.quoted(o.value))
			}
			t.base = st.Size
		case "s":
			sized = true
			t.parse(o.value)
		}
	}
	switch {
	case t.base < 0 && !sized:
		r.usage("you must specify either %s or %s", r.curly("--size"), r.curly("--reference"))
	case t.base >= 0 && sized && t.mode == 0:
		r.usage("you must specify a relative %s with %s", r.curly("--size"), r.curly("--reference"))
	case len(names) == 0:
		r.usage("missing file operand")
	}
	for _, name := range names {
		t.file(name)
	}
	return r.status
}

func (t *truncate) parse(text string) {
	s := strings.TrimLeft(text, " \t")
	if s != "" && strings.IndexByte("+-<>/%", s[0]) >= 0 {
		if t.mode != 0 {
			t.r.usage("multiple relative modifiers specified")
		}
		t.mode, s = s[0], s[1:]
	}
	n, bad := parseAmount(s, "EgGkKmMPtTYZ0")
	if bad == 0 && n > math.MaxInt64 {
		bad = primitives.EOVERFLOW
	}
	switch {
	case bad == primitives.EOVERFLOW:
		t.r.die(1, "Invalid number: %s: %s", t.r.curly(text), bad.Text())
	case bad != 0:
		t.r.die(1, "Invalid number: %s", t.r.curly(text))
	}
	if n == 0 && (t.mode == '/' || t.mode == '%') {
		t.r.die(1, "division by zero")
	}
	t.size = int64(n)
}

func (t *truncate) file(name string) {
	flags := primitives.O_WRONLY | primitives.O_NONBLOCK
	if !t.noCreate {
		flags |= primitives.O_CREAT
	}
	f, err := linux.OpenFile(name, flags, 0o666)
	if err != nil {
		if !t.noCreate || !is(err, primitives.ENOENT) {
			t.r.warnErr(err, "cannot open %s for writing", t.r.quoted(name))
		}
		return
	}
	defer closeInput(f)
	size, ok := t.target(f, name)
	if !ok {
		return
	}
	if err := linux.Ftruncate(f.Fd, size); err != nil {
		t.r.warnErr(err, "failed to truncate %s at %d bytes", t.r.quoted(name), size)
	}
}

func (t *truncate) target(f *linux.File, name string) (int64, bool) {
	st, err := linux.Fstat(f.Fd)
	if err != nil {
		t.r.warnErr(err, "cannot fstat %s", t.r.quoted(name))
		return 0, false
	}
	n := t.size
	if t.blocks {
		n *= st.Blksize
	}
	base := st.Size
	if t.base >= 0 {
		base = t.base
		if t.mode == 0 {
			return base, true
		}
	}
	switch t.mode {
	case '+':
		n = base + n
	case '-':
		n = base - n
	case '<':
		n = min(base, n)
	case '>':
		n = max(base, n)
	case '/':
		n = base / n * n
	case '%':
		n = (base + n - 1) / n * n
	}
	return max(n, 0), true
}

func fallocateMain(r *run) int {
	opts, names := r.options("!c !d k/keep-size l:/length o:/offset !p !z !i x/posix v")
	size, offset := uint64(0), uint64(0)
	mode := 0
	for _, o := range opts {
		n, ok := parseSize(o.value)
		switch o.name {
		case "k":
			mode = 1
		case "l":
			if size = n; !ok {
				r.die(1, "failed to parse length: '%s': Invalid argument", o.value)
			}
		case "o":
			offset = n
		}
	}
	switch {
	case size == 0:
		r.die(1, "no length argument specified")
	case len(names) == 0:
		r.die(1, "no filename specified")
	}
	f, err := linux.OpenFile(names[0], primitives.O_RDWR|primitives.O_CREAT, 0o666)
	if err != nil {
		r.dieErr(1, err, "cannot open %s", names[0])
	}
	defer closeInput(f)
	if err := linux.Fallocate(f.Fd, mode, int64(offset), int64(size)); err != nil {
		r.dieErr(1, err, "fallocate failed")
	}
	return 0
}

func syncMain(r *run) int {
	_, names := r.options("d/data f/file-system")
	for _, name := range names {
		f, err := linux.OpenFile(name, primitives.O_RDONLY|primitives.O_NONBLOCK, 0)
		if err != nil {
			r.warnErr(err, "error opening %s", r.quoted(name))
			continue
		}
		if err := linux.Fsync(f.Fd); err != nil {
			r.warnErr(err, "error syncing %s", r.quoted(name))
		}
		closeInput(f)
	}
	return r.status
}
