"""What os lacks or libc only pretends: identity, limits, links, waits."""
import os
import posix
import sys

from _sandfault import device
from _sandfault.builtin import builtin, integer, path, publish
from _sandfault.device import checked, error, raw

_AT_FDCWD = -100


def _plain(name):
    """A call that takes nothing and tells a number."""
    call = checked(name)

    @builtin("posix", name)
    def f():
        return call()

    return f


def _of_process(name):
    call = checked(name)

    @builtin("posix", name)
    def f(pid):
        return call(integer(pid))

    return f


def _nothing(name, convert=integer):
    """A call of which the value means nothing."""
    call = checked(name)

    @builtin("posix", name)
    def f(*args):
        call(*[convert(a) for a in args])

    return f


def _ident(v, what):
    """A user's or group's number: what _Py_Uid_Converter does."""
    if not hasattr(type(v), "__index__"):
        raise TypeError("%s should be integer, not %s" % (what, type(v).__name__))
    v = v.__index__()
    if v >= 1 << 64:
        raise OverflowError(what + " is greater than maximum")
    if v < -1 or v > 0xFFFFFFFF:
        raise OverflowError(what + " is less than minimum")  # also if it is too large, but fits a C long
    return v


def _user(v):
    return _ident(v, "uid")


def _group(v):
    return _ident(v, "gid")


