//go:build wasip1

package linux

import "unsafe"

//go:wasmimport linux setgroups
//go:noescape
func sysSetgroups(n uint32, list unsafe.Pointer) int32

//go:wasmimport linux setresuid
//go:noescape
func sysSetresuid(real, effective, saved uint32) int32

//go:wasmimport linux setresgid
//go:noescape
func sysSetresgid(real, effective, saved uint32) int32

//go:wasmimport linux getxattrat
//go:noescape
func sysGetxattr(dir int32, path, name string, buf unsafe.Pointer, n uint32, flags int32) int32

//go:wasmimport linux setxattrat
//go:noescape
func sysSetxattr(dir int32, path, name, value string, how, flags int32) int32

//go:wasmimport linux listxattrat
//go:noescape
func sysListxattr(dir int32, path string, buf unsafe.Pointer, n uint32, flags int32) int32

//go:wasmimport linux removexattrat
//go:noescape
func sysRemovexattr(dir int32, path, name string, flags int32) int32

// Wild returns a string of one byte at an address where a process has none, for calls that are to
// fail with EFAULT.
func Wild(address uint32) string {
	header := struct {
		data uintptr
		size int
	}{uintptr(address), 1}
	return *(*string)(unsafe.Pointer(&header))
}
