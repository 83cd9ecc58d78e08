// path_link and path_rename: every kind of file, over every other, with and without slashes, from one
// directory that was given to another.
#include "check.h"

static __wasi_filestat_t st;

static unsigned long long inode(const char *path) {
	return __wasi_path_filestat_get(dir, 0, path, &st) ? 0 : st.ino;
}

static void linking(void) {
	IS(make("f"), 0);
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(__wasi_path_symlink("none", dir, "dangling"), 0);
	IS(__wasi_path_symlink("loop", dir, "loop"), 0);
	IS(__wasi_path_link(dir, 0, "f", dir, "g"), 0);
	IS(inode("f"), inode("g"));
	IS(st.nlink, 2);
	IS(__wasi_path_link(dir, 0, "f", dir, "f"), E(EXIST));
	IS(__wasi_path_link(dir, 0, "f", dir, "g"), E(EXIST));
	IS(__wasi_path_link(dir, 0, "f", dir, "d"), E(EXIST));
	IS(__wasi_path_link(dir, 0, "f", dir, "d/"), E(EXIST));
	IS(__wasi_path_link(dir, 0, "f", dir, "x/"), E(NOENT));
	IS(__wasi_path_unlink_file(dir, "x"), E(NOENT));
	IS(__wasi_path_link(dir, 0, "f/", dir, "x"), E(NOTDIR));
	__wasi_path_unlink_file(dir, "x");
	IS(__wasi_path_link(dir, 0, "none", dir, "x"), E(NOENT));
	IS(__wasi_path_link(dir, 0, "f", dir, "none/x"), E(NOENT));
	IS(__wasi_path_link(dir, 0, "d", dir, "x"), E(PERM));
	IS(__wasi_path_link(dir, 0, "d/", dir, "x"), E(PERM));
	IS(__wasi_path_link(dir, 0, "f", dir, "dangling"), E(EXIST));
	IS(__wasi_path_link(dir, 0, "f", dir, "loop"), E(EXIST));
	// A link to a link is one to itself.
	IS(__wasi_path_link(dir, 0, "dangling", dir, "x"), 0);
	IS(type_of("x"), __WASI_FILETYPE_SYMBOLIC_LINK);
	IS(inode("x"), inode("dangling"));
	IS(__wasi_path_unlink_file(dir, "x"), 0);
	IS(__wasi_path_link(dir, 0, "loop", dir, "x"), 0);
	IS(__wasi_path_unlink_file(dir, "x"), 0);
	IS(__wasi_path_link(dir, FOLLOW, "dangling", dir, "x"), E(INVAL)); // wazero: it makes one
	IS(__wasi_path_link(dir, FOLLOW, "f", dir, "y"), E(INVAL)); // wazero: it makes one
	const char *all[] = {"f", "g", "dangling", "loop", "x", "y"};
	for (int i = 0; i < 6; i++)
		__wasi_path_unlink_file(dir, all[i]);
	IS(__wasi_path_remove_directory(dir, "d"), 0);
}

