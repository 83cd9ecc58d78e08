// Paths: what leads out, what slashes at the end mean, links that dangle or go in circles.
#include "check.h"

static void escapes(void) {
	__wasi_fd_t fd;
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(__wasi_path_create_directory(dir, "d/n"), 0);
	IS(make("d/n/f"), 0);
	IS(try_open("d/.//n/../../d/n/../n///./f", 0, R(FD_READ)), 0);
	const char *out[] = {"..", "../x", "d/../..", "d/../../new/d", "d/n/../../../new/d/n/f", "/d/n/f", "/",
		"//", "./../x"};
	for (int i = 0; i < sizeof out / sizeof out[0]; i++) {
		__wasi_filestat_t st;
		uint8_t b[8];
		__wasi_size_t n;
		IS(__wasi_path_open(dir, 0, out[i], 0, R(FD_READ), 0, 0, &fd), E(PERM));
		IS(__wasi_path_create_directory(dir, out[i]), E(PERM));
		IS(__wasi_path_filestat_get(dir, 0, out[i], &st), E(PERM));
		IS(__wasi_path_filestat_set_times(dir, 0, out[i], 0, 0, 0), E(PERM));
		IS(__wasi_path_link(dir, 0, "d/n/f", dir, out[i]), E(PERM));
		IS(__wasi_path_link(dir, 0, out[i], dir, "x"), E(PERM));
		IS(__wasi_path_rename(dir, "d/n/f", dir, out[i]), E(PERM));
		IS(__wasi_path_rename(dir, out[i], dir, "x"), E(PERM));
		IS(__wasi_path_symlink("f", dir, out[i]), E(PERM));
		IS(__wasi_path_readlink(dir, out[i], b, 8, &n), E(PERM));
		IS(__wasi_path_unlink_file(dir, out[i]), E(PERM));
		IS(__wasi_path_remove_directory(dir, out[i]), E(PERM));
	}
	IS(try_open("d/n/f/", 0, R(FD_READ)), E(NOTDIR));
	IS(try_open("d/n/f///", 0, R(FD_READ)), E(NOTDIR));
	IS(try_open("d/n/", 0, 0), 0);
	IS(try_open("d/n///", __WASI_OFLAGS_DIRECTORY, 0), 0);
	IS(try_open("d/n\\", 0, 0), E(NOENT));
	IS(try_open("d/n/f/..", 0, 0), E(NOTDIR)); // wazero: it works out ".." before it looks
	IS(try_open("d/n/none/..", 0, 0), E(NOENT)); // wazero: the same
	IS(__wasi_path_unlink_file(dir, "d/n/f"), 0);
	IS(__wasi_path_remove_directory(dir, "d"), E(NOTEMPTY));
	IS(__wasi_path_remove_directory(dir, "d/n/."), E(INVAL)); // wazero: it drops the dot
	IS(__wasi_path_remove_directory(dir, "d/n"), 0); // wazero: follows
	IS(__wasi_path_remove_directory(dir, "d"), 0);
}

__attribute__((import_module("wasi_snapshot_preview1"), import_name("path_create_directory")))
extern __wasi_errno_t raw_create_directory(__wasi_fd_t, const char *, __wasi_size_t);

static void bytes(void) {
	// A NUL within a path; the empty path; one that is too long.
	IS(raw_create_directory(dir, "a\0b", 3), E(INVAL));
	IS(try_open("", 0, 0), E(NOENT)); // wazero: the directory
	IS(__wasi_path_create_directory(dir, ""), E(NOENT)); // wazero: EEXIST
	char name[300];
	memset(name, 'x', sizeof name);
	name[256] = 0;
	IS(__wasi_path_create_directory(dir, name), E(NAMETOOLONG));
	name[255] = 0;
	IS(__wasi_path_create_directory(dir, name), 0);
	IS(__wasi_path_remove_directory(dir, name), 0);
	IS(make("caf\xc3\xa9 \xff"), 0); // any bytes are a name; wazero: EPERM, it wants UTF-8
	IS(__wasi_path_unlink_file(dir, "caf\xc3\xa9 \xff"), 0); // wazero: follows
}

