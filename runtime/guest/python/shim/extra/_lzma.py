"""LZMA, which the host codes, a whole stream at a time: what comes out comes at a stream's end."""
from _sandfault import device
from _sandfault.builtin import builtin

FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW = range(4)
CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256, CHECK_ID_MAX, CHECK_UNKNOWN = 0, 1, 4, 10, 15, 16
FILTER_LZMA1, FILTER_LZMA2, FILTER_DELTA = 0x4000000000000001, 0x21, 3
FILTER_X86, FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC = 4, 5, 6, 7, 8, 9
MF_HC3, MF_HC4, MF_BT2, MF_BT3, MF_BT4 = 3, 4, 0x12, 0x13, 0x14
MODE_FAST, MODE_NORMAL = 1, 2
PRESET_DEFAULT, PRESET_EXTREME = 6, 1 << 31

_RAW1, _RAW2 = 3, 4  # as the host counts formats
_AGAIN, _INVALID, _NOMEM, _LACKING = -11, -22, -12, -95
_DICT = [1 << n for n in (18, 20, 21, 22, 22, 23, 23, 24, 25, 26)]  # by preset
_PROPERTIES = 93  # lc 3, lp 0, pb 2
_encode, _decode = device.raw("xz_encode"), device.raw("xz_decode")


class LZMAError(Exception):
    """Call to liblzma failed."""


def _coded(code, how, size, data, guess, *more):
    """What comes of data, or a negative number."""
    while True:
        room = bytearray(guess)
        n = code(how, size, data, len(data), room, guess, *more)
        if n <= guess:
            return n if n < 0 else bytes(memoryview(room)[:n])
        guess = n


def _number(v):
    if not hasattr(type(v), "__index__"):
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(v).__name__)
    return v.__index__()


def _quiet(method):
    """A method whose frames stand in no traceback."""
    return builtin("lzma")(method)


def _preset(preset):
    level = preset & 31
    if not 0 <= preset < 1 << 32 or level > 9 or preset & ~31 & ~PRESET_EXTREME:
        raise LZMAError("Invalid or unsupported options")
    return _DICT[level], _PROPERTIES


_LZMA_KEYS = {"id", "preset", "dict_size", "lc", "lp", "pb", "mode", "nice_len", "mf", "depth"}


def _lzma_options(spec):
    """The dictionary's size and the properties of an LZMA filter."""
    if set(spec) - _LZMA_KEYS:
        raise ValueError("Invalid filter specifier for LZMA filter")
    size, properties = _preset(spec.get("preset", PRESET_DEFAULT))
    lc, lp, pb = (spec.get(k, v) for k, v in (("lc", 3), ("lp", 0), ("pb", 2)))
    size = spec.get("dict_size", size)
    for v in (lc, lp, pb, size, *(spec.get(k, 0) for k in ("mode", "nice_len", "mf", "depth"))):
        if _number(v) < 0:
            raise OverflowError("can't convert negative int to unsigned")
        if v >= 1 << 32:
            raise OverflowError("Value too large for uint32_t type")
    if lc + lp > 4 or pb > 4 or not 4096 <= size <= 3 << 29:
        raise LZMAError("Invalid or unsupported options")
    return size, (pb * 5 + lp) * 9 + lc


def _identity(spec):
    if not hasattr(spec, "keys"):
        raise TypeError("Filter specifier must be a dict or dict-like object")
    if "id" not in spec:
        raise ValueError('Filter specifier must have an "id" entry')
    id = spec["id"]
    if id not in (FILTER_LZMA1, FILTER_LZMA2, FILTER_DELTA, *range(FILTER_X86, FILTER_SPARC + 1)):
        raise ValueError("Invalid filter ID: %d" % id)
    return id


def _chain(filters, last):
    """The LZMA filter of a chain, and the distances of its delta filters."""
    try:
        filters = list(filters)
    except TypeError:
        raise TypeError("'%s' object is not iterable" % type(filters).__name__) from None
    if len(filters) > 4:
        raise ValueError("Too many filters - liblzma supports a maximum of 4")
    ids = [_identity(f) for f in filters]
    deltas = []
    for id, spec in zip(ids, filters):
        if id in (FILTER_LZMA1, FILTER_LZMA2):
            options = _lzma_options(spec)
        elif id == FILTER_DELTA:
            if set(spec) - {"id", "dist"}:
                raise ValueError("Invalid filter specifier for delta filter")
            deltas.append(spec.get("dist", 1))
        elif set(spec) - {"id", "start_offset"}:
            raise ValueError("Invalid filter specifier for BCJ filter")
    if not ids or ids[-1] not in last or any(i in (FILTER_LZMA1, FILTER_LZMA2) for i in ids[:-1]):
        raise LZMAError("Invalid or unsupported options")
    if any(FILTER_X86 <= i <= FILTER_SPARC for i in ids) or deltas and FILTER_LZMA2 in last and len(last) == 1:
        device.unsupported("filters of lzma other than LZMA1, LZMA2 and a raw delta")
        raise LZMAError("Invalid or unsupported options")
    if any(not 1 <= d <= 256 for d in deltas):
        raise LZMAError("Invalid or unsupported options")
    return _RAW1 if ids[-1] == FILTER_LZMA1 else _RAW2, options, deltas


