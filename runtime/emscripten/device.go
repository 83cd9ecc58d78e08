package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/linuxabi"
)

// Device is the descriptor of which a read carries calls of the import module "linux". The kernel
// never gives out such a number. A read has one buffer for the request, and one for each pointer of it.
const Device = -0x53464c54

// A request is eight numbers of 64 bits: the function, then its arguments. An argument with the tag
// stands for the address of one of the read's buffers. The result takes the place of the first number.
const (
	requestArgs = 7
	requestSize = 8 * (1 + requestArgs)
	pointerTag  = 1 << 62
	pointerMask = pointerTag - 1

	// interruptible beside the function's number: EINTR is told, instead of running handlers and trying
	// again.
	interruptible = 1 << 32
)

// Functions that are not in the table.
const (
	deviceLookup   = -1 // the name in the second buffer: its number
	devicePrepared = -2 // the shim was imported whole
)

// calls are what the device carries.
//
//nolint:gochecknoglobals // an immutable table
var calls = append(linuxabi.Table(), extra()...)

// device makes one call: (fd, iovs, count, *n).
func device(g *hostabi.Guest, a hostabi.Args) uint64 {
	count := min(a.U32(2), 1+requestArgs)
	var buffers [1 + requestArgs]vector
	for i := range count {
		buffers[i] = vector{g.U32(a.U32(1) + 8*i), g.U32(a.U32(1) + 8*i + 4)}
	}
	if count == 0 || buffers[0].size < requestSize {
		return uint64(number(primitives.EINVAL))
	}
	request := g.Bytes(buffers[0].ptr, requestSize)
	if request == nil {
		return faultNumber
	}
	n := int64(getU64(request))
	again := n < 0 || n&interruptible == 0
	if !again {
		n &^= interruptible
	}
	var result int64
	switch {
	case n == deviceLookup:
		result = find(g.Text(buffers[1].ptr, buffers[1].size))
	case n == devicePrepared:
		taskOf(g).prepared = true
	case n < 0 || n >= int64(len(calls)) || len(calls[n].Params) > requestArgs:
		result = -int64(primitives.ENOSYS)
	default:
		result = carry(g, &calls[n], request, buffers[:count])
	}
	if again && result == -int64(primitives.EINTR) {
		return uint64(number(primitives.EINTR)) // the interpreter runs handlers and tries again
	}
	// Memory may have grown and moved meanwhile.
	if request = g.Bytes(buffers[0].ptr, requestSize); request != nil {
		putU64(request, uint64(result))
	}
	g.PutU32(a.U32(3), requestSize)
	return 0
}

func find(name string) int64 {
	for i := range calls {
		if calls[i].Name == name {
			return int64(i)
		}
	}
	return -int64(primitives.ENOSYS)
}

// carry makes the call of a function of the table.
func carry(g *hostabi.Guest, f *hostabi.Func, request []byte, buffers []vector) int64 {
	if f.Name == "posix_spawn" || f.Name == "execve" {
		keepUp(g)
	}
	var args [requestArgs]uint64
	for i := range args {
		v := getU64(request[8*(i+1):])
		if int64(v) >= pointerTag {
			k := v & pointerMask
			if k >= uint64(len(buffers)) {
				return -int64(primitives.EFAULT)
			}
			v = uint64(buffers[k].ptr)
		}
		args[i] = v
	}
	v := f.Do(g, args[:len(f.Params)])
	switch {
	case g.Faulted():
		return -int64(primitives.EFAULT)
	case f.Results == "I":
		return int64(v)
	default:
		return int64(int32(v))
	}
}

