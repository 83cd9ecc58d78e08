package linux

import (
	"math/bits"
	"strings"
	"unsafe"

	"github.com/sandfault/sandfault/runtime/abi"
)

// Getuid is getuid(2).
func Getuid() int { return int(sysGetuid()) }

// Geteuid is geteuid(2).
func Geteuid() int { return int(sysGeteuid()) }

// Getgid is getgid(2).
func Getgid() int { return int(sysGetgid()) }

// Getegid is getegid(2).
func Getegid() int { return int(sysGetegid()) }

// Setuid is setuid(2).
func Setuid(uid int) error { return failure(sysSetuid(uint32(uid))) }

// Setgid is setgid(2).
func Setgid(gid int) error { return failure(sysSetgid(uint32(gid))) }

// Getgroups is getgroups(2).
func Getgroups() ([]int, error) {
	n, err := result(sysGetgroups(0, nil))
	if err != nil || n == 0 {
		return nil, err
	}
	raw := make([]uint32, n)
	n, err = result(sysGetgroups(int32(n), unsafe.Pointer(unsafe.SliceData(raw))))
	if err != nil {
		return nil, err
	}
	var list []int
	for _, g := range raw[:n] {
		list = append(list, int(g))
	}
	return list, nil
}

// ClockGettime is clock_gettime(2) in nanoseconds.
func ClockGettime(id int) int64 { return sysClockGettime(int32(id)) }

// Getrandom fills b by getrandom(2).
func Getrandom(b []byte) error {
	for len(b) > 0 {
		p, n := pointer(b)
		got, err := result(sysGetrandom(p, n))
		if err != nil {
			return err
		}
		b = b[got:]
	}
	return nil
}

// Utsname is struct utsname.
type Utsname struct{ Sysname, Nodename, Release, Version, Machine string }

// Uname is uname(2).
func Uname() (Utsname, error) {
	var b [abi.UnameSize]byte
	if err := failure(sysUname(unsafe.Pointer(&b))); err != nil {
		return Utsname{}, err
	}
	field := func(i int) string {
		s, _, _ := strings.Cut(string(b[65*i:65*(i+1)]), "\x00")
		return s
	}
	return Utsname{field(0), field(1), field(2), field(3), field(4)}, nil
}

// Info is struct sysinfo of x86-64.
type Info struct {
	Uptime                                                       int64 // seconds
	Loads                                                        [3]uint64
	Totalram, Freeram, Sharedram, Bufferram, Totalswap, Freeswap uint64 // units of Unit
	Procs                                                        uint16
	_                                                            [6]byte
	Totalhigh, Freehigh                                          uint64
	Unit                                                         uint32
	_                                                            [4]byte
}

// Sysinfo is sysinfo(2).
func Sysinfo() (Info, error) {
	var i Info
	err := failure(sysSysinfo(unsafe.Pointer(&i)))
	return i, err
}

// Affinity returns how many processors this process may use, by sched_getaffinity(2).
func Affinity() (int, error) {
	var b [128]byte
	n, err := result(sysSchedGetaffinity(unsafe.Pointer(&b), uint32(len(b))))
	if err != nil {
		return 0, err
	}
	count := 0
	for _, v := range b[:n] {
		count += bits.OnesCount8(v)
	}
	return count, nil
}

// fetch asks for a block whose size only the kernel knows.
func fetch(call func(unsafe.Pointer, uint32) int32) []byte {
	n, err := result(call(nil, 0))
	if err != nil || n == 0 {
		return nil
	}
	b := make([]byte, n)
	p, size := pointer(b)
	if n, err = result(call(p, size)); err != nil || n > len(b) {
		return nil
	}
	return b[:n]
}

func list(block []byte) []string {
	if len(block) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(block), "\x00"), "\x00")
}

// Args returns the argument vector of this process.
func Args() []string { return list(fetch(sysArgs)) }

// Program returns which program of this guest is to run. It is what the executed file says: a copy or
// a link of a program under another name is still that program, whatever argv[0] is.
func Program() string { return string(fetch(sysProgram)) }

// Environ returns the environment that exec gave to this process.
func Environ() []string { return list(fetch(sysEnviron)) }

// Getenv returns a variable's first value in Environ.
func Getenv(name string) (string, bool) {
	for _, s := range Environ() {
		if rest, ok := strings.CutPrefix(s, name); ok && strings.HasPrefix(rest, "=") {
			return rest[1:], true
		}
	}
	return "", false
}

// Unsupported owns up to a feature that this guest lacks and a real program has. The run is
// `unsupported` then, whatever the guest does next.
func Unsupported(text string) { sysUnsupported(text) }
