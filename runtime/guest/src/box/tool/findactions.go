package tool

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func (f *find) action(name string) findTest {
	switch name {
	case "-prune":
		f.prunes = true
		return func(x *findFile) bool {
			x.prune = true
			return true
		}
	case "-quit":
		return func(*findFile) bool {
			f.quit = true
			return true
		}
	}
	f.acts = true
	switch name {
	case "-print", "-fprint":
		return f.printer(name, "\n")
	case "-print0", "-fprint0":
		return f.printer(name, "\x00")
	case "-printf", "-fprintf":
		w := f.r.out
		if name == "-fprintf" {
			w = f.outputFile(f.value(name))
		}
		format := f.value(name)
		f.checkFormat(format)
		f.users, f.groups = accounts(true), accounts(false)
		return func(x *findFile) bool {
			_, _ = w.WriteString(f.format(format, x))
			return true
		}
	case "-ls", "-fls":
		w := f.r.out
		if name == "-fls" {
			w = f.outputFile(f.value(name))
		}
		f.users, f.groups = accounts(true), accounts(false)
		return func(x *findFile) bool {
			if f.stat(x) {
				f.list(w, x)
			}
			return true
		}
	case "-delete":
		f.deletes = true
		f.depthFirst = true
		return f.remove
	case "-exec", "-execdir", "-ok", "-okdir":
		return f.execution(name)
	}
	f.acts = false
	return nil
}

func (f *find) outputFile(name string) *linux.Writer {
	if w, ok := f.outputs[name]; ok {
		return w
	}
	file, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		f.r.dieErr(1, err, "%s", f.r.curly(name))
	}
	w := linux.NewWriter(file.Fd)
	f.outputs[name] = w
	return w
}

func (f *find) printer(name, end string) findTest {
	w := f.r.out
	if strings.HasPrefix(name, "-f") {
		w = f.outputFile(f.value(name))
	}
	return func(x *findFile) bool {
		_, _ = w.WriteString(x.path + end)
		return true
	}
}

func (f *find) remove(x *findFile) bool {
	if x.path == "." {
		return true
	}
	var err error
	if x.kind == primitives.S_IFDIR {
		err = linux.Rmdir(x.path)
	} else {
		err = linux.Unlink(x.path)
	}
	if err != nil {
		f.r.warnErr(err, "cannot delete %s", f.r.curly(x.path))
	}
	return err == nil
}

// findExec is one -exec.
type findExec struct {
	argv  []string
	many  bool // ended by +
	inDir bool
	ask   bool
	files []string
	size  int
	dir   string
}

func (f *find) execution(name string) findTest {
	e := &findExec{inDir: strings.HasSuffix(name, "dir"), ask: strings.HasPrefix(name, "-ok")}
	for {
		if f.pos == len(f.args) {
			f.r.die(1, "missing argument to `%s'", name)
		}
		a := f.args[f.pos]
		f.pos++
		if a == ";" {
			break
		}
		if a == "+" && len(e.argv) > 0 && e.argv[len(e.argv)-1] == "{}" && !e.ask {
			e.many = true
			break
		}
		e.argv = append(e.argv, a)
	}
	if len(e.argv) == 0 {
		f.r.die(1, "invalid argument `;' to `%s'", name)
	}
	if e.inDir {
		f.checkPath(name)
	}
	if e.many {
		e.argv = e.argv[:len(e.argv)-1]
		for _, a := range e.argv {
			if strings.Contains(a, "{}") {
				f.r.die(1, "Only one instance of {} is supported with -%s ... +",
					strings.TrimPrefix(name, "-"))
			}
		}
		f.batches = append(f.batches, e)
		return func(x *findFile) bool { return e.collect(f, x) }
	}
	return func(x *findFile) bool { return e.once(f, x) }
}

