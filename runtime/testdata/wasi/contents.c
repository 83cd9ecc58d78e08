// Contents: positions, reads and writes of several parts, sizes, advice, times.
#include "check.h"

static __wasi_fd_t fd;
static __wasi_size_t n;
static __wasi_filesize_t at;
static uint8_t b[4096];

static unsigned long long size(void) {
	__wasi_filestat_t st;
	return __wasi_fd_filestat_get(fd, &st) ? -1 : st.size;
}

static void seeking(void) {
	IS(open_as("f", __WASI_OFLAGS_CREAT, READ_WRITE, 0, &fd), 0);
	IS(write_at_end(fd, "0123456789"), 10);
	IS(__wasi_fd_seek(fd, 0, __WASI_WHENCE_CUR, &at), 0);
	IS(at, 10);
	IS(__wasi_fd_seek(fd, -3, __WASI_WHENCE_END, &at), 0);
	IS(at, 7);
	IS(__wasi_fd_seek(fd, -2, __WASI_WHENCE_CUR, &at), 0);
	IS(at, 5);
	IS(__wasi_fd_seek(fd, -6, __WASI_WHENCE_CUR, &at), E(INVAL));
	IS(__wasi_fd_seek(fd, -1, __WASI_WHENCE_SET, &at), E(INVAL));
	IS(__wasi_fd_seek(fd, -11, __WASI_WHENCE_END, &at), E(INVAL));
	IS(__wasi_fd_seek(fd, 0, 3, &at), E(INVAL));
	IS(__wasi_fd_tell(fd, &at), 0);
	IS(at, 5);
	IS(__wasi_fd_seek(fd, 10, __WASI_WHENCE_END, &at), 0); // past the end
	IS(at, 20);
	IS(__wasi_fd_read(fd, &(__wasi_iovec_t){b, 4}, 1, &n), 0);
	IS(n, 0);
	IS(size(), 10);
	IS(write_at_end(fd, "x"), 1);
	IS(size(), 21);
	IS(__wasi_fd_pread(fd, &(__wasi_iovec_t){b, 20}, 1, 9, &n), 0);
	IS(n == 12 && b[0] == '9' && b[1] == 0 && b[10] == 0 && b[11] == 'x', 1);
	IS(__wasi_fd_seek(0, 0, __WASI_WHENCE_CUR, &at), E(SPIPE)); // wazero: it has no pipe there
	IS(__wasi_fd_seek(dir, 0, __WASI_WHENCE_CUR, &at), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_tell(dir, &at), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_seek(77, 0, __WASI_WHENCE_CUR, &at), E(BADF));
	IS(__wasi_fd_close(fd), 0);
}

static void parts(void) {
	IS(open_as("f", __WASI_OFLAGS_TRUNC, READ_WRITE, 0, &fd), 0);
	static const char text[] = "abcdefgh";
	const uint8_t *t = (const uint8_t *)text;
	__wasi_ciovec_t out[5] = {{t, 2}, {0, 0}, {t + 2, 3}, {t + 5, 3}, {0, 0}};
	IS(__wasi_fd_write(fd, out, 5, &n), 0);
	IS(n, 8);
	__wasi_iovec_t in[4] = {{b, 1}, {b + 100, 0}, {b + 10, 4}, {b + 20, 50}};
	IS(__wasi_fd_pread(fd, in, 4, 1, &n), 0);
	IS(n == 7 && b[0] == 'b' && !memcmp(b + 10, "cdef", 4) && !memcmp(b + 20, "gh", 2), 1);
	IS(__wasi_fd_pread(fd, in, 4, 100, &n), 0);
	IS(n, 0);
	IS(__wasi_fd_pread(fd, in, 4, 1ull << 63, &n), E(INVAL)); // wazero: EIO
	IS(__wasi_fd_read(fd, in, 0, &n), 0);
	IS(n, 0);
	IS(__wasi_fd_write(fd, out, 0, &n), 0);
	IS(n, 0);
	IS(__wasi_fd_pwrite(fd, out, 1, 6, &n), 0);
	IS(__wasi_fd_tell(fd, &at), 0);
	IS(at, 8); // where the first write left it
	IS(__wasi_fd_pwrite(fd, out, 5, 20, &n), 0);
	IS(size(), 28);
	IS(__wasi_fd_pwrite(fd, out, 1, 1ull << 63, &n), E(INVAL)); // wazero: it writes
	static __wasi_iovec_t many[1024];
	for (int i = 0; i < 1024; i++)
		many[i] = (__wasi_iovec_t){b + i, 1};
	IS(__wasi_fd_pread(fd, many, 1024, 0, &n), 0);
	IS(n == 28 && !memcmp(b, "abcdefab", 8), 1);
	IS(__wasi_fd_read(dir, in, 1, &n), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_pread(dir, in, 1, 0, &n), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_write(dir, out, 1, &n), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_pwrite(dir, out, 1, 0, &n), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_read(77, in, 1, &n), E(BADF));
	IS(__wasi_fd_write(77, out, 1, &n), E(BADF));
	IS(__wasi_fd_close(fd), 0);

	// pwrite appends to a file that is open to append, as on Linux.
	IS(open_as("f", __WASI_OFLAGS_TRUNC, READ_WRITE, __WASI_FDFLAGS_APPEND, &fd), 0);
	IS(write_at_end(fd, "12345"), 5);
	IS(__wasi_fd_pwrite(fd, out, 1, 0, &n), 0); // wazero: EIO
	IS(size(), 7); // wazero: follows
	IS(__wasi_fd_pread(fd, &(__wasi_iovec_t){b, 20}, 1, 0, &n), 0);
	IS(n == 7 && !memcmp(b, "12345ab", 7), 1); // wazero: follows
	IS(__wasi_fd_close(fd), 0);
}

