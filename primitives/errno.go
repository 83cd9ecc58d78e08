package primitives

import "strconv"

// Errno is a Linux error number (x86-64 numbering, errno(3)); 0 is success.
// WASI and Emscripten numbers exist only inside the ABI folders.
type Errno uint16

// The Linux error numbers, asm-generic/errno-base.h and asm-generic/errno.h.
const (
	OK              Errno = 0
	EPERM           Errno = 1
	ENOENT          Errno = 2
	ESRCH           Errno = 3
	EINTR           Errno = 4
	EIO             Errno = 5
	ENXIO           Errno = 6
	E2BIG           Errno = 7
	ENOEXEC         Errno = 8
	EBADF           Errno = 9
	ECHILD          Errno = 10
	EAGAIN          Errno = 11
	ENOMEM          Errno = 12
	EACCES          Errno = 13
	EFAULT          Errno = 14
	ENOTBLK         Errno = 15
	EBUSY           Errno = 16
	EEXIST          Errno = 17
	EXDEV           Errno = 18
	ENODEV          Errno = 19
	ENOTDIR         Errno = 20
	EISDIR          Errno = 21
	EINVAL          Errno = 22
	ENFILE          Errno = 23
	EMFILE          Errno = 24
	ENOTTY          Errno = 25
	ETXTBSY         Errno = 26
	EFBIG           Errno = 27
	ENOSPC          Errno = 28
	ESPIPE          Errno = 29
	EROFS           Errno = 30
	EMLINK          Errno = 31
	EPIPE           Errno = 32
	EDOM            Errno = 33
	ERANGE          Errno = 34
	EDEADLK         Errno = 35
	ENAMETOOLONG    Errno = 36
	ENOLCK          Errno = 37
	ENOSYS          Errno = 38
	ENOTEMPTY       Errno = 39
	ELOOP           Errno = 40
	ENOMSG          Errno = 42
	EIDRM           Errno = 43
	ECHRNG          Errno = 44
	EL2NSYNC        Errno = 45
	EL3HLT          Errno = 46
	EL3RST          Errno = 47
	ELNRNG          Errno = 48
	EUNATCH         Errno = 49
	ENOCSI          Errno = 50
	EL2HLT          Errno = 51
	EBADE           Errno = 52
	EBADR           Errno = 53
	EXFULL          Errno = 54
	ENOANO          Errno = 55
	EBADRQC         Errno = 56
	EBADSLT         Errno = 57
	EBFONT          Errno = 59
	ENOSTR          Errno = 60
	ENODATA         Errno = 61
	ETIME           Errno = 62
	ENOSR           Errno = 63
	ENONET          Errno = 64
	ENOPKG          Errno = 65
	EREMOTE         Errno = 66
	ENOLINK         Errno = 67
	EADV            Errno = 68
	ESRMNT          Errno = 69
	ECOMM           Errno = 70
	EPROTO          Errno = 71
	EMULTIHOP       Errno = 72
	EDOTDOT         Errno = 73
	EBADMSG         Errno = 74
	EOVERFLOW       Errno = 75
	ENOTUNIQ        Errno = 76
	EBADFD          Errno = 77
	EREMCHG         Errno = 78
	ELIBACC         Errno = 79
	ELIBBAD         Errno = 80
	ELIBSCN         Errno = 81
	ELIBMAX         Errno = 82
	ELIBEXEC        Errno = 83
	EILSEQ          Errno = 84
	ERESTART        Errno = 85
	ESTRPIPE        Errno = 86
	EUSERS          Errno = 87
	ENOTSOCK        Errno = 88
	EDESTADDRREQ    Errno = 89
	EMSGSIZE        Errno = 90
	EPROTOTYPE      Errno = 91
	ENOPROTOOPT     Errno = 92
	EPROTONOSUPPORT Errno = 93
	ESOCKTNOSUPPORT Errno = 94
	EOPNOTSUPP      Errno = 95
	EPFNOSUPPORT    Errno = 96
	EAFNOSUPPORT    Errno = 97
	EADDRINUSE      Errno = 98
	EADDRNOTAVAIL   Errno = 99
	ENETDOWN        Errno = 100
	ENETUNREACH     Errno = 101
	ENETRESET       Errno = 102
	ECONNABORTED    Errno = 103
	ECONNRESET      Errno = 104
	ENOBUFS         Errno = 105
	EISCONN         Errno = 106
	ENOTCONN        Errno = 107
	ESHUTDOWN       Errno = 108
	ETOOMANYREFS    Errno = 109
	ETIMEDOUT       Errno = 110
	ECONNREFUSED    Errno = 111
	EHOSTDOWN       Errno = 112
	EHOSTUNREACH    Errno = 113
	EALREADY        Errno = 114
	EINPROGRESS     Errno = 115
	ESTALE          Errno = 116
	EUCLEAN         Errno = 117
	ENOTNAM         Errno = 118
	ENAVAIL         Errno = 119
	EISNAM          Errno = 120
	EREMOTEIO       Errno = 121
	EDQUOT          Errno = 122
	ENOMEDIUM       Errno = 123
	EMEDIUMTYPE     Errno = 124
	ECANCELED       Errno = 125
	ENOKEY          Errno = 126
	EKEYEXPIRED     Errno = 127
	EKEYREVOKED     Errno = 128
	EKEYREJECTED    Errno = 129
	EOWNERDEAD      Errno = 130
	ENOTRECOVERABLE Errno = 131
	ERFKILL         Errno = 132
)

