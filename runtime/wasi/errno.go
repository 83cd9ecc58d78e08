package wasi

import "github.com/sandfault/sandfault/primitives"

// number is WASI's number of an error; what WASI has no number for is EIO.
func number(e primitives.Errno) uint32 {
	if e == notCapable {
		return 76
	}
	if int(e) < len(numbers) && (numbers[e] != 0 || e == primitives.OK) {
		return uint32(numbers[e])
	}
	return uint32(numbers[primitives.EIO])
}

// numbers are WASI's numbers by Linux's, in the order of WASI's.
//
//nolint:gochecknoglobals // an immutable table
var numbers = [...]uint8{
	primitives.OK:              0,
	primitives.E2BIG:           1,
	primitives.EACCES:          2,
	primitives.EADDRINUSE:      3,
	primitives.EADDRNOTAVAIL:   4,
	primitives.EAFNOSUPPORT:    5,
	primitives.EAGAIN:          6,
	primitives.EALREADY:        7,
	primitives.EBADF:           8,
	primitives.EBADMSG:         9,
	primitives.EBUSY:           10,
	primitives.ECANCELED:       11,
	primitives.ECHILD:          12,
	primitives.ECONNABORTED:    13,
	primitives.ECONNREFUSED:    14,
	primitives.ECONNRESET:      15,
	primitives.EDEADLK:         16,
	primitives.EDESTADDRREQ:    17,
	primitives.EDOM:            18,
	primitives.EDQUOT:          19,
	primitives.EEXIST:          20,
	primitives.EFAULT:          21,
	primitives.EFBIG:           22,
	primitives.EHOSTUNREACH:    23,
	primitives.EIDRM:           24,
	primitives.EILSEQ:          25,
	primitives.EINPROGRESS:     26,
	primitives.EINTR:           27,
	primitives.EINVAL:          28,
	primitives.EIO:             29,
	primitives.EISCONN:         30,
	primitives.EISDIR:          31,
	primitives.ELOOP:           32,
	primitives.EMFILE:          33,
	primitives.EMLINK:          34,
	primitives.EMSGSIZE:        35,
	primitives.EMULTIHOP:       36,
	primitives.ENAMETOOLONG:    37,
	primitives.ENETDOWN:        38,
	primitives.ENETRESET:       39,
	primitives.ENETUNREACH:     40,
	primitives.ENFILE:          41,
	primitives.ENOBUFS:         42,
	primitives.ENODEV:          43,
	primitives.ENOENT:          44,
	primitives.ENOEXEC:         45,
	primitives.ENOLCK:          46,
	primitives.ENOLINK:         47,
	primitives.ENOMEM:          48,
	primitives.ENOMSG:          49,
	primitives.ENOPROTOOPT:     50,
	primitives.ENOSPC:          51,
	primitives.ENOSYS:          52,
	primitives.ENOTCONN:        53,
	primitives.ENOTDIR:         54,
	primitives.ENOTEMPTY:       55,
	primitives.ENOTRECOVERABLE: 56,
	primitives.ENOTSOCK:        57,
	primitives.EOPNOTSUPP:      58,
	primitives.ENOTTY:          59,
	primitives.ENXIO:           60,
	primitives.EOVERFLOW:       61,
	primitives.EOWNERDEAD:      62,
	primitives.EPERM:           63,
	primitives.EPIPE:           64,
	primitives.EPROTO:          65,
	primitives.EPROTONOSUPPORT: 66,
	primitives.EPROTOTYPE:      67,
	primitives.ERANGE:          68,
	primitives.EROFS:           69,
	primitives.ESPIPE:          70,
	primitives.ESRCH:           71,
	primitives.ESTALE:          72,
	primitives.ETIMEDOUT:       73,
	primitives.ETXTBSY:         74,
	primitives.EXDEV:           75,
}
