package kernel

import (
	"bytes"
	"errors"
	"path"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/vfs"
)

// Loader makes a program of a file. Its errors are execve's: ENOEXEC for a format that it does not
// know, a *primitives.Unsupported for what the emulator cannot run, which the program sees as ENOEXEC.
type Loader interface {
	Load(x *Exec) (Program, error)
}

// Exec is what execve found: the path was resolved, x bits and mount flags checked, and #! followed.
type Exec struct {
	Process   *Process
	File      *vfs.File // open until the program ends; the kernel closes it
	Path      string    // as it was given to execve, or as the script names its interpreter
	Argv, Env []string  // as the program gets them: those of an interpreter have the script in them
	Head      []byte    // the first bytes of File, at most 256
}

// Limits of execve(2).
const (
	maxArgString = 131072  // MAX_ARG_STRLEN: bytes of one string with its NUL
	maxArgTotal  = 6 << 20 // three quarters of the default stack limit, at most
	minArgTotal  = 131072
	maxScripts   = 5   // interpreters that are scripts themselves
	headSize     = 256 // BINPRM_BUF_SIZE
)

func sysExecve(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if p.pid == 1 {
		return fail(primitives.EPERM)
	}
	x := Exec{Process: p, Path: c.Path, Argv: c.Argv, Env: c.Env}
	if len(x.Argv) == 0 {
		x.Argv = []string{""} // Linux does the same since 5.18
	}
	if err := p.argRoom(x.Argv, x.Env); err != nil {
		return done(err)
	}
	comm := path.Base(c.Path)
	if err := k.findProgram(p, &x); err != nil {
		return done(err)
	}
	prog, err := k.load(p, &x)
	if err != nil {
		_ = x.File.Close()
		return done(err)
	}
	if err := k.programRoom(p, prog); err != nil {
		_ = x.File.Close()
		return done(err)
	}
	k.replace(p, &x, prog, comm)
	return value(0)
}

// argRoom checks the size of arguments and environment: each string, and all with their pointers.
func (p *Process) argRoom(argv, env []string) error {
	total := int64(0)
	for _, list := range [...][]string{argv, env} {
		for _, s := range list {
			if len(s)+1 > maxArgString {
				return primitives.E2BIG
			}
			total += int64(len(s)) + 1 + 8
		}
	}
	most := int64(maxArgTotal)
	if l := p.limits[limitStack].soft(); l != never {
		most = min(most, max(l/4, minArgTotal))
	}
	if total > most {
		return primitives.E2BIG
	}
	return nil
}

// findProgram opens the file that will run: that of x.Path, or the interpreter at the end of a chain of
// scripts.
func (k *Kernel) findProgram(p *Process, x *Exec) error {
	for depth := 0; ; depth++ {
		f, err := k.ns.OpenExec(&p.cred, p.cwd, x.Path)
		if err != nil {
			return err
		}
		head := make([]byte, headSize)
		n, err := f.ReadAt(head, 0)
		if err != nil {
			_ = f.Close()
			return err
		}
		x.File, x.Head = f, head[:n]
		if !bytes.HasPrefix(x.Head, []byte("#!")) {
			return nil
		}
		_ = f.Close()
		interpreter, arg, ok := parseShebang(x.Head)
		switch {
		case !ok:
			return primitives.ENOEXEC
		case depth == maxScripts:
			return primitives.ELOOP
		}
		argv := []string{interpreter}
		if arg != "" {
			argv = append(argv, arg)
		}
		x.Argv = append(append(argv, x.Path), x.Argv[1:]...)
		x.Path = interpreter
	}
}

// parseShebang reads the first line of a script: the interpreter, and the rest of the line as one
// argument. A carriage return is part of the word that it ends (fs/binfmt_script.c).
func parseShebang(head []byte) (interpreter, arg string, ok bool) {
	line := head[2:]
	whole := false
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line, whole = line[:i], true
	} else if len(head) < headSize {
		whole = true
	}
	const blank = " \t"
	line = bytes.Trim(bytes.TrimRight(line, "\x00"), blank)
	i := bytes.IndexAny(line, blank)
	if i < 0 {
		// A name that fills the buffer may have been cut: Linux refuses to guess.
		return string(line), "", len(line) > 0 && whole
	}
	return string(line[:i]), string(bytes.TrimLeft(line[i:], blank)), true
}

// load asks the loader, and turns what the emulator lacks into the error that a program can bear.
func (k *Kernel) load(p *Process, x *Exec) (Program, error) {
	if k.cfg.Loader == nil {
		return nil, primitives.ENOEXEC
	}
	prog, err := k.cfg.Loader.Load(x)
	if lacking, ok := errors.AsType[*primitives.Unsupported](err); ok {
		k.lacks(p, lacking.Feature)
		return nil, primitives.ENOEXEC
	}
	return prog, err
}

// replace is the point of no return: from here on p is the new program.
func (k *Kernel) replace(p *Process, x *Exec, prog Program, comm string) {
	k.uncharge(p)
	k.setID(p, x.File)
	p.execSignals()
	k.closeOnExec(p)
	k.closeExe(p)
	p.exeFile, p.exe = x.File, x.File.Path()
	p.argv, p.env, p.state = x.Argv, x.Env, nil
	k.hold(p, processBytes+textBytes(p.argv, p.env)-p.held)
	p.setComm(comm)
	p.next, p.execed = prog, true
	p.threads = nil
	k.event(trace.Exec(k.clock.Now(), p.pid, prog.Name()))
	if err := k.chargeImage(p, prog); err != nil {
		k.kill(p, primitives.SIGKILL, primitives.CauseOf(err))
	}
}

// setID gives the process the identity of a set-id program, unless the mount or the profile forbids.
func (k *Kernel) setID(p *Process, f *vfs.File) {
	if f.MountFlags().NoSuid || k.cfg.Profile.Permissions.SecureExecNoSetID {
		return
	}
	st := f.Stat()
	if st.Mode&primitives.S_ISUID != 0 {
		p.cred.UID = st.UID
	}
	if st.Mode&primitives.S_ISGID != 0 && st.Mode&0o010 != 0 {
		p.cred.GID = st.GID
	}
	p.suid, p.sgid = p.cred.UID, p.cred.GID
}

func (k *Kernel) closeExe(p *Process) {
	if p.exeFile != nil {
		_ = p.exeFile.Close()
		p.exeFile = nil
	}
}
