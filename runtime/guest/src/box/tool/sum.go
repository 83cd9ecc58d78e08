package tool

import (
	"errors"
	"io"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// sumMain is sum: 16-bit checksums of old, BSD's or System V's.
func sumMain(r *run) int {
	r.lineBuffered = true
	opts, files := r.options("r s/sysv")
	sysv := false
	for _, o := range opts {
		sysv = o.name == "s"
	}
	return r.oldSums(files, sysv)
}

// oldSums prints the BSD checksum with blocks of 1024, or System V's with blocks of 512.
func (r *run) oldSums(files []string, sysv bool) int {
	named := len(files) > 0
	r.inputs(files, func(name string, f *linux.File) error {
		sum, size, err := oldSum(f, sysv)
		if err != nil {
			return err
		}
		if sysv {
			r.printf("%d %d", sum, (size+511)/512)
		} else {
			r.printf("%05d %5d", sum, (size+1023)/1024)
		}
		if named {
			r.print(" ", name)
		}
		r.print("\n")
		return nil
	})
	return r.status
}

func oldSum(f *linux.File, sysv bool) (sum uint32, size uint64, err error) {
	buf := make([]byte, inputSize)
	for {
		n, err := f.Read(buf)
		size += uint64(n)
		for _, c := range buf[:n] {
			if sysv {
				sum += uint32(c)
			} else {
				sum = (sum>>1 + sum&1<<15 + uint32(c)) & 0xffff
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, 0, err
		}
	}
	if sysv {
		sum = sum&0xffff + sum>>16
		sum = sum&0xffff + sum>>16
	}
	return sum, size, nil
}
