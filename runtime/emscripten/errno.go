package emscripten

import (
	"strconv"

	"github.com/sandfault/sandfault/primitives"
)

// faultNumber is EFAULT in WASI's numbering.
const faultNumber = 21

// wasiErrno is indexed by Linux's numbers and holds WASI's, which this libc uses. Numbers without
// a counterpart become EIO's.
//
//nolint:gochecknoglobals // an immutable table
var wasiErrno = [...]uint8{
	primitives.E2BIG: 1, primitives.EACCES: 2, primitives.EADDRINUSE: 3, primitives.EADDRNOTAVAIL: 4,
	primitives.EAFNOSUPPORT: 5, primitives.EAGAIN: 6, primitives.EALREADY: 7, primitives.EBADF: 8,
	primitives.EBADMSG: 9, primitives.EBUSY: 10, primitives.ECANCELED: 11, primitives.ECHILD: 12,
	primitives.ECONNABORTED: 13, primitives.ECONNREFUSED: 14, primitives.ECONNRESET: 15,
	primitives.EDEADLK: 16, primitives.EDESTADDRREQ: 17, primitives.EDOM: 18, primitives.EDQUOT: 19,
	primitives.EEXIST: 20, primitives.EFAULT: faultNumber, primitives.EFBIG: 22,
	primitives.EHOSTUNREACH: 23, primitives.EIDRM: 24, primitives.EILSEQ: 25, primitives.EINPROGRESS: 26,
	primitives.EINTR: 27, primitives.EINVAL: 28, primitives.EIO: 29, primitives.EISCONN: 30,
	primitives.EISDIR: 31, primitives.ELOOP: 32, primitives.EMFILE: 33, primitives.EMLINK: 34,
	primitives.EMSGSIZE: 35, primitives.EMULTIHOP: 36, primitives.ENAMETOOLONG: 37, primitives.ENETDOWN: 38,
	primitives.ENETRESET: 39, primitives.ENETUNREACH: 40, primitives.ENFILE: 41, primitives.ENOBUFS: 42,
	primitives.ENODEV: 43, primitives.ENOENT: 44, primitives.ENOEXEC: 45, primitives.ENOLCK: 46,
	primitives.ENOLINK: 47, primitives.ENOMEM: 48, primitives.ENOMSG: 49, primitives.ENOPROTOOPT: 50,
	primitives.ENOSPC: 51, primitives.ENOSYS: 52, primitives.ENOTCONN: 53, primitives.ENOTDIR: 54,
	primitives.ENOTEMPTY: 55, primitives.ENOTRECOVERABLE: 56, primitives.ENOTSOCK: 57,
	primitives.EOPNOTSUPP: 138, primitives.ENOTTY: 59, primitives.ENXIO: 60, primitives.EOVERFLOW: 61,
	primitives.EOWNERDEAD: 62, primitives.EPERM: 63, primitives.EPIPE: 64, primitives.EPROTO: 65,
	primitives.EPROTONOSUPPORT: 66, primitives.EPROTOTYPE: 67, primitives.ERANGE: 68, primitives.EROFS: 69,
	primitives.ESPIPE: 70, primitives.ESRCH: 71, primitives.ESTALE: 72, primitives.ETIMEDOUT: 73,
	primitives.ETXTBSY: 74, primitives.EXDEV: 75,
	// Beyond WASI's own, as Emscripten's errno.h has them.
	primitives.ENOSTR: 100, primitives.EBFONT: 101, primitives.EBADSLT: 102, primitives.EBADRQC: 103,
	primitives.ENOANO: 104, primitives.ENOTBLK: 105, primitives.ECHRNG: 106, primitives.EL3HLT: 107,
	primitives.EL3RST: 108, primitives.ELNRNG: 109, primitives.EUNATCH: 110, primitives.ENOCSI: 111,
	primitives.EL2HLT: 112, primitives.EBADE: 113, primitives.EBADR: 114, primitives.EXFULL: 115,
	primitives.ENODATA: 116, primitives.ETIME: 117, primitives.ENOSR: 118, primitives.ENONET: 119,
	primitives.ENOPKG: 120, primitives.EREMOTE: 121, primitives.EADV: 122, primitives.ESRMNT: 123,
	primitives.ECOMM: 124, primitives.EDOTDOT: 125, primitives.ENOTUNIQ: 126, primitives.EBADFD: 127,
	primitives.EREMCHG: 128, primitives.ELIBACC: 129, primitives.ELIBBAD: 130, primitives.ELIBSCN: 131,
	primitives.ELIBMAX: 132, primitives.ELIBEXEC: 133, primitives.ERESTART: 134, primitives.ESTRPIPE: 135,
	primitives.EUSERS: 136, primitives.ESOCKTNOSUPPORT: 137, primitives.EPFNOSUPPORT: 139,
	primitives.ESHUTDOWN: 140, primitives.ETOOMANYREFS: 141, primitives.EHOSTDOWN: 142,
	primitives.EUCLEAN: 143, primitives.ENOTNAM: 144, primitives.ENAVAIL: 145, primitives.EISNAM: 146,
	primitives.EREMOTEIO: 147, primitives.ENOMEDIUM: 148, primitives.EMEDIUMTYPE: 149,
	primitives.ENOKEY: 150, primitives.EKEYEXPIRED: 151, primitives.EKEYREVOKED: 152,
	primitives.EKEYREJECTED: 153, primitives.ERFKILL: 154, primitives.EL2NSYNC: 156,
}

// number returns an error in the numbering of the guest's libc; 0 for success.
func number(e primitives.Errno) uint32 {
	if e == primitives.OK {
		return 0
	}
	if int(e) < len(wasiErrno) && wasiErrno[e] != 0 {
		return uint32(wasiErrno[e])
	}
	return uint32(wasiErrno[primitives.EIO])
}

// value is the result of an env function: the call's value, or -errno.
func value(r primitives.Result) uint64 {
	if r.Errno != primitives.OK {
		return refuse(r.Errno)
	}
	return uint64(uint32(r.Val))
}

// done is value for calls whose value libc does not want.
func done(r primitives.Result) uint64 {
	if r.Errno != primitives.OK {
		return refuse(r.Errno)
	}
	return 0
}

func refuse(e primitives.Errno) uint64 { return uint64(-number(e)) & 0xffffffff }

// status is the result of a wasi function.
func status(r primitives.Result) uint64 { return uint64(number(r.Errno)) }

// libcErrno is wasiErrno the other way round.
//
//nolint:gochecknoglobals // an immutable table
var libcErrno = invert()

func invert() (back [256]uint8) {
	for linux, libc := range wasiErrno {
		if libc != 0 {
			back[libc] = uint8(linux)
		}
	}
	return back
}

// linuxNumber returns Linux's number for one of libc's; what it does not know stays.
func linuxNumber(n int64) int64 {
	if n > 0 && n < int64(len(libcErrno)) && libcErrno[n] != 0 {
		return int64(libcErrno[n])
	}
	return n
}

// errnoText is glibc's strerror(3).
func errnoText(n int64) string {
	const hwPoison = 133 // EHWPOISON, which no call here gives
	if n == hwPoison {
		return "Memory page has hardware error"
	}
	if n >= 0 && n <= int64(primitives.ERFKILL) {
		return primitives.Errno(n).Text()
	}
	return "Unknown error " + strconv.FormatInt(n, 10)
}
