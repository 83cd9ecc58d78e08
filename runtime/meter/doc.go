// Package meter rewrites WebAssembly modules so that what a guest executes can
// be counted, paused, bounded and undone by its host. It is pure: bytes in,
// bytes out. It knows the binary format but no engine.
//
// # Why
//
// The engine has no notion of fuel. Without a count a run can't be repeated to
// the instruction, a guest that computes can neither be paused nor killed, and
// it stalls the host's garbage collector. So the count is compiled in.
//
// # Counting
//
// The module gets an exported, mutable i64 global, [FuelExport]. It counts down
// by one for every instruction (blocks, loops, else, end and nop are free) and
// by length for bulk operations: one for eight bytes of memory.copy, fill and
// init, one for an entry of table.copy, fill, init and grow. Growing a memory or
// a table, by anything and also in vain, counts for 64, as it leaves the compiled
// code. Memory that is new is the host's to charge.
//
// An instruction is charged with its region: code that runs exactly once
// whenever its first instruction runs. The code after a block belongs to the
// region before the block unless a branch inside leads further out. So the
// count is exact, except when control leaves in the middle of a region (a trap,
// an exit, a throw): then it is too high by less than one region. A trap also
// loses what its function has charged since its last call, which is kept in a
// local until somebody may look. Both are the same in every run.
//
// The fuel is compared with zero where code can run on without bound: at the
// head of every loop, at the entry of every function that calls, and before
// bulk operations. Below zero the guest calls the import "meter" "refill",
// (i64) -> i64, with what is left. The host may block there, panic to end the
// guest, or return new fuel. It must go by the argument and the result: while
// refill runs, the global is stale. In every other host call, and when a guest
// function has returned to the host, the global is current.
//
// # Depth
//
// With a maximum depth the module also gets an exported, mutable i64 global,
// [DepthExport]: how many more functions that call others may be active than
// there are. It begins as [MaxDepthExport], and below zero the guest calls the
// import "meter" "deep", () -> (), and traps if that returns; the function that
// was entered last has been charged with its first region by then. One comparison
// finds both out, that the fuel is used up and that the depth is. A trap or a
// panic through the guest leaves the global as it was: the host must set it back
// to the maximum before it calls in again.
//
// # Safety
//
// A guest can't reach what is added, for every index in it is checked against
// the index spaces of the original module. A guest that imports from "meter" or
// exports a name with the prefix "sandfault." is refused. Hostile bytes give an
// error, never a panic, and no count in them makes this package, or the decoder
// of an engine that reads the result, allocate beyond a small multiple of the
// bytes that are there. Encodings that decoders read differently are refused.
//
// The result is not validated: type checking is the engine's.
package meter