static void slashes(void) {
	IS(__wasi_path_create_directory(dir, "s/"), 0);
	IS(__wasi_path_create_directory(dir, "s//"), E(EXIST));
	IS(__wasi_path_create_directory(dir, "none/s/"), E(NOENT));
	IS(make("f"), 0);
	IS(__wasi_path_create_directory(dir, "f"), E(EXIST));
	IS(__wasi_path_create_directory(dir, "f/"), E(EXIST));
	IS(__wasi_path_create_directory(dir, "f/x"), E(NOTDIR)); // wazero: ENOENT
	IS(__wasi_path_unlink_file(dir, "f/"), E(NOTDIR));
	IS(type_of("f"), __WASI_FILETYPE_REGULAR_FILE);
	IS(__wasi_path_unlink_file(dir, "s"), E(ISDIR));
	IS(__wasi_path_unlink_file(dir, "s/"), E(ISDIR));
	IS(__wasi_path_unlink_file(dir, "none/"), E(NOENT));
	IS(__wasi_path_remove_directory(dir, "f"), E(NOTDIR));
	IS(__wasi_path_remove_directory(dir, "f/"), E(NOTDIR));
	IS(make("new/"), E(ISDIR));
	IS(try_open("s/", __WASI_OFLAGS_CREAT, R(FD_WRITE)), E(ISDIR));
	IS(type_of("s/"), __WASI_FILETYPE_DIRECTORY);
	IS(type_of("f/"), -E(NOTDIR));
	IS(__wasi_path_symlink("f", dir, "l/"), E(NOENT));
	IS(__wasi_path_symlink("f", dir, "s/"), E(EXIST));
	IS(__wasi_path_symlink("f", dir, "f/"), E(EXIST));
	IS(__wasi_path_symlink("", dir, "l"), E(NOENT)); // wazero: it makes one, where Linux refuses
	IS(__wasi_path_remove_directory(dir, "s/"), 0);
	__wasi_path_unlink_file(dir, "f");
	__wasi_path_unlink_file(dir, "l");
	__wasi_path_unlink_file(dir, "new");
}

