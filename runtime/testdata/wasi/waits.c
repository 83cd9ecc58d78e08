// poll_oneoff, clocks, random bytes, sched_yield, and sockets that are none.
#include "check.h"

static __wasi_subscription_t s[4];
static __wasi_event_t e[4];
static __wasi_size_t n;

static void timer(int i, int id, unsigned long long timeout, int flags) {
	memset(&s[i], 0, sizeof s[i]);
	s[i].userdata = 1000 + i;
	s[i].u.tag = __WASI_EVENTTYPE_CLOCK;
	s[i].u.u.clock.id = id;
	s[i].u.u.clock.timeout = timeout;
	s[i].u.u.clock.flags = flags;
}

static void ready(int i, int tag, __wasi_fd_t fd) {
	memset(&s[i], 0, sizeof s[i]);
	s[i].userdata = 1000 + i;
	s[i].u.tag = tag;
	s[i].u.u.fd_read.file_descriptor = fd;
}

static unsigned long long now(int id) {
	__wasi_timestamp_t t = 0;
	IS(__wasi_clock_time_get(id, 1, &t), 0);
	return t;
}

static int event(int i, int user, int error, int type) {
	return e[i].userdata == 1000 + user && e[i].error == error && e[i].type == type;
}

static void clocks(void) {
	const int mono = __WASI_CLOCKID_MONOTONIC, real = __WASI_CLOCKID_REALTIME;
	const int absolute = __WASI_SUBCLOCKFLAGS_SUBSCRIPTION_CLOCK_ABSTIME;
	const unsigned long long ms = 1000000;
	__wasi_timestamp_t t;
	IS(__wasi_poll_oneoff(s, e, 0, &n), E(INVAL));
	unsigned long long from = now(mono);
	timer(0, mono, 5 * ms, 0);
	IS(__wasi_poll_oneoff(s, e, 1, &n), 0);
	IS(n == 1 && event(0, 0, 0, __WASI_EVENTTYPE_CLOCK), 1);
	IS(now(mono) - from >= 5 * ms, 1);
	timer(0, mono, 0, 0);
	IS(__wasi_poll_oneoff(s, e, 1, &n), 0);
	IS(n, 1);
	timer(0, real, 2 * ms, 0);
	IS(__wasi_poll_oneoff(s, e, 1, &n), 0);
	IS(n, 1);
	from = now(mono);
	timer(0, mono, from + 5 * ms, absolute);
	IS(__wasi_poll_oneoff(s, e, 1, &n), 0); // wazero: ENOTSUP
	IS(n == 1 && event(0, 0, 0, __WASI_EVENTTYPE_CLOCK), 1); // wazero: ENOTSUP
	IS(now(mono) - from >= 5 * ms, 1); // wazero: follows
	timer(0, real, now(real) + 5 * ms, absolute);
	IS(__wasi_poll_oneoff(s, e, 1, &n), 0); // wazero: ENOTSUP
	IS(n == 1 && event(0, 0, 0, __WASI_EVENTTYPE_CLOCK), 1); // wazero: ENOTSUP
	timer(0, mono, 1, absolute); // long gone
	IS(__wasi_poll_oneoff(s, e, 1, &n), 0); // wazero: ENOTSUP
	IS(n == 1 && event(0, 0, 0, __WASI_EVENTTYPE_CLOCK), 1); // wazero: ENOTSUP
	// The first of several, and all that run out then.
	timer(0, mono, 900000 * ms, 0);
	timer(1, mono, 3 * ms, 0);
	timer(2, real, 3 * ms, 0);
	IS(__wasi_poll_oneoff(s, e, 3, &n), 0);
	const int tick = __WASI_EVENTTYPE_CLOCK;
	IS(n == 2 && event(0, 1, 0, tick) && event(1, 2, 0, tick), 1); // wazero: all
	timer(0, 9, 1, 0);
	IS(__wasi_poll_oneoff(s, e, 1, &n), E(INVAL)); // wazero: it looks at no clock's number
	timer(0, __WASI_CLOCKID_THREAD_CPUTIME_ID, 1, 0);
	IS(__wasi_poll_oneoff(s, e, 1, &n), E(INVAL)); // wazero: nor this one
	timer(0, mono, 1, 2);
	IS(__wasi_poll_oneoff(s, e, 1, &n), E(INVAL));
	s[0].u.tag = 7;
	IS(__wasi_poll_oneoff(s, e, 1, &n), E(INVAL));
	for (int id = 0; id < 4; id++) {
		IS(__wasi_clock_res_get(id, &t), 0); // wazero: it has two clocks
		IS(__wasi_clock_time_get(id, 0, &t), 0); // wazero: it has two clocks
		IS(t > 0, 1);
	}
	IS(__wasi_clock_res_get(4, &t), E(INVAL));
	IS(__wasi_clock_time_get(4, 0, &t), E(INVAL));
	from = now(mono);
	IS(now(mono) >= from, 1);
}

