// Command local is an adapter over the emulator, for trying out the protocol of docs/ADAPTERS.md without
// any sandbox: sandfault run --target "exec:go run ./examples/adapters/local" case.yaml.
package main

import (
	"fmt"
	"os"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/adapter/reference"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "local:", err)
		os.Exit(1)
	}
}

func serve() (err error) {
	engine, err := target.OpenEngine(store.Options{})
	if err != nil {
		return err
	}
	defer func() {
		if e := engine.Close(); err == nil {
			err = e
		}
	}()
	server := reference.New(engine)
	defer server.Close()
	return server.Serve(os.Stdin, os.Stdout)
}