def _differences(data, dist):
    return bytes((b - data[i - dist]) & 255 if i >= dist else b for i, b in enumerate(data))


def _sums(data, dist):
    out = bytearray(data)
    for i in range(dist, len(out)):
        out[i] = (out[i] + out[i - dist]) & 255
    return bytes(out)


def is_check_supported(check_id, /):
    return check_id in (CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256)


def _encode_filter_properties(filter, /):
    id = _identity(filter)
    if id == FILTER_DELTA:
        if not 1 <= filter.get("dist", 1) <= 256:
            raise LZMAError("Invalid or unsupported options")
        return bytes([filter.get("dist", 1) - 1])
    if id not in (FILTER_LZMA1, FILTER_LZMA2):
        offset = filter.get("start_offset", 0)
        return offset.to_bytes(4, "little") if offset else b""
    size, properties = _lzma_options(filter)
    if id == FILTER_LZMA1:
        return bytes([properties]) + size.to_bytes(4, "little")
    return bytes([next(n for n in range(41) if ((2 | n & 1) << n // 2 + 11 if n < 40 else (1 << 32) - 1) >= size)])


def _decode_filter_properties(filter_id, encoded_props, /):
    b = bytes(encoded_props)
    if filter_id == FILTER_LZMA1 and len(b) == 5 and b[0] < 225:
        pb, rest = divmod(b[0], 45)
        lp, lc = divmod(rest, 9)
        return {"id": filter_id, "dict_size": int.from_bytes(b[1:], "little"), "lc": lc, "lp": lp, "pb": pb}
    if filter_id == FILTER_LZMA2 and len(b) == 1 and b[0] <= 40:
        return {"id": filter_id, "dict_size": (2 | b[0] & 1) << b[0] // 2 + 11 if b[0] < 40 else (1 << 32) - 1}
    if filter_id == FILTER_DELTA and len(b) == 1:
        return {"id": filter_id, "dist": b[0] + 1}
    if FILTER_X86 <= filter_id <= FILTER_SPARC and len(b) in (0, 4):
        return {"id": filter_id, **({"start_offset": int.from_bytes(b, "little")} if any(b) else {})}
    raise LZMAError("Invalid or unsupported options")


class LZMACompressor:
    """LZMACompressor(format=FORMAT_XZ, check=-1, preset=None, filters=None)"""

    @_quiet
    def __init__(self, format=FORMAT_XZ, check=-1, preset=None, filters=None):
        format, check = _number(format), _number(check)
        if preset is not None and filters is not None:
            raise ValueError("Cannot specify both preset and filter chain")
        if preset is None:
            preset = PRESET_DEFAULT
        if not isinstance(preset, int):
            raise TypeError("an integer is required")
        if preset < 0:
            raise OverflowError("can't convert negative int to unsigned")
        if format != FORMAT_XZ and check not in (-1, CHECK_NONE):
            raise ValueError("Integrity checks are only supported by FORMAT_XZ")
        self._deltas = []
        if format == FORMAT_RAW:
            if filters is None:
                raise ValueError("Must specify filters for FORMAT_RAW")
            self._how, options, self._deltas = _chain(filters, (FILTER_LZMA1, FILTER_LZMA2))
        elif format in (FORMAT_XZ, FORMAT_ALONE):
            self._how = format
            options = _preset(preset) if filters is None else _chain(filters, (
                FILTER_LZMA2 if format == FORMAT_XZ else FILTER_LZMA1,))[1]
        else:
            raise ValueError("Invalid container format: %d" % format)
        self._check = CHECK_CRC64 if check == -1 else check
        if format == FORMAT_XZ and not is_check_supported(self._check):
            raise LZMAError("Unsupported integrity check")
        self._size, self._properties = options
        self._data = bytearray()

    @_quiet
    def compress(self, data, /):
        if self._data is None:
            raise ValueError("Compressor has been flushed")
        self._data += memoryview(data).cast("B")
        return b""

    @_quiet
    def flush(self):
        if self._data is None:
            raise ValueError("Repeated call to flush()")
        data, self._data = self._data, None
        for dist in self._deltas:
            data = bytearray(_differences(data, dist))
        out = _coded(_encode, self._how | self._check << 8 | self._properties << 16, self._size, data, len(data) + len(data) // 8 + 1024)
        if isinstance(out, int):
            raise MemoryError if out == _NOMEM else LZMAError("Invalid or unsupported options")
        return out

    def __reduce__(self):
        raise TypeError("cannot pickle '%s' object" % type(self).__qualname__)


class LZMADecompressor:
    """LZMADecompressor(format=FORMAT_AUTO, memlimit=None, filters=None)"""

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self._format, self._options, self._deltas, self._limit, self.check = FORMAT_AUTO, (0, 0), [], None, CHECK_UNKNOWN
        self.eof, self.needs_input, self.unused_data = False, True, b""
        self._data, self._out, self._at, self._whole, self._error = bytearray(), b"", 0, False, None
        return self

    @_quiet
    def __init__(self, format=FORMAT_AUTO, memlimit=None, filters=None):
        format = _number(format)
        if memlimit is not None and format == FORMAT_RAW:
            raise ValueError("Cannot specify memory limit with FORMAT_RAW")
        if format == FORMAT_RAW and filters is None:
            raise ValueError("Must specify filters for FORMAT_RAW")
        if format != FORMAT_RAW and filters is not None:
            raise ValueError("Cannot specify filters except with FORMAT_RAW")
        if format not in range(4):
            raise ValueError("Invalid container format: %d" % format)
        self._format, self._limit = format, memlimit
        if format == FORMAT_RAW:
            self._format, self._options, self._deltas = _chain(filters, (FILTER_LZMA1, FILTER_LZMA2))
        self.check = CHECK_NONE if format in (FORMAT_RAW, FORMAT_ALONE) else CHECK_UNKNOWN

    @_quiet
    def decompress(self, data, max_length=-1):
        max_length = _number(max_length)
        data = memoryview(data).cast("B")
        if self.eof:
            raise EOFError("Already at end of stream")
        if self._error:
            raise LZMAError(self._error)
        self._data += data
        if not self._whole and len(self._data):
            self._look()
        end = len(self._out) if max_length < 0 else min(self._at + max_length, len(self._out))
        piece, self._at = self._out[self._at:end], end
        self.needs_input = not self._whole
        if self._whole and end == len(self._out):
            self.eof, self.unused_data = True, bytes(self._data)
            self._data, self._out, self._at = bytearray(), b"", 0
        return piece

    def _fail(self, text):
        self._error = text
        raise LZMAError(text)

    def _look(self):
        """Decodes what there is, if it is whole."""
        b = self._data
        how = self._format
        if how == FORMAT_AUTO or how == FORMAT_XZ:
            magic = b"\xfd7zXZ\0"
            if how == FORMAT_AUTO and b[0] != magic[0]:
                how = FORMAT_ALONE
            elif b[:6] != magic[:len(b)]:
                self._fail("Input format not supported by decoder")
            else:
                how = FORMAT_XZ
                if len(b) >= 12:
                    self.check = b[7] & 15
        if how == FORMAT_ALONE:
            if self._format == FORMAT_AUTO:
                self.check = CHECK_NONE
            # The old format has no mark of its own: it is known by what it cannot be.
            size = int.from_bytes(b[5:13], "little") if len(b) >= 13 else 0
            if b[0] >= 225 or len(b) >= 13 and size != (1 << 64) - 1 and size >= 1 << 38:
                self._fail("Input format not supported by decoder")
            if len(b) >= 13 and self._limit is not None and int.from_bytes(b[1:5], "little") > self._limit:
                self._fail("Memory usage limit exceeded")
        if self._limit is not None and how == FORMAT_XZ and len(b) > 24 and self._limit < 1 << 16:
            self._fail("Memory usage limit exceeded")
        used = bytearray(4)
        size, properties = self._options
        out = _coded(_decode, how | properties << 16, size, b, 8 * len(b) + 65536, used)
        n = out if isinstance(out, int) else 0
        if n == _AGAIN:
            return
        if n == _LACKING:
            device.unsupported("filters of lzma other than LZMA1 and LZMA2")
            self._fail("Invalid or unsupported options")
        if n == _NOMEM:
            raise MemoryError
        if n < 0:
            self._fail("Input format not supported by decoder" if n == _INVALID else "Corrupt input data")
        for dist in reversed(self._deltas):
            out = _sums(out, dist)
        self._out, self._at, self._whole = out, 0, True
        del b[:int.from_bytes(used, "little")]

    def __reduce__(self):
        raise TypeError("cannot pickle '%s' object" % type(self).__qualname__)
