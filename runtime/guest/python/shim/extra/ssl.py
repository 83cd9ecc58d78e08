"""TLS as far as it goes without a library for it: everything up to the handshake, so that what a sandbox refuses before is refused as
it would be. A handshake is owned up to as missing."""
import enum
import os
import socket
from collections import namedtuple

from _sandfault import device

OPENSSL_VERSION = "OpenSSL 3.0.11 19 Sep 2023"
OPENSSL_VERSION_INFO = (3, 0, 0, 11, 0)
OPENSSL_VERSION_NUMBER = 0x300000B0
HAS_SNI = HAS_ECDH = HAS_NPN = HAS_ALPN = HAS_TLSv1 = HAS_TLSv1_1 = HAS_TLSv1_2 = HAS_TLSv1_3 = True
HAS_NEVER_CHECK_COMMON_NAME = True
HAS_NPN = HAS_SSLv2 = HAS_SSLv3 = HAS_PSK = False
CHANNEL_BINDING_TYPES = ["tls-unique"]


class SSLError(OSError):
    library = reason = None

    def __str__(self):
        return str(self.strerror) if self.strerror else OSError.__str__(self)


class SSLZeroReturnError(SSLError):
    pass


class SSLWantReadError(SSLError):
    pass


class SSLWantWriteError(SSLError):
    pass


class SSLSyscallError(SSLError):
    pass


class SSLEOFError(SSLError):
    pass


class SSLCertVerificationError(SSLError, ValueError):
    verify_code = 0
    verify_message = ""


CertificateError = SSLCertVerificationError
socket_error = OSError


class TLSVersion(enum.IntEnum):
    MINIMUM_SUPPORTED = -2
    SSLv3 = 768
    TLSv1 = 769
    TLSv1_1 = 770
    TLSv1_2 = 771
    TLSv1_3 = 772
    MAXIMUM_SUPPORTED = -1


class VerifyMode(enum.IntEnum):
    CERT_NONE = 0
    CERT_OPTIONAL = 1
    CERT_REQUIRED = 2


class VerifyFlags(enum.IntFlag):
    VERIFY_DEFAULT = 0
    VERIFY_CRL_CHECK_LEAF = 4
    VERIFY_CRL_CHECK_CHAIN = 12
    VERIFY_X509_STRICT = 32
    VERIFY_ALLOW_PROXY_CERTS = 64
    VERIFY_X509_TRUSTED_FIRST = 32768
    VERIFY_X509_PARTIAL_CHAIN = 524288


class Options(enum.IntFlag):
    OP_ALL = -2147483568
    OP_NO_SSLv2 = 0
    OP_NO_SSLv3 = 33554432
    OP_NO_TLSv1 = 67108864
    OP_NO_TLSv1_1 = 268435456
    OP_NO_TLSv1_2 = 134217728
    OP_NO_TLSv1_3 = 536870912
    OP_NO_COMPRESSION = 131072
    OP_NO_TICKET = 16384
    OP_NO_RENEGOTIATION = 1073741824
    OP_SINGLE_DH_USE = 0
    OP_SINGLE_ECDH_USE = 0
    OP_CIPHER_SERVER_PREFERENCE = 4194304
    OP_IGNORE_UNEXPECTED_EOF = 128
    OP_ENABLE_MIDDLEBOX_COMPAT = 1048576
    OP_ENABLE_KTLS = 8


class _SSLMethod(enum.IntEnum):
    PROTOCOL_TLS = 2
    PROTOCOL_TLSv1 = 3
    PROTOCOL_TLSv1_1 = 4
    PROTOCOL_TLSv1_2 = 5
    PROTOCOL_TLS_CLIENT = 16
    PROTOCOL_TLS_SERVER = 17


PROTOCOL_SSLv23 = _SSLMethod.PROTOCOL_TLS
for _e in (VerifyMode, VerifyFlags, Options, _SSLMethod):
    globals().update(_e.__members__)


class _ASN1Object(namedtuple("_ASN1Object", "nid shortname longname oid")):
    __slots__ = ()


class Purpose(_ASN1Object, enum.Enum):
    SERVER_AUTH = (129, "serverAuth", "TLS Web Server Authentication", "1.3.6.1.5.5.7.3.1")
    CLIENT_AUTH = (130, "clientAuth", "TLS Web Client Authentication", "1.3.6.1.5.5.7.3.2")


DefaultVerifyPaths = namedtuple("DefaultVerifyPaths",
                                "cafile capath openssl_cafile_env openssl_cafile openssl_capath_env openssl_capath")


def get_default_verify_paths():
    cafile = os.environ.get("SSL_CERT_FILE", "/usr/lib/ssl/cert.pem")
    capath = os.environ.get("SSL_CERT_DIR", "/usr/lib/ssl/certs")
    return DefaultVerifyPaths(cafile if os.path.isfile(cafile) else None, capath if os.path.isdir(capath) else None,
                              "SSL_CERT_FILE", "/usr/lib/ssl/cert.pem", "SSL_CERT_DIR", "/usr/lib/ssl/certs")


def _handshake():
    device.unsupported("TLS (Python module ssl)")
    raise SSLError(1, "[SSL] TLS is not available here")


