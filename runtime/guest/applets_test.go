package guest_test

import (
	"slices"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/src/box/tool"
)

// TestAppletsAreBoxes: an image must not show a program that box does not have, nor lack one that it has.
func TestAppletsAreBoxes(t *testing.T) {
	t.Parallel()
	want := append([]string{"bash", "dash"}, tool.Names()...)
	slices.Sort(want)
	if got := guest.Applets(); !slices.Equal(got, want) {
		t.Errorf("applets.txt: %q, box has %q: make guests RECORD=1", got, want)
	}
}
