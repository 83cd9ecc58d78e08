// Rights: what descriptors have, that they can only shrink, and what their loss forbids.
#include "check.h"

static __wasi_fdstat_t st;

static __wasi_rights_t base(__wasi_fd_t fd) { return __wasi_fd_fdstat_get(fd, &st) ? 0 : st.fs_rights_base; }

static void files(void) {
	__wasi_fd_t fd;
	IS(open_as("f", __WASI_OFLAGS_CREAT, READ_WRITE, 0, &fd), 0);
	IS(write_at_end(fd, "x"), 1);
	__wasi_rights_t all = R(FD_SEEK) | R(FD_TELL) | R(FD_FILESTAT_GET) | R(FD_FILESTAT_SET_SIZE) | READ_WRITE;
	IS(base(fd) & all, all);
	IS(st.fs_rights_inheriting, 0);
	__wasi_rights_t less = base(fd) & ~(R(FD_WRITE) | R(FD_SEEK));
	IS(__wasi_fd_fdstat_set_rights(fd, less, 0), 0); // wazero: ENOSYS, and so on below
	IS(write_at_end(fd, "y"), -E(NOTCAPABLE)); // wazero: no rights
	__wasi_filesize_t at;
	IS(__wasi_fd_seek(fd, 0, __WASI_WHENCE_SET, &at), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_fd_tell(fd, &at), 0);
	IS(at, 1); // wazero: no rights
	IS(__wasi_fd_fdstat_set_rights(fd, less | R(FD_WRITE), 0), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_fd_fdstat_set_rights(fd, less, R(FD_READ)), E(NOTCAPABLE)); // wazero: no rights
	IS(base(fd), less); // wazero: no rights
	IS(__wasi_fd_fdstat_set_rights(fd, 0, 0), 0); // wazero: no rights
	IS(base(fd), 0); // wazero: no rights
	IS(__wasi_fd_filestat_get(fd, &(__wasi_filestat_t){0}), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_fd_filestat_set_size(fd, 0), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_fd_close(fd), 0); // which needs no right
	IS(__wasi_fd_fdstat_set_rights(77, 0, 0), E(BADF)); // wazero: ENOSYS before it looks

	// Reading and writing are what a file was opened for.
	IS(open_as("f", 0, R(FD_READ), __WASI_FDFLAGS_APPEND, &fd), 0);
	IS(base(fd) & READ_WRITE, R(FD_READ)); // wazero: both; all that it tells are what it was asked
	IS(st.fs_flags, __WASI_FDFLAGS_APPEND);
	IS(write_at_end(fd, "y"), -E(BADF));
	IS(__wasi_fd_close(fd), 0);
	IS(open_as("f", 0, R(FD_WRITE), 0, &fd), 0);
	IS(base(fd) & READ_WRITE, R(FD_WRITE)); // wazero: no rights
	uint8_t b[4];
	__wasi_size_t n;
	IS(__wasi_fd_read(fd, &(__wasi_iovec_t){b, 4}, 1, &n), E(BADF));
	IS(__wasi_fd_close(fd), 0);
}

