import errno, os
for f in (lambda: open("nope"), lambda: open("/"), lambda: os.mkdir("/tmp"), lambda: os.rmdir("/nope"), lambda: os.listdir("/etc/passwd"),
          lambda: os.readlink("/tmp"), lambda: os.close(77), lambda: os.chdir("/etc/passwd/x"), lambda: os.rename("a", "b"),
          lambda: open("x" * 300, "w"), lambda: os.open("/etc/passwd", os.O_WRONLY | os.O_DIRECTORY)):
    try:
        f()
    except OSError as e:
        print(type(e).__name__, e.errno, errno.errorcode[e.errno], e)
for n in range(1, 134):
    e = OSError(n, os.strerror(n))
    print(n, type(e).__name__, e.strerror, errno.errorcode.get(n))
print(errno.EAGAIN == errno.EWOULDBLOCK, errno.ENOTSUP == errno.EOPNOTSUPP)
try:
    raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), "name")
except FileNotFoundError as e:
    print(e, e.filename)
