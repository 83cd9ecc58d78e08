package guest

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// space is the address space that a program takes to be started, in KiB: below least there is no room for its
// file, below all of it none for the libraries. Measured by `ulimit -v` with the programs of a Debian 12,
// python3 and node with those that a sandbox has. The other programs are as small as true.
func space(name string) (least, all int64) {
	switch name {
	case "awk", "mawk":
		return 650, 3610
	case "bash":
		return 1700, 3950
	case "cat":
		return 450, 3090
	case "curl":
		return 690, 19_390
	case "dash":
		return 530, 2600
	case "find":
		return 650, 4370
	case Git:
		return 4190, 7000
	case "grep", "egrep", "fgrep":
		return 690, 3370
	case "jq":
		return 450, 4980
	case "ls", "dir", "vdir":
		return 570, 3430
	case Node:
		return 97_000, 728_500
	case "openssl":
		return 1350, 8740
	case "ps":
		return 690, 8710
	case Python:
		return 7350, 12_900
	case "sed":
		return 530, 3430
	case "tar", "zip":
		return 920, 3820
	}
	return 450, 2420
}

// Unloadable returns how the program of a name that was started with argv ends if its address space may have
// limit bytes; ok says that they are enough.
func Unloadable(name string, argv []string, limit int64) (e Exhausted, ok bool) {
	least, all := space(name)
	switch {
	case limit >= all<<10:
		return e, true
	case limit < least<<10:
		return Exhausted{Signal: primitives.SIGSEGV}, false
	case name == Node:
		const words = "\n\n#\n# Fatal process OOM in Failed to reserve virtual memory for CodeRange\n#\n\n"
		return Exhausted{Words: words, Signal: primitives.SIGTRAP}, false
	}
	const words = ": error while loading shared libraries: libc.so.6: " +
		"failed to map segment from shared object\n"
	return Exhausted{Words: strings.Join(argv[:min(1, len(argv))], "") + words, Exit: 127}, false
}

// Unlinkable returns how a program that was started with argv ends if it can open nothing: its loader finds
// none of its libraries. Error 24 is EMFILE, for which ld.so has no words.
func Unlinkable(name string, argv []string) Exhausted {
	const words = ": cannot open shared object file: Error 24\n"
	return Exhausted{Words: strings.Join(argv[:min(1, len(argv))], "") +
		": error while loading shared libraries: " + library(name) + words, Exit: 127}
}

// library is the first of the shared libraries that a program needs, as readelf -d tells of the programs of a
// Debian 12; it is the one that the loader misses first. The other programs need libc alone.
func library(name string) string {
	switch name {
	case "apt", "apt-get":
		return "libapt-private.so.0.0"
	case "ar", "strings":
		return "libbfd-2.40-system.so"
	case "awk", "mawk", "nawk", Python:
		return "libm.so.6"
	case "bash", "clear", "dmesg", "hd", "hexdump", "tput":
		return "libtinfo.so.6"
	case "bc":
		return "libreadline.so.8"
	case "bunzip2", "bzcat", "bzip2", "unzip", "zip":
		return "libbz2.so.1.0"
	case "column":
		return "libsmartcols.so.1"
	case "cp", "dir", "find", "id", "install", "ls", "mkdir", "mkfifo", "mknod", "mv", "stat", "vdir":
		return "libselinux.so.1"
	case "curl":
		return "libcurl.so.4"
	case "dpkg":
		return "libmd.so.0"
	case "expr", "factor":
		return "libgmp.so.10"
	case "file":
		return "libmagic.so.1"
	case "free", "pgrep", "pkill", "ps", "uptime":
		return "libproc2.so.0"
	case Git, "grep", "wget":
		return "libpcre2-8.so.0"
	case "jq":
		return "libjq.so.1"
	case "lsblk":
		return "libblkid.so.1"
	case "lzcat", "lzma", "unlzma", "unxz", "xz", "xzcat":
		return "liblzma.so.5"
	case "mount", "mountpoint", "umount":
		return "libmount.so.1"
	case Node:
		return "libdl.so.2"
	case "openssl":
		return "libssl.so.3"
	case "sed", "tar":
		return "libacl.so.1"
	case SQLite:
		return "libsqlite3.so.0"
	case "su":
		return "libpam.so.0"
	case "unzstd", "zstd", "zstdcat":
		return "libz.so.1"
	}
	return "libc.so.6"
}
