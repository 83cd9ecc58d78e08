package tool

import (
	"archive/tar"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const closeOnExec = 0o2000000

// toCommand gives a member's contents to the command of --to-command, which finds what it is in
// its environment.
func (x *tarRead) toCommand(h *tar.Header, body io.Reader) {
	rd, wr, err := linux.Pipe2(closeOnExec)
	if err != nil {
		x.fatal("Cannot open pipe: %s", primitives.ErrnoOf(err).Text())
	}
	_ = x.r.out.Flush()
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	env := append(linux.Environ(), "TAR_VERSION=1.34", "TAR_ARCHIVE="+x.archive, "TAR_VOLUME=0",
		"TAR_BLOCKING_FACTOR="+number(x.record/tarBlock), "TAR_FORMAT="+x.formatName(), "TAR_FILETYPE=f",
		"TAR_MODE="+sprintf("%#o", h.Mode&0o7777), "TAR_FILENAME="+x.transformed(h.Name, 'r'),
		"TAR_REALNAME="+h.Name, "TAR_UNAME="+h.Uname, "TAR_GNAME="+h.Gname,
		"TAR_ATIME="+number(h.ModTime.Unix()), "TAR_MTIME="+number(h.ModTime.Unix()),
		"TAR_CTIME="+number(h.ModTime.Unix()), "TAR_SIZE="+number(h.Size), "TAR_UID="+number(int64(h.Uid)),
		"TAR_GID="+number(int64(h.Gid)))
	pid, _, err := linux.Spawn(&abi.SpawnRequest{
		Path: "/bin/sh", Argv: []string{"/bin/sh", "-c", x.command}, Env: env,
		Actions: []abi.FileAction{{Kind: abi.ActionDup2, Fd: int32(rd), Newfd: 0}},
	})
	_ = linux.Close(rd)
	if err != nil {
		x.fatal("Cannot fork: %s", primitives.ErrnoOf(err).Text())
	}
	_, _ = linux.Sigaction(primitives.SIGPIPE, abi.SigIgnore)
	_, _ = io.Copy(struct{ io.Writer }{&linux.File{Fd: wr}}, struct{ io.Reader }{body})
	_ = linux.Close(wr)
	status, err := wait(pid)
	if err != nil || x.anyCommand {
		return
	}
	if sig, ok := status.Signaled(); ok {
		x.failed = true
		x.r.message(sprintf("%d: Child terminated on signal %d", pid, sig))
	} else if code := status.Code(); code != 0 {
		x.failed = true
		x.r.message(sprintf("%d: Child returned status %d", pid, code))
	}
}

func (t *tarTool) formatName() string {
	switch {
	case t.v7:
		return "v7"
	case t.format == tar.FormatPAX:
		return "posix"
	case t.format == tar.FormatUSTAR:
		return "ustar"
	}
	return "gnu"
}

// filter is a program between tar and its archive.
type filter struct {
	t   *tarTool
	pid int
	end linux.File
}

// filterTo starts the program of -I that writes the archive.
func (t *tarTool) filterTo(command string, out *linux.Writer) io.WriteCloser {
	rd, wr := t.pipe()
	f := &filter{t: t, end: linux.File{Fd: wr}}
	_, _ = linux.Sigaction(primitives.SIGPIPE, abi.SigIgnore)
	f.start([]string{"/bin/sh", "-c", command}, rd, out.Fd)
	_ = linux.Close(rd)
	return f
}

// filterFrom starts the program of -I with -d that reads the archive.
func (t *tarTool) filterFrom(words []string, in *linux.File) io.Reader {
	rd, wr := t.pipe()
	f := &filter{t: t, end: linux.File{Fd: rd}}
	f.start(append(words, "-d"), in.Fd, wr)
	_ = linux.Close(wr)
	return f
}

func (t *tarTool) pipe() (rd, wr int) {
	rd, wr, err := linux.Pipe2(closeOnExec)
	if err != nil {
		t.fatal("Cannot open pipe: %s", primitives.ErrnoOf(err).Text())
	}
	return rd, wr
}

func (f *filter) start(words []string, in, out int) {
	_ = f.t.r.out.Flush()
	pid, _, err := spawnvp(words, &abi.SpawnRequest{Actions: []abi.FileAction{
		{Kind: abi.ActionDup2, Fd: int32(in), Newfd: 0}, {Kind: abi.ActionDup2, Fd: int32(out), Newfd: 1},
	}})
	if err != nil {
		f.t.r.stderr("tar (child): " + strings.Join(words[:1], "") + ": Cannot exec: " +
			primitives.ErrnoOf(err).Text() + "\ntar (child): Error is not recoverable: exiting now\n")
		f.t.childStatus(2)
	}
	f.pid = pid
}

// Read implements io.Reader; the program's failure is told of at the end.
func (f *filter) Read(b []byte) (int, error) {
	n, err := f.end.Read(b)
	if n == 0 && f.pid != 0 {
		f.ended()
	}
	return n, err
}

// Write implements io.Writer.
func (f *filter) Write(b []byte) (int, error) { return f.end.Write(b) }

// Close implements io.Closer.
func (f *filter) Close() error {
	_ = f.end.Close()
	f.ended()
	return nil
}

func (f *filter) ended() {
	status, err := wait(f.pid)
	f.pid = 0
	if err == nil && status.Code() != 0 {
		f.t.childStatus(status.Code())
	}
}

func (t *tarTool) childStatus(code int) {
	t.r.message(sprintf("Child returned status %d", code))
	t.r.message("Error is not recoverable: exiting now")
	panic(exit(2))
}