// checkPath refuses to look programs up in the directories that are searched.
func (f *find) checkPath(action string) {
	for dir := range strings.SplitSeq(f.r.getenv("PATH"), ":") {
		if dir == "" || dir == "." {
			f.r.die(1, "The current directory is included in the PATH environment variable, which is "+
				"insecure in combination with the %s action of find.  Please remove the current "+
				"directory from your $PATH (that is, remove \".\", doubled colons, or leading or "+
				"trailing colons)", action)
		}
		if dir[0] != '/' {
			f.r.die(1, "The relative path %s is included in the PATH environment variable, which is "+
				"insecure in combination with the %s action of find.  Please remove that entry from $PATH",
				f.r.curly(dir), action)
		}
	}
}

func (e *findExec) target(x *findFile) (dir, name string) {
	if !e.inDir {
		return "", x.path
	}
	return dirName(x.path), "./" + path.Base(x.path)
}

func (e *findExec) once(f *find, x *findFile) bool {
	dir, name := e.target(x)
	var argv []string
	for _, a := range e.argv {
		argv = append(argv, strings.ReplaceAll(a, "{}", name))
	}
	if e.ask && !f.confirm(e.argv[0], x.path) {
		return false
	}
	return f.execute(argv, dir) == 0
}

func (f *find) confirm(command, name string) bool {
	_ = f.r.out.Flush()
	old := f.r.name
	defer func() { f.r.name = old }()
	f.r.stderr("< " + command + " ... " + name + " > ? ")
	line, _, _ := newLineReader(&linux.File{Fd: 0}, '\n').next()
	return len(line) > 0 && (line[0] == 'y' || line[0] == 'Y')
}

func (e *findExec) collect(f *find, x *findFile) bool {
	dir, name := e.target(x)
	if len(e.files) > 0 && (dir != e.dir || e.size+len(name)+1 > xargsRoom) {
		e.flush(f)
	}
	e.dir = dir
	e.files = append(e.files, name)
	e.size += len(name) + 1
	return true
}

func (e *findExec) flush(f *find) {
	if len(e.files) == 0 {
		return
	}
	argv := append(append([]string{}, e.argv...), e.files...)
	e.files, e.size = nil, 0
	if f.execute(argv, e.dir) != 0 {
		f.r.status = 1
	}
}

// execute runs a command and returns its exit code.
func (f *find) execute(argv []string, dir string) int {
	_ = f.r.out.Flush()
	request := &abi.SpawnRequest{}
	if dir != "" {
		request.Actions = []abi.FileAction{{Kind: abi.ActionChdir, Path: dir}}
	}
	pid, stage, err := spawnvp(argv, request)
	if err != nil {
		if stage == abi.StageClone {
			f.r.dieErr(1, err, "cannot fork")
		}
		f.r.message(f.r.curly(argv[0]) + ": " + err.Error())
		return 1
	}
	status, err := wait(pid)
	if err != nil {
		f.r.dieErr(1, err, "error waiting for %s", f.r.curly(argv[0]))
	}
	return status.Code()
}

// list is -ls.
func (f *find) list(w *linux.Writer, x *findFile) {
	size := strconv.FormatInt(x.st.Size, 10)
	if x.kind == primitives.S_IFCHR || x.kind == primitives.S_IFBLK {
		size = sprintf("%3d, %3d", major(x.st.Rdev), minor(x.st.Rdev))
	}
	t := time.Unix(0, x.st.Mtime).In(f.r.zone())
	format := "%b %e %H:%M"
	if ago := f.now.UnixNano() - x.st.Mtime; ago > halfYear || ago < 0 {
		format = "%b %e  %Y"
	}
	_, _ = fmt.Fprintf(w, "%9d %6d %s %3d %-8s %-8s %8s %s %s",
		x.st.Ino, (x.st.Blocks+1)/2, modeString(x.st.Mode), x.st.Nlink,
		nameOf(f.users, int(x.st.UID)), nameOf(f.groups, int(x.st.GID)), size, strftime(format, t),
		escapeSpaces(x.path))
	if x.kind == primitives.S_IFLNK {
		if target, err := linux.Readlink(x.path); err == nil {
			_, _ = w.WriteString(" -> " + escapeSpaces(target))
		}
	}
	_ = w.WriteByte('\n')
}

func escapeSpaces(s string) string {
	return strings.NewReplacer(" ", `\ `, `\`, `\\`, "\n", `\n`, "\t", `\t`, `"`, `\"`).Replace(s)
}
