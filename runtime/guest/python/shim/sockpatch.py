"""What socket lacks: options, shutdown, real pairs, names; and numbers of errors that are told instead of raised."""
import _socket
import os
import posix
import sys

from _sandfault import device
from _sandfault.builtin import builtin, integer
from _sandfault.device import checked, error, raw

_EAI_NONAME, _EAI_AGAIN = -2, -3

# libc's numbers of errors that a socket tells, and Linux's (errno.go).
_LIBC = {2: 13, 3: 98, 4: 99, 5: 97, 6: 11, 7: 114, 8: 9, 14: 111, 15: 104, 23: 113, 26: 115, 27: 4, 28: 22, 30: 106, 31: 21, 32: 40, 33: 24,
         38: 100, 40: 101, 42: 105, 44: 2, 48: 12, 53: 107, 54: 20, 57: 88, 63: 1, 64: 32, 66: 93, 67: 91, 73: 110, 138: 95}


# What IPv6 tells beside a message, RFC 3542, which the kernel does not. As UDP-Lite, it has no names then.
_ANCILLARY = ("IPV6_RECVHOPLIMIT IPV6_HOPLIMIT IPV6_RECVTCLASS IPV6_RECVPKTINFO IPV6_PKTINFO IPV6_RECVRTHDR IPV6_RTHDR "
              "IPV6_RECVHOPOPTS IPV6_HOPOPTS IPV6_RECVDSTOPTS IPV6_DSTOPTS IPV6_RTHDRDSTOPTS IPV6_RECVPATHMTU IPV6_PATHMTU").split()


def _bytes(b):
    try:
        return bytes(memoryview(b))
    except TypeError:
        raise TypeError("a bytes-like object is required, not '%s'" % type(b).__name__) from None


def _numbers(names, first):
    for i, name in enumerate(names.split(), first):
        if name != "-" and not hasattr(_socket, name):
            setattr(_socket, name, i)


def _constants():
    _numbers("SO_DEBUG SO_REUSEADDR SO_TYPE SO_ERROR SO_DONTROUTE SO_BROADCAST SO_SNDBUF SO_RCVBUF SO_KEEPALIVE SO_OOBINLINE - SO_PRIORITY "
             "SO_LINGER - SO_REUSEPORT SO_PASSCRED SO_PEERCRED SO_RCVLOWAT SO_SNDLOWAT SO_RCVTIMEO SO_SNDTIMEO", 1)
    _numbers("SO_ACCEPTCONN SO_PEERSEC", 30)
    _numbers("TCP_NODELAY TCP_MAXSEG TCP_CORK TCP_KEEPIDLE TCP_KEEPINTVL TCP_KEEPCNT TCP_SYNCNT TCP_LINGER2 TCP_DEFER_ACCEPT "
             "TCP_WINDOW_CLAMP TCP_INFO TCP_QUICKACK TCP_CONGESTION", 1)
    _numbers("TCP_USER_TIMEOUT", 18)
    _numbers("SCM_RIGHTS SCM_CREDENTIALS", 1)
    _numbers("AF_UNSPEC AF_UNIX AF_INET", 0)
    _numbers("AF_NETLINK AF_PACKET", 16)
    _numbers("MSG_OOB MSG_PEEK", 1)
    for name in ("IPPROTO_UDPLITE", "UDPLITE_SEND_CSCOV", "UDPLITE_RECV_CSCOV", *_ANCILLARY):
        if hasattr(_socket, name):
            delattr(_socket, name)
    for name, value in (("SO_BINDTODEVICE", 25), ("SO_DOMAIN", 39), ("SO_PROTOCOL", 38), ("SOL_SOCKET", 1), ("SOMAXCONN", 4096),
                        ("MSG_DONTWAIT", 64), ("MSG_NOSIGNAL", 16384), ("MSG_WAITALL", 256)):
        if not hasattr(_socket, name):
            setattr(_socket, name, value)


_DATAGRAMS = (53, 123, 161, 389, 443, 636)  # services that have UDP too, /etc/services of Debian


def _pairs():
    socketpair = checked("socketpair")

    @builtin("_socket", "socketpair")
    def socketpair_(family=_socket.AF_UNIX, type=_socket.SOCK_STREAM, proto=0, /):
        b = bytearray(8)
        socketpair(int(family), int(type) | 0o2000000, proto, b)
        return tuple(_socket.socket(family, type, proto, int.from_bytes(b[i:i + 4], "little")) for i in (0, 4))

    _socket.socketpair = socketpair_


