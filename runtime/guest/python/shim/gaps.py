"""Small things that the build left out or that its libc answers in its own way."""
import _locale
import _signal
import os
import posix
import select
import stat
import sys

from _sandfault import derive, device, imports
from _sandfault.builtin import builtin, integer, path, publish
from _sandfault.device import checked, error, raw
from _sandfault.polling import descriptor


def _locales():
    old = _locale.setlocale
    known = {"C": "C", "POSIX": "C", "C.UTF-8": "C.UTF-8", "C.utf8": "C.UTF-8"}  # a Debian without more

    def wanted(category):
        for name in ("LC_ALL", category, "LANG"):
            if os.environ.get(name):
                return os.environ[name]
        return "C"

    @builtin("_locale")
    def setlocale(category, locale=None, /):
        if locale is not None:
            names = locale.split(";") if locale else [wanted("LC_CTYPE" if category == 0 else "")]
            if any(n.partition("=")[2] not in known and n not in known for n in names):
                raise _locale.Error("unsupported locale setting")
        v = old(category, locale)
        parts = v.split(";")
        return parts[0] if ";" in v and set(parts[1:]) <= {"C", parts[0]} else v

    _locale.setlocale = setlocale


def _names():
    confstr = posix.confstr
    known = {"CS_PATH": "/bin:/usr/bin", "CS_GNU_LIBC_VERSION": "glibc 2.36", "CS_GNU_LIBPTHREAD_VERSION": "NPTL 2.36"}
    posix.confstr_names.update(CS_GNU_LIBC_VERSION=2, CS_GNU_LIBPTHREAD_VERSION=3)

    @builtin("posix", "confstr")
    def confstr_(name, /):
        if isinstance(name, int):
            name = {v: k for k, v in posix.confstr_names.items()}.get(name, name)
        return known[name] if name in known else confstr(name)


    @builtin("posix")
    def chroot(path, /):
        if os.getuid():
            raise error(1, path)
        device.unsupported("chroot")
        raise error(38, path)

    return [confstr_, chroot, *_scheduling()]


class sched_param(tuple):
    """A scheduling parameter."""
    __module__ = "posix"
    __slots__ = ()
    n_fields = n_sequence_fields = 1
    n_unnamed_fields = 0
    __match_args__ = ("sched_priority",)

    def __new__(cls, sched_priority):
        return tuple.__new__(cls, (sched_priority,))

    @property
    def sched_priority(self):
        return self[0]

    def __repr__(self):
        return "posix.sched_param(sched_priority=%r)" % (self[0],)

    def __reduce__(self):
        return sched_param, (self[0],)


def _scheduling():
    """All processes are SCHED_OTHER: the classes with priorities are not for an unprivileged one."""
    getpgid = checked("getpgid")
    priorities = {0: (0, 0), 1: (1, 99), 2: (1, 99), 3: (0, 0), 5: (0, 0)}

    def exists(pid):
        pid = integer(pid)
        if pid < 0:
            raise error(22)
        getpgid(pid)

    @builtin("posix")
    def sched_getscheduler(pid, /):
        exists(pid)
        return 0

    @builtin("posix")
    def sched_getparam(pid, /):
        exists(pid)
        return sched_param(0)

    def change(pid, policy, param):
        if not isinstance(param, sched_param):
            raise TypeError("must have a sched_param object")
        low, high = priorities.get(policy, (1, 0))
        priority = integer(param.sched_priority)
        if not -1 << 31 <= priority < 1 << 31:
            raise OverflowError("sched_priority out of range")
        if not low <= priority <= high:
            raise error(22)
        exists(pid)
        if policy:
            raise error(1)

    @builtin("posix")
    def sched_setscheduler(pid, policy, param, /):
        change(pid, integer(policy), param)

    @builtin("posix")
    def sched_setparam(pid, param, /):
        change(pid, 0, param)

    @builtin("posix")
    def sched_get_priority_min(policy):
        if integer(policy) not in priorities:
            raise error(22)
        return priorities[policy][0]

    @builtin("posix")
    def sched_get_priority_max(policy):
        if integer(policy) not in priorities:
            raise error(22)
        return priorities[policy][1]

    posix.sched_param = os.sched_param = sched_param
    return [sched_getscheduler, sched_getparam, sched_setscheduler, sched_setparam, sched_get_priority_min, sched_get_priority_max]