static void renaming(void) {
	IS(make("f"), 0);
	IS(make("g"), 0);
	IS(__wasi_path_create_directory(dir, "d"), 0);
	IS(__wasi_path_create_directory(dir, "full"), 0);
	IS(make("full/x"), 0);
	IS(__wasi_path_symlink("none", dir, "dangling"), 0);
	unsigned long long was = inode("f");
	IS(__wasi_path_rename(dir, "f", dir, "f"), 0);
	IS(__wasi_path_rename(dir, "f", dir, "new"), 0);
	IS(inode("new"), was);
	IS(type_of("f"), -E(NOENT));
	IS(__wasi_path_rename(dir, "new", dir, "g"), 0); // over a file
	IS(inode("g"), was);
	IS(__wasi_path_rename(dir, "g", dir, "d"), E(ISDIR));
	IS(__wasi_path_rename(dir, "g", dir, "d/"), E(NOTDIR));
	IS(__wasi_path_rename(dir, "d", dir, "g"), E(NOTDIR));
	IS(__wasi_path_rename(dir, "d", dir, "g/"), E(NOTDIR));
	IS(__wasi_path_rename(dir, "d", dir, "full"), E(NOTEMPTY));
	IS(__wasi_path_rename(dir, "full", dir, "d"), 0); // over an empty one
	IS(type_of("d/x"), __WASI_FILETYPE_REGULAR_FILE);
	IS(__wasi_path_rename(dir, "d", dir, "d/in"), E(INVAL));
	IS(__wasi_path_rename(dir, "d/x", dir, "d"), E(NOTEMPTY));
	IS(__wasi_path_rename(dir, "none", dir, "x"), E(NOENT));
	IS(__wasi_path_rename(dir, "g", dir, "none/x"), E(NOENT));
	IS(__wasi_path_rename(dir, "g", dir, "x/"), E(NOTDIR));
	IS(__wasi_path_rename(dir, "g/", dir, "x"), E(NOTDIR));
	IS(type_of("g"), __WASI_FILETYPE_REGULAR_FILE);
	IS(__wasi_path_rename(dir, "d/", dir, "e/"), 0);
	IS(__wasi_path_rename(dir, "e", dir, "d/"), 0);
	IS(__wasi_path_rename(dir, "d/", dir, "e"), 0);
	IS(__wasi_path_rename(dir, ".", dir, "x"), E(BUSY)); // wazero: EINVAL
	IS(__wasi_path_rename(dir, "e", dir, "e/."), E(BUSY)); // wazero: nothing to do
	// Links themselves are renamed, and over.
	IS(__wasi_path_rename(dir, "dangling", dir, "l"), 0);
	IS(type_of("l"), __WASI_FILETYPE_SYMBOLIC_LINK);
	IS(make("h"), 0);
	IS(__wasi_path_rename(dir, "h", dir, "l"), 0);
	IS(type_of("l"), __WASI_FILETYPE_REGULAR_FILE);
	// Two names of one file: nothing happens, rename(2).
	IS(__wasi_path_link(dir, 0, "l", dir, "m"), 0);
	IS(__wasi_path_rename(dir, "l", dir, "m"), 0);
	IS(type_of("l"), __WASI_FILETYPE_REGULAR_FILE);
	const char *all[] = {"g", "l", "m", "e/x", "x"};
	for (int i = 0; i < 5; i++)
		__wasi_path_unlink_file(dir, all[i]);
	IS(__wasi_path_remove_directory(dir, "e"), 0);
}

// Directories that were given are one tree to names.
static void across(void) {
	IS(make("f"), 0);
	IS(__wasi_path_rename(dir, "f", preopen, "up"), 0);
	IS(__wasi_path_rename(preopen, "up", dir, "down"), 0);
	IS(__wasi_path_link(dir, 0, "down", preopen, "up"), 0);
	IS(inode("down") != 0 && st.nlink == 2, 1);
	IS(__wasi_path_unlink_file(preopen, "up"), 0);
	IS(__wasi_path_unlink_file(dir, "down"), 0);
	__wasi_fd_t other = preopen == 3 ? 4 : 3;
	__wasi_prestat_t pre;
	if (__wasi_fd_prestat_get(other, &pre))
		return;
	IS(make("f"), 0);
	IS(__wasi_path_rename(dir, "f", other, "moved"), 0);
	IS(__wasi_path_link(other, 0, "moved", dir, "f"), 0);
	IS(__wasi_path_symlink("f", other, "s"), 0);
	IS(__wasi_path_rename(other, "s", dir, "s"), 0);
	IS(__wasi_path_unlink_file(other, "moved"), 0);
	IS(__wasi_path_unlink_file(dir, "f"), 0);
	IS(__wasi_path_unlink_file(dir, "s"), 0);
}

static void run(int argc, char **argv) {
	linking();
	renaming();
	across();
}
