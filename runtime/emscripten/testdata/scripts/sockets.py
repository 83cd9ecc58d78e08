import errno, select, socket, threading
a, b = socket.socketpair(); a.sendall(b"hi"); print(b.recv(9)); a.shutdown(socket.SHUT_WR); print(b.recv(9)); a.close(); b.close()
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); s.bind(("127.0.0.1", 0)); s.listen(5)
c = socket.create_connection(s.getsockname()); d, addr = s.accept(); print(addr == c.getsockname(), d.getpeername() == c.getsockname())
c.sendall(b"x" * 50000); c.close(); n = 0
while chunk := d.recv(4096):
    n += len(chunk)
print(n); d.close()
s.settimeout(0.01)
try:
    s.accept()
except TimeoutError as e:
    print(repr(e))
try:
    socket.create_connection(("127.0.0.1", 1))
except OSError as e:
    print(repr(e))
e = socket.socket(); print(e.connect_ex(("127.0.0.1", 1)) == errno.ECONNREFUSED)
u = socket.socket(socket.AF_UNIX); u.bind("sock"); u.listen(); v = socket.socket(socket.AF_UNIX); v.connect("sock"); w, _ = u.accept(); v.send(b"q"); print(w.recv(3), u.getsockname(), v.getpeername())
x = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); x.bind(("127.0.0.1", 0)); y = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); y.sendto(b"dg", x.getsockname())
data, who = x.recvfrom(10); print(data, who[0]); print(select.select([x], [y], [], 0) == ([], [y], []))
p = select.poll(); p.register(x, select.POLLIN); print(p.poll(5))
def serve():
    conn, _ = s2.accept()
    with conn, conn.makefile("rw") as f:
        f.write(f.readline().upper()); f.flush()
s2 = socket.create_server(("127.0.0.1", 0)); threading.Thread(target=serve).start()
with socket.create_connection(s2.getsockname()) as k, k.makefile("rw") as f:
    f.write("line\n"); f.flush(); print(f.readline())
print(socket.gethostbyname("localhost"), socket.inet_aton("1.2.3.4"), socket.ntohs(1), socket.getservbyname("http"))
try:
    a.send(b"x")
except OSError as e:
    print(e)
a = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM); a.bind(("::1", 0)); b = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM); b.bind(("::1", 0))
for n in 3, 9:
    b.sendto(b"hello", a.getsockname()); data, told, flags, who = a.recvmsg(n); print(data, told, flags, who == b.getsockname())
c = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM); c.bind(("::", 0)); x.sendto(b"v4", ("127.0.0.1", c.getsockname()[1])); print(c.recvfrom(5)[1][0])
print(socket.getnameinfo(("ff02::1de:c0:face:8D", 1234, 0, 1), 3), socket.getaddrinfo("ff02::1%lo", 12, socket.AF_INET6, socket.SOCK_DGRAM)[0][4])
a, b = socket.socketpair(); print(a.sendmsg([b"a", b"bc"]), b.recvmsg(10, 5)); a.sendmsg([b"abc"]); room = bytearray(2); print(b.recvmsg_into([room]), room)
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); a.send(b"12345"); print(b.recvmsg(3)[:3])
u = socket.socket(socket.AF_UNIX); u.bind(""); print(len(u.getsockname())); v = socket.socket(socket.AF_UNIX); v.bind(bytearray(b"\0sandfault")); print(v.getsockname())
def refused(call, *args):
    try:
        print(call(*args))
    except Exception as e:
        print(type(e).__name__, e)
import pathlib
refused(socket.socket(socket.AF_UNIX).bind, pathlib.Path("x")); refused(socket.socket(socket.AF_UNIX).bind, "x" * 108); refused(a.sendmsg, [b""], [(1, 1)])
refused(socket.if_indextoname, -1); refused(socket.if_nametoindex, "zz"); refused(socket.getservbyport, -1); refused(socket.getservbyport, 53); refused(b.recvmsg, -1)
refused(select.select, ["x"], [], []); refused(select.select, 1, [], [])
def fill():
    r, w = socket.socketpair(); n = 0
    try:
        while True:
            n += w.sendmsg([b"a" * 512], [], socket.MSG_DONTWAIT)
    except BlockingIOError as e:
        print(e, n > 1000)
    refused(w.recv, 1, socket.MSG_DONTWAIT)
t = threading.Thread(target=fill); t.start(); t.join()