def _names():
    def addresses(name):
        found = []
        for _, _, _, _, address in _socket.getaddrinfo(name, None, _socket.AF_INET, _socket.SOCK_STREAM):
            if address[0] not in found:
                found.append(address[0])
        return found

    @builtin("_socket")
    def gethostbyname_ex(host, /):
        return (host, [], addresses(host))

    @builtin("_socket")
    def gethostbyaddr(host, /):
        found = addresses(host)
        if found[0].startswith("127."):
            return ("localhost", [], found)
        raise _socket.herror(1, "Unknown host")

    @builtin("_socket")
    def gethostname():
        return posix.uname().nodename

    @builtin("_socket")
    def sethostname(name, /):
        raise error(1)

    @builtin("_socket")
    def if_nameindex():
        return [(1, "lo")]

    @builtin("_socket")
    def if_nametoindex(name, /):
        if os.fsencode(name) != b"lo":
            raise OSError("no interface with this name")
        return 1

    @builtin("_socket")
    def if_indextoname(index, /):
        index = integer(index)
        if index < 0:
            raise OverflowError("can't convert negative value to unsigned int")
        if index >= 1 << 64:
            raise OverflowError("Python int too large to convert to C unsigned long")
        if index != 1:
            raise error(6)
        return "lo"

    @builtin("_socket")
    def getservbyport(port, proto=None, /):
        port = integer(port)
        if not 0 <= port <= 0xFFFF:
            raise OverflowError("getservbyport: port must be 0-65535.")
        name = _socket.getnameinfo(("127.0.0.1", port), _socket.NI_NUMERICHOST)[1]
        if name == str(port) or proto not in (None, "tcp", "udp") or proto == "udp" and port not in _DATAGRAMS:
            raise OSError("port/proto not found")
        return name

    for f in (gethostbyname_ex, gethostbyaddr, gethostname, sethostname, if_nameindex, if_nametoindex, if_indextoname, getservbyport):
        setattr(_socket, f.__name__, f)


def methods():
    """The methods that socket.socket gets; socket is imported by then."""
    setsockopt, shutdown = checked("setsockopt"), checked("shutdown")
    base = _socket.socket
    old_get, old_connect = base.getsockopt, base.connect_ex

    @builtin("socket", "setsockopt")
    def setsockopt_(self, level, optname, value, optlen=None):
        if value is None:
            b = bytearray(optlen)
        elif isinstance(value, int):
            b = bytearray((value & 0xFFFFFFFF).to_bytes(4, "little"))
        else:
            b = bytearray(value)
        setsockopt(self.fileno(), integer(level), integer(optname), b, len(b))

    @builtin("socket", "shutdown")
    def shutdown_(self, how, /):
        shutdown(self.fileno(), integer(how))

    @builtin("socket")
    def getsockopt(self, level, optname, *buflen):
        v = old_get(self, level, optname, *buflen)
        if level == 1 and optname == 4 and isinstance(v, int):
            return _LIBC.get(v, v)
        return v

    @builtin("socket")
    def connect_ex(self, address, /):
        if self.family == 1:
            try:
                self.connect(address)
            except OSError as e:
                return e.errno
            return 0
        v = old_connect(self, address)
        return _LIBC.get(v, v) if v > 0 else v

    for f in (setsockopt_, shutdown_, getsockopt, connect_ex):
        yield f