// extra are calls that only this interpreter's library makes, as lines of the module "linux".
func extra() []hostabi.Func {
	return []hostabi.Func{
		{Name: "rt_sigtimedwait", Params: "II", Results: "i", Do: sigtimedwait},
		{Name: "pause", Results: "i", Do: constant(primitives.SysPause)},
		{Name: "sigpending_blocked", Results: "I", Do: constant(primitives.SysRtSigpending, 1)},
		{Name: "getpriority", Params: "iii", Results: "i", Do: triple(primitives.SysGetpriority)},
		{Name: "setpriority", Params: "iii", Results: "i", Do: triple(primitives.SysSetpriority)},
		{Name: "affinity_of", Params: "iii", Results: "i", Do: affinityOf},
		{Name: "gettid", Results: "i", Do: func(g *hostabi.Guest, _ hostabi.Args) uint64 {
			return uint64(max(threadOf(g).tid, int64(g.Process.Pid())))
		}},
		{Name: "getxattr", Params: "iiiiiii", Results: "i", Do: attribute(primitives.SysGetxattr)},
		{Name: "setxattr", Params: "iiiiiii", Results: "i", Do: attribute(primitives.SysSetxattr)},
		{Name: "removexattr", Params: "iiiiiii", Results: "i", Do: attribute(primitives.SysRemovexattr)},
		{Name: "listxattr", Params: "iiiiiii", Results: "i", Do: attribute(primitives.SysListxattr)},
		{Name: "pidfd_open", Params: "iii", Results: "i", Do: triple(primitives.SysPidfdOpen)},
		{Name: "setitimer", Params: "iII", Results: "I", Do: intervalTimer},
		{Name: "lock", Params: "iii", Results: "i", Do: recordLock},
		{Name: "sched_setaffinity", Params: "iii", Results: "i", Do: schedSetaffinity},
		{Name: "pbkdf2", Params: "iiiiIii", Results: "i", Do: derivePBKDF2},
		{Name: "scrypt", Params: "iiiIIii", Results: "i", Do: deriveScrypt},
		{Name: "peek", Params: "i", Results: "I", Do: func(g *hostabi.Guest, a hostabi.Args) uint64 {
			return uint64(g.U32(a.U32(0)))
		}},
		{Name: "poke", Params: "ii", Results: "i", Do: poke},
		{Name: "xz_encode", Params: "iiiiii", Results: "i", Do: xzEncode},
		{Name: "xz_decode", Params: "iiiiiii", Results: "i", Do: xzDecode},
		{Name: "tzset", Params: "iii", Results: "i", Do: setZone},
		{Name: "sqlite", Params: "iiii", Results: "i", Do: sqlite},
		{Name: "sync", Results: "i", Do: constant(primitives.SysSync)},
	}
}

// poke is (address, number): the shim makes built-in functions of the interpreter's as long as it prepares.
func poke(g *hostabi.Guest, a hostabi.Args) uint64 {
	if threadOf(g).interpreter.image != nil {
		return linuxValue(primitives.Result{Errno: primitives.EPERM})
	}
	g.PutU32(a.U32(0), a.U32(1))
	return 0
}

// constant is a call whose arguments are fixed.
func constant(no primitives.Sysno, args ...int64) func(*hostabi.Guest, hostabi.Args) uint64 {
	return func(g *hostabi.Guest, _ hostabi.Args) uint64 { return linuxValue(g.Do(g.Call(no, args...))) }
}

// triple is a call of three numbers.
func triple(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) uint64 {
	return func(g *hostabi.Guest, a hostabi.Args) uint64 {
		return linuxValue(g.Do(g.Call(no, a.I32(0), a.I32(1), a.I32(2))))
	}
}

// sigtimedwait is (set, ns).
func sigtimedwait(g *hostabi.Guest, a hostabi.Args) uint64 {
	return linuxValue(g.Do(g.Call(primitives.SysRtSigtimedwait, a.I64(0), 0, a.I64(1))))
}

func linuxValue(r primitives.Result) uint64 {
	if !ok(r) {
		return uint64(-int64(r.Errno))
	}
	return uint64(r.Val)
}

// intervalTimer is setitimer(which, value, interval) in nanoseconds. It answers what is left of the old one.
func intervalTimer(g *hostabi.Guest, a hostabi.Args) uint64 {
	return linuxValue(g.Do(g.Call(primitives.SysSetitimer, a.I32(0), a.I64(1), a.I64(2))))
}

// recordLock is fcntl(fd, cmd, struct flock).
func recordLock(g *hostabi.Guest, a hostabi.Args) uint64 {
	return linuxValue(flockStruct(g, a.I32(0), a.I32(1), a.U32(2)))
}

// schedSetaffinity is (pid, mask, size).
func schedSetaffinity(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysSchedSetaffinity, a.I32(0), int64(a.U32(2)))
	c.In = g.Bytes(a.U32(1), a.U32(2))
	return linuxValue(g.Do(c))
}

// affinityOf is sched_getaffinity(pid, mask, size).
func affinityOf(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysSchedGetaffinity, a.I32(0), int64(a.U32(2)))
	c.Out = g.Bytes(a.U32(1), a.U32(2))
	return linuxValue(g.Do(c))
}

// attribute is (path, len, name, len, value, n, how): a call on an extended attribute. Beside setxattr's
// flags, bit 2 of how stands for AT_SYMLINK_NOFOLLOW.
func attribute(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) uint64 {
	const nofollow = 1 << 2
	return func(g *hostabi.Guest, a hostabi.Args) uint64 {
		c := g.Call(no, primitives.AT_FDCWD, 0, int64(a.U32(5)))
		c.Path, c.Path2 = g.Text(a.U32(0), a.U32(1)), g.Text(a.U32(2), a.U32(3))
		how := a.U32(6)
		if how&nofollow != 0 {
			c.Args[3] = primitives.AT_SYMLINK_NOFOLLOW
		}
		if no == primitives.SysSetxattr {
			c.In, c.Args[4] = g.Bytes(a.U32(4), a.U32(5)), int64(how&(nofollow-1))
		} else {
			c.Out = g.Bytes(a.U32(4), a.U32(5))
		}
		return linuxValue(g.Do(c))
	}
}
