// Package runtime is the machine: WebAssembly guests on an emulated kernel with an emulated file
// system. An [Engine] holds what all machines of a host process share: compiled guests and
// instances that wait to be used. A [Machine] is one sandbox session.
package runtime