def _identity():
    umask, getgroups, setgroups = checked("umask"), checked("getgroups"), checked("setgroups")
    setresuid, setresgid = checked("setresuid"), checked("setresgid")

    @builtin("posix", "getgroups")
    def getgroups_():
        n = getgroups(0, bytearray())
        b = bytearray(4 * n)
        n = getgroups(n, b)
        return [int.from_bytes(b[4 * i:4 * i + 4], "little") for i in range(n)]

    @builtin("posix", "setgroups")
    def setgroups_(groups, /):
        b = bytearray(b"".join(integer(g).to_bytes(4, "little") for g in groups))
        setgroups(len(b) // 4, b)

    @builtin("posix", "umask")
    def umask_(mask, /):
        return umask(integer(mask))

    @builtin("posix", "getpgrp")
    def getpgrp():
        return os.getpgid(0)

    @builtin("posix", "setpgrp")
    def setpgrp():
        os.setpgid(0, 0)

    @builtin("posix", "setreuid")
    def setreuid(ruid, euid, /):
        setresuid(_ident(ruid, "uid"), _ident(euid, "uid"), -1)

    @builtin("posix", "setregid")
    def setregid(rgid, egid, /):
        setresgid(_ident(rgid, "gid"), _ident(egid, "gid"), -1)

    @builtin("posix", "seteuid")
    def seteuid(euid, /):
        setresuid(-1, _ident(euid, "uid"), -1)

    @builtin("posix", "setegid")
    def setegid(egid, /):
        setresgid(-1, _ident(egid, "gid"), -1)

    @builtin("posix", "getresuid")
    def getresuid():
        return (os.getuid(), os.geteuid(), os.geteuid())

    @builtin("posix", "getresgid")
    def getresgid():
        return (os.getgid(), os.getegid(), os.getegid())

    priority = checked("getpriority")

    @builtin("posix")
    def getpriority(which, who):
        return 20 - priority(integer(which), integer(who), 0)

    set_priority = checked("setpriority")

    @builtin("posix")
    def nice(increment, /):
        current = 20 - priority(0, 0, 0)
        try:
            set_priority(0, 0, max(-20, min(19, current + integer(increment))))
        except PermissionError:
            raise error(1) from None  # nice(2): EPERM where setpriority(2) has EACCES
        return 20 - priority(0, 0, 0)

    @builtin("posix", "getlogin")
    def getlogin():
        raise error(6)  # no terminal: ENXIO

    @builtin("posix", "initgroups")
    def initgroups(name, gid, /):
        path(name)
        _group(gid)
        raise error(1)

    return [getgroups_, setgroups_, umask_, getpgrp, setpgrp, setreuid, setregid, seteuid, setegid, getresuid, getresgid,
            getlogin, initgroups, nice, _nothing("setresuid", _user), _nothing("setresgid", _group),
            _plain("getpid"), _plain("getppid"), _plain("getuid"), _plain("geteuid"), _plain("getgid"),
            _plain("getegid"), _of_process("getpgid"), _of_process("getsid"), getpriority, _nothing("setuid", _user), _nothing("setgid", _group),
            _nothing("setpgid"), _nothing("setsid"), _nothing("setpriority"), _nothing("sched_yield")]


def _machine():
    uname, affinity, set_affinity, times = checked("uname"), checked("affinity_of"), checked("sched_setaffinity"), \
        checked("times")

    @builtin("posix", "uname")
    def uname_():
        b = bytearray(325)
        uname(b)
        return posix.uname_result([bytes(b[65 * i:65 * i + 65]).split(b"\0")[0].decode() for i in range(5)])

    @builtin("posix")
    def sched_getaffinity(pid, /):
        b = bytearray(128)
        n = affinity(integer(pid), b, 128)
        mask = int.from_bytes(b[:n], "little")
        return {i for i in range(8 * n) if mask >> i & 1}

    @builtin("posix")
    def sched_setaffinity(pid, mask, /):
        bits = 0
        for cpu in mask:
            if not isinstance(cpu, int):
                raise TypeError("expected an iterator of ints, but iterator yielded %r" % type(cpu))
            if cpu < 0:
                raise ValueError("negative CPU number")
            if cpu > 0x7FFFFFFE:
                raise OverflowError("CPU number too large" if cpu < 1 << 63 else "Python int too large to convert to C long")
            bits |= 1 << cpu if cpu < 1024 else 0
        set_affinity(integer(pid), bytearray(bits.to_bytes(128, "little")), 128)

    def given():
        """What -X cpu_count or the environment say."""
        v = sys._xoptions.get("cpu_count")
        if v is None and not sys.flags.ignore_environment:
            v = posix.environ.get(b"PYTHON_CPU_COUNT", b"").decode("ascii", "replace")
        return int(v) if v and v is not True and v.isdecimal() else 0

    @builtin("posix")
    def cpu_count():
        if given():
            return given()
        try:
            with open("/sys/devices/system/cpu/online") as f:
                return sum(int(b or a) - int(a) + 1 for a, _, b in (r.partition("-") for r in f.read().split(",")))
        except (OSError, ValueError):
            return len(sched_getaffinity(0))

    @builtin("os")
    def process_cpu_count():
        return given() or len(sched_getaffinity(0)) or None

    @builtin("posix")
    def getloadavg():
        try:
            with open("/proc/loadavg") as f:
                return tuple(float(v) for v in f.read().split()[:3])
        except (OSError, ValueError):
            raise OSError("Load averages are unobtainable") from None

    @builtin("posix", "times")
    def times_():
        b = bytearray(32)
        now = times(b)
        t = [int.from_bytes(b[8 * i:8 * i + 8], "little") / 100 for i in range(4)]
        return posix.times_result((*t, now / 100))

    return [uname_, sched_getaffinity, sched_setaffinity, cpu_count, process_cpu_count, getloadavg, times_]


def _sysconf():
    old = posix.sysconf
    names = dict(posix.sysconf_names)

    @builtin("posix")
    def sysconf(name, /):
        if isinstance(name, str):
            if name not in names:
                raise ValueError("unrecognized configuration name")
            key = name
        else:
            key = {v: k for k, v in names.items()}.get(name)
        if key in ("SC_NPROCESSORS_ONLN", "SC_NPROCESSORS_CONF"):
            return os.cpu_count()
        if key in ("SC_PAGESIZE", "SC_PAGE_SIZE"):
            return 4096
        if key in ("SC_PHYS_PAGES", "SC_AVPHYS_PAGES"):
            with open("/proc/meminfo") as f:
                want = "MemTotal:" if key == "SC_PHYS_PAGES" else "MemFree:"
                for line in f:
                    if line.startswith(want):
                        return int(line.split()[1]) // 4
        if key == "SC_OPEN_MAX":
            b = bytearray(16)
            checked("prlimit64")(0, 7, 0, b)
            return int.from_bytes(b[:8], "little", signed=True)
        return {"SC_CLK_TCK": 100, "SC_ARG_MAX": 2097152, "SC_CHILD_MAX": 63462}.get(key) or old(name)

    return [sysconf]


def _links():
    linkat, mknodat, fallocate = raw("linkat"), raw("mknodat"), checked("fallocate")
    pipe2, winsize = checked("pipe2"), checked("ioctl")

    @builtin("posix")
    def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
        a, b = path(src), path(dst)
        if src_dir_fd is None and dst_dir_fd is None:
            follow_symlinks = False  # CPython calls link(2) then, which follows none
        r = linkat(_AT_FDCWD if src_dir_fd is None else src_dir_fd, bytearray(a), len(a),
                   _AT_FDCWD if dst_dir_fd is None else dst_dir_fd, bytearray(b), len(b), 0x400 if follow_symlinks else 0)
        if r < 0:
            raise error(-r, src, None, dst)

    @builtin("posix")
    def mkfifo(path_, mode=0o666, *, dir_fd=None):
        mknod(path_, 0o010000 | mode & 0o7777, dir_fd=dir_fd)

    @builtin("posix")
    def mknod(path_, mode=0o600, device=0, *, dir_fd=None):
        p = path(path_)
        r = mknodat(_AT_FDCWD if dir_fd is None else dir_fd, bytearray(p), len(p), mode, device)
        if r < 0:
            raise error(-r) if device else error(-r)

    @builtin("posix")
    def lchown(path, uid, gid):
        posix.chown(path, uid, gid, follow_symlinks=False)

    @builtin("posix", "pipe2")
    def pipe2_(flags, /):
        b = bytearray(8)
        pipe2(b, flags)
        return int.from_bytes(b[:4], "little"), int.from_bytes(b[4:], "little")

    @builtin("posix")
    def posix_fallocate(fd, offset, length, /):
        fallocate(fd, 0, offset, length)

    @builtin("posix")
    def get_terminal_size(fd=1, /):
        b = bytearray(8)
        winsize(fd, 0x5413, b)
        return os.terminal_size((int.from_bytes(b[2:4], "little"), int.from_bytes(b[:2], "little")))

    @builtin("posix")
    def getrandom(size, flags=0):
        return posix.urandom(size)

    @builtin("posix", "sendfile")
    def sendfile(out_fd, in_fd, offset, count):
        data = os.read(in_fd, count) if offset is None else os.pread(in_fd, count, offset)
        return os.write(out_fd, data) if data else 0

    return [link, mkfifo, mknod, lchown, pipe2_, posix_fallocate, get_terminal_size, getrandom, sendfile]


_NODEV = (1 << 64) - 1


def _numbers():
    """Device numbers as glibc puts them together."""

    def number(v, top, beyond):
        if not hasattr(v, "__index__"):
            raise TypeError("an integer is required" if top == _NODEV else "'%s' object cannot be interpreted as an integer" % type(v).__name__)
        v = v.__index__()
        if v == -1:
            return top
        if v < 0:
            raise OverflowError("can't convert negative int to unsigned")
        if v > top:
            raise OverflowError(beyond)
        return v

    @builtin("posix")
    def major(device, /):
        d = number(device, _NODEV, "int too big to convert")
        return -1 if d == _NODEV else d >> 32 & 0xFFFFF000 | d >> 8 & 0xFFF

    @builtin("posix")
    def minor(device, /):
        d = number(device, _NODEV, "int too big to convert")
        return -1 if d == _NODEV else d >> 12 & 0xFFFFFF00 | d & 0xFF

    @builtin("posix")
    def makedev(major, minor, /):
        a, b = integer(major), integer(minor)
        if a == b == -1:
            return -1
        a, b = (number(v, 0xFFFFFFFF, "Python int too large to convert to C unsigned int") for v in (a, b))
        return (a & 0xFFFFF000) << 32 | (a & 0xFFF) << 8 | (b & 0xFFFFFF00) << 12 | b & 0xFF

    return [major, minor, makedev]


def _times():
    """This libc's call knows microseconds alone."""
    utimensat, futimens, old = raw("utimensat"), raw("futimens"), posix.utime
    absent = object()

    def stamps(given, count):
        if type(given) is not tuple or len(given) != 2:
            return None
        b = bytearray()
        for v in given:
            if count and isinstance(v, int):
                s, n = divmod(v, 1_000_000_000)
            elif not count and isinstance(v, (int, float)) and v - v == 0:
                s = v.__floor__()
                n = ((v - s) * 1e9).__floor__()
            else:
                return None
            if not -1 << 63 <= s < 1 << 63:
                return None
            b += s.to_bytes(8, "little", signed=True) + n.to_bytes(8, "little")
        return b

    @builtin("posix")
    def utime(path_, times=None, *, ns=absent, dir_fd=None, follow_symlinks=True):
        if times is not None and ns is not absent:
            raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
        count = ns is not absent
        b = stamps(ns if count else times, count)
        if b is None and times is None and not count:
            b = 0  # the time of now
        known = isinstance(path_, (str, bytes, int)) or hasattr(path_, "__fspath__")
        if b is None or not known or isinstance(path_, int) and (dir_fd is not None or not follow_symlinks):
            kwargs = {"ns": ns} if count else {}  # it says what is wrong
            return old(path_, times, dir_fd=dir_fd, follow_symlinks=follow_symlinks, **kwargs)
        if isinstance(path_, int):
            r = futimens(path_, b)
        else:
            p = path(path_)
            r = utimensat(_AT_FDCWD if dir_fd is None else dir_fd, bytearray(p), len(p), b, 0 if follow_symlinks else 0x100)
        if r < 0:
            raise error(-r, *(() if isinstance(path_, int) else (path_,)))

    return [utime]


def install():
    publish(_times() + _numbers() + _identity() + _machine() + _sysconf() + _links(), posix, os)
    for f in (os.link, os.mkfifo, os.mknod):
        os.supports_dir_fd.add(f)
    os.supports_follow_symlinks.update((os.link, os.utime))
    os.supports_dir_fd.add(os.utime)
    os.supports_fd.add(os.utime)
    _errno()
    _platform()


# Linux's numbers (asm-generic); texts are the host's matter.
_ERRNO = """EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV
ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG
ENOLCK ENOSYS ENOTEMPTY ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL ENOANO
EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT
EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG ELIBACC ELIBBAD ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK
EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT ENOTSUP EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE
EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT
ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL EISNAM EREMOTEIO EDQUOT ENOMEDIUM
EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL"""


def _errno():
    import errno
    for name in [n for n in vars(errno) if n.startswith("E")]:
        delattr(errno, name)
    errno.errorcode.clear()
    for number, name in enumerate(_ERRNO.split(), 1):
        if name != "-":
            setattr(errno, name, number)
            errno.errorcode[number] = name
    errno.errorcode[errno.EDEADLK] = "EDEADLOCK"  # the later of two names
    errno.EWOULDBLOCK, errno.EDEADLOCK, errno.EOPNOTSUPP = errno.EAGAIN, errno.EDEADLK, errno.ENOTSUP


def _platform():
    if hasattr(sys, "_emscripten_info"):
        del sys._emscripten_info
