//go:build !wasip1

package main

import "github.com/sandfault/sandfault/runtime/guest/src/box/linux"

func main() { linux.Exit(run()) }
