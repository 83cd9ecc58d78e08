"""Named semaphores, as glibc has them: a file of /dev/shm. The count is in it; taking and giving hold a lock on it."""
import os
import time

from _sandfault import device

_flock = device.checked("flock")

RECURSIVE_MUTEX, SEMAPHORE = 0, 1
_LOCK_EX, _LOCK_UN = 2, 8
_PAUSE = 0.001


def sem_unlink(name):
    os.unlink("/dev/shm/sem." + name.lstrip("/"))


flags = {"HAVE_SEM_OPEN": 1, "HAVE_SEM_TIMEDWAIT": 1}


class SemLock:
    SEM_VALUE_MAX = 2147483647

    def __init__(self, kind, value, maxvalue, name, unlink):
        if kind not in (RECURSIVE_MUTEX, SEMAPHORE):
            raise ValueError("unrecognized kind")
        path = "/dev/shm/sem." + name.lstrip("/")
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except OSError as e:
            raise OSError(e.errno, e.strerror) from None  # sem_open(3) has no file to name
        os.pwrite(fd, value.to_bytes(32, "little"), 0)
        if unlink:
            os.unlink(path)
        self._set(fd, kind, maxvalue, name)

    def _set(self, fd, kind, maxvalue, name):
        self.handle, self.kind, self.maxvalue, self.name = fd, kind, maxvalue, name
        self._held, self._owner = 0, None

    @classmethod
    def _rebuild(cls, handle, kind, maxvalue, name):
        self = cls.__new__(cls)
        fd = os.open("/dev/shm/sem." + name.lstrip("/"), os.O_RDWR | os.O_CLOEXEC) if name else handle
        self._set(fd, kind, maxvalue, name)
        return self

    def __del__(self):
        try:
            os.close(self.handle)
        except (AttributeError, OSError, TypeError):
            pass

    def _change(self, by, least=0, most=SEM_VALUE_MAX):
        """Adds to the count if that leaves it within bounds, and tells whether it did."""
        _flock(self.handle, _LOCK_EX)
        try:
            value = int.from_bytes(os.pread(self.handle, 32, 0), "little") + by
            fits = least <= value <= most
            if fits and by:
                os.pwrite(self.handle, value.to_bytes(32, "little"), 0)
            return fits
        finally:
            _flock(self.handle, _LOCK_UN)

    def acquire(self, block=True, timeout=None):
        import _thread
        me = _thread.get_ident()
        if self.kind == RECURSIVE_MUTEX and self._held and self._owner == me:
            self._held += 1
            return True
        end = None if timeout is None else time.monotonic() + max(timeout, 0)
        while not self._change(-1):
            if not block or end is not None and time.monotonic() >= end:
                return False
            time.sleep(_PAUSE)
        self._held, self._owner = self._held + 1, me
        return True

    def release(self):
        if self.kind == RECURSIVE_MUTEX:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self._held > 1:
                self._held -= 1
                return
        if not self._change(1, 0, self.maxvalue):
            raise ValueError("semaphore or lock released too many times")
        self._held -= 1

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *args):
        self.release()

    def _count(self):
        return self._held

    def _is_mine(self):
        import _thread
        return self._held > 0 and self._owner == _thread.get_ident()

    def _get_value(self):
        return int.from_bytes(os.pread(self.handle, 32, 0), "little")

    def _is_zero(self):
        return self._get_value() == 0

    def _after_fork(self):
        self._held = 0