static void sizes(void) {
	IS(open_as("f", __WASI_OFLAGS_TRUNC, READ_WRITE, 0, &fd), 0);
	IS(__wasi_fd_filestat_set_size(fd, 100), 0);
	IS(size(), 100);
	IS(__wasi_fd_tell(fd, &at), 0);
	IS(at, 0);
	IS(__wasi_fd_filestat_set_size(fd, 0), 0);
	IS(__wasi_fd_filestat_set_size(fd, 1ull << 63), E(INVAL));
	IS(__wasi_fd_filestat_set_size(dir, 0), E(BADF)); // wazero: EINVAL
	IS(__wasi_fd_filestat_set_size(preopen, 0), E(BADF)); // wazero: EINVAL
	IS(__wasi_fd_filestat_set_size(77, 0), E(BADF));
	IS(__wasi_fd_allocate(fd, 10, 20), 0);
	IS(size(), 30);
	IS(__wasi_fd_allocate(fd, 0, 5), 0); // never smaller
	IS(size(), 30);
	IS(__wasi_fd_allocate(fd, 0, 0), E(INVAL)); // wazero: nothing to do, where Linux refuses
	IS(__wasi_fd_allocate(fd, 1ull << 63, 1), E(INVAL));
	IS(__wasi_fd_allocate(dir, 0, 1), E(BADF)); // wazero: EISDIR
	IS(__wasi_fd_allocate(dir, 0, 0), E(BADF)); // wazero: it does nothing
	IS(__wasi_fd_allocate(preopen, 0, 0), E(BADF)); // wazero: it does nothing
	IS(__wasi_fd_allocate(77, 0, 0), E(BADF));
	IS(__wasi_fd_allocate(77, 0, 1), E(BADF));
	for (int advice = 0; advice < 6; advice++)
		IS(__wasi_fd_advise(fd, 0, 10, advice), 0);
	IS(__wasi_fd_advise(fd, 0, 10, 6), E(INVAL));
	IS(__wasi_fd_advise(fd, 0, 1ull << 63, 0), E(INVAL)); // wazero: it does not look
	IS(__wasi_fd_advise(dir, 0, 0, 0), E(BADF)); // wazero: it does not look
	IS(__wasi_fd_advise(preopen, 0, 0, 0), E(BADF)); // wazero: it does not look
	IS(__wasi_fd_advise(77, 0, 0, 0), E(BADF));
	IS(__wasi_fd_advise(0, 0, 0, 0), E(SPIPE)); // wazero: it does not look
	IS(size(), 30);
	IS(__wasi_fd_sync(fd), 0);
	IS(__wasi_fd_datasync(fd), 0);
	IS(__wasi_fd_sync(dir), E(BADF)); // wazero: it does it, as fsync(2)
	IS(__wasi_fd_datasync(dir), E(BADF)); // wazero: the same
	IS(__wasi_fd_sync(preopen), E(BADF)); // wazero: the same
	IS(__wasi_fd_datasync(preopen), E(BADF)); // wazero: the same
	IS(__wasi_fd_datasync(77), E(BADF));
	IS(__wasi_fd_sync(77), E(BADF));
	IS(__wasi_fd_close(fd), 0);
	IS(open_as("f", 0, R(FD_READ), 0, &fd), 0);
	IS(__wasi_fd_filestat_set_size(fd, 1), E(INVAL)); // ftruncate(2): not open for writing
	IS(__wasi_fd_allocate(fd, 0, 1), E(BADF)); // fallocate(2); wazero: as ftruncate by name would do
	IS(__wasi_fd_close(fd), 0);
	IS(open_as("f", __WASI_OFLAGS_TRUNC, R(FD_WRITE), 0, &fd), 0);
	IS(size(), 0);
	IS(__wasi_fd_close(fd), 0);
}

