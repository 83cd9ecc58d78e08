package emscripten

import (
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

func TestErrorNumbersGoBothWays(t *testing.T) {
	t.Parallel()
	seen := map[uint32]primitives.Errno{}
	for e := primitives.Errno(1); e <= primitives.ERFKILL; e++ {
		if e == 41 || e == 58 { // EWOULDBLOCK and EDEADLOCK, which have no numbers of their own
			continue
		}
		n := number(e)
		if n == 0 {
			t.Errorf("%v has no number", e)
			continue
		}
		if other, taken := seen[n]; taken {
			t.Errorf("%v and %v are both %d", e, other, n)
		}
		seen[n] = e
		if back := linuxNumber(int64(n)); back != int64(e) {
			t.Errorf("%v is %d there, which is %d here", e, n, back)
		}
	}
	for _, c := range []struct {
		e    primitives.Errno
		want uint32
	}{
		{primitives.ENOENT, 44},
		{primitives.EACCES, 2},
		{primitives.ENOSPC, 51},
		{primitives.EAGAIN, 6},
		{primitives.EOPNOTSUPP, 138},
	} {
		if got := number(c.e); got != c.want {
			t.Errorf("%v: %d, want %d", c.e, got, c.want)
		}
	}
	if int32(uint32(refuse(primitives.ENOENT))) != -44 {
		t.Error("a refused call answers the negative number")
	}
}

func TestErrorTexts(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "Success", 2: "No such file or directory", 41: "Unknown error 41", 200: "Unknown error 200",
		-1: "Unknown error -1",
	} {
		if got := errnoText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