static void links(void) {
	__wasi_fd_t fd;
	__wasi_filestat_t st;
	uint8_t b[16];
	__wasi_size_t n;
	IS(make("f"), 0);
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(__wasi_path_symlink("f", dir, "to-f"), 0);
	IS(__wasi_path_symlink("d", dir, "to-d"), 0);
	IS(__wasi_path_symlink("none", dir, "dangling"), 0);
	IS(__wasi_path_symlink("loop", dir, "loop"), 0);
	IS(__wasi_path_symlink("x", dir, "dangling"), E(EXIST));

	IS(try_open("to-f", 0, R(FD_READ)), E(LOOP));
	IS(try_open("to-d", __WASI_OFLAGS_DIRECTORY, 0), E(NOTDIR));
	IS(try_open("to-d", 0, 0), E(LOOP));
	IS(try_open("dangling", 0, R(FD_READ)), E(LOOP));
	IS(try_open("dangling", __WASI_OFLAGS_CREAT, R(FD_WRITE)), E(LOOP));
	IS(try_open("dangling", __WASI_OFLAGS_CREAT | __WASI_OFLAGS_EXCL, R(FD_WRITE)), E(EXIST));
	IS(try_open("loop", 0, R(FD_READ)), E(LOOP));
	IS(try_open("to-d/", 0, 0), 0); // a slash follows
	IS(__wasi_path_open(dir, FOLLOW, "to-f", 0, R(FD_READ), 0, 0, &fd), 0);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_open(dir, FOLLOW, "to-d", __WASI_OFLAGS_DIRECTORY, 0, 0, 0, &fd), 0);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_open(dir, FOLLOW, "to-f", __WASI_OFLAGS_DIRECTORY, 0, 0, 0, &fd), E(NOTDIR));
	IS(__wasi_path_open(dir, FOLLOW, "loop", 0, 0, 0, 0, &fd), E(LOOP));
	IS(__wasi_path_open(dir, FOLLOW, "loop/x", 0, 0, 0, 0, &fd), E(LOOP));
	IS(__wasi_path_open(dir, FOLLOW, "dangling", 0, 0, 0, 0, &fd), E(NOENT));

	IS(__wasi_path_filestat_get(dir, 0, "to-f", &st), 0);
	IS(st.filetype == __WASI_FILETYPE_SYMBOLIC_LINK && st.size == 1, 1);
	IS(__wasi_path_filestat_get(dir, FOLLOW, "to-f", &st), 0);
	IS(st.filetype == __WASI_FILETYPE_REGULAR_FILE && st.size == 0, 1);
	IS(__wasi_path_filestat_get(dir, FOLLOW, "dangling", &st), E(NOENT));
	IS(__wasi_path_filestat_get(dir, FOLLOW, "loop", &st), E(LOOP));
	IS(__wasi_path_filestat_get(dir, 0, "loop", &st), 0);
	IS(__wasi_path_filestat_set_times(dir, FOLLOW, "dangling", 0, 9, 4), E(NOENT));
	IS(__wasi_path_filestat_set_times(dir, FOLLOW, "loop", 0, 9, 4), E(LOOP));
	IS(__wasi_path_filestat_set_times(dir, 0, "loop", 0, 9000, 4), 0); // wazero: ELOOP
	IS(__wasi_path_filestat_get(dir, 0, "loop", &st), 0);
	IS(st.mtim, 9000); // wazero: follows
	IS(__wasi_path_create_directory(dir, "dangling"), E(EXIST));
	IS(__wasi_path_create_directory(dir, "dangling/"), E(EXIST));
	IS(__wasi_path_create_directory(dir, "loop/x"), E(LOOP));
	IS(__wasi_path_remove_directory(dir, "to-d"), E(NOTDIR));
	IS(__wasi_path_remove_directory(dir, "to-d/"), E(NOTDIR));
	IS(__wasi_path_unlink_file(dir, "to-d/"), E(NOTDIR));
	IS(__wasi_path_unlink_file(dir, "loop/x"), E(LOOP));

	IS(__wasi_path_readlink(dir, "dangling", b, 16, &n), 0);
	IS(n == 4 && memcmp(b, "none", 4) == 0, 1);
	IS(__wasi_path_readlink(dir, "dangling", b, 2, &n), 0); // wazero: ERANGE
	IS(n, 2); // wazero: follows
	IS(__wasi_path_readlink(dir, "f", b, 16, &n), E(INVAL));
	IS(__wasi_path_readlink(dir, "none", b, 16, &n), E(NOENT));
	IS(__wasi_path_readlink(dir, "loop", b, 16, &n), 0);
	IS(__wasi_path_readlink(dir, "to-f/", b, 16, &n), E(NOTDIR));
	const char *all[] = {"to-f", "to-d", "dangling", "loop", "f"};
	for (int i = 0; i < 5; i++)
		__wasi_path_unlink_file(dir, all[i]);
	IS(__wasi_path_remove_directory(dir, "d"), 0);
}

// through has every call walk through a name: what is in the way of one is in the way of all.
static void through(const char *name, int want) {
	char path[16];
	__wasi_filestat_t st;
	uint8_t b[8];
	__wasi_size_t n;
	snprintf(path, sizeof path, "%s/x", name);
	IS(try_open(path, 0, R(FD_READ)), want);
	IS(try_open(path, __WASI_OFLAGS_CREAT | __WASI_OFLAGS_EXCL, R(FD_WRITE)), want);
	IS(try_open(path, __WASI_OFLAGS_DIRECTORY, 0), want);
	IS(__wasi_path_create_directory(dir, path), want); // wazero: ENOENT below a file
	IS(__wasi_path_filestat_get(dir, 0, path, &st), want);
	IS(__wasi_path_filestat_get(dir, FOLLOW, path, &st), want);
	IS(__wasi_path_filestat_set_times(dir, 0, path, 0, 0, 4), want);
	IS(__wasi_path_link(dir, 0, "f", dir, path), want);
	IS(__wasi_path_link(dir, 0, path, dir, "y"), want);
	IS(__wasi_path_rename(dir, "f", dir, path), want);
	IS(__wasi_path_rename(dir, path, dir, "y"), want);
	IS(__wasi_path_symlink("f", dir, path), want);
	IS(__wasi_path_readlink(dir, path, b, 8, &n), want);
	IS(__wasi_path_unlink_file(dir, path), want);
	IS(__wasi_path_remove_directory(dir, path), want);
}