static void directories(void) {
	__wasi_rights_t no = R(FD_SEEK) | R(FD_TELL) | READ_WRITE | R(FD_FILESTAT_SET_SIZE) | R(FD_ALLOCATE);
	IS(base(dir) & no, 0);
	__wasi_rights_t yes = R(PATH_OPEN) | R(FD_READDIR) | R(PATH_FILESTAT_SET_SIZE) | R(PATH_SYMLINK);
	IS(base(dir) & yes, yes);
	IS(st.fs_filetype, __WASI_FILETYPE_DIRECTORY);
	IS(st.fs_rights_inheriting & READ_WRITE, READ_WRITE);
	IS(base(preopen), base(dir));

	__wasi_fd_t d, fd;
	IS(open_as(".", __WASI_OFLAGS_DIRECTORY, 0, 0, &d), 0);
	__wasi_rights_t had = base(d), below = st.fs_rights_inheriting;
	// What is opened below has no right that was given up here, and cannot be opened for it.
	IS(__wasi_fd_fdstat_set_rights(d, had, below & ~R(FD_WRITE)), 0); // wazero: ENOSYS
	IS(__wasi_path_open(d, 0, "f", 0, READ_WRITE, 0, 0, &fd), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_open(d, 0, "f", 0, R(FD_READ), 0, 0, &fd), 0);
	IS(base(fd) & READ_WRITE, R(FD_READ)); // wazero: no rights
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_open(d, 0, ".", __WASI_OFLAGS_DIRECTORY, 0, 0, 0, &fd), 0);
	IS(base(fd) & R(PATH_OPEN), R(PATH_OPEN));
	IS(st.fs_rights_inheriting & READ_WRITE, R(FD_READ)); // wazero: no rights
	IS(__wasi_fd_close(fd), 0);

	const __wasi_rights_t gone = R(PATH_CREATE_DIRECTORY) | R(PATH_CREATE_FILE) | R(PATH_LINK_TARGET) |
		R(PATH_RENAME_TARGET) | R(PATH_SYMLINK) | R(PATH_UNLINK_FILE) | R(PATH_REMOVE_DIRECTORY) |
		R(PATH_READLINK) | R(PATH_FILESTAT_GET) | R(PATH_FILESTAT_SET_TIMES) | R(FD_READDIR);
	IS(__wasi_fd_fdstat_set_rights(d, had & ~gone, 0), 0); // wazero: no rights
	__wasi_filestat_t fs;
	uint8_t b[64];
	__wasi_size_t n;
	IS(__wasi_path_create_directory(d, "x"), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_open(d, 0, "y", __WASI_OFLAGS_CREAT, 0, 0, 0, &fd), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_link(dir, 0, "f", d, "z"), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_rename(dir, "f", d, "g"), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_symlink("f", d, "s"), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_unlink_file(d, "f"), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_remove_directory(d, "f"), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_readlink(d, "f", b, 64, &n), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_filestat_get(d, 0, "f", &fs), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_filestat_set_times(d, 0, "f", 1, 1, 5), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_fd_readdir(d, b, 64, 0, &n), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_fd_close(d), 0);
}

// truncation needs the directory's right, whatever is asked for the file.
static void truncation(void) {
	__wasi_fd_t d;
	IS(open_as(".", __WASI_OFLAGS_DIRECTORY, 0, 0, &d), 0);
	__wasi_rights_t had = base(d), below = st.fs_rights_inheriting;
	__wasi_fd_t fd;
	IS(__wasi_path_open(d, 0, "t", __WASI_OFLAGS_CREAT, R(FD_WRITE), 0, 0, &fd), 0);
	IS(write_at_end(fd, "text"), 4);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_fd_fdstat_set_rights(d, had, below & ~R(FD_FILESTAT_SET_SIZE)), 0); // wazero: ENOSYS
	IS(__wasi_path_open(d, 0, "t", __WASI_OFLAGS_TRUNC, 0, 0, 0, &fd), 0);
	__wasi_filestat_t fs;
	IS(__wasi_fd_filestat_get(fd, &fs), 0);
	IS(fs.size, 0);
	IS(base(fd) & R(FD_FILESTAT_SET_SIZE), 0); // wazero: no rights
	IS(__wasi_fd_close(fd), 0);
	below &= ~R(FD_FILESTAT_SET_SIZE);
	IS(__wasi_fd_fdstat_set_rights(d, had & ~R(PATH_FILESTAT_SET_SIZE), below), 0); // wazero: no rights
	IS(base(d) & R(PATH_FILESTAT_SET_SIZE), 0); // wazero: no rights
	IS(__wasi_path_open(d, 0, "t", __WASI_OFLAGS_TRUNC, 0, 0, 0, &fd), E(NOTCAPABLE)); // wazero: no rights
	IS(__wasi_path_open(d, 0, "t", 0, 0, 0, 0, &fd), 0);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_fd_close(d), 0);
}

