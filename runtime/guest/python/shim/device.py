"""Calls that libc lacks: one read of a descriptor that cannot exist carries one call (device.go)."""
import posix
from _struct import Struct, error as _StructError

_FD = -0x53464C54
_TAG = 1 << 62
_readv = posix.readv
_pack = Struct("<8q").pack
_unpack = Struct("<q").unpack_from
_strerror = posix.strerror
_NONE = (0, 0, 0, 0, 0, 0, 0)


def number(name):
    request = bytearray(_pack(-1, *_NONE))
    _readv(_FD, (request, bytearray(name.encode())))
    return _unpack(request)[0]


def prepared():
    """Tells that all went well."""
    _readv(_FD, (bytearray(_pack(-2, *_NONE)),))


def raw(name, interruptible=False):
    """The call of a name: takes numbers, and bytearrays where the kernel wants pointers; gives -errno. After a signal it is made
    again, unless it is interruptible."""
    function = number(name)
    if function < 0:
        raise ImportError("no call " + name)
    if interruptible:
        function |= 1 << 32

    def call(*args):
        buffers = [None]
        words = [function, 0, 0, 0, 0, 0, 0, 0]
        i = 1
        for a in args:
            if a.__class__ is bytearray:
                words[i] = _TAG | len(buffers)
                buffers.append(a)
            else:
                words[i] = a
            i += 1
        try:
            buffers[0] = request = bytearray(_pack(*words))
        except _StructError:
            raise _refused(words) from None
        _readv(_FD, buffers)
        return _unpack(request)[0]

    return call


def _refused(words):
    """What C says of an argument that is no number, or too large a one."""
    for w in words:
        if not hasattr(w, "__index__"):
            return TypeError("'%s' object cannot be interpreted as an integer" % type(w).__name__)
    return OverflowError("Python int too large to convert to C long")


def error(number, *names):
    return OSError(number, _strerror(number), *names)


def checked(name):
    """The call of a name, which raises OSError."""
    call = raw(name)

    def checked_call(*args):
        v = call(*args)
        if v < 0:
            raise error(-v)
        return v

    return checked_call


_unsupported = raw("unsupported")


def unsupported(feature):
    """Owns up to a feature that is missing: the run is no verdict on the sandbox any more."""
    text = bytearray(feature.encode())
    _unsupported(text, len(text))


_args = raw("args")
_environ = raw("environ")
_forkstate = raw("forkstate")


def _strings(call):
    b = bytearray(4096)
    n = call(b, len(b))
    if n > len(b):
        b = bytearray(n)
        n = call(b, n)
    return bytes(b[:n])


def arguments():
    return _strings(_args).split(b"\0")[:-1]


def environment():
    return _strings(_environ).split(b"\0")[:-1]


def job():
    return _strings(_forkstate)


def usage(b):
    """What getrusage(2) filled, in the order of Python's struct_rusage."""
    user, system, peak, faults = [int.from_bytes(b[8 * i:8 * i + 8], "little") for i in range(4)]
    return (user / 1e9, system / 1e9, peak // 1024, 0, 0, 0, faults, 0, 0, 0, 0, 0, 0, 0, 0, 0)
