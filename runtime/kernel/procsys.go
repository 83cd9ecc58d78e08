package kernel

import (
	"strconv"
	"strings"
)

// sysctls are the files of /proc/sys that say the same in every sandbox: the defaults of Linux 6.1.
//
//nolint:gochecknoglobals // an immutable table
var sysctls = [...][2]string{
	{"fs/aio-max-nr", "65536"},
	{"fs/aio-nr", "0"},
	{"fs/epoll/max_user_watches", "3612672"},
	{"fs/file-max", "1048576"},
	{"fs/inotify/max_queued_events", "16384"},
	{"fs/inotify/max_user_instances", "128"},
	{"fs/inotify/max_user_watches", "124983"},
	{"fs/lease-break-time", "45"},
	{"fs/leases-enable", "1"},
	{"fs/mount-max", "100000"},
	{"fs/nr_open", "1048576"},
	{"fs/overflowgid", "65534"},
	{"fs/overflowuid", "65534"},
	{"fs/pipe-user-pages-hard", "0"},
	{"fs/pipe-user-pages-soft", "16384"},
	{"fs/suid_dumpable", "0"},
	{"kernel/cap_last_cap", "40"},
	{"kernel/core_pattern", "core"},
	{"kernel/core_uses_pid", "0"},
	{"kernel/ctrl-alt-del", "0"},
	{"kernel/dmesg_restrict", "1"},
	{"kernel/domainname", "(none)"},
	{"kernel/kptr_restrict", "0"},
	{"kernel/msgmax", "8192"},
	{"kernel/msgmnb", "16384"},
	{"kernel/msgmni", "32000"},
	{"kernel/ngroups_max", "65536"},
	{"kernel/overflowgid", "65534"},
	{"kernel/overflowuid", "65534"},
	{"kernel/panic", "0"},
	{"kernel/perf_event_paranoid", "3"},
	{"kernel/random/entropy_avail", "256"},
	{"kernel/random/poolsize", "256"},
	{"kernel/randomize_va_space", "2"},
	{"kernel/seccomp/actions_avail", "kill_process kill_thread trap errno user_notif trace log allow"},
	{"kernel/sem", "32000\t1024000000\t500\t32000"},
	{"kernel/shmall", "18446744073692774399"},
	{"kernel/shmmax", "18446744073692774399"},
	{"kernel/shmmni", "4096"},
	{"kernel/tainted", "0"},
	{"kernel/unprivileged_bpf_disabled", "2"},
	{"kernel/yama/ptrace_scope", "1"},
	{"net/core/netdev_max_backlog", "1000"},
	{"net/core/rmem_default", "212992"},
	{"net/core/rmem_max", "212992"},
	{"net/core/somaxconn", "4096"},
	{"net/core/wmem_default", "212992"},
	{"net/core/wmem_max", "212992"},
	{"net/ipv4/ip_forward", "0"},
	{"net/ipv4/tcp_fin_timeout", "60"},
	{"net/ipv4/tcp_keepalive_intvl", "75"},
	{"net/ipv4/tcp_keepalive_probes", "9"},
	{"net/ipv4/tcp_keepalive_time", "7200"},
	{"net/ipv4/tcp_max_syn_backlog", "1024"},
	{"net/ipv4/tcp_syncookies", "1"},
	{"user/max_user_namespaces", "0"},
	{"vm/dirty_background_ratio", "10"},
	{"vm/dirty_expire_centisecs", "3000"},
	{"vm/dirty_ratio", "20"},
	{"vm/dirty_writeback_centisecs", "500"},
	{"vm/max_map_count", "65530"},
	{"vm/min_free_kbytes", "67584"},
	{"vm/mmap_min_addr", "65536"},
	{"vm/nr_hugepages", "0"},
	{"vm/oom_dump_tasks", "1"},
	{"vm/oom_kill_allocating_task", "0"},
	{"vm/overcommit_kbytes", "0"},
	{"vm/overcommit_memory", "0"},
	{"vm/overcommit_ratio", "50"},
	{"vm/panic_on_oom", "0"},
	{"vm/swappiness", "60"},
	{"vm/vfs_cache_pressure", "100"},
}

// procSys fills /proc/sys with what programs look at.
func (k *Kernel) procSys(sys *folder) {
	number := func(path string, n int64) { sys.at(path, func() string { return itoa64(n) + "\n" }) }
	for _, s := range sysctls {
		sys.at(s[0], func() string { return s[1] + "\n" })
	}
	sys.at("kernel/hostname", func() string { return k.hostname + "\n" })
	sys.at("kernel/ostype", func() string { return unameSystem + "\n" })
	sys.at("kernel/osrelease", func() string { return unameRelease + "\n" })
	sys.at("kernel/version", func() string { return unameVersion + "\n" })
	number("kernel/pid_max", maxPid)
	number("kernel/threads-max", 2*defaultNproc)
	sys.at("kernel/random/boot_id", func() string { return uuid(k.cfg.Seed[:]) })
	sys.at("kernel/random/uuid", func() string {
		var b [16]byte
		_, _ = k.random.Read(b[:])
		return uuid(b[:])
	})
	sys.at("fs/file-nr", func() string { return strconv.Itoa(k.openFiles()) + "\t0\t1048576\n" })
	sys.at("net/ipv4/ip_local_port_range", func() string {
		return strconv.Itoa(firstEphemeral) + "\t" + strconv.Itoa(lastEphemeral) + "\n"
	})
	pr := &k.cfg.Profile.Permissions
	number("fs/pipe-max-size", maxPipe)
	number("fs/protected_symlinks", on(pr.ProtectedSymlinks))
	number("fs/protected_hardlinks", on(pr.ProtectedLinks))
	number("fs/protected_regular", int64(pr.ProtectedRegular))
	number("fs/protected_fifos", int64(pr.ProtectedFifos))
}

// openFiles counts the descriptors of all processes.
func (k *Kernel) openFiles() int {
	n := 0
	for _, p := range k.order {
		for i := range p.fds.entries {
			if p.fds.entries[i].file != nil {
				n++
			}
		}
	}
	return n
}

// at adds a file at a path below the folder, with the folders on the way.
func (f *folder) at(path string, content func() string) {
	dir, rest, deeper := strings.Cut(path, "/")
	if !deeper {
		f.text(path, content)
		return
	}
	for _, e := range f.entries {
		if d, ok := e.node.(*folder); ok && e.name == dir {
			d.at(rest, content)
			return
		}
	}
	f.sub(dir).at(rest, content)
}
