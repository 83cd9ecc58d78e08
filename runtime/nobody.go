package runtime

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/abi"
)

// nobody is the process in which a guest is prepared. Whatever it answers ends up in the memory of every
// process of the guest, so it answers the same on every host, and as little as will do: three
// descriptors on a device, a clock that stands at its beginning, random numbers of a fixed stream.
type nobody struct {
	random *det.Stream
}

func newNobody() *nobody { return &nobody{random: det.NewSeed(0).Stream("nobody")} }

// nobodySlice is how many instructions pass between two accounts of preparation.
const nobodySlice = 1 << 40

func (n *nobody) Consume(int64) (int64, bool)   { return nobodySlice, true }
func (n *nobody) Grow(int64) (granted, ok bool) { return true, true }
func (n *nobody) Alive() bool                   { return true }
func (n *nobody) Pid() int32                    { return 1 }
func (n *nobody) Argv() []string                { return nil }
func (n *nobody) Env() []string                 { return nil }
func (n *nobody) State() []byte                 { return nil }
func (n *nobody) Unsupported(string)            {}

func (n *nobody) Spawn(*abi.SpawnRequest, bool) (pid int32, stage int, err error) {
	return 0, abi.StageClone, primitives.ENOSYS
}

func (n *nobody) Syscall(c *primitives.Call) (primitives.Result, bool) {
	const standard = 3
	switch c.No {
	case primitives.SysExitGroup:
		return primitives.Result{}, false
	case primitives.SysClockGettime:
		return primitives.Result{Val: 1}, true
	case primitives.SysGetrandom:
		_, _ = n.random.Read(c.Out)
		return primitives.Result{Val: int64(len(c.Out))}, true
	case primitives.SysSchedYield, primitives.SysNanosleep, primitives.SysPoll:
		return primitives.Result{}, true
	case primitives.SysFcntl:
		if c.Args[0] < standard {
			return primitives.Result{Val: primitives.O_RDWR}, true
		}
		return primitives.Fail(primitives.EBADF), true
	case primitives.SysFstat:
		if c.Args[0] < standard {
			*c.Stat = primitives.Stat{Mode: primitives.S_IFCHR | 0o666, Nlink: 1}
			return primitives.Result{}, true
		}
		return primitives.Fail(primitives.EBADF), true
	default:
		return primitives.Fail(primitives.ENOSYS), true
	}
}