def _vectors():
    # Of the flags of preadv2(2) only RWF_APPEND makes a difference here: nothing waits for a disk.
    constants = {"RWF_HIPRI": 1, "RWF_DSYNC": 2, "RWF_SYNC": 4, "RWF_NOWAIT": 8, "RWF_APPEND": 16, "SEEK_DATA": 3, "SEEK_HOLE": 4}
    for name, value in constants.items():
        setattr(posix, name, value)
        setattr(os, name, value)

    def vetted(buffers, offset, flags):
        if len(buffers) > 1024 or offset < -1:
            raise error(22)
        if flags & ~0x1f:
            raise error(95)

    @builtin("posix")
    def preadv(fd, buffers, offset, flags=0, /):
        vetted(buffers, offset, flags)
        total = 0
        for b in buffers:
            view = memoryview(b).cast("B")
            data = posix.read(fd, len(view)) if offset == -1 else posix.pread(fd, len(view), offset + total)
            view[:len(data)] = data
            total += len(data)
            if len(data) < len(view):
                break
        return total

    @builtin("posix")
    def pwritev(fd, buffers, offset, flags=0, /):
        vetted(buffers, offset, flags)
        data = b"".join(bytes(b) for b in buffers)
        if flags & 16 and stat.S_ISREG(posix.fstat(fd).st_mode):
            end = posix.fstat(fd).st_size
            n = posix.pwrite(fd, data, end)
            if offset == -1:
                posix.lseek(fd, end + n, 0)
            return n
        return posix.write(fd, data) if offset == -1 else posix.pwrite(fd, data, offset)

    @builtin("posix")
    def copy_file_range(src, dst, count, offset_src=None, offset_dst=None):
        a, b = posix.fstat(src), posix.fstat(dst)
        if stat.S_ISDIR(a.st_mode) or stat.S_ISDIR(b.st_mode):
            raise error(21)
        if count < 0 or not stat.S_ISREG(a.st_mode) or not stat.S_ISREG(b.st_mode):
            raise error(22)
        at = posix.lseek(src, 0, 1) if offset_src is None else offset_src
        to = posix.lseek(dst, 0, 1) if offset_dst is None else offset_dst
        n = min(count, max(a.st_size - at, 0))
        if (a.st_dev, a.st_ino) == (b.st_dev, b.st_ino) and to < at + n and at < to + n:
            raise error(22)
        data = posix.read(src, count) if offset_src is None else posix.pread(src, count, offset_src)
        return posix.write(dst, data) if offset_dst is None else posix.pwrite(dst, data, offset_dst)

    return [preadv, pwritev, copy_file_range]


def _absent():
    """Calls that the kernel lacks, by name, and those that a sandbox does not let anybody make."""
    def lacking(name):
        @builtin("posix", name)
        def call(*args, **kwargs):
            device.unsupported("os." + name + " in Python")
            raise error(38)
        return call

    @builtin("posix")
    def unshare(flags):
        raise error(1)

    @builtin("posix")
    def setns(fd, nstype=0):
        raise error(1)

    for name, value in (("MFD_CLOEXEC", 1), ("MFD_ALLOW_SEALING", 2), ("MFD_HUGETLB", 4), ("EFD_SEMAPHORE", 1), ("EFD_CLOEXEC", 0x80000),
                        ("EFD_NONBLOCK", 0x800), ("SPLICE_F_MOVE", 1), ("SPLICE_F_NONBLOCK", 2), ("SPLICE_F_MORE", 4),
                        ("TFD_CLOEXEC", 0x80000), ("TFD_NONBLOCK", 0x800), ("TFD_TIMER_ABSTIME", 1), ("TFD_TIMER_CANCEL_ON_SET", 2)):
        setattr(posix, name, value)
        setattr(os, name, value)
    return [unshare, setns, *map(lacking, (
        "splice", "memfd_create", "eventfd", "eventfd_read", "eventfd_write", "openpty", "timerfd_create",
        "timerfd_settime", "timerfd_settime_ns", "timerfd_gettime", "timerfd_gettime_ns"))]


