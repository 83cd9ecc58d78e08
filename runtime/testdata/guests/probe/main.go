// Command probe is a guest for tests: a reactor that does what its first argument names.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"unsafe"
)

//go:wasmimport linux args
//go:noescape
func args(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux program
//go:noescape
func program(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux write
//go:noescape
func write(fd int32, buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux clock_gettime
//go:noescape
func clock(id int32) int64

func print(s string) { write(1, unsafe.Pointer(unsafe.StringData(s)), uint32(len(s))) }

var runs int // counts the runs that this memory has seen: more than 1 is a leak

//go:wasmexport sandfault_run
func run() int32 {
	var name [64]byte
	which := string(name[:program(unsafe.Pointer(&name[0]), 64)])
	var buf [4096]byte
	n := args(unsafe.Pointer(&buf[0]), uint32(len(buf)))
	argv := strings.Split(string(bytes.TrimSuffix(buf[:n], []byte{0})), "\x00")
	runs++
	switch which {
	case "true":
		return 0
	case "false":
		return 1
	case "runs":
		print(fmt.Sprintln(runs))
	case "echo":
		print(strings.Join(argv[1:], " ") + "\n")
	case "spin":
		x := uint32(1)
		for i := 0; i < 3_000_000; i++ {
			x = x*1664525 + 1013904223
		}
		print(fmt.Sprintln(x))
	case "forever":
		for {
			runs++
		}
	case "grow":
		var keep [][]byte
		for i := 0; i < 8; i++ {
			keep = append(keep, bytes.Repeat([]byte{1}, 4<<20))
		}
		print(fmt.Sprintln(len(keep)))
	case "crash":
		var p *int
		*p = 1
	case "deep":
		print(fmt.Sprintln(deep(1 << 30)))
	case "clock":
		print(fmt.Sprintln(clock(0)))
	case "exit":
		os.Exit(7)
	}
	return 0
}

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n-1) + 1
}

func main() {}
