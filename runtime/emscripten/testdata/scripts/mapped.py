import mmap, os, subprocess
def content():
    with open("f", "rb") as f:
        return f.read(6)
open("f", "wb").write(b"abcdef" * 2000)
with open("f", "r+b") as f:
    m = mmap.mmap(f.fileno(), 0)
m[0:1] = b"1"  # the file is closed, the mapping is not
m.flush(); print(content())
m[1:2] = b"2"; print(content())
m[2:3] = b"3"; print(subprocess.run(["head", "-c", "6", "f"], capture_output=True).stdout)
print(os.pread(os.open("f", os.O_RDONLY), 3, 0), m.find(b"def"), m.size())
m[3:4] = b"4"; m.close(); print(content())
with open("f", "r+b") as f, mmap.mmap(f.fileno(), 4096, offset=4096) as m:
    m[0] = 0x35; f.seek(4096); print(f.read(2), m[:2])
with open("f", "r+b") as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY) as m:
    m[0] = 0x39; print(m[:2], content())
m = mmap.mmap(os.open("f", os.O_RDWR), 0, trackfd=False)
m[4:5] = b"6"; print(content()); m.close()
code = 'import mmap, os; m = mmap.mmap(os.open("f", os.O_RDWR), 0); m[5:6] = b"7"; os._exit(0)'
subprocess.run(["python3", "-c", code]); print(content())