def _attributes():
    calls = {n: raw(n) for n in ("getxattr", "setxattr", "listxattr", "removexattr")}

    def call(name, file, follow, attribute=b"", value=b"", flags=0):
        p = b"/proc/self/fd/%d" % file if isinstance(file, int) else path(file)
        value = value if isinstance(value, bytearray) else bytearray(value)
        args = []
        for a in (bytearray(p), bytearray(attribute), value):
            args += (a, len(a))
        r = calls[name](*args, flags | (0 if follow else 4))
        if r < 0:
            raise error(-r, file)
        return r

    @builtin("posix")
    def getxattr(path_, attribute, *, follow_symlinks=True):
        value = bytearray(65536)
        return bytes(value[:call("getxattr", path_, follow_symlinks, path(attribute), value)])

    @builtin("posix")
    def setxattr(path_, attribute, value, flags=0, *, follow_symlinks=True):
        call("setxattr", path_, follow_symlinks, path(attribute), value, flags)

    @builtin("posix")
    def removexattr(path_, attribute, *, follow_symlinks=True):
        call("removexattr", path_, follow_symlinks, path(attribute))

    @builtin("posix")
    def listxattr(path=None, *, follow_symlinks=True):
        names = bytearray(65536)
        n = call("listxattr", "." if path is None else path, follow_symlinks, value=names)
        return [os.fsdecode(bytes(name)) for name in names[:n].split(b"\0")[:-1]]

    posix.XATTR_CREATE = os.XATTR_CREATE = 1
    posix.XATTR_REPLACE = os.XATTR_REPLACE = 2
    posix.XATTR_SIZE_MAX = os.XATTR_SIZE_MAX = 65536
    return [getxattr, setxattr, removexattr, listxattr]