static void descriptors(void) {
	const int rd = __WASI_EVENTTYPE_FD_READ, wr = __WASI_EVENTTYPE_FD_WRITE;
	__wasi_fd_t fd;
	IS(open_as("f", __WASI_OFLAGS_CREAT, READ_WRITE, 0, &fd), 0);
	IS(write_at_end(fd, "0123456789"), 10);
	__wasi_filesize_t at;
	IS(__wasi_fd_seek(fd, 4, __WASI_WHENCE_SET, &at), 0);
	ready(0, rd, fd);
	ready(1, wr, fd);
	timer(2, __WASI_CLOCKID_MONOTONIC, 5000000, 0);
	IS(__wasi_poll_oneoff(s, e, 3, &n), 0);
	IS(n == 2 && event(0, 0, 0, rd) && event(1, 1, 0, wr), 1); // wazero: it tells of the clock too
	IS(e[0].fd_readwrite.nbytes, 6); // wazero: 0
	ready(0, wr, 1);
	ready(1, wr, 2);
	IS(__wasi_poll_oneoff(s, e, 2, &n), 0);
	IS(n == 2 && event(0, 0, 0, wr) && event(1, 1, 0, wr), 1); // wazero: it does not wait to write
	ready(0, rd, 77);
	ready(1, wr, 77);
	IS(__wasi_poll_oneoff(s, e, 2, &n), 0);
	IS(n == 2 && event(0, 0, E(BADF), rd) && event(1, 1, E(BADF), wr), 1);
	// One that is not open does not hide one that is.
	ready(0, rd, 77);
	ready(1, wr, 1);
	IS(__wasi_poll_oneoff(s, e, 2, &n), 0);
	IS(n == 2 && event(0, 0, E(BADF), rd) && event(1, 1, 0, wr), 1); // wazero: it does not wait to write
	ready(0, wr, 1);
	timer(1, __WASI_CLOCKID_MONOTONIC, 0, 0);
	IS(__wasi_poll_oneoff(s, e, 2, &n), 0);
	IS(n == 2 && event(0, 0, 0, wr) && event(1, 1, 0, __WASI_EVENTTYPE_CLOCK), 1); // wazero: nor here
	// The end of standard input is something to read.
	ready(0, rd, 0);
	timer(1, __WASI_CLOCKID_MONOTONIC, 5000000, 0);
	IS(__wasi_poll_oneoff(s, e, 2, &n), 0);
	IS(n >= 1 && event(0, 0, 0, rd), 1); // wazero: it has no pipe there
	__wasi_fdstat_t st;
	IS(__wasi_fd_fdstat_get(fd, &st), 0);
	IS(__wasi_fd_fdstat_set_rights(fd, st.fs_rights_base & ~R(POLL_FD_READWRITE), 0), 0); // wazero: ENOSYS
	ready(0, rd, fd);
	IS(__wasi_poll_oneoff(s, e, 1, &n), 0);
	IS(n == 1 && event(0, 0, E(NOTCAPABLE), rd), 1); // wazero: no rights
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_unlink_file(dir, "f"), 0);
}

static void others(void) {
	static uint8_t big[1 << 20], zero[64];
	uint8_t b[8];
	__wasi_roflags_t flags;
	__wasi_fd_t fd;
	__wasi_ciovec_t out = {b, 1};
	__wasi_iovec_t in = {b, 1};
	IS(__wasi_random_get(big, sizeof big), 0);
	IS(memcmp(big, zero, 64) != 0 && memcmp(big + sizeof big - 64, zero, 64) != 0, 1);
	IS(memcmp(big, big + 64, 64) != 0, 1);
	IS(__wasi_random_get(big, 0), 0);
	IS(__wasi_sched_yield(), 0);
	IS(open_as("f", __WASI_OFLAGS_CREAT, READ_WRITE, 0, &fd), 0);
	const __wasi_fd_t none[] = {1, fd, dir, preopen};
	for (int i = 0; i < 4; i++) {
		IS(__wasi_sock_shutdown(none[i], __WASI_SDFLAGS_RD), E(NOTSOCK)); // wazero: EBADF
		IS(__wasi_sock_send(none[i], &out, 1, 0, &n), E(NOTSOCK)); // wazero: EBADF
		IS(__wasi_sock_recv(none[i], &in, 1, 0, &n, &flags), E(NOTSOCK)); // wazero: EBADF
		IS(__wasi_sock_accept(none[i], 0, &(__wasi_fd_t){0}), E(NOTSOCK)); // wazero: EBADF
	}
	IS(__wasi_sock_shutdown(77, __WASI_SDFLAGS_RD), E(BADF));
	IS(__wasi_sock_send(77, &out, 1, 0, &n), E(BADF));
	IS(__wasi_sock_recv(77, &in, 1, 0, &n, &flags), E(BADF));
	IS(__wasi_sock_accept(77, 0, &(__wasi_fd_t){0}), E(BADF));
	IS(__wasi_sock_shutdown(fd, 0), E(NOTSOCK)); // wazero: EBADF
	IS(__wasi_fd_close(fd), 0);
	IS(__wasi_path_unlink_file(dir, "f"), 0);
}

static void run(int argc, char **argv) {
	clocks();
	descriptors();
	others();
}
