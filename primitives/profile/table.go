package profile

import "github.com/sandfault/sandfault/primitives"

// short names for the table below; a profile's file has one flat key a setting.
type p = primitives.Profile

// fields is the one table from which files are read, written and explained.
//
//nolint:gochecknoglobals // an immutable table
var fields = []Field{
	idField("uid", "user id of the guest", func(x *p) *uint32 { return &x.Identity.UID }),
	idField("gid", "group id of the guest; where only uid is given it is the same number",
		func(x *p) *uint32 { return &x.Identity.GID }),
	groupsField(),
	text(primitives.Identity, "user", "name of the guest in /etc/passwd", "no entry",
		func(x *p) *string { return &x.Identity.User }),
	text(primitives.Identity, "home", "home directory, and HOME", "none",
		func(x *p) *string { return &x.Identity.Home }),
	umaskField(),
	text(primitives.Identity, "hostname", "name of the machine", "none",
		func(x *p) *string { return &x.Identity.Hostname }),

	text(primitives.Paths, "cwd", "working directory of a session", "",
		func(x *p) *string { return &x.Paths.Cwd }),
	text(primitives.Paths, "path", "PATH", "empty", func(x *p) *string { return &x.Paths.Search }),
	list(primitives.Paths, "missing", "programs of the image that the sandbox lacks", "none",
		func(x *p) *[]string { return &x.Paths.Missing }),

	envField(),

	choice(primitives.Permissions, "modes", "whether owners and modes deny anything", "enforced", "ignored",
		func(x *p) *bool { return &x.Permissions.Capable }),
	landlockField(),
	flag(primitives.Permissions, "protected_symlinks", "fs.protected_symlinks of proc_sys_fs(5)",
		func(x *p) *bool { return &x.Permissions.ProtectedSymlinks }),
	flag(primitives.Permissions, "protected_hardlinks", "fs.protected_hardlinks of proc_sys_fs(5)",
		func(x *p) *bool { return &x.Permissions.ProtectedLinks }),
	levelField("protected_regular", func(x *p) *int { return &x.Permissions.ProtectedRegular }),
	levelField("protected_fifos", func(x *p) *int { return &x.Permissions.ProtectedFifos }),
	flag(primitives.Permissions, "cap_sys_admin",
		"uid 0 may mount and unmount: CAP_SYS_ADMIN, which container engines withhold, capabilities(7)",
		func(x *p) *bool { return &x.Permissions.SysAdmin }),
	flag(primitives.Permissions, "no_new_privs", "setuid bits have no effect, prctl(2)",
		func(x *p) *bool { return &x.Permissions.SecureExecNoSetID }),

	rootfsField(),
	dirOrderField(),
	dirsField(),
	filesField(),
	mountsField(),
	persistField(),

	megabytes(primitives.Quota, "disk_mb", "size of the root file system in MiB, beyond its image",
		func(x *p) *int64 { return &x.Quota.DiskBytes }),
	number(primitives.Quota, "disk_inodes", "inodes of the root file system, beyond its image",
		func(x *p) *int64 { return &x.Quota.DiskInodes }),
	flag(primitives.Quota, "disk_edquot",
		"disk_mb and disk_inodes are a quota: EDQUOT instead of ENOSPC, quotactl(2)",
		func(x *p) *bool { return &x.Quota.DiskEDQUOT }),
	number(primitives.Quota, "fsize_bytes", "RLIMIT_FSIZE: the size of one file",
		func(x *p) *int64 { return &x.Quota.FileBytes }),

	megabytes(primitives.Memory, "memory_mb", "memory of the session in MiB; tmpfs counts, there is no swap",
		func(x *p) *int64 { return &x.Memory.CapBytes }),
	megabytes(primitives.Memory, "address_space_mb", "RLIMIT_AS of each process in MiB",
		func(x *p) *int64 { return &x.Memory.AddressSpaceBytes }),

	number(primitives.CPU, "cpu_seconds", "RLIMIT_CPU of each process: SIGXCPU there, SIGKILL a second later",
		func(x *p) *int64 { return &x.CPU.Seconds }),
	countField("cpu_count", "CPUs of the machine", func(x *p) int64 { return int64(x.CPU.Count) },
		func(x *p, n int64) { x.CPU.Count = int(n) }),
	cpusField(),
	countField("cpu_speed", "guest instructions in a virtual second", func(x *p) int64 { return x.CPU.Speed },
		func(x *p, n int64) { x.CPU.Speed = n }),

	choice(primitives.Processes, "spawn", "fork, vfork and clone of a process; exec and threads work anyhow",
		"allowed", "blocked", func(x *p) *bool { return &x.Processes.SpawnBlocked }),
	choice(primitives.Processes, "exec", "execve", "allowed", "blocked",
		func(x *p) *bool { return &x.Processes.ExecBlocked }),
	choice(primitives.Processes, "threads", "clone of a thread", "allowed", "blocked",
		func(x *p) *bool { return &x.Processes.NoThreads }),
	number(primitives.Processes, "pids", "processes and threads of the session, zombies too",
		func(x *p) *int { return &x.Processes.PidsMax }),
	choice(primitives.Processes, "syscalls", "bind, connect, listen, accept, and socket but for AF_UNIX",
		"allow", "net-deny", func(x *p) *bool { return &x.Processes.NetDeny }),
	choice(primitives.Processes, "init", "whether PID 1 waits for orphans", "reaper", "none",
		func(x *p) *bool { return &x.Processes.NoReaper }),

	number(primitives.Files, "nofile", "RLIMIT_NOFILE: open files of each process",
		func(x *p) *int { return &x.Files.Nofile }).orElse("1024"),

	egressField(),

	seconds(primitives.Lifetime, "session_s", "age in seconds at which a session ends",
		func(x *p) *float64 { return &x.Lifetime.SessionSeconds }),
	seconds(primitives.Lifetime, "command_s", "time limit in seconds of a call that gives none",
		func(x *p) *float64 { return &x.Lifetime.CommandSeconds }),
	clockField(),

	number(primitives.Output, "max_output_bytes", "bytes of each stream of a call that come back",
		func(x *p) *int64 { return &x.Output.MaxBytes }).orElse("64 MiB"),

	list(primitives.Interface, "allowed_dirs", "directories to which the file API is confined", "everywhere",
		func(x *p) *[]string { return &x.Interface.AllowedDirs }),
	apiUIDField(),
	number(primitives.Interface, "max_payload_bytes", "bytes of one upload or download",
		func(x *p) *int64 { return &x.Interface.MaxPayloadBytes }).orElse("100 MB"),
	flag(primitives.Interface, "relative_only", "the file API refuses absolute paths and `..` by their text",
		func(x *p) *bool { return &x.Interface.RelativeOnly }),
	text(primitives.Interface, "relative_to", "where relative paths of the file API start",
		"the working directory", func(x *p) *string { return &x.Interface.RelativeTo }),

	faultsField(),
}
