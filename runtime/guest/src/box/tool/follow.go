package tool

import (
	"io"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// followed is a file that tail -f watches.
type followed struct {
	name, label string
	f           *linux.File
}

// followAll copies what is appended until the process named by --pid is gone, or for ever.
func (t *tail) followAll(files []*followed) {
	if len(files) == 0 {
		t.r.message("no files remaining")
		t.r.status = 1
		return
	}
	last := files[len(files)-1]
	for {
		for _, f := range files {
			last = t.catchUp(f, last)
		}
		if t.r.out.Flush() != nil {
			return
		}
		if t.pid != 0 && is(linux.Kill(t.pid, 0), primitives.ESRCH) {
			return
		}
		_ = linux.Nanosleep(int64(t.interval * 1e9))
	}
}

// catchUp copies what is new in one file and returns the file that printed last.
func (t *tail) catchUp(f, last *followed) *followed {
	if t.follow == "name" {
		t.reopen(f)
	}
	if f.f == nil {
		return last
	}
	if st, err := linux.Fstat(f.f.Fd); err == nil && st.IsRegular() {
		if at, err := f.f.Seek(0, linux.SeekCur); err == nil && at > st.Size {
			t.r.message(t.r.plain(f.label) + ": file truncated")
			_, _ = f.f.Seek(0, linux.SeekSet)
		}
	}
	buf := make([]byte, inputSize)
	for {
		n, err := f.f.Read(buf)
		if err != nil {
			if err != io.EOF {
				t.r.warnErr(err, "error reading %s", t.r.quoted(f.label))
			}
			return last
		}
		if last != f {
			t.title(f.label)
			last = f
		}
		_, _ = t.r.out.Write(buf[:n])
	}
}

// reopen follows a name to the file that now bears it.
func (t *tail) reopen(f *followed) {
	now, err := linux.Stat(f.name)
	if err != nil {
		if f.f != nil {
			t.r.message(t.r.quoted(f.name) + " has become inaccessible: " + primitives.ErrnoOf(err).Text())
			closeInput(f.f)
			f.f = nil
		}
		return
	}
	if f.f != nil {
		if old, err := linux.Fstat(f.f.Fd); err == nil && old.Ino == now.Ino && old.Dev == now.Dev {
			return
		}
		t.r.message(t.r.quoted(f.name) + " has been replaced;  following new file")
		closeInput(f.f)
	} else {
		t.r.message(t.r.quoted(f.name) + " has appeared;  following new file")
	}
	if f.f, err = openInput(f.name); err != nil {
		f.f = nil
	}
}