class SSLContext:
    sslsocket_class = sslobject_class = None

    def __init__(self, protocol=PROTOCOL_TLS):
        self.protocol = _SSLMethod(protocol)
        client = protocol == PROTOCOL_TLS_CLIENT
        self._check_hostname, self._verify_mode = client, CERT_REQUIRED if client else CERT_NONE
        self.options = Options.OP_ALL | Options.OP_NO_SSLv3
        self.minimum_version, self.maximum_version = TLSVersion.TLSv1_2, TLSVersion.MAXIMUM_SUPPORTED
        self.verify_flags = VERIFY_X509_TRUSTED_FIRST
        self.post_handshake_auth = False
        self.keylog_filename = self.sni_callback = None
        self.hostname_checks_common_name = True

    @property
    def check_hostname(self):
        return self._check_hostname

    @check_hostname.setter
    def check_hostname(self, value):
        if value and self._verify_mode == CERT_NONE:
            self._verify_mode = CERT_REQUIRED
        self._check_hostname = bool(value)

    @property
    def verify_mode(self):
        return self._verify_mode

    @verify_mode.setter
    def verify_mode(self, value):
        if self._check_hostname and value == CERT_NONE:
            raise ValueError("Cannot set verify_mode to CERT_NONE when check_hostname is enabled.")
        self._verify_mode = VerifyMode(value)

    def load_verify_locations(self, cafile=None, capath=None, cadata=None):
        if cafile is None and capath is None and cadata is None:
            raise TypeError("cafile, capath and cadata cannot be all omitted")
        if cafile is not None:
            open(cafile, "rb").close()

    def load_cert_chain(self, certfile, keyfile=None, password=None):
        open(certfile, "rb").close()

    def load_default_certs(self, purpose=Purpose.SERVER_AUTH):
        pass

    def set_default_verify_paths(self):
        pass

    def set_ciphers(self, ciphers):
        pass

    def set_alpn_protocols(self, protocols):
        pass

    def set_servername_callback(self, callback):
        self.sni_callback = callback

    def get_ca_certs(self, binary_form=False):
        return []

    def get_ciphers(self):
        return []

    def cert_store_stats(self):
        return {"x509": 0, "crl": 0, "x509_ca": 0}

    def session_stats(self):
        return {}

    def wrap_socket(self, sock, server_side=False, do_handshake_on_connect=True, suppress_ragged_eofs=True,
                    server_hostname=None, session=None):
        if self._check_hostname and not server_side and not server_hostname:
            raise ValueError("check_hostname requires server_hostname")
        sock.close()
        _handshake()

    def wrap_bio(self, incoming, outgoing, server_side=False, server_hostname=None, session=None):
        _handshake()


class SSLSocket(socket.socket):
    def __init__(self, *args, **kwargs):
        raise TypeError("SSLSocket does not have a public constructor. Instances are returned by SSLContext.wrap_socket().")


class SSLObject:
    def __init__(self, *args, **kwargs):
        raise TypeError("SSLObject does not have a public constructor. Instances are returned by SSLContext.wrap_bio().")


class SSLSession:
    pass


class MemoryBIO:
    def __init__(self):
        self._data, self.eof = bytearray(), False

    @property
    def pending(self):
        return len(self._data)

    def read(self, size=-1):
        n = len(self._data) if size < 0 else size
        data, self._data = bytes(self._data[:n]), self._data[n:]
        return data

    def write(self, data):
        self._data += data
        return len(data)

    def write_eof(self):
        self.eof = True


SSLContext.sslsocket_class, SSLContext.sslobject_class = SSLSocket, SSLObject


def create_default_context(purpose=Purpose.SERVER_AUTH, *, cafile=None, capath=None, cadata=None):
    if not isinstance(purpose, _ASN1Object):
        raise TypeError(purpose)
    context = SSLContext(PROTOCOL_TLS_CLIENT if purpose == Purpose.SERVER_AUTH else PROTOCOL_TLS_SERVER)
    if cafile or capath or cadata:
        context.load_verify_locations(cafile, capath, cadata)
    return context


def _create_unverified_context(protocol=None, *, cert_reqs=CERT_NONE, check_hostname=False, purpose=Purpose.SERVER_AUTH,
                               certfile=None, keyfile=None, cafile=None, capath=None, cadata=None):
    context = SSLContext(PROTOCOL_TLS_CLIENT if protocol is None else protocol)
    context.check_hostname = check_hostname
    context.verify_mode = cert_reqs
    return context


_create_default_https_context = create_default_context
_create_stdlib_context = _create_unverified_context


def get_server_certificate(addr, ssl_version=PROTOCOL_TLS_CLIENT, ca_certs=None, timeout=None):
    socket.create_connection(addr).close()
    _handshake()


def DER_cert_to_PEM_cert(der):
    import base64
    text = str(base64.standard_b64encode(der), "ASCII")
    lines = ["-----BEGIN CERTIFICATE-----"] + [text[i:i + 64] for i in range(0, len(text), 64)] + ["-----END CERTIFICATE-----\n"]
    return "\n".join(lines)


def PEM_cert_to_DER_cert(pem):
    import base64
    return base64.decodebytes("".join(pem.strip().split("\n")[1:-1]).encode())


def cert_time_to_seconds(cert_time):
    import calendar
    import time
    return calendar.timegm(time.strptime(cert_time, "%b %d %H:%M:%S %Y GMT"))


def RAND_bytes(n):
    return os.urandom(n)


def RAND_status():
    return True


def RAND_add(data, entropy):
    pass
