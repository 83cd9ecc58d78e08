"""Keys from passwords, which OpenSSL derives on Linux, and the host here."""
from _sandfault.builtin import builtin
from _sandfault.device import raw

_DIGESTS = "md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512".split()
_MEMORY = 32 << 20  # OpenSSL's limit, if none is given
_LIMIT = 1 << 20  # of a key, bytes
_pbkdf2, _scrypt = raw("pbkdf2"), raw("scrypt")


class UnsupportedDigestmodError(ValueError):
    __module__ = "_hashlib"


def _bytes(v):
    if isinstance(v, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return bytes(memoryview(v))


@builtin("_hashlib")
def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    import hashlib
    if not isinstance(hash_name, str):
        raise TypeError("pbkdf2_hmac() argument 'hash_name' must be str, not " + type(hash_name).__name__)
    name = hash_name.lower().replace("-", "_") if hash_name.lower().startswith("sha3") else hash_name.lower().replace("-", "")
    if name not in _DIGESTS:
        raise UnsupportedDigestmodError("[digital envelope routines] unsupported")
    password, salt = _bytes(password), _bytes(salt)
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    if iterations >= 1 << 63:
        raise OverflowError("iteration value is too great.")
    dklen = hashlib.new(name).digest_size if dklen is None else dklen.__index__()
    if dklen < 1:
        raise ValueError("key length must be greater than 0.")
    if dklen > _LIMIT:
        raise OverflowError("key length is too great.")
    key, data = bytearray(dklen), bytearray(password + salt)
    _pbkdf2(_DIGESTS.index(name), data, len(password), len(data), iterations, key, dklen)
    return bytes(key)


@builtin("_hashlib")
def scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64):
    password = _bytes(password)
    if salt is None:
        raise TypeError("salt is required")
    salt = _bytes(salt)
    if n is None:
        raise TypeError("n is required and must be an unsigned int")
    if n < 2 or n & n - 1:
        raise ValueError("n must be a power of 2.")
    if r is None:
        raise TypeError("r is required and must be an unsigned int")
    if p is None:
        raise TypeError("p is required and must be an unsigned int")
    if not 0 <= maxmem <= 0x7FFFFFFF:
        raise ValueError("maxmem must be positive and smaller than 2147483647")
    if not 1 <= dklen <= 0x7FFFFFFF:
        raise ValueError("dklen must be greater than 0 and smaller than 2147483647")
    memory = 128 * r * p + 32 * r * (n + 2) * 4
    if r >= 1 and p >= 1 and memory > (maxmem or _MEMORY):
        raise ValueError("[digital envelope routines] memory limit exceeded")
    if r < 1 or p < 1 or p > 0x3FFFFFFF // r or dklen > _LIMIT:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    key, data = bytearray(dklen), bytearray(password + salt)
    if _scrypt(data, len(password), len(data), n, r << 32 | p, key, dklen) < 0:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    return bytes(key)


def install(hashlib):
    hashlib.pbkdf2_hmac, hashlib.scrypt = pbkdf2_hmac, scrypt
