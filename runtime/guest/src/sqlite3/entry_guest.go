//go:build wasip1

package main

// sandfaultRun is abi.RunExport.
//
//go:wasmexport sandfault_run
func sandfaultRun() int32 { return int32(run()) }

func main() {} // a reactor has none
