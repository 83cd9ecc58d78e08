// Package linux gives the guest's programs Linux's calls under Linux's names.
//
// There is one API and two bottoms. On wasip1 every call goes to the import module "linux" that
// package abi describes (imports_*.go); on a Linux host the same functions are made of
// golang.org/x/sys/unix (host_*.go), so that the tools can be run there against their models.
//
// Every error is a primitives.Errno. Nothing is kept between calls, for a process starts from
// a memory image in which another process's arguments, environment or time would be lies.
// A guest has one thread: no goroutines, and a call that waits waits in the kernel.
package linux