static void walks(void) {
	IS(make("f"), 0);
	IS(__wasi_path_symlink("loop", dir, "loop"), 0);
	IS(__wasi_path_symlink("two", dir, "one"), 0);
	IS(__wasi_path_symlink("./one", dir, "two"), 0);
	IS(__wasi_path_symlink("none", dir, "dangling"), 0);
	IS(__wasi_path_symlink("f", dir, "to-f"), 0);
	through("loop", E(LOOP));
	through("one", E(LOOP));
	through("dangling", E(NOENT));
	through("none", E(NOENT));
	through("f", E(NOTDIR));
	through("to-f", E(NOTDIR));
	const char *all[] = {"f", "loop", "one", "two", "dangling", "to-f"};
	for (int i = 0; i < 6; i++)
		IS(__wasi_path_unlink_file(dir, all[i]), 0);
}

static void opening(void) {
	__wasi_fd_t fd, other;
	IS(make("f"), 0);
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(try_open("f", __WASI_OFLAGS_DIRECTORY, 0), E(NOTDIR));
	IS(make("f"), E(EXIST));
	IS(make("d"), E(EXIST));
	IS(try_open("none", 0, R(FD_READ)), E(NOENT));
	IS(try_open("none", __WASI_OFLAGS_TRUNC, R(FD_WRITE)), E(NOENT));
	IS(try_open("none/x", __WASI_OFLAGS_CREAT, R(FD_WRITE)), E(NOENT));
	IS(try_open("d", 0, R(FD_WRITE)), E(ISDIR));
	IS(try_open("d", __WASI_OFLAGS_DIRECTORY, READ_WRITE), E(ISDIR));
	IS(try_open("d", __WASI_OFLAGS_CREAT, 0), E(ISDIR));
	IS(try_open("x", __WASI_OFLAGS_CREAT | __WASI_OFLAGS_DIRECTORY, 0), E(INVAL));
	IS(try_open("f", 16, 0), E(INVAL)); // wazero: flags it does not know are none
	IS(open_as("f", 0, R(FD_READ), 0, &fd), 0);
	IS(__wasi_path_open(fd, 0, "x", __WASI_OFLAGS_CREAT, 0, 0, 0, &other), E(NOTDIR));
	IS(__wasi_path_create_directory(fd, "x"), E(NOTDIR));
	IS(__wasi_path_open(0, 0, "x", 0, 0, 0, 0, &other), E(NOTDIR));
	IS(__wasi_path_open(99, 0, "x", 0, 0, 0, 0, &other), E(BADF));
	IS(__wasi_path_create_directory(99, "x"), E(BADF));
	IS(__wasi_path_unlink_file(99, "x"), E(BADF));
	IS(__wasi_path_rename(dir, "f", 99, "x"), E(BADF));
	IS(__wasi_path_rename(99, "f", dir, "x"), E(BADF));
	IS(__wasi_path_link(dir, 0, "f", 99, "x"), E(BADF));
	IS(__wasi_path_symlink("f", 99, "x"), E(BADF));

	// What is open stays when its name goes.
	IS(__wasi_path_unlink_file(dir, "f"), 0);
	__wasi_filestat_t st;
	IS(__wasi_fd_filestat_get(fd, &st), 0);
	IS(st.nlink, 0);
	IS(make("f"), 0);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_fd_close(fd), E(BADF));
	IS(open_as("d", __WASI_OFLAGS_DIRECTORY, 0, 0, &fd), 0);
	IS(__wasi_path_remove_directory(dir, "d"), 0);
	IS(__wasi_path_open(fd, 0, "x", __WASI_OFLAGS_CREAT, R(FD_WRITE), 0, 0, &other), E(NOENT));
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_remove_directory(dir, "d"), 0);
	IS(__wasi_path_unlink_file(dir, "f"), 0);
}

static void run(int argc, char **argv) {
	escapes();
	bytes();
	slashes();
	links();
	walks();
	opening();
}
