// Package linux plays workflows on the kernel of this host: the second opinion on what the emulator does.
//
// A sandbox is a child process in namespaces of its own (mount, pid, net, ipc, uts, cgroup) whose root is
// an overlay over the host's user land; a profile's limits are the kernel's: cgroups, rlimits, seccomp,
// Landlock, mounts. The program that uses the package starts itself again as the sandbox's init and as the
// launcher of each step, so it must call [Main] before anything else. [Available] says what a host lacks.
//
// A setting of a profile that this host cannot honour is [target.StatusUnsupported] with its name,
// never left out in silence. Denials and causes stay empty: Linux does not tell.
package linux
