// Command node is the guest that runs JavaScript: an interpreter of ECMAScript with the modules of Node.js
// that scripts use. The engine is goja; what Node.js puts around it is JavaScript of ours in lib, over a
// few bindings in Go that make the kernel's calls.
//
// The library is read, compiled and run when the guest is initialised, so that a process starts with all of
// it in its memory image; nothing of a process (arguments, environment, time, random numbers) may be asked
// for before main. It builds for the host too, where it is compared with the node that is there.
//
// What is missing is named: a module, a function or a syntax that node has and this guest has not makes the
// run `unsupported`.
package main
