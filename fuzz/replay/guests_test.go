package replay

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/target"
)

func TestOtherGuestsAreNamed(t *testing.T) {
	t.Parallel()
	both := map[string]string{"box": "1", "python3": "2"}
	for _, tc := range []struct {
		recorded, here map[string]string
		want           string
	}{
		{both, both, ""},
		{nil, map[string]string{}, ""},
		{both, map[string]string{"box": "1"}, "recorded with python3, which is not here (sandfault guest install python3)"},
		{map[string]string{"box": "1"}, both, "recorded without python3, which is here"},
		{both, map[string]string{"box": "3", "python3": "2"}, "recorded with another box"},
		{both, map[string]string{"box": "3", "node": "4"}, "recorded with python3, which is not here " +
			"(sandfault guest install python3); recorded without node, which is here; recorded with another box"},
	} {
		if got := otherGuests(tc.recorded, tc.here); got != tc.want {
			t.Errorf("%v, %v: %q", tc.recorded, tc.here, got)
		}
	}
}

const turns = `id: turns
steps:
  - run: {cmd: "for n in 1 2 3; do (for i in 1 2 3 4 5 6 7 8; do seq 300 | sha256sum >/dev/null; echo $n; done) & done; wait"}
expect:
  - exit: 1
`

// A finding replays under the schedule that it was met under, without being told; under another one only the
// failure can be asked for.
func TestReplayTakesTurnsAsRecorded(t *testing.T) {
	t.Parallel()
	l := local(t)
	digests := map[string]bool{}
	for _, s := range []target.Schedule{target.ScheduleRandom, target.ScheduleRoundRobin} {
		r := recordUnder(t, l, turns, s)
		digests[r.Finding.Trace.Digest] = true
		a, err := Replay(t.Context(), l, r)
		if err != nil || a.Word != Identical {
			t.Errorf("%s: %v, %v", s, a, err)
		}
		r.Schedule = target.ScheduleRandom
		a, err = Replay(t.Context(), l, r)
		if s == target.ScheduleRoundRobin && (err != nil || a.Word == Identical || !strings.Contains(a.Note, "--sched")) {
			t.Errorf("%s under another schedule: %v, %v", s, a, err)
		}
	}
	if len(digests) != 2 {
		t.Error("the schedule makes no difference: the test says nothing")
	}
}