static void flags(void) {
	__wasi_fd_t fd;
	char b[8];
	__wasi_size_t n;
	__wasi_filesize_t at;
	IS(open_as("a", __WASI_OFLAGS_CREAT, READ_WRITE, __WASI_FDFLAGS_APPEND, &fd), 0);
	IS(write_at_end(fd, "one"), 3);
	IS(__wasi_fd_seek(fd, 0, __WASI_WHENCE_SET, &at), 0);
	IS(write_at_end(fd, "two"), 3);
	IS(__wasi_fd_fdstat_set_flags(fd, 0), 0);
	IS(base(fd) != 0 && st.fs_flags == 0, 1);
	IS(__wasi_fd_seek(fd, 0, __WASI_WHENCE_SET, &at), 0);
	IS(write_at_end(fd, "six"), 3);
	IS(__wasi_fd_pread(fd, &(__wasi_iovec_t){(uint8_t *)b, 8}, 1, 0, &n), 0);
	IS(n == 6 && memcmp(b, "sixtwo", 6) == 0, 1);
	IS(__wasi_fd_fdstat_set_flags(fd, __WASI_FDFLAGS_APPEND | __WASI_FDFLAGS_NONBLOCK), 0);
	IS(base(fd) != 0 && st.fs_flags == (__WASI_FDFLAGS_APPEND | __WASI_FDFLAGS_NONBLOCK), 1);
	IS(__wasi_fd_fdstat_set_flags(fd, __WASI_FDFLAGS_SYNC), E(INVAL)); // as fcntl(2) cannot
	IS(__wasi_fd_fdstat_set_flags(fd, __WASI_FDFLAGS_DSYNC), E(INVAL));
	IS(__wasi_fd_fdstat_set_flags(fd, __WASI_FDFLAGS_RSYNC), E(INVAL));
	IS(__wasi_fd_fdstat_set_flags(fd, 32), E(INVAL)); // wazero: flags it does not know are none
	IS(__wasi_fd_fdstat_set_flags(77, 0), E(BADF));
	IS(__wasi_fd_fdstat_set_flags(dir, __WASI_FDFLAGS_NONBLOCK), E(BADF)); // wazero: it looks at files alone
	IS(__wasi_fd_fdstat_set_flags(dir, 0), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_fdstat_set_flags(preopen, 0), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_close(fd), 0);
	IS(open_as("a", 0, R(FD_READ), __WASI_FDFLAGS_SYNC | __WASI_FDFLAGS_NONBLOCK, &fd), 0);
	IS(base(fd) != 0 && st.fs_flags == (__WASI_FDFLAGS_SYNC | __WASI_FDFLAGS_NONBLOCK), 1); // wazero: none
	IS(__wasi_fd_close(fd), 0);
	IS(open_as("a", 0, R(FD_READ), __WASI_FDFLAGS_DSYNC, &fd), 0);
	IS(base(fd) != 0 && st.fs_flags == __WASI_FDFLAGS_DSYNC, 1); // wazero: no flags
	IS(__wasi_fd_close(fd), 0);
	IS(open_as("a", 0, R(FD_READ), 32, &fd), E(INVAL)); // wazero: nor here
}

// Standard input, output and error are no terminals: a pipe or a file has no type that isatty(3) takes for
// one.
static void standard(void) {
	for (__wasi_fd_t fd = 0; fd < 3; fd++) {
		IS(__wasi_fd_fdstat_get(fd, &st), 0);
		IS(isatty(fd), 0);
	}
	IS(base(0) & READ_WRITE, R(FD_READ)); // wazero: it is told to write too
	IS(base(1) & READ_WRITE, R(FD_WRITE)); // wazero: no rights
	IS(base(1) & R(POLL_FD_READWRITE), R(POLL_FD_READWRITE));
}

static void run(int argc, char **argv) {
	files();
	directories();
	truncation();
	flags();
	standard();
}
