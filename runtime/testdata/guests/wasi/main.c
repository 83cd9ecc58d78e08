// A C program over wasi-libc: what the functions of WASI preview 1 give, one line a check that fails.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wasi/api.h>

static int failed;

static void is(int line, const char *what, long got, long want) {
	if (got != want) {
		printf("line %d: %s: %ld, not %ld\n", line, what, got, want);
		failed = 1;
	}
}
#define IS(what, want) is(__LINE__, #what, (long)(what), (long)(want))

static __wasi_fd_t dir;

static __wasi_errno_t open_at(const char *path, __wasi_oflags_t how, __wasi_rights_t rights, __wasi_fd_t *fd) {
	return __wasi_path_open(dir, 0, path, how, rights, 0, 0, fd);
}

static void rights(void) {
	__wasi_fd_t fd;
	__wasi_fdstat_t st;
	__wasi_size_t n;
	__wasi_ciovec_t out = {(const uint8_t *)"x", 1};
	IS(open_at("r", __WASI_OFLAGS_CREAT, __WASI_RIGHTS_FD_READ | __WASI_RIGHTS_FD_WRITE, &fd), 0);
	IS(__wasi_fd_write(fd, &out, 1, &n), 0);
	IS(__wasi_fd_fdstat_get(fd, &st), 0);
	IS(st.fs_rights_base & __WASI_RIGHTS_FD_SEEK, __WASI_RIGHTS_FD_SEEK);
	__wasi_rights_t less = st.fs_rights_base & ~__WASI_RIGHTS_FD_WRITE;
	IS(__wasi_fd_fdstat_set_rights(fd, less, 0), 0);
	IS(__wasi_fd_write(fd, &out, 1, &n), __WASI_ERRNO_NOTCAPABLE);
	IS(__wasi_fd_fdstat_set_rights(fd, st.fs_rights_base, 0), __WASI_ERRNO_NOTCAPABLE);
	IS(__wasi_fd_fdstat_get(fd, &st), 0);
	IS(st.fs_rights_base, less);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_open(dir, 0, "r", 0, __WASI_RIGHTS_FD_READ, 0, __WASI_FDFLAGS_APPEND | __WASI_FDFLAGS_SYNC, &fd), 0);
	IS(__wasi_fd_fdstat_get(fd, &st), 0);
	IS(st.fs_flags, __WASI_FDFLAGS_APPEND | __WASI_FDFLAGS_SYNC);
	IS(st.fs_rights_base & __WASI_RIGHTS_FD_WRITE, 0);
	IS(__wasi_fd_write(fd, &out, 1, &n), __WASI_ERRNO_BADF);
	IS(__wasi_fd_fdstat_set_flags(fd, 0), 0);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_fd_fdstat_get(dir, &st), 0);
	IS(st.fs_rights_base & (__WASI_RIGHTS_FD_SEEK | __WASI_RIGHTS_FD_READ | __WASI_RIGHTS_FD_FILESTAT_SET_SIZE), 0);
	IS(open_at(".", __WASI_OFLAGS_DIRECTORY, __WASI_RIGHTS_FD_READ | __WASI_RIGHTS_FD_WRITE, &fd), __WASI_ERRNO_ISDIR);
	IS(__wasi_path_unlink_file(dir, "r"), 0);
}

static void directories(void) {
	uint8_t b[16];
	__wasi_iovec_t in = {b, sizeof b};
	__wasi_size_t n;
	__wasi_filesize_t at;
	IS(__wasi_fd_read(dir, &in, 1, &n), __WASI_ERRNO_BADF);
	IS(__wasi_fd_pread(dir, &in, 1, 0, &n), __WASI_ERRNO_BADF);
	IS(__wasi_fd_seek(dir, 0, __WASI_WHENCE_CUR, &at), __WASI_ERRNO_BADF);
	IS(__wasi_fd_tell(dir, &at), __WASI_ERRNO_BADF);
	IS(__wasi_fd_allocate(dir, 0, 1), __WASI_ERRNO_BADF);
	IS(__wasi_fd_advise(dir, 0, 0, __WASI_ADVICE_NORMAL), __WASI_ERRNO_BADF);
	IS(__wasi_fd_filestat_set_size(dir, 0), __WASI_ERRNO_BADF);

	// Entries of 24 bytes and the name; the buffer ends within one until all were read.
	for (int i = 0; i < 20; i++) {
		char name[16];
		sprintf(name, "file%02d", i);
		__wasi_fd_t fd;
		IS(open_at(name, __WASI_OFLAGS_CREAT | __WASI_OFLAGS_EXCL, 0, &fd), 0);
		IS(__wasi_fd_close(fd), 0);
	}
	uint8_t buf[100];
	__wasi_dircookie_t cookie = 0;
	int total = 0, dots = 0;
	do {
		IS(__wasi_fd_readdir(dir, buf, sizeof buf, cookie, &n), 0);
		for (__wasi_size_t i = 0; i + sizeof(__wasi_dirent_t) <= n;) {
			__wasi_dirent_t e;
			memcpy(&e, buf + i, sizeof e);
			if (i + sizeof e + e.d_namlen > n)
				break;
			dots += buf[i + sizeof e] == '.' && e.d_type == __WASI_FILETYPE_DIRECTORY;
			cookie = e.d_next;
			i += sizeof e + e.d_namlen;
			total++;
		}
	} while (n == sizeof buf);
	IS(total, 22);
	IS(dots, 2);
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(__wasi_path_unlink_file(dir, "d"), __WASI_ERRNO_ISDIR);
	IS(__wasi_path_remove_directory(dir, "file00"), __WASI_ERRNO_NOTDIR);
	IS(__wasi_path_unlink_file(dir, "file00/"), __WASI_ERRNO_NOTDIR);
	IS(__wasi_path_remove_directory(dir, "d/"), 0);
	for (int i = 0; i < 20; i++) {
		char name[16];
		sprintf(name, "file%02d", i);
		IS(__wasi_path_unlink_file(dir, name), 0);
	}
}

