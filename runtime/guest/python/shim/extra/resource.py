"""Resource limits and usage."""
import posix

from _sandfault import device
from _sandfault.records import record

struct_rusage = record("resource.struct_rusage", """ru_utime ru_stime ru_maxrss ru_ixrss ru_idrss ru_isrss ru_minflt ru_majflt ru_nswap
ru_inblock ru_oublock ru_msgsnd ru_msgrcv ru_nsignals ru_nvcsw ru_nivcsw""")

error = OSError
RLIM_INFINITY = -1
(RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_AS,
 _, RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_RTTIME) = range(16)
RLIMIT_OFILE = RLIMIT_NOFILE
RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1

_prlimit = device.raw("prlimit64")
_getrusage = device.checked("getrusage")


def _pair(limits):
    try:
        soft, hard = limits
    except (TypeError, ValueError):
        raise ValueError("expected a tuple of 2 integers") from None
    return bytearray(soft.__index__().to_bytes(8, "little", signed=True) + hard.__index__().to_bytes(8, "little", signed=True))


def _limits(b):
    return tuple(int.from_bytes(b[i:i + 8], "little", signed=True) for i in (0, 8))


def _call(pid, resource, new):
    if not 0 <= resource < 16:
        raise ValueError("invalid resource specified")
    old = bytearray(16)
    r = _prlimit(pid, resource, new if new is not None else 0, old)
    if r == -22:
        raise ValueError("current limit exceeds maximum limit")
    if r == -1:
        if pid == 0:
            raise ValueError("not allowed to raise maximum limit")
        raise device.error(1)
    if r < 0:
        raise device.error(-r)
    return _limits(old)


def getrlimit(resource, /):
    return _call(0, resource, None)


def setrlimit(resource, limits, /):
    _call(0, resource, _pair(limits))


def prlimit(pid, resource, limits=None, /):
    return _call(pid, resource, None if limits is None else _pair(limits))


def getrusage(who, /):
    b = bytearray(32)
    try:
        _getrusage(who, b)
    except OSError as e:
        if e.errno == 22:
            raise ValueError("invalid who parameter") from None
        raise
    return struct_rusage(device.usage(b))


def getpagesize():
    return 4096
