package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// otherGuests says by name how the guests of a recording differ from those at hand, or "". Which guests are
// installed decides what is in the image, so a digest depends on them also where no step starts one.
func otherGuests(recorded, here map[string]string) string {
	var gone, more, other []string
	for _, name := range slices.Sorted(maps.Keys(recorded)) {
		switch d, ok := here[name]; {
		case !ok:
			gone = append(gone, name)
		case d != recorded[name]:
			other = append(other, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(here)) {
		if _, ok := recorded[name]; !ok {
			more = append(more, name)
		}
	}
	var parts []string
	if len(gone) > 0 {
		part := fmt.Sprintf("recorded with %s, which is not here", strings.Join(gone, ", "))
		if slices.Contains(gone, guest.Python) {
			part += " (" + store.PythonCommand + ")"
		}
		parts = append(parts, part)
	}
	if len(more) > 0 {
		parts = append(parts, fmt.Sprintf("recorded without %s, which is here", strings.Join(more, ", ")))
	}
	if len(other) > 0 {
		parts = append(parts, fmt.Sprintf("recorded with another %s", strings.Join(other, ", ")))
	}
	return strings.Join(parts, "; ")
}
