"""Blob: a value of a row that is read and written in parts."""
from _sandfault.sql import errors, wire
from _sandfault.sql.adapt import simple

_END = 2


class Blob:
    __slots__ = ("_connection", "_handle", "_size", "_offset", "__weakref__")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'sqlite3.Blob' instances")

    @classmethod
    def _made(cls, connection, handle, size):
        self = object.__new__(cls)
        self._connection, self._handle, self._size, self._offset = connection, handle, size, 0
        return self

    def __del__(self):
        if self._handle and self._connection._id is not None:
            self._gone()

    def _gone(self):
        handle, self._handle = self._handle, 0
        if handle:
            wire.call(wire.BLOB_CLOSE, self._connection._id, handle)

    def _check(self):
        self._connection._check()
        if not self._handle:
            raise errors.ProgrammingError("Cannot operate on a closed blob.")

    def _read(self, n, offset):
        if not n:
            return b""
        return self._do(wire.BLOB_READ, n, offset)

    def _write(self, data, offset):
        if offset + len(data) > self._size:
            raise ValueError("data longer than blob length")
        self._do(wire.BLOB_WRITE, bytes(data), offset)

    def _do(self, op, *args):
        answer = wire.call(op, self._connection._id, self._handle, *args)
        if answer[0] == wire.REFUSED:
            raise errors.of(4, "query aborted")
        if answer[0] != wire.DONE:
            raise errors.of(answer[1], answer[2])
        return answer[1]

    def close(self):
        """Closes the blob."""
        self._connection._check()
        self._gone()

    def read(self, length=-1, /):
        """Reads data at the current offset position."""
        self._check()
        left = self._size - self._offset
        n = left if length < 0 or length > left else length
        data = self._read(n, self._offset)
        self._offset += n
        return data

    def write(self, data, /):
        """Writes data at the current offset."""
        self._check()
        data = simple(data)
        self._write(data, self._offset)
        self._offset += len(data)

    def seek(self, offset, origin=0, /):
        """Sets the current access position to offset."""
        self._check()
        if origin == 1:
            if not -1 << 31 <= self._offset + offset < 1 << 31:
                raise OverflowError("seek offset results in offset overflow")
            offset += self._offset
        elif origin == _END:
            offset += self._size
        elif origin:
            raise ValueError("'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
        if not 0 <= offset <= self._size:
            raise ValueError("offset out of blob range")
        self._offset = offset

    def tell(self):
        """Returns the current access position for the blob."""
        self._check()
        return self._offset

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, value, traceback, /):
        self._check()
        self._gone()

    __iter__ = None

    def __contains__(self, item):
        raise TypeError("argument of type 'sqlite3.Blob' is not iterable")

    def __len__(self):
        self._check()
        return self._size

    def _index(self, i):
        i = i.__index__()
        if not -1 << 63 <= i < 1 << 63:
            raise IndexError("cannot fit 'int' into an index-sized integer")
        if i < 0:
            i += self._size
        if not 0 <= i < self._size:
            raise IndexError("Blob index out of range")
        return i

    def __getitem__(self, item):
        self._check()
        if hasattr(item, "__index__"):
            return self._read(1, self._index(item))[0]
        if not isinstance(item, slice):
            raise TypeError("Blob indices must be integers")
        start, stop, step = item.indices(self._size)
        if stop <= start and step > 0:
            return b""
        if step == 1:
            return self._read(stop - start, start)
        return self._read(self._size, 0)[item]

    def __setitem__(self, item, value):
        self._check()
        if hasattr(item, "__index__"):
            if not isinstance(value, int):
                raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
            i = self._index(item)
            if not 0 <= value < 256:
                raise ValueError("byte must be in range(0, 256)")
            self._write(bytes((value,)), i)
            return
        if not isinstance(item, slice):
            raise TypeError("Blob indices must be integers")
        start, stop, step = item.indices(self._size)
        places = range(start, stop, step)
        data = simple(value)
        if len(data) != len(places):
            raise IndexError("Blob slice assignment is wrong size")
        if not data:
            return
        if step == 1:
            self._write(data, start)
            return
        whole = bytearray(self._read(self._size, 0))
        whole[item] = data
        self._write(whole, 0)

    def __delitem__(self, item):
        self._check()
        if hasattr(item, "__index__"):
            raise TypeError("Blob doesn't support item deletion")
        if isinstance(item, slice):
            raise TypeError("Blob doesn't support slice deletion")
        raise TypeError("Blob indices must be integers")


errors.public(Blob)
