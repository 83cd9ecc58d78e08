import mmap, os
m = mmap.mmap(-1, 100); m[:5] = b"hello"; print(m[:6], m.find(b"llo"), len(m)); m.seek(3); print(m.read(2)); m.close()
with open("f", "wb") as f:
    f.write(b"0123456789" * 10)
with open("f", "r+b") as f:
    m = mmap.mmap(f.fileno(), 0); m[2:4] = b"XX"; m.flush(); print(open("f", "rb").read(6)); m[0:1] = b"Z"; m.close()
print(open("f", "rb").read(6))
with open("f", "rb") as f:
    m = mmap.mmap(f.fileno(), 10, access=mmap.ACCESS_READ); print(bytes(m), m.rfind(b"9"))
    try:
        m[0] = 1
    except TypeError as e:
        print(e)
    c = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY); c[0:1] = b"c"; print(c[:3], f.read(1))
try:
    mmap.mmap(os.open("f", os.O_RDONLY), 0)
except PermissionError as e:
    print(e)
try:
    mmap.mmap(os.open("/dev/null", os.O_RDWR), 0)
except (OSError, ValueError) as e:
    print(type(e).__name__)
