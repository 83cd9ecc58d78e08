// What the programs of this folder share: each checks some functions of WASI preview 1 in a fresh directory
// below the one that its first argument names, and prints a line for every check that fails.
//
// A line that ends in "wazero:" is one where wazero's own host answers otherwise, with what that says or does.
// Ours is what the specification's text says (rights, flags, cookies, every clock and time, EBADF, ENOTSOCK,
// unknown flags EINVAL), what Linux says where the text is silent (slashes, "..", links, pwrite of files
// that are open to append, ESPIPE, bytes of names), and what wasmtime says of directories that are read,
// positioned, synchronised or given flags (EBADF), of path_link that is to follow (EINVAL), of texts that are cut
// (readlink). "Follows" is said where an earlier difference brought it about.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wasi/api.h>

static int failed;

static void is(int line, const char *what, long long got, long long want) {
	if (got != want) {
		printf("line %d: %s: %lld, not %lld\n", line, what, got, want);
		failed = 1;
	}
}
#define IS(what, want) is(__LINE__, #what, (long long)(what), (long long)(want))
#define E(name) __WASI_ERRNO_##name
#define FOLLOW __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW
#define R(name) __WASI_RIGHTS_##name
#define READ_WRITE (R(FD_READ) | R(FD_WRITE))

static __wasi_fd_t dir;     // where the checks are
static __wasi_fd_t preopen; // the directory that was given

static __wasi_errno_t open_as(const char *path, int how, __wasi_rights_t rights, int flags, __wasi_fd_t *fd) {
	return __wasi_path_open(dir, 0, path, how, rights, 0, flags, fd);
}

static __wasi_errno_t try_open(const char *path, int how, __wasi_rights_t rights) {
	__wasi_fd_t fd;
	__wasi_errno_t e = open_as(path, how, rights, 0, &fd);
	return e ? e : __wasi_fd_close(fd);
}

static __wasi_errno_t make(const char *path) {
	return try_open(path, __WASI_OFLAGS_CREAT | __WASI_OFLAGS_EXCL, R(FD_WRITE));
}

// type_of is -errno for what is not there.
static int type_of(const char *path) {
	__wasi_filestat_t st;
	__wasi_errno_t e = __wasi_path_filestat_get(dir, 0, path, &st);
	return e ? -(int)e : st.filetype;
}

static long long write_at_end(__wasi_fd_t fd, const char *text) {
	__wasi_ciovec_t v = {(const uint8_t *)text, strlen(text)};
	__wasi_size_t n;
	__wasi_errno_t e = __wasi_fd_write(fd, &v, 1, &n);
	return e ? -(long long)e : n;
}

static void run(int argc, char **argv);

int main(int argc, char **argv) {
	for (__wasi_fd_t fd = 3;; fd++) {
		__wasi_prestat_t pre;
		uint8_t found[64];
		if (__wasi_fd_prestat_get(fd, &pre) != 0)
			break;
		if (__wasi_fd_prestat_dir_name(fd, found, pre.u.dir.pr_name_len) == 0 &&
			pre.u.dir.pr_name_len == strlen(argv[1]) && memcmp(found, argv[1], strlen(argv[1])) == 0)
			preopen = fd;
	}
	IS(preopen >= 3, 1);
	IS(__wasi_path_create_directory(preopen, "new"), 0);
	IS(__wasi_path_open(preopen, 0, "new", __WASI_OFLAGS_DIRECTORY, 0, 0, 0, &dir), 0);
	run(argc, argv);
	return failed;
}
