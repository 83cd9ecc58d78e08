package main

import (
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// openEngine opens the engine over the user's cache.
func openEngine() (*target.Engine, error) { return target.OpenEngine(store.Options{}) }

// local is the target that plays on this process's machines.
func local(e *target.Engine) *target.Local { return &target.Local{Engine: e.Engine} }
