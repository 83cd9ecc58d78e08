// fd_readdir: buffers that end within an entry, cookies, and directories that change meanwhile.
#include "check.h"

static uint8_t buf[4096];
static __wasi_size_t n;

// next reads the entry at a cookie, into name; 0 is the end.
static __wasi_dircookie_t next(__wasi_fd_t d, __wasi_dircookie_t cookie, char *name, __wasi_dirent_t *e) {
	if (__wasi_fd_readdir(d, buf, 300, cookie, &n) != 0 || n < sizeof *e)
		return 0;
	memcpy(e, buf, sizeof *e);
	memcpy(name, buf + sizeof *e, e->d_namlen);
	name[e->d_namlen] = 0;
	return e->d_next;
}

static int count(__wasi_fd_t d, __wasi_size_t room) {
	int total = 0;
	__wasi_dircookie_t cookie = 0;
	do {
		IS(__wasi_fd_readdir(d, buf, room, cookie, &n), 0);
		for (__wasi_size_t i = 0; i + sizeof(__wasi_dirent_t) <= n;) {
			__wasi_dirent_t e;
			memcpy(&e, buf + i, sizeof e);
			if (i + sizeof e + e.d_namlen > n)
				break;
			cookie = e.d_next;
			i += sizeof e + e.d_namlen;
			total++;
		}
	} while (n == room);
	return total;
}

static void reading(__wasi_fd_t d) {
	char name[256], first[256];
	__wasi_dirent_t e;
	__wasi_filestat_t st;
	IS(count(d, 4096), 22);
	IS(count(d, 100), 22);
	IS(count(d, 31), 22); // room for one of them
	IS(__wasi_fd_readdir(d, buf, 0, 0, &n), 0); // wazero: EINVAL, as for any that holds no entry's head
	IS(n, 0); // wazero: follows
	IS(__wasi_fd_readdir(d, buf, 10, 0, &n), 0); // wazero: EINVAL
	IS(n, 10); // wazero: follows
	int dots = 0, found = 0;
	__wasi_dircookie_t after_first = 0;
	for (__wasi_dircookie_t c = 0; (c = next(d, c, name, &e)) != 0;) {
		if (!strcmp(name, ".")) {
			IS(__wasi_fd_filestat_get(d, &st), 0);
			IS(e.d_ino == st.ino && e.d_type == __WASI_FILETYPE_DIRECTORY, 1);
			dots++;
		} else if (!strcmp(name, "..")) {
			IS(e.d_type, __WASI_FILETYPE_DIRECTORY);
			dots++;
		} else {
			IS(__wasi_path_filestat_get(d, 0, name, &st), 0);
			IS(e.d_ino == st.ino && e.d_type == st.filetype, 1);
			if (!after_first) {
				after_first = c;
				strcpy(first, name);
			}
			found++;
		}
	}
	IS(dots, 2);
	IS(found, 20);
	// A cookie of before still is of what comes next.
	char again[256], second[256];
	IS(next(d, after_first, second, &e) != 0, 1); // wazero: it begins anew for each call
	IS(__wasi_path_unlink_file(d, first), 0);
	IS(next(d, after_first, again, &e) != 0, 1); // wazero: it begins anew for each call
	IS(strcmp(again, second), 0);
	IS(make(first), 0);
	IS(__wasi_fd_readdir(d, buf, 300, 1ull << 40, &n), 0); // wazero: ENOENT
	IS(n, 0);
	IS(__wasi_fd_readdir(d, buf, 300, 1ull << 63, &n), E(INVAL)); // wazero: ENOENT
}

// removing takes away what it reads: nothing may be left out.
static void removing(void) {
	char name[256];
	__wasi_dirent_t e;
	int gone = 0;
	for (__wasi_dircookie_t c = 0; (c = next(dir, c, name, &e)) != 0;)
		if (strncmp(name, "file", 4) == 0)
			gone += __wasi_path_unlink_file(dir, name) == 0;
	IS(gone, 20);
	for (int i = 0; i < 20; i++) {
		sprintf(name, "file%02d", i);
		__wasi_path_unlink_file(dir, name);
	}
	IS(count(dir, 4096), 2); // read from the beginning it is what there is
	IS(make("late"), 0);
	IS(count(dir, 4096), 3);
	IS(__wasi_path_unlink_file(dir, "late"), 0);
}

static void given(void) {
	char name[256];
	__wasi_dirent_t e;
	IS(make("../new/x"), E(PERM));
	IS(count(preopen, 4096), 3);
	__wasi_dircookie_t c = next(preopen, 0, name, &e);
	for (int i = 0; i < 10; i++) {
		sprintf(name, "p%d", i);
		__wasi_fd_t fd;
		IS(__wasi_path_open(preopen, 0, name, __WASI_OFLAGS_CREAT, 0, 0, 0, &fd), 0);
		IS(__wasi_fd_close(fd), 0);
	}
	IS(count(preopen, 40), 13);
	int gone = 0;
	for (c = 0; (c = next(preopen, c, name, &e)) != 0;)
		if (name[0] == 'p')
			gone += __wasi_path_unlink_file(preopen, name) == 0;
	IS(gone, 10);
	for (int i = 0; i < 10; i++) {
		sprintf(name, "p%d", i);
		__wasi_path_unlink_file(preopen, name);
	}
}

static void run(int argc, char **argv) {
	char name[16];
	for (int i = 0; i < 20; i++) {
		sprintf(name, "file%02d", i);
		IS(make(name), 0);
	}
	reading(dir);
	removing();
	given();
	__wasi_fd_t fd;
	IS(open_as("f", __WASI_OFLAGS_CREAT, READ_WRITE, 0, &fd), 0);
	IS(write_at_end(fd, "xy"), 2);
	IS(__wasi_fd_readdir(fd, buf, 300, 1, &n), E(NOTDIR)); // wazero: EBADF; Linux has its say, getdents(2)
	__wasi_filesize_t at;
	IS(__wasi_fd_tell(fd, &at), 0);
	IS(at, 2);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_unlink_file(dir, "f"), 0);
	IS(__wasi_fd_readdir(77, buf, 300, 0, &n), E(BADF));
	// Of a directory that was removed there is nothing to read.
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(open_as("d", __WASI_OFLAGS_DIRECTORY, 0, 0, &fd), 0);
	IS(__wasi_path_remove_directory(dir, "d"), 0);
	IS(__wasi_fd_readdir(fd, buf, 300, 0, &n), 0); // wazero: ENOENT
	IS(n, 0);
	IS(__wasi_fd_close(fd), 0);
}
