package kernel_test

import (
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// benchWorld is a world with one program, which is quiet: it writes no transcript.
func benchWorld(b *testing.B, run func(p *kernel.Process) primitives.WaitStatus) *kernel.Kernel {
	b.Helper()
	w := newWorld(b, &archive{comment: "set quiet\n", files: []archived{{"program", ""}}}, 1)
	w.native["program"] = run
	w.k.SetHandler(w.k.Wait(w.k.Do))
	return w.k
}

func spawnProgram(k *kernel.Kernel) int32 {
	pid, _, err := k.Spawn(k.Init(), &abi.SpawnRequest{
		Path: "/bin/program", Argv: []string{"program"}, Flags: abi.SpawnVfork,
	}, false)
	if err != nil {
		panic(err)
	}
	return pid
}

func wait(k *kernel.Kernel, pid int32) primitives.WaitStatus {
	r, _ := k.Init().Syscall(&primitives.Call{No: primitives.SysWait4, Args: [6]int64{int64(pid)}})
	return primitives.WaitStatus(r.Aux)
}

func BenchmarkSyscall(b *testing.B) {
	k := benchWorld(b, func(p *kernel.Process) primitives.WaitStatus {
		for b.Loop() {
			if _, ok := p.Syscall(&primitives.Call{No: primitives.SysGetpid}); !ok {
				break
			}
		}
		return 0
	})
	wait(k, spawnProgram(k))
}

func BenchmarkOpenReadClose(b *testing.B) {
	out := make([]byte, 64)
	k := benchWorld(b, func(p *kernel.Process) primitives.WaitStatus {
		for b.Loop() {
			r, _ := p.Syscall(&primitives.Call{No: primitives.SysOpenat, Path: "/bin/program", Args: [6]int64{primitives.AT_FDCWD}})
			p.Syscall(&primitives.Call{No: primitives.SysRead, Args: [6]int64{r.Val}, Out: out})
			p.Syscall(&primitives.Call{No: primitives.SysClose, Args: [6]int64{r.Val}})
		}
		return 0
	})
	wait(k, spawnProgram(k))
}

func BenchmarkSpawnWait(b *testing.B) {
	k := benchWorld(b, func(*kernel.Process) primitives.WaitStatus { return 0 })
	for b.Loop() {
		wait(k, spawnProgram(k))
	}
}

func BenchmarkPipePingPong(b *testing.B) {
	k := benchWorld(b, func(p *kernel.Process) primitives.WaitStatus {
		buf := make([]byte, 1)
		for {
			r, ok := p.Syscall(&primitives.Call{No: primitives.SysRead, Args: [6]int64{0}, Out: buf})
			if !ok || r.Val != 1 {
				return 0
			}
			p.Syscall(&primitives.Call{No: primitives.SysWrite, Args: [6]int64{3}, In: buf})
		}
	})
	init := k.Init()
	for range 2 {
		init.Syscall(&primitives.Call{No: primitives.SysPipe2})
	}
	spawnProgram(k)
	buf := make([]byte, 1)
	for b.Loop() {
		init.Syscall(&primitives.Call{No: primitives.SysWrite, Args: [6]int64{1}, In: buf})
		init.Syscall(&primitives.Call{No: primitives.SysRead, Args: [6]int64{2}, Out: buf})
	}
	k.Close()
}
