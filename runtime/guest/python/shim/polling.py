"""epoll, over poll."""
import os
import posix
import select

from _sandfault import device
from _sandfault.builtin import integer
from _sandfault.device import error

_sets = {}  # what each open epoll descriptor waits for


def descriptor(f):
    if not isinstance(f, int) and not hasattr(f, "fileno"):
        raise TypeError("argument must be an int, or have a fileno() method.")
    fd = f if isinstance(f, int) else f.fileno()
    if not isinstance(fd, int):
        raise TypeError("fileno() returned a non-integer")
    if fd < 0:
        raise ValueError("file descriptor cannot be a negative integer (%d)" % fd)
    return fd


class epoll:
    """epoll(7) by poll(2): what is ready is reported as long as it is."""

    def __init__(self, sizehint=-1, flags=0):
        if integer(sizehint) < -1 or sizehint == 0:
            raise ValueError("sizehint must be positive or -1")
        if integer(flags) & ~0x80000:
            raise error(22)
        self._fd, self.closed = posix.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC), False
        self._events = _sets[self._fd] = {}

    @classmethod
    def fromfd(cls, fd):
        """Another object of the same set."""
        self = cls.__new__(cls)
        self._fd, self.closed = integer(fd), False
        self._events = _sets.get(self._fd, {})
        return self

    def fileno(self):
        self._check()
        return self._fd

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed epoll object")

    def close(self):
        if not self.closed:
            self.closed = True
            _sets.pop(self._fd, None)
            posix.close(self._fd)

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *args):
        self.close()

    def register(self, fd, eventmask=1 | 2 | 4):
        self._check()
        fd = descriptor(fd)
        if fd in self._events:
            raise error(17)
        mode = posix.fstat(fd).st_mode & 0o170000
        if mode in (0o100000, 0o040000):
            raise error(1)
        if eventmask & 1 << 31:
            device.unsupported("edge-triggered epoll")
        self._events[fd] = eventmask

    def modify(self, fd, eventmask):
        self._check()
        fd = descriptor(fd)
        posix.fstat(fd)
        if fd not in self._events:
            raise error(2)
        self._events[fd] = eventmask

    def unregister(self, fd):
        self._check()
        fd = descriptor(fd)
        events = self._events.pop(fd, None)
        posix.fstat(fd)
        if events is None:
            raise error(2)

    def poll(self, timeout=None, maxevents=-1):
        self._check()
        if _sets.get(self._fd) is not self._events:
            raise error(9)
        p = select.poll()
        for fd, mask in self._events.items():
            p.register(fd, mask & 0x7FFF)
        got = p.poll(None if timeout is None or timeout < 0 else timeout * 1000)
        ready = [(fd, v) for fd, v in got if not v & 0x20]
        for fd, _ in ready:
            if self._events[fd] & 1 << 30:
                self._events[fd] = 0  # EPOLLONESHOT
        return ready if maxevents < 0 else ready[:maxevents]


def install():
    epoll.__module__ = "select"
    select.epoll = epoll
    for name, value in (("IN", 1), ("PRI", 2), ("OUT", 4), ("ERR", 8), ("HUP", 16), ("RDNORM", 64), ("RDBAND", 128), ("WRNORM", 256),
                        ("WRBAND", 512), ("MSG", 1024), ("RDHUP", 0x2000), ("EXCLUSIVE", 1 << 28), ("WAKEUP", 1 << 29),
                        ("ONESHOT", 1 << 30), ("ET", 1 << 31)):
        setattr(select, "EPOLL" + name, value)
    select.EPOLL_CLOEXEC = 0x80000
