// Numbers of descriptors: fd_renumber and fd_close over what is open, closed, standard and given.
#include "check.h"

static __wasi_fdstat_t st;
static __wasi_filestat_t fs;

static unsigned long long inode(__wasi_fd_t fd) {
	return __wasi_fd_filestat_get(fd, &fs) ? 0 : fs.ino;
}

static void run(int argc, char **argv) {
	__wasi_fd_t a, b;
	__wasi_prestat_t pre;
	uint8_t name[64];
	IS(open_as("a", __WASI_OFLAGS_CREAT, R(FD_READ), 0, &a), 0);
	IS(open_as("b", __WASI_OFLAGS_CREAT, R(FD_WRITE), 0, &b), 0);
	unsigned long long was = inode(a);
	IS(__wasi_fd_renumber(a, a), 0);
	IS(inode(a), was); // wazero: it closed what it moved to where it was
	IS(__wasi_fd_renumber(a, b), 0);
	IS(__wasi_fd_fdstat_get(a, &st), E(BADF));
	IS(__wasi_fd_close(a), E(BADF));
	IS(inode(b), was); // wazero: follows
	IS(__wasi_fd_fdstat_get(b, &st), 0); // wazero: follows
	IS(st.fs_rights_base & READ_WRITE, R(FD_READ)); // wazero: what it tells are no rights
	IS(__wasi_fd_renumber(a, b), E(BADF));
	IS(__wasi_fd_renumber(77, 78), E(BADF));
	IS(__wasi_fd_renumber(77, 77), E(BADF));
	IS(__wasi_fd_renumber(b, a), 0); // nothing is open there
	IS(inode(a), was); // wazero: follows
	IS(__wasi_fd_close(b), E(BADF));
	IS(__wasi_fd_renumber(a, 100), 0);
	IS(inode(100), was); // wazero: follows
	// Not beyond that, for wazero's table has room for all numbers below: 16 GiB for the largest, see default.
	IS(__wasi_fd_renumber(100, 1 << 20), E(BADF)); // wazero: follows
	IS(__wasi_fd_renumber(100, -1), E(BADF));
	IS(open_as("b", 0, R(FD_READ), 0, &b), 0);
	IS(b < 100, 1);
	IS(__wasi_fd_close(b), 0);
	IS(inode(100), was); // wazero: follows
	__wasi_fd_close(100);
	IS(__wasi_path_unlink_file(dir, "a"), 0);
	IS(__wasi_path_unlink_file(dir, "b"), 0);

	// Rights go with what they are of.
	IS(open_as(".", __WASI_OFLAGS_DIRECTORY, 0, 0, &a), 0);
	IS(__wasi_fd_fdstat_set_rights(a, 0, 0), 0); // wazero: ENOSYS
	IS(__wasi_fd_renumber(a, 60), 0);
	IS(__wasi_path_create_directory(60, "x"), E(NOTCAPABLE)); // wazero: no rights
	__wasi_path_remove_directory(60, "x");
	IS(open_as(".", __WASI_OFLAGS_DIRECTORY, 0, 0, &b), 0);
	IS(__wasi_fd_renumber(b, 60), 0);
	IS(__wasi_path_create_directory(60, "x"), 0);
	IS(__wasi_path_remove_directory(60, "x"), 0);
	IS(__wasi_fd_close(60), 0);

	// Over the directory that was given, which is one like any other then. wazero keeps those from being
	// moved or replaced, for a program could not come back to them.
	IS(__wasi_fd_prestat_get(preopen, &pre), 0);
	IS(__wasi_fd_prestat_dir_name(preopen, name, pre.u.dir.pr_name_len - 1), E(NAMETOOLONG)); // wazero: 0
	IS(__wasi_fd_prestat_dir_name(dir, name, 64), E(BADF));
	IS(__wasi_fd_prestat_get(dir, &pre), E(BADF));
	IS(__wasi_fd_prestat_get(0, &pre), E(BADF)); // wazero: 0, standard input is one of its own
	was = inode(dir);
	IS(__wasi_fd_renumber(dir, preopen), 0); // wazero: ENOTSUP
	IS(__wasi_fd_fdstat_get(dir, &st), E(BADF)); // wazero: follows
	dir = preopen;
	IS(inode(dir), was); // wazero: follows
	IS(__wasi_fd_prestat_get(dir, &pre), E(BADF)); // wazero: follows
	IS(__wasi_path_create_directory(dir, "y"), 0);
	IS(__wasi_path_remove_directory(dir, "y"), 0);
	IS(__wasi_fd_renumber(dir, 50), 0); // wazero: follows
	IS(__wasi_fd_fdstat_get(dir, &st), E(BADF)); // wazero: follows
	IS(inode(50), was); // wazero: follows
	IS(__wasi_fd_renumber(50, preopen), 0); // wazero: follows
	IS(__wasi_fd_close(preopen), 0);
	IS(__wasi_fd_close(preopen), E(BADF));
	IS(__wasi_path_create_directory(preopen, "y"), E(BADF));
	IS(__wasi_fd_prestat_get(preopen, &pre), E(BADF));
	// Standard output to another number, which nothing was open at.
	IS(__wasi_fd_renumber(1, 90), 0); // wazero: ENOTSUP
	IS(__wasi_fd_fdstat_get(1, &st), E(BADF)); // wazero: follows
	IS(write_at_end(90, "moved\n"), 6); // wazero: follows
	IS(__wasi_fd_renumber(90, 1), 0); // wazero: follows
	IS(__wasi_fd_close(0), 0);
	IS(__wasi_fd_close(0), E(BADF));
}
