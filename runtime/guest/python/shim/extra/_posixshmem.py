"""Shared memory objects: files of /dev/shm."""
import os

from _sandfault import device


def shm_open(path, flags, mode=0o777):
    if not flags & os.O_CREAT:
        # A mapping here is a copy: what one process writes another would not see.
        device.unsupported("shared memory between processes")
    return os.open("/dev/shm/" + path.lstrip("/"), flags | os.O_CLOEXEC | os.O_NOFOLLOW, mode)


def shm_unlink(path):
    os.unlink("/dev/shm/" + path.lstrip("/"))