static void times(void) {
	__wasi_filestat_t st;
	const int atim = __WASI_FSTFLAGS_ATIM, atim_now = __WASI_FSTFLAGS_ATIM_NOW;
	const int mtim = __WASI_FSTFLAGS_MTIM, mtim_now = __WASI_FSTFLAGS_MTIM_NOW;
	IS(open_as("f", 0, READ_WRITE, 0, &fd), 0);
	for (int flags = 0; flags < 32; flags++) {
		int wrong = flags > 15 || (flags & atim && flags & atim_now) || (flags & mtim && flags & mtim_now);
		IS(__wasi_fd_filestat_set_times(fd, 7000, 9000, atim | mtim), 0);
		IS(__wasi_fd_filestat_set_times(fd, 1000, 3000, flags), wrong ? E(INVAL) : 0); // wazero: see 32
		IS(__wasi_fd_filestat_get(fd, &st), 0);
		if (!wrong) {
			IS(flags & atim_now ? st.atim > 9000 : st.atim == (flags & atim ? 1000 : 7000), 1);
			IS(flags & mtim_now ? st.mtim > 9000 : st.mtim == (flags & mtim ? 3000 : 9000), 1);
		}
		IS(__wasi_path_filestat_set_times(dir, 0, "f", 7000, 9000, atim | mtim), 0);
		__wasi_errno_t e = __wasi_path_filestat_set_times(dir, 0, "f", 1000, 3000, flags);
		IS(e, wrong ? E(INVAL) : 0); // wazero: too
		IS(__wasi_path_filestat_get(dir, 0, "f", &st), 0);
		if (!wrong)
			IS(flags & mtim_now ? st.mtim > 9000 : st.mtim == (flags & mtim ? 3000 : 9000), 1);
	}
	IS(__wasi_fd_close(fd), 0);
	IS(open_as("f", 0, R(FD_READ), 0, &fd), 0); // a file's owner sets them without opening it to write
	IS(__wasi_fd_filestat_set_times(fd, 0, 1234567890123456000, mtim), 0);
	IS(__wasi_fd_filestat_get(fd, &st), 0);
	IS(st.mtim, 1234567890123456000);
	IS(st.filetype == __WASI_FILETYPE_REGULAR_FILE && st.nlink == 1 && st.ino != 0, 1);
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_fd_filestat_set_times(dir, 0, 5000, mtim), 0);
	IS(__wasi_path_filestat_get(preopen, 0, "new", &st), 0);
	IS(st.mtim, 5000);
	// Through a link, or the link itself.
	IS(__wasi_path_symlink("f", dir, "l"), 0);
	IS(__wasi_path_filestat_set_times(dir, 0, "l", 0, 11000, mtim), 0);
	IS(__wasi_path_filestat_set_times(dir, FOLLOW, "l", 0, 13000, mtim), 0);
	IS(__wasi_path_filestat_get(dir, 0, "l", &st), 0);
	IS(st.mtim, 11000); // wazero: it followed the link
	IS(__wasi_path_filestat_get(dir, FOLLOW, "l", &st), 0);
	IS(st.mtim, 13000);
	IS(__wasi_path_filestat_set_times(dir, 0, "none", 0, 1, mtim), E(NOENT));
	IS(__wasi_fd_filestat_set_times(77, 0, 1, mtim), E(BADF));
	IS(__wasi_path_unlink_file(dir, "l"), 0);
	IS(__wasi_path_unlink_file(dir, "f"), 0);
}

static void run(int argc, char **argv) {
	seeking();
	parts();
	sizes();
	times();
}
