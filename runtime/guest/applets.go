package guest

// Applets returns the names of box's programs, one file of /usr/bin each. The shells come first; the
// rest is the tools' own list, sorted.
func Applets() []string {
	return []string{
		"bash", "dash",

		"[", "awk", "base32", "base64", "basename", "bunzip2", "bzcat", "cat", "chgrp", "chmod", "chown",
		"cksum", "cmp", "comm", "cp", "csplit", "curl", "cut", "date", "dd", "df", "diff", "dirname", "du",
		"echo", "egrep", "env", "expand", "expr", "factor", "false", "fgrep", "file", "find", "fmt", "fold",
		"free", "getconf", "getent", "grep", "groups", "gunzip", "gzip", "head", "hexdump", "hostname", "iconv",
		"id", "install", "join", "jq", "kill", "less", "link", "ln", "logname", "ls", "md5sum", "mkdir",
		"mkfifo", "mknod", "mktemp", "more", "mount", "mv", "nice", "nl", "nohup", "nproc", "numfmt", "od",
		"paste", "patch", "pgrep", "pkill", "pr", "printenv", "printf", "ps", "pwd", "readlink", "realpath",
		"rev", "rm", "rmdir", "sed", "seq", "setsid", "sha1sum", "sha224sum", "sha256sum", "sha384sum",
		"sha512sum", "shred", "shuf", "sleep", "sort", "split", "sqlite3", "stat", "stdbuf", "strings", "stty",
		"sum", "sync", "tac", "tail", "tar", "tee", "test", "time", "timeout", "touch", "tr", "tree", "true",
		"truncate", "tsort", "tty", "uname", "unexpand", "uniq", "unlink", "unzip", "uptime", "vdir", "wc", "wget",
		"which", "who", "whoami", "xargs", "xxd", "xz", "yes", "zcat", "zip",
	}
}

// boxPrograms are Applets with what Debian links to them.
func boxPrograms() []Program {
	links := map[string][]string{
		"dash": {"/usr/bin/sh"},
		"bash": {"/usr/bin/rbash"},
	}
	sizes := map[string]int64{"bash": 3584 << 10}
	names := Applets()
	list := make([]Program, len(names))
	for i, name := range names {
		list[i] = Program{Name: name, Links: links[name], Bytes: sizes[name]}
	}
	return list
}
