package tool

import (
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/zone"
)

// zone is the time zone of the process.
func (r *run) zone() *time.Location { return zone.Local(r.lookupEnv("TZ")) }
