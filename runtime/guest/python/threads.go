package python

import "github.com/sandfault/sandfault/runtime/meter"

// Functions of the build that are about threads, by index.
const (
	buildTakeGil      = 3059 // take_gil
	buildSemaphore    = 3314 // _PySemaphore_Wait
	buildStartThread  = 3536 // do_start_joinable_thread
	buildThreadIdent  = 3540 // PyThread_get_thread_ident
	buildThreadIdent2 = 3539 // PyThread_get_thread_ident_ex
	buildExitThread   = 3541 // PyThread_exit_thread
	buildAcquireLock  = 3544 // PyThread_acquire_lock_timed
	buildJoinThread   = 6133 // join_thread
)

// identGlobal is a global that holds a thread's ident: libc's end of the stack, which nothing reads.
const identGlobal = 1

// threadEdits put a thread library under the build, which was made without: threads are started and ended by
// the host, a lock that is taken and a semaphore without tokens are waited for there, and each thread has an
// ident of its own.
func threadEdits() []meter.Edit {
	const globalGet = 0x23
	ident := address(MainIdent)
	own := []byte{globalGet, identGlobal}
	return []meter.Edit{
		insert(buildStartThread, 0x1d1ece, []byte{0x23, 0x00, 0x41, 0x30},
			code([]byte{opGet, 0, opGet, 1, opGet, 2}, call(funcThreadCreate), []byte{opReturn})),
		insert(buildExitThread, 0x1d2092, []byte{0x41, 0xa8, 0x9b, 0x99, 0x01}, call(funcThreadExit)),
		insert(buildAcquireLock, 0x1d213d, []byte{0x23, 0x00, 0x41, 0x80, 0x01}, acquireLock()),
		// What a timed wait on a condition would answer, and no look at its outcome, which is a constant in
		// the build.
		replace(buildSemaphore, 0x1b88f0, []byte{0x41, 0x7d, 0x21, 0x02}, code(
			[]byte{opGet, 0, opConst}, signed(72), []byte{opAdd, opGet, 1}, call(funcSemaphoreWait),
			[]byte{opSet, 2})),
		replace(buildSemaphore, 0x1b892e, []byte{0x21, 0x02}, []byte{opDrop}),
		// Joining: the thread told that it is done, there is nothing to wait for besides.
		replace(buildJoinThread, 0x2d3e49, []byte{opGet, 2, opIf}, []byte{opConst, 0, opIf}),
		// After errno was saved.
		insert(buildTakeGil, 0x1a23c1, []byte{0x20, 0x00, 0x10}, code(
			address(YieldFlag), []byte{opLoad, 2, 0, opIf, blockVoid}, call(funcThreadYield), []byte{opEnd})),
		replace(buildThreadIdent, 0x1d2077, ident, own),
		replace(buildThreadIdent2, 0x1d2016, ident, own),
	}
}

// acquireLock takes a free lock at once and waits for one that is not: (lock, microseconds, interruptible).
func acquireLock() []byte {
	return code(
		[]byte{opGet, 0, opLoad8, 0, 0, opEqz, opIf, blockVoid},
		[]byte{opGet, 0, opConst, 1, opStore8, 0, 0, opConst, 1, opReturn, opEnd},
		[]byte{opGet, 1, opEqz64, opIf, blockVoid, opConst, 0, opReturn, opEnd},
		[]byte{opGet, 0, opGet, 1, opGet, 2}, call(funcLockWait), []byte{opReturn},
	)
}