static void paths(void) {
	__wasi_fd_t fd;
	__wasi_filestat_t st;
	__wasi_size_t n;
	uint8_t text[8];
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(open_at("d/.././/d/f", __WASI_OFLAGS_CREAT, __WASI_RIGHTS_FD_WRITE, &fd), 0);
	IS(__wasi_fd_close(fd), 0);
	IS(open_at("d/../../x", 0, 0, &fd), __WASI_ERRNO_PERM);
	IS(open_at("/d/f", 0, 0, &fd), __WASI_ERRNO_PERM);
	IS(open_at("d/f/", 0, 0, &fd), __WASI_ERRNO_NOTDIR);
	IS(open_at("", 0, 0, &fd), __WASI_ERRNO_NOENT);
	IS(__wasi_path_symlink("d/f", dir, "l"), 0);
	IS(__wasi_path_symlink("nowhere", dir, "dangling"), 0);
	IS(__wasi_path_symlink("loop", dir, "loop"), 0);
	IS(__wasi_path_symlink("x", dir, "new/"), __WASI_ERRNO_NOENT);
	IS(open_at("l", 0, 0, &fd), __WASI_ERRNO_LOOP);
	IS(__wasi_path_open(dir, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, "loop", 0, 0, 0, 0, &fd), __WASI_ERRNO_LOOP);
	IS(__wasi_path_filestat_get(dir, 0, "l", &st), 0);
	IS(st.filetype, __WASI_FILETYPE_SYMBOLIC_LINK);
	IS(__wasi_path_filestat_get(dir, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, "l", &st), 0);
	IS(st.filetype, __WASI_FILETYPE_REGULAR_FILE);
	IS(__wasi_path_readlink(dir, "dangling", text, 4, &n), 0);
	IS(n, 4);
	IS(__wasi_path_link(dir, 0, "dangling", dir, "second"), 0);
	IS(__wasi_path_link(dir, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, "l", dir, "third"), __WASI_ERRNO_INVAL);
	IS(__wasi_path_link(dir, 0, "d/f", dir, "dangling"), __WASI_ERRNO_EXIST);
	IS(__wasi_path_rename(dir, "d/f", dir, "dangling"), 0);
	IS(__wasi_path_rename(dir, "dangling", dir, "d"), __WASI_ERRNO_ISDIR);
	IS(__wasi_path_filestat_set_times(dir, 0, "dangling", 0, 7, __WASI_FSTFLAGS_MTIM), 0);
	IS(__wasi_path_filestat_get(dir, 0, "dangling", &st), 0);
	IS(st.mtim, 7);
	IS(__wasi_path_filestat_set_times(dir, 0, "dangling", 0, 7, __WASI_FSTFLAGS_MTIM | __WASI_FSTFLAGS_MTIM_NOW),
		__WASI_ERRNO_INVAL);
	for (int i = 0; i < 4; i++)
		IS(__wasi_path_unlink_file(dir, (const char *[]){"l", "dangling", "loop", "second"}[i]), 0);
	IS(__wasi_path_remove_directory(dir, "d"), 0);
}

static void numbers(void) {
	__wasi_fd_t a, b;
	__wasi_fdstat_t st;
	IS(open_at("a", __WASI_OFLAGS_CREAT, __WASI_RIGHTS_FD_READ, &a), 0);
	IS(open_at("b", __WASI_OFLAGS_CREAT, __WASI_RIGHTS_FD_WRITE, &b), 0);
	IS(__wasi_fd_renumber(a, b), 0);
	IS(__wasi_fd_close(a), __WASI_ERRNO_BADF);
	IS(__wasi_fd_fdstat_get(b, &st), 0);
	IS(st.fs_rights_base & __WASI_RIGHTS_FD_WRITE, 0);
	IS(__wasi_fd_renumber(b, a), __WASI_ERRNO_BADF); // nothing is open there
	__wasi_filestat_t before, after;
	IS(__wasi_fd_filestat_get(dir, &before), 0);
	IS(__wasi_fd_renumber(dir, 3), 0); // over a directory that was given
	IS(__wasi_fd_fdstat_get(dir, &st), __WASI_ERRNO_BADF);
	dir = 3;
	IS(__wasi_fd_filestat_get(dir, &after), 0);
	IS(after.ino, before.ino);
	__wasi_prestat_t pre;
	IS(__wasi_fd_prestat_get(3, &pre), __WASI_ERRNO_BADF);
	IS(__wasi_path_unlink_file(dir, "a"), 0);
	IS(__wasi_path_unlink_file(dir, "b"), 0);
	IS(__wasi_fd_close(b), 0);
	IS(__wasi_fd_close(3), 0);
	IS(__wasi_fd_close(3), __WASI_ERRNO_BADF);
}

