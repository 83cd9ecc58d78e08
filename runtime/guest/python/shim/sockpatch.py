"""What socket lacks: setsockopt, shutdown, socketpair, error numbers that are not raised."""
import _socket
import posix

from _sandfault.builtin import builtin, path, publish
from _sandfault.device import checked, error, raw


def install():
    pass
