package primitives

// ProcessSettings bound processes and threads and filter system calls.
type ProcessSettings struct {
	SpawnBlocked bool // fork, vfork and clone without CLONE_THREAD are EPERM; exec and threads work
	ExecBlocked  bool // execve is EPERM
	PidsMax      int  // cgroup pids.max: processes and threads, zombies included; 0 = unlimited
	NoThreads    bool // clone with CLONE_THREAD is EPERM
	NetDeny      bool // bind, connect, listen, accept are EPERM, socket too but for AF_UNIX
	NoReaper     bool // PID 1 never waits: orphans stay zombies
}