def unix_methods():
    """Methods for sockets in the file system, of which this build knows the family only by number."""
    calls = {name: raw(name) for name in ("bind", "connect", "sendto")}
    names = {name: raw(name) for name in ("getsockname", "getpeername")}
    base = _socket.socket

    def pack(address):
        b = os.fsencode(address) if isinstance(address, str) else _bytes(address)
        abstract = not b or b.startswith(b"\0")
        if len(b) > 107 + abstract:
            raise OSError("AF_UNIX path too long")
        return bytearray(b"\1\0" + b + (b"" if abstract else b"\0"))

    def unpack(b):
        path = bytes(b[2:])
        return path if path.startswith(b"\0") else os.fsdecode(path.split(b"\0")[0])

    def addressed(name):
        call, old = calls[name], getattr(base, name)

        @builtin("socket", name)
        def method(self, address, /):
            if self.family != 1:
                return old(self, address)
            b = pack(address)
            r = call(self.fileno(), b, len(b))
            if r < 0:
                raise error(-r)

        return method

    def named(name):
        call, old = names[name], getattr(base, name)

        @builtin("socket", name)
        def method(self):
            if self.family != 1:
                return old(self)
            b, n = bytearray(128), bytearray((128).to_bytes(4, "little"))
            r = call(self.fileno(), b, n)
            if r < 0:
                raise error(-r)
            return unpack(b[:int.from_bytes(n, "little")])

        return method

    old_accept, old_recvfrom, old_sendto = base._accept, base.recvfrom, base.sendto
    accept4 = raw("accept4")

    @builtin("socket", "_accept")
    def accept(self):
        if self.family != 1:
            return old_accept(self)
        timeout = self.gettimeout()
        if timeout:
            import select
            p = select.poll()
            p.register(self.fileno(), select.POLLIN)
            if not p.poll(timeout * 1000):
                raise TimeoutError("timed out")
        fd = accept4(self.fileno(), 0, 0, 0o2000000)
        if fd < 0:
            raise error(-fd)
        return fd, ""

    @builtin("socket")
    def recvfrom(self, *args):
        return (base.recv(self, *args), None) if self.family == 1 else old_recvfrom(self, *args)

    @builtin("socket")
    def sendto(self, data, *args):
        if self.family != 1:
            return old_sendto(self, data, *args)
        b, address = bytearray(data), pack(args[-1])
        r = calls["sendto"](self.fileno(), b, len(b), args[0] if len(args) > 1 else 0, address, len(address))
        if r < 0:
            raise error(-r)
        return r

    return [*_messages(base, sendto), addressed("bind"), addressed("connect"), named("getsockname"), named("getpeername"), accept, recvfrom, sendto]


def _messages(base, sendto):
    """sendmsg and recvmsg of the same sockets, without what goes beside the bytes."""
    old_recvmsg, old_into, old_sendmsg = base.recvmsg, base.recvmsg_into, base.sendmsg
    receive = raw("recvfrom")

    def take(self, size, ancbufsize, flags):
        if ancbufsize < 0:
            raise ValueError("invalid ancillary data buffer length")
        timeout = self.gettimeout()
        if timeout:
            import select
            p = select.poll()
            p.register(self.fileno(), select.POLLIN)
            if not p.poll(timeout * 1000):
                raise TimeoutError("timed out")
        b = bytearray(size)
        n = receive(self.fileno(), b, size, flags | (_socket.MSG_TRUNC if self.type != _socket.SOCK_STREAM else 0), 0, 0)
        if n < 0:
            raise error(-n)
        return b[:n], _socket.MSG_TRUNC if n > size else 0

    @builtin("socket")
    def recvmsg(self, bufsize, ancbufsize=0, flags=0, /):
        if self.family != 1:
            return old_recvmsg(self, bufsize, ancbufsize, flags)
        bufsize = integer(bufsize)
        if bufsize < 0:
            raise ValueError("negative buffer size in recvmsg()")
        data, told = take(self, bufsize, integer(ancbufsize), integer(flags))
        return bytes(data), [], told, None

    @builtin("socket")
    def recvmsg_into(self, buffers, ancbufsize=0, flags=0, /):
        if self.family != 1:
            return old_into(self, buffers, ancbufsize, flags)
        views = [memoryview(b).cast("B") for b in buffers]
        if any(v.readonly for v in views):
            raise TypeError("recvmsg_into() argument 1 must be an iterable of single-segment read-write buffers")
        data, told = take(self, sum(map(len, views)), integer(ancbufsize), integer(flags))
        n = len(data)
        for v in views:
            part, data = data[:len(v)], data[len(v):]
            v[:len(part)] = part
        return n, [], told, None

    @builtin("socket")
    def sendmsg(self, buffers, ancdata=(), flags=0, address=None, /):
        if self.family != 1:
            return old_sendmsg(self, buffers, ancdata, flags, address)
        data = b"".join([_bytes(b) for b in buffers])
        try:
            items = list(ancdata)
        except TypeError:
            raise TypeError("sendmsg() argument 2 must be an iterable") from None
        for item in items:
            if not hasattr(item, "__len__") or len(item) != 3:
                raise TypeError("[sendmsg() ancillary data items]() argument must be %s" % (
                    "sequence of length 3, not %d" % len(item) if hasattr(item, "__len__") else
                    "3-item sequence, not " + type(item).__name__))
            integer(item[0]), integer(item[1]), _bytes(item[2])
            device.unsupported("descriptors over sockets (SCM_RIGHTS)")
            raise error(22)
        return base.send(self, data, integer(flags)) if address is None else sendto(self, data, integer(flags), address)

    return [recvmsg, recvmsg_into, sendmsg]


def install():
    _constants()
    _pairs()
    _names()


def finish():
    """After socket was imported."""
    import socket
    for f in [*methods(), *unix_methods()]:
        setattr(socket.socket, f.__name__, f)
