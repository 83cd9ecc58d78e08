import errno, resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
for mode, data in (("wb", b"x" * 3000), ("w", "x" * 30000), ("ab", b"y" * 5)):
    f = open("h", mode)
    try:
        f.write(data)
        f.flush()
        print("written")
    except OSError as e:
        print(mode, errno.errorcode[e.errno], e.strerror, len(open("h", "rb").read()))
    try:
        f.close()
    except OSError as e:
        print("close", errno.errorcode[e.errno])
try:
    with open("g", "wb", 0) as f:
        print(f.write(b"z" * 3000), f.write(b"z"))
except OSError as e:
    print(e)
