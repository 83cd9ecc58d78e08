//go:build wasip1

package main

// sandfaultRun is abi.RunExport.
//
//go:wasmexport sandfault_run
func sandfaultRun() int32 { return int32(run(booted)) }

// booted is the engine of the memory image: a process is the only one that sees its copy.
//
//nolint:gochecknoglobals // it is what the image is for
var booted = boot()

func main() {} // a reactor has none
