// Package zone finds the time zones of a process. Go's own time.Local would have read them when the memory
// image was made.
package zone

import (
	"io"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/zone"
)

// Local is the zone that TZ names, if it is set, or else that of /etc/localtime.
func Local(tz string, set bool) *time.Location { return zone.Local(read, tz, set) }

// Named is a zone by its name or its rule, as TZ may have it.
func Named(name string) *time.Location { return zone.Named(read, name) }

// read returns a file's content.
func read(path string) ([]byte, error) {
	f, err := linux.OpenFile(path, primitives.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	return io.ReadAll(io.LimitReader(f, zone.MaxFile))
}
