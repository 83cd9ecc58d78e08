// Addresses outside of memory are EFAULT, as on Linux and in most hosts, and nothing was done then. (wasmtime
// traps since 2023, as the format's document has it; programs do not depend on either.)
#include "check.h"

#define BAD ((void *)0xfffffff0)

// Those that the header wants strings for take them where there are none.
#define FROM(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
#define RAW(name) FROM(name) extern __wasi_errno_t
RAW(path_create_directory) raw_create_directory(__wasi_fd_t, void *, __wasi_size_t);
RAW(path_unlink_file) raw_unlink_file(__wasi_fd_t, void *, __wasi_size_t);
RAW(path_symlink) raw_symlink(void *, __wasi_size_t, __wasi_fd_t, const char *, __wasi_size_t);

static void run(int argc, char **argv) {
	__wasi_fd_t fd;
	__wasi_size_t n;
	__wasi_filestat_t st;
	uint8_t b[64];
	__wasi_iovec_t in = {BAD, 4}, over = {b, 0xffffffff};
	IS(open_as("f", __WASI_OFLAGS_CREAT, READ_WRITE, 0, &fd), 0);
	IS(write_at_end(fd, "text"), 4);
	__wasi_fd_t next = fd + 1;
	IS(__wasi_path_open(dir, 0, "f", 0, R(FD_READ), 0, 0, BAD), E(FAULT));
	IS(__wasi_fd_fdstat_get(next, &(__wasi_fdstat_t){0}), E(BADF));
	IS(__wasi_path_open(dir, 0, "g", __WASI_OFLAGS_CREAT, R(FD_READ), 0, 0, BAD), E(FAULT));
	IS(type_of("g"), -E(NOENT)); // wazero: it made it
	IS(__wasi_fd_read(fd, BAD, 1, &n), E(FAULT));
	IS(__wasi_fd_pread(fd, &in, 1, 0, &n), E(FAULT));
	IS(__wasi_fd_pread(fd, &over, 1, 0, &n), E(FAULT));
	IS(__wasi_fd_pread(fd, &(__wasi_iovec_t){b, 4}, 1, 0, BAD), E(FAULT));
	IS(__wasi_fd_write(fd, (void *)&in, 1, &n), E(FAULT));
	IS(__wasi_fd_write(fd, (void *)&(__wasi_iovec_t){b, 4}, 1, BAD), E(FAULT));
	IS(__wasi_fd_filestat_get(fd, &st), 0);
	IS(st.size, 4); // wazero: it wrote
	IS(__wasi_fd_filestat_get(fd, BAD), E(FAULT));
	IS(__wasi_fd_fdstat_get(fd, BAD), E(FAULT));
	IS(__wasi_fd_seek(fd, 0, __WASI_WHENCE_SET, BAD), E(FAULT));
	IS(__wasi_fd_readdir(dir, BAD, 100, 0, &n), E(FAULT));
	IS(__wasi_fd_readdir(dir, b, 64, 0, BAD), E(FAULT));
	IS(__wasi_fd_prestat_get(preopen, BAD), E(FAULT));
	IS(__wasi_fd_prestat_dir_name(preopen, BAD, 64), E(FAULT)); // wazero: ENAMETOOLONG
	IS(raw_create_directory(dir, BAD, 100), E(FAULT));
	IS(raw_unlink_file(dir, BAD, 100), E(FAULT));
	IS(raw_symlink(BAD, 100, dir, "l", 1), E(FAULT));
	IS(__wasi_path_readlink(dir, "f", BAD, 100, &n), E(FAULT)); // wazero: EINVAL
	IS(__wasi_path_filestat_get(dir, 0, "f", BAD), E(FAULT));
	IS(__wasi_clock_time_get(0, 0, BAD), E(FAULT));
	IS(__wasi_clock_res_get(0, BAD), E(FAULT));
	IS(__wasi_random_get(BAD, 100), E(FAULT));
	IS(__wasi_args_sizes_get(BAD, &n), E(FAULT));
	IS(__wasi_environ_sizes_get(&n, BAD), E(FAULT));
	IS(__wasi_args_get(BAD, b), E(FAULT));
	__wasi_subscription_t s = {.u = {.tag = __WASI_EVENTTYPE_CLOCK}};
	__wasi_event_t e;
	IS(__wasi_poll_oneoff(BAD, &e, 1, &n), E(FAULT));
	IS(__wasi_poll_oneoff(&s, BAD, 1, &n), E(FAULT));
	IS(__wasi_poll_oneoff(&s, &e, 1, BAD), E(FAULT));
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_unlink_file(dir, "f"), 0);
}