// Aliases that Linux has for the numbers above.
const (
	EWOULDBLOCK = EAGAIN
	ENOTSUP     = EOPNOTSUPP
)

// errnoInfo is one row of the table of names and messages.
type errnoInfo struct{ name, text string }

// errnoTable is indexed by number; texts are glibc's strerror(3), which programs print.
//
//nolint:gochecknoglobals // an immutable table
var errnoTable = [...]errnoInfo{
	OK:              {"OK", "Success"},
	EPERM:           {"EPERM", "Operation not permitted"},
	ENOENT:          {"ENOENT", "No such file or directory"},
	ESRCH:           {"ESRCH", "No such process"},
	EINTR:           {"EINTR", "Interrupted system call"},
	EIO:             {"EIO", "Input/output error"},
	ENXIO:           {"ENXIO", "No such device or address"},
	E2BIG:           {"E2BIG", "Argument list too long"},
	ENOEXEC:         {"ENOEXEC", "Exec format error"},
	EBADF:           {"EBADF", "Bad file descriptor"},
	ECHILD:          {"ECHILD", "No child processes"},
	EAGAIN:          {"EAGAIN", "Resource temporarily unavailable"},
	ENOMEM:          {"ENOMEM", "Cannot allocate memory"},
	EACCES:          {"EACCES", "Permission denied"},
	EFAULT:          {"EFAULT", "Bad address"},
	ENOTBLK:         {"ENOTBLK", "Block device required"},
	EBUSY:           {"EBUSY", "Device or resource busy"},
	EEXIST:          {"EEXIST", "File exists"},
	EXDEV:           {"EXDEV", "Invalid cross-device link"},
	ENODEV:          {"ENODEV", "No such device"},
	ENOTDIR:         {"ENOTDIR", "Not a directory"},
	EISDIR:          {"EISDIR", "Is a directory"},
	EINVAL:          {"EINVAL", "Invalid argument"},
	ENFILE:          {"ENFILE", "Too many open files in system"},
	EMFILE:          {"EMFILE", "Too many open files"},
	ENOTTY:          {"ENOTTY", "Inappropriate ioctl for device"},
	ETXTBSY:         {"ETXTBSY", "Text file busy"},
	EFBIG:           {"EFBIG", "File too large"},
	ENOSPC:          {"ENOSPC", "No space left on device"},
	ESPIPE:          {"ESPIPE", "Illegal seek"},
	EROFS:           {"EROFS", "Read-only file system"},
	EMLINK:          {"EMLINK", "Too many links"},
	EPIPE:           {"EPIPE", "Broken pipe"},
	EDOM:            {"EDOM", "Numerical argument out of domain"},
	ERANGE:          {"ERANGE", "Numerical result out of range"},
	EDEADLK:         {"EDEADLK", "Resource deadlock avoided"},
	ENAMETOOLONG:    {"ENAMETOOLONG", "File name too long"},
	ENOLCK:          {"ENOLCK", "No locks available"},
	ENOSYS:          {"ENOSYS", "Function not implemented"},
	ENOTEMPTY:       {"ENOTEMPTY", "Directory not empty"},
	ELOOP:           {"ELOOP", "Too many levels of symbolic links"},
	ENOMSG:          {"ENOMSG", "No message of desired type"},
	EIDRM:           {"EIDRM", "Identifier removed"},
	ECHRNG:          {"ECHRNG", "Channel number out of range"},
	EL2NSYNC:        {"EL2NSYNC", "Level 2 not synchronized"},
	EL3HLT:          {"EL3HLT", "Level 3 halted"},
	EL3RST:          {"EL3RST", "Level 3 reset"},
	ELNRNG:          {"ELNRNG", "Link number out of range"},
	EUNATCH:         {"EUNATCH", "Protocol driver not attached"},
	ENOCSI:          {"ENOCSI", "No CSI structure available"},
	EL2HLT:          {"EL2HLT", "Level 2 halted"},
	EBADE:           {"EBADE", "Invalid exchange"},
	EBADR:           {"EBADR", "Invalid request descriptor"},
	EXFULL:          {"EXFULL", "Exchange full"},
	ENOANO:          {"ENOANO", "No anode"},
	EBADRQC:         {"EBADRQC", "Invalid request code"},
	EBADSLT:         {"EBADSLT", "Invalid slot"},
	EBFONT:          {"EBFONT", "Bad font file format"},
	ENOSTR:          {"ENOSTR", "Device not a stream"},
	ENODATA:         {"ENODATA", "No data available"},
	ETIME:           {"ETIME", "Timer expired"},
	ENOSR:           {"ENOSR", "Out of streams resources"},
	ENONET:          {"ENONET", "Machine is not on the network"},
	ENOPKG:          {"ENOPKG", "Package not installed"},
	EREMOTE:         {"EREMOTE", "Object is remote"},
	ENOLINK:         {"ENOLINK", "Link has been severed"},
	EADV:            {"EADV", "Advertise error"},
	ESRMNT:          {"ESRMNT", "Srmount error"},
	ECOMM:           {"ECOMM", "Communication error on send"},
	EPROTO:          {"EPROTO", "Protocol error"},
	EMULTIHOP:       {"EMULTIHOP", "Multihop attempted"},
	EDOTDOT:         {"EDOTDOT", "RFS specific error"},
	EBADMSG:         {"EBADMSG", "Bad message"},
	EOVERFLOW:       {"EOVERFLOW", "Value too large for defined data type"},
	ENOTUNIQ:        {"ENOTUNIQ", "Name not unique on network"},
	EBADFD:          {"EBADFD", "File descriptor in bad state"},
	EREMCHG:         {"EREMCHG", "Remote address changed"},
	ELIBACC:         {"ELIBACC", "Can not access a needed shared library"},
	ELIBBAD:         {"ELIBBAD", "Accessing a corrupted shared library"},
	ELIBSCN:         {"ELIBSCN", ".lib section in a.out corrupted"},
	ELIBMAX:         {"ELIBMAX", "Attempting to link in too many shared libraries"},
	ELIBEXEC:        {"ELIBEXEC", "Cannot exec a shared library directly"},
	EILSEQ:          {"EILSEQ", "Invalid or incomplete multibyte or wide character"},
	ERESTART:        {"ERESTART", "Interrupted system call should be restarted"},
	ESTRPIPE:        {"ESTRPIPE", "Streams pipe error"},
	EUSERS:          {"EUSERS", "Too many users"},
	ENOTSOCK:        {"ENOTSOCK", "Socket operation on non-socket"},
	EDESTADDRREQ:    {"EDESTADDRREQ", "Destination address required"},
	EMSGSIZE:        {"EMSGSIZE", "Message too long"},
	EPROTOTYPE:      {"EPROTOTYPE", "Protocol wrong type for socket"},
	ENOPROTOOPT:     {"ENOPROTOOPT", "Protocol not available"},
	EPROTONOSUPPORT: {"EPROTONOSUPPORT", "Protocol not supported"},
	ESOCKTNOSUPPORT: {"ESOCKTNOSUPPORT", "Socket type not supported"},
	EOPNOTSUPP:      {"EOPNOTSUPP", "Operation not supported"},
	EPFNOSUPPORT:    {"EPFNOSUPPORT", "Protocol family not supported"},
	EAFNOSUPPORT:    {"EAFNOSUPPORT", "Address family not supported by protocol"},
	EADDRINUSE:      {"EADDRINUSE", "Address already in use"},
	EADDRNOTAVAIL:   {"EADDRNOTAVAIL", "Cannot assign requested address"},
	ENETDOWN:        {"ENETDOWN", "Network is down"},
	ENETUNREACH:     {"ENETUNREACH", "Network is unreachable"},
	ENETRESET:       {"ENETRESET", "Network dropped connection on reset"},
	ECONNABORTED:    {"ECONNABORTED", "Software caused connection abort"},
	ECONNRESET:      {"ECONNRESET", "Connection reset by peer"},
	ENOBUFS:         {"ENOBUFS", "No buffer space available"},
	EISCONN:         {"EISCONN", "Transport endpoint is already connected"},
	ENOTCONN:        {"ENOTCONN", "Transport endpoint is not connected"},
	ESHUTDOWN:       {"ESHUTDOWN", "Cannot send after transport endpoint shutdown"},
	ETOOMANYREFS:    {"ETOOMANYREFS", "Too many references: cannot splice"},
	ETIMEDOUT:       {"ETIMEDOUT", "Connection timed out"},
	ECONNREFUSED:    {"ECONNREFUSED", "Connection refused"},
	EHOSTDOWN:       {"EHOSTDOWN", "Host is down"},
	EHOSTUNREACH:    {"EHOSTUNREACH", "No route to host"},
	EALREADY:        {"EALREADY", "Operation already in progress"},
	EINPROGRESS:     {"EINPROGRESS", "Operation now in progress"},
	ESTALE:          {"ESTALE", "Stale file handle"},
	EUCLEAN:         {"EUCLEAN", "Structure needs cleaning"},
	ENOTNAM:         {"ENOTNAM", "Not a XENIX named type file"},
	ENAVAIL:         {"ENAVAIL", "No XENIX semaphores available"},
	EISNAM:          {"EISNAM", "Is a named type file"},
	EREMOTEIO:       {"EREMOTEIO", "Remote I/O error"},
	EDQUOT:          {"EDQUOT", "Disk quota exceeded"},
	ENOMEDIUM:       {"ENOMEDIUM", "No medium found"},
	EMEDIUMTYPE:     {"EMEDIUMTYPE", "Wrong medium type"},
	ECANCELED:       {"ECANCELED", "Operation canceled"},
	ENOKEY:          {"ENOKEY", "Required key not available"},
	EKEYEXPIRED:     {"EKEYEXPIRED", "Key has expired"},
	EKEYREVOKED:     {"EKEYREVOKED", "Key has been revoked"},
	EKEYREJECTED:    {"EKEYREJECTED", "Key was rejected by service"},
	EOWNERDEAD:      {"EOWNERDEAD", "Owner died"},
	ENOTRECOVERABLE: {"ENOTRECOVERABLE", "State not recoverable"},
	ERFKILL:         {"ERFKILL", "Operation not possible due to RF-kill"},
}

// Name returns the symbolic name, such as "ENOENT".
func (e Errno) Name() string {
	if int(e) < len(errnoTable) && errnoTable[e].name != "" {
		return errnoTable[e].name
	}
	return "E" + strconv.Itoa(int(e))
}

// Text returns what strerror(3) prints, such as "No such file or directory".
func (e Errno) Text() string {
	if int(e) < len(errnoTable) && errnoTable[e].text != "" {
		return errnoTable[e].text
	}
	return "Unknown error " + strconv.Itoa(int(e))
}

// Error implements error with the text of strerror(3).
func (e Errno) Error() string { return e.Text() }

// ErrnoByName returns the number of a symbolic name; ok is false if there is none.
func ErrnoByName(name string) (e Errno, ok bool) {
	switch name {
	case "EWOULDBLOCK":
		return EAGAIN, true
	case "ENOTSUP":
		return EOPNOTSUPP, true
	}
	for i, r := range errnoTable {
		if r.name == name && name != "" {
			return Errno(i), true
		}
	}
	return OK, false
}