@builtin("select", "select")
def _select(rlist, wlist, xlist, timeout=None, /):
    """select(2) by poll(2): that of this libc overlooks descriptors that are not open."""
    try:
        lists = [files if isinstance(files, (list, tuple)) else list(files) for files in (rlist, wlist, xlist)]
    except TypeError:
        raise TypeError("arguments 1-3 must be sequences") from None
    lists = [[(f, descriptor(f)) for f in files] for files in lists]
    if timeout is not None:
        if timeout < 0:
            raise ValueError("timeout must be non-negative")
        timeout = -(-timeout * 1000 // 1) if timeout < 1e9 else None
    events = {}
    for files, wanted in zip(lists, (1, 4, 2)):
        for _, fd in files:
            if fd >= 1024:
                raise ValueError("filedescriptor out of range in select()")
            events[fd] = events.get(fd, 0) | wanted
    p = select.poll()
    for fd, wanted in events.items():
        p.register(fd, wanted)
    got = dict(p.poll(timeout))
    if any(v & 0x20 for v in got.values()):
        raise error(9)
    return tuple([f for f, fd in files if got.get(fd, 0) & mask] for files, mask in zip(lists, (1 | 8 | 16, 4 | 8, 2)))


def _selecting():
    select.select = _select


def _threads():
    import _thread
    gettid = raw("gettid")

    @builtin("_thread")
    def get_native_id():
        return gettid()

    _thread.get_native_id = get_native_id
    sys.thread_info = type(sys.thread_info)(("pthread", "semaphore", "NPTL 2.36"))


def _clocks():
    """A thread has no clock of its own here: it gets the process's."""
    import time

    @builtin("time")
    def thread_time():
        return time.process_time()

    @builtin("time")
    def thread_time_ns():
        return time.process_time_ns()

    told = time.get_clock_info

    @builtin("time")
    def get_clock_info(name, /):
        if name != "thread_time":
            return told(name)
        info = told("process_time")
        info.implementation = "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"
        return info

    publish([thread_time, thread_time_ns, get_clock_info], time)


def _signals():
    _signal.SIGRTMIN = 34
    valid = frozenset(range(1, 65)) - {32, 33}

    @builtin("_signal")
    def valid_signals():
        return set(valid)

    _signal.valid_signals = valid_signals


def _sizes():
    """What an int may be to be taken as a size or a C long on 64 bits; the build itself has 32."""
    import _csv
    sys.maxsize = (1 << 63) - 1
    limit = _csv.field_size_limit
    beyond = []

    @builtin("_csv")
    def field_size_limit(*new):
        old = beyond[0] if beyond else limit()
        if len(new) == 1 and isinstance(new[0], int) and 0x7FFFFFFF < new[0] <= sys.maxsize:
            limit(0x7FFFFFFF)
            beyond[:] = new
        elif new:
            limit(*new)
            beyond.clear()
        return old

    _csv.field_size_limit = field_size_limit


def install():
    _sizes()
    publish(_names() + _vectors() + _absent() + _attributes(), posix, os)
    os.supports_fd.update((os.listxattr, os.getxattr))
    _locales()
    _selecting()
    _threads()
    _clocks()
    _signals()
    os.GRND_NONBLOCK, os.GRND_RANDOM = posix.GRND_NONBLOCK, posix.GRND_RANDOM = 1, 2


def _float_hash(x):
    """hash(x) on 64 bits."""
    if x != x or x in (float("inf"), -float("inf")):
        return hash(x)
    n, d = abs(x).as_integer_ratio()
    prime = (1 << 61) - 1
    h = n % prime * pow(d, -1, prime) % prime
    return -h if x < 0 else h


def _seeding(original):
    import functools

    @functools.wraps(original)
    def seed(self, a=None, version=2):
        if isinstance(a, float):
            h = _float_hash(a)
            a = -2 & (1 << 64) - 1 if h == -1 else h & (1 << 64) - 1
        original(self, a, version)

    seed.__code__ = seed.__code__.replace(co_filename=original.__code__.co_filename)
    return seed


def _schemes(sysconfig):
    """Packages that are installed go to /usr/local on Debian."""
    local = {k: v.replace("{installed_base}", "/usr/local") if k in ("include", "platinclude")
             else v.replace("{base}", "{base}/local").replace("{platbase}", "{platbase}/local").replace("site-packages", "dist-packages")
             for k, v in sysconfig._INSTALL_SCHEMES["posix_prefix"].items() if k not in ("stdlib", "platstdlib")}
    sysconfig._INSTALL_SCHEMES["posix_local"] = dict(sysconfig._INSTALL_SCHEMES["posix_prefix"], **local)
    preferred = sysconfig._get_preferred_schemes

    def schemes():
        s = preferred()
        return dict(s, prefix="posix_local") if sys.prefix == sys.base_prefix else s

    sysconfig._get_preferred_schemes = schemes
    for f in (sysconfig.get_path, sysconfig.get_paths):
        f.__defaults__ = (sysconfig.get_default_scheme(), *f.__defaults__[1:])


def _main_details(original):
    """A module that is run by -m has the name of its source, which sys.argv[0] and usages show."""
    @builtin("runpy")
    def _get_module_details(*args):
        name, spec, code = original(*args)
        if spec.origin and spec.origin.startswith(imports.LIBRARY) and spec.origin.endswith(".pyc"):
            spec.origin = spec.origin[:-1]
        return name, spec, code

    return _get_module_details


def finish():
    """After the modules were imported that these belong to."""
    import hashlib
    import mmap
    import platform
    import _compression
    import random
    import runpy
    import types
    _compression.sys = types.SimpleNamespace(maxsize=0x7FFFFFFF)  # it reads as much at once
    imports.after["sysconfig"] = _schemes
    runpy._get_module_details = _main_details(runpy._get_module_details)
    random.Random.seed = _seeding(random.Random.seed)
    random.seed = random._inst.seed
    mmap.PAGESIZE = mmap.ALLOCATIONGRANULARITY = 4096
    derive.install(hashlib)
    platform.architecture = lambda executable=sys.executable, bits="", linkage="": (bits or "64bit", linkage or "ELF")
    platform.architecture.__name__ = platform.architecture.__qualname__ = "architecture"
    platform.architecture.__module__ = "platform"
    import http.server
    http.server.CGIHTTPRequestHandler.have_fork = False  # it has another way
