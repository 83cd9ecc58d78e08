//go:build !wasip1

package linux

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// forkMarker names the descriptor that holds the state of a child made by Fork. Go cannot fork itself, so
// on the host the program is executed anew.
const forkMarker = "SANDFAULT_FORK_STATE"

func sysFork(req unsafe.Pointer, n uint32, stage unsafe.Pointer) int32 {
	r := request(req, n)
	fd, err := unix.MemfdCreate("state", 0)
	if err != nil {
		return code(err)
	}
	defer func() { _ = unix.Close(fd) }()
	if _, err = unix.Write(fd, r.State); err != nil {
		return code(err)
	}
	_, _ = unix.Seek(fd, 0, unix.SEEK_SET)
	files, _, opened, err := childFiles(r)
	defer func() { closeAll(opened) }()
	if err != nil {
		*(*int32)(stage) = abi.StageAction
		return spawnCode(err)
	}
	marker := forkMarker + "=" + strconv.Itoa(fd)
	for _, a := range r.Actions {
		if a.Kind == abi.ActionClose {
			marker += "," + strconv.Itoa(int(a.Fd))
		}
	}
	for sig := 1; sig < 32; sig++ {
		if r.Ignore&(1<<(sig-1)) != 0 {
			marker += ",-" + strconv.Itoa(sig)
		}
	}
	attr := &syscall.ProcAttr{Env: append(os.Environ(), marker), Files: files}
	pid, err := syscall.ForkExec("/proc/self/exe", r.Argv, attr)
	if err != nil {
		return spawnCode(err)
	}
	return int32(pid)
}

// forkState is read once and kept: sysForkstate is asked for the size first.
var forkState []byte

func sysForkstate(buf unsafe.Pointer, n uint32) int32 {
	if marker, ok := os.LookupEnv(forkMarker); ok {
		_ = os.Unsetenv(forkMarker)
		forkState = readState(marker)
	}
	if int(n) >= len(forkState) {
		copy(unsafe.Slice((*byte)(buf), n), forkState)
	}
	return int32(len(forkState))
}

// readState does for a child made by exec what fork would have left done.
func readState(marker string) []byte {
	first, rest, _ := strings.Cut(marker, ",")
	fd, _ := strconv.Atoi(first)
	for s := range strings.SplitSeq(rest, ",") {
		switch n, err := strconv.Atoi(s); {
		case err != nil:
		case n < 0:
			sysSigaction(int32(-n), abi.SigIgnore)
		case n > 2:
			_ = unix.Close(n)
		}
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil
	}
	b := make([]byte, st.Size)
	if _, err := unix.Pread(fd, b, 0); err != nil {
		panic(primitives.EIO)
	}
	_ = unix.Close(fd)
	return b
}

// settle waits for a signal that the process has sent to itself: the kernel delivers it before kill
// returns, Go's runtime a little later.
func settle(sig int32) {
	caught.Lock()
	d, catch := caught.dispositions[sig], caught.count
	caught.Unlock()
	const moment = 100 * time.Millisecond
	for end := time.Now().Add(moment); sig != 0 && d != abi.SigIgnore && time.Now().Before(end); {
		if catch > 0 && anyPending() {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
