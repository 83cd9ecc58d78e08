package kernel_test

import (
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/gate"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// busy is a world in which several processes race for a pipe, a file and the CPU.
var busy = &archive{comment: "set random\n", files: []archived{
	{"init", "pipe2 _ 0\nspawn racer dup=1:5\nspawn racer dup=1:5\nspawn racer dup=1:5\nspawn reader dup=0:0\nclose 1\n" +
		"wait4 -1\nwait4 -1\nwait4 -1\nclose 0\nidle\n"},
	{"racer", "openat AT_FDCWD \"/tmp/log\" O_WRONLY|O_CREAT|O_APPEND 0666\ncompute 3000000\nwrite 5 \"one\"\n" +
		"getrandom _ _ 8\nwrite 3 \"line\\n\"\ncompute 2000000\nwrite 5 \"two\"\nspawn child\nwait4 -1\nexit 0\n"},
	{"child", "nanosleep 100000\ngetpid\nexit 0\n"},
	{"reader", "repeat 6 read 0 _ 3\nexit 0\n"},
}}

// digestOf plays the world with a seed through a recorder and returns the digest of all events.
func digestOf(t *testing.T, seed uint64) (det.Sum, []byte) {
	t.Helper()
	log := trace.NewLog(0)
	w := newWorld(t, busy, seed)
	rec := gate.NewRecorder(log, w.clock.Now)
	w.watch(rec)
	w.run(t)
	w.k.Close()
	if err := rec.Err(); err != nil {
		t.Fatal(err)
	}
	return log.Sum(), log.Bytes()
}

func TestSameSeedSameEvents(t *testing.T) {
	t.Parallel()
	sums := map[det.Sum]bool{}
	properties := gopter.NewProperties(gopter.DefaultTestParametersWithSeed(1))
	properties.Property("a seed gives one sequence of events", prop.ForAll(func(seed uint64) bool {
		a, _ := digestOf(t, seed)
		b, _ := digestOf(t, seed)
		sums[a] = true
		return a == b
	}, gen.UInt64()))
	properties.TestingRun(t)
	if len(sums) < 50 {
		t.Errorf("100 seeds gave only %d different runs", len(sums))
	}
}

// TestReplayStopsWhereRunsPart follows a recorded run with the same and with another seed.
func TestReplayStopsWhereRunsPart(t *testing.T) {
	t.Parallel()
	_, recorded := digestOf(t, 7)
	for _, c := range []struct {
		seed  uint64
		parts bool
	}{{7, false}, {8, true}} {
		log, err := trace.NewFollower(recorded)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorld(t, busy, c.seed)
		rec := gate.NewRecorder(log, w.clock.Now)
		w.watch(rec)
		w.run(t)
		w.k.Close()
		if got := rec.Err() != nil; got != c.parts {
			t.Errorf("seed %d: %v", c.seed, rec.Err())
		}
		if got := w.k.Aborted() != nil; got != c.parts {
			t.Errorf("seed %d: aborted %v", c.seed, w.k.Aborted())
		}
	}
}

// TestPipesKeepBytes has writers and a reader of every size move bytes through one pipe.
func TestPipesKeepBytes(t *testing.T) {
	t.Parallel()
	properties := gopter.NewProperties(gopter.DefaultTestParametersWithSeed(1))
	properties.Property("what is written is read, in order", prop.ForAll(func(sizes []int, room int, seed uint64) bool {
		w := newWorld(t, &archive{comment: "set random\n", files: []archived{{"writer", ""}}}, seed)
		var want, got []byte
		w.native["writer"] = func(p *kernel.Process) primitives.WaitStatus {
			for i, n := range sizes {
				b := make([]byte, n)
				for j := range b {
					b[j] = byte(i + j)
				}
				for len(b) > 0 {
					r, ok := p.Syscall(&primitives.Call{No: primitives.SysWrite, Args: [6]int64{1}, In: b})
					if !ok || r.Errno != primitives.OK {
						return primitives.ExitedStatus(1)
					}
					want = append(want, b[:r.Val]...)
					b = b[r.Val:]
				}
			}
			return 0
		}
		p := w.k.Init()
		p.Syscall(call([]string{"pipe2", "_", "O_CLOEXEC"}))
		w.spawn(p, []string{"spawn", "writer", "dup=1:1"})
		p.Syscall(call([]string{"close", "1"}))
		for {
			out := make([]byte, room)
			r, _ := p.Syscall(&primitives.Call{No: primitives.SysRead, Out: out})
			if r.Errno != primitives.OK || r.Val == 0 {
				break
			}
			got = append(got, out[:r.Val]...)
		}
		w.k.Close()
		return string(want) == string(got)
	}, gen.SliceOfN(4, gen.IntRange(0, 100_000)), gen.IntRange(1, 70_000), gen.UInt64()))
	properties.TestingRun(t)
}
