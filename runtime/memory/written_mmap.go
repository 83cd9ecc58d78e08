//go:build linux

package memory

import (
	"slices"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The ioctl PAGEMAP_SCAN (Linux 6.7) lists the pages of a mapping that are in a given state. A page of
// a private mapping that is there and is not the file's own was written.
const (
	pagemapScan = 0xc0606610

	pageIsFile    = 1 << 2
	pageIsPresent = 1 << 3
	pageIsSwapped = 1 << 4
)

// scanArg is struct pm_scan_arg.
type scanArg struct {
	size, flags             uint64
	start, end, walkEnd     uint64
	vec, vecLen, maxPages   uint64
	inverted, mask, anyMask uint64
	returned                uint64
}

// region is struct page_region, with offsets in place of addresses once it is read.
type region struct {
	span

	_ uint64 // its categories
}

// pagemap is the file that the ioctl is made on, or -1 where there is none.
//
//nolint:gochecknoglobals // one a host process, and never changed
var pagemap = sync.OnceValue(func() int {
	fd, err := unix.Open("/proc/self/pagemap", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	return fd
})

const (
	regionsAtOnce = 128  // written ranges that are asked for at once, at the least
	maxRegions    = 4096 // beyond so many it is cheaper to drop everything
)

// written returns the ranges of pages that were written, as offsets, and the room it needed for them, to be
// handed in again. It is false if this host does not tell, or has more to tell than it is worth.
func written(pages []byte, room []region) ([]region, bool) {
	fd := pagemap()
	if fd < 0 || len(pages) == 0 {
		return room, false
	}
	base := uint64(uintptr(unsafe.Pointer(unsafe.SliceData(pages))))
	list := room[:0]
	for from, end := base, base+uint64(len(pages)); from < end; {
		if len(list) > maxRegions {
			return list, false
		}
		list = slices.Grow(list, regionsAtOnce)
		n, to, ok := scan(fd, from, end, list[len(list):cap(list)])
		if !ok {
			return list, false
		}
		list, from = list[:len(list)+n], to
	}
	for i := range list {
		list[i].from -= base
		list[i].to -= base
	}
	return list, true
}

// scan asks for the written ranges between two addresses, as many as there is room for, and says up to which
// address it came.
func scan(fd int, from, end uint64, room []region) (n int, to uint64, ok bool) {
	arg := scanArg{
		start: from, end: end,
		vec: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(room)))), vecLen: uint64(len(room)),
		inverted: pageIsFile, mask: pageIsFile, anyMask: pageIsPresent | pageIsSwapped,
		returned: pageIsFile,
	}
	arg.size = uint64(unsafe.Sizeof(arg))
	r, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), pagemapScan, uintptr(unsafe.Pointer(&arg)))
	return int(r), arg.walkEnd, errno == 0 && arg.walkEnd > from
}
