"""The calls fcntl, ioctl and flock, and record locks by lockf."""
import sys
from _struct import pack

from _sandfault import device

_fcntl, _ioctl, _flock, _lock = device.raw("fcntl"), device.raw("ioctl"), device.raw("flock"), device.raw("lock")

F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW = range(8)
F_SETOWN, F_GETOWN, F_SETSIG, F_GETSIG = 8, 9, 10, 11
F_RDLCK, F_WRLCK, F_UNLCK, F_EXLCK, F_SHLCK = 0, 1, 2, 4, 8
F_GETLK64, F_SETLK64, F_SETLKW64 = 5, 6, 7
F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW = 36, 37, 38
F_DUPFD_CLOEXEC, F_SETLEASE, F_GETLEASE, F_NOTIFY = 1030, 1024, 1025, 1026
F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS = 1031, 1032, 1033, 1034
F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_WRITE = 1, 2, 4, 8
FD_CLOEXEC, FASYNC = 1, 8192
LOCK_SH, LOCK_EX, LOCK_NB, LOCK_UN = 1, 2, 4, 8
LOCK_MAND, LOCK_READ, LOCK_WRITE, LOCK_RW = 32, 64, 128, 192
DN_ACCESS, DN_MODIFY, DN_CREATE, DN_DELETE, DN_RENAME, DN_ATTRIB, DN_MULTISHOT = 1, 2, 4, 8, 16, 32, 0x80000000


def _descriptor(fd):
    if not isinstance(fd, int):
        try:
            fd = fd.fileno()
        except AttributeError:
            raise TypeError("argument must be an int, or have a fileno() method.") from None
    if fd < 0:
        raise ValueError("file descriptor cannot be a negative integer (%d)" % fd)
    return fd


def _checked(r):
    if r < 0:
        raise device.error(-r)
    return r


def _record_lock(fd, cmd, arg):
    """struct flock of x86-64: i16 type and whence, 4 bytes, i64 start and length, i32 pid."""
    b = bytearray(arg.ljust(32, b"\0"))
    _checked(_lock(fd, cmd, b))
    return bytes(b[:len(arg)])


def fcntl(fd, cmd, arg=0, /):
    fd = _descriptor(fd)
    if isinstance(arg, (bytes, bytearray, str)):
        if isinstance(arg, str):
            arg = arg.encode()
        if cmd in (F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW):
            return _record_lock(fd, cmd, arg)
        arg = int.from_bytes(arg[:4], "little", signed=True)
    if cmd == F_NOTIFY and not arg & ~DN_MULTISHOT:
        cmd, arg = F_GETFD, 0  # no more news, of which there were none
        _checked(_fcntl(fd, cmd, arg))
        return 0
    return _checked(_fcntl(fd, cmd, arg.__index__()))


def ioctl(fd, request, arg=0, mutate_flag=True, /):
    fd = _descriptor(fd)
    request &= 0xFFFFFFFF
    if isinstance(arg, int):
        return _checked(_ioctl(fd, request, arg))
    mutable = bytearray(arg)
    b = mutable.ljust(60, b"\0")
    r = _checked(_ioctl(fd, request, b))
    if isinstance(arg, bytes):
        return bytes(b[:len(arg)])
    if mutate_flag:
        memoryview(arg).cast("B")[:] = b[:len(mutable)]
        return r
    return bytes(b[:len(mutable)])


def flock(fd, operation, /):
    _checked(_flock(_descriptor(fd), operation))


def lockf(fd, cmd, len=0, start=0, whence=0, /):
    fd = _descriptor(fd)
    if cmd & LOCK_UN:
        kind = F_UNLCK
    elif cmd & LOCK_SH:
        kind = F_RDLCK
    elif cmd & LOCK_EX:
        kind = F_WRLCK
    else:
        raise ValueError("unrecognized lockf argument")
    b = bytearray(pack("<hh4xqqi4x", kind, whence, start, len, 0))
    _checked(_lock(fd, F_SETLK if cmd & LOCK_NB else F_SETLKW, b))
