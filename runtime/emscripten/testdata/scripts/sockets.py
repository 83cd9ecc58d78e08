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