static void waits(void) {
	__wasi_subscription_t s[2];
	__wasi_event_t e[2];
	__wasi_size_t n;
	__wasi_timestamp_t from, to;
	memset(s, 0, sizeof s);
	IS(__wasi_poll_oneoff(s, e, 0, &n), __WASI_ERRNO_INVAL);
	IS(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 1, &from), 0);
	s[0].userdata = 8;
	s[0].u.tag = __WASI_EVENTTYPE_CLOCK;
	s[0].u.u.clock.id = __WASI_CLOCKID_MONOTONIC;
	s[0].u.u.clock.timeout = from + 5000000;
	s[0].u.u.clock.flags = __WASI_SUBCLOCKFLAGS_SUBSCRIPTION_CLOCK_ABSTIME;
	IS(__wasi_poll_oneoff(s, e, 1, &n), 0);
	IS(n == 1 && e[0].userdata == 8 && e[0].error == 0 && e[0].type == __WASI_EVENTTYPE_CLOCK, 1);
	IS(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 1, &to), 0);
	IS(to - from >= 5000000 && to - from < 6000000, 1);
	s[1].u.tag = __WASI_EVENTTYPE_FD_WRITE;
	s[1].u.u.fd_write.file_descriptor = 1;
	IS(__wasi_poll_oneoff(s, e, 2, &n), 0);
	IS(n >= 1 && e[n - 1].type == __WASI_EVENTTYPE_FD_WRITE && e[n - 1].error == 0, 1);
	s[1].u.u.fd_write.file_descriptor = 77;
	IS(__wasi_poll_oneoff(s + 1, e, 1, &n), 0);
	IS(n == 1 && e[0].error == __WASI_ERRNO_BADF, 1);
	IS(__wasi_clock_time_get(9, 1, &to), __WASI_ERRNO_INVAL);
	IS(__wasi_clock_res_get(__WASI_CLOCKID_REALTIME, &to), 0);
	IS(__wasi_sock_shutdown(1, __WASI_SDFLAGS_WR), __WASI_ERRNO_NOTSOCK);
	IS(__wasi_sock_shutdown(77, __WASI_SDFLAGS_WR), __WASI_ERRNO_BADF);
	IS(__wasi_sched_yield(), 0);
	uint8_t random[2][40];
	IS(__wasi_random_get(random[0], 40), 0);
	IS(__wasi_random_get(random[1], 40), 0);
	IS(memcmp(random[0], random[1], 40) != 0, 1);
}

// libc's own calls, by paths below the directories that it was given.
static void libc(const char *name) {
	char path[100], text[10] = "";
	snprintf(path, sizeof path, "%s/by-libc", name);
	FILE *f = fopen(path, "w");
	IS(f != NULL, 1);
	IS(fputs("text", f) >= 0 && fclose(f) == 0, 1);
	IS((f = fopen(path, "r")) != NULL && fread(text, 1, 9, f) == 4 && fclose(f) == 0, 1);
	IS(strcmp(text, "text"), 0);
	IS(unlink(path), 0);
	IS(fopen(path, "r") == NULL && errno == ENOENT, 1);
}

int main(int argc, char **argv) {
	const char *name = argc > 1 ? argv[1] : "/";
	libc(argc > 1 ? name : "/workspace");
	for (__wasi_fd_t fd = 3;; fd++) {
		__wasi_prestat_t pre;
		uint8_t found[64];
		if (__wasi_fd_prestat_get(fd, &pre) != 0)
			break;
		if (__wasi_fd_prestat_dir_name(fd, found, pre.u.dir.pr_name_len) == 0 &&
			pre.u.dir.pr_name_len == strlen(name) && memcmp(found, name, strlen(name)) == 0)
			IS(__wasi_path_open(fd, 0, argc > 1 ? "." : "workspace", __WASI_OFLAGS_DIRECTORY, 0, 0, 0, &dir), 0);
	}
	IS(dir > 3, 1);
	__wasi_fd_t above = dir;
	IS(__wasi_path_create_directory(above, "new"), 0);
	IS(__wasi_path_open(above, 0, "new", __WASI_OFLAGS_DIRECTORY, 0, 0, 0, &dir), 0);
	rights();
	directories();
	paths();
	waits();
	numbers();
	IS(__wasi_path_remove_directory(above, "new"), 0);
	puts(failed ? "bad" : "well");
	return failed;
}
