import os, stat
os.mkdir("d")
with open("d/f", "w") as f:
    print(f.write("line one\nline two\n"))
with open("d/f") as f:
    print(f.readlines())
with open("d/f", "r+b") as f:
    f.seek(5); f.write(b"ONE"); f.seek(0, 2); print(f.tell()); f.truncate(9)
print(open("d/f", "rb").read(), os.path.getsize("d/f"))
os.symlink("f", "d/l"); os.link("d/f", "d/h")
print(sorted(os.listdir("d")), os.readlink("d/l"), os.stat("d/f").st_nlink, os.path.islink("d/l"))
os.chmod("d/f", 0o640); print(oct(os.stat("d/h").st_mode), stat.filemode(os.lstat("d/l").st_mode))
os.utime("d/f", (1, 2)); print(os.stat("d/f").st_atime, os.stat("d/f").st_mtime_ns)
os.makedirs("a/b/c", exist_ok=True); os.replace("d/f", "a/b/c/g"); print(os.path.exists("d/l"), os.path.lexists("d/l"))
for root, dirs, files in sorted(os.walk(".")):
    print(root, sorted(dirs), sorted(files))
fd = os.open("raw", os.O_RDWR | os.O_CREAT, 0o600)
print(os.write(fd, b"0123456789"), os.pread(fd, 4, 3), os.lseek(fd, 0, 0), os.read(fd, 3), os.fstat(fd).st_size)
os.ftruncate(fd, 5); print(os.fstat(fd).st_size); os.close(fd)
with os.scandir("a") as it:
    print([(e.name, e.is_dir()) for e in it])
old = os.umask(0o027); open("m", "w").close(); print(oct(os.stat("m").st_mode & 0o777), oct(old)); os.umask(old)
open("app", "a").write("1"); open("app", "a").write("2"); print(open("app").read())
try:
    open("app", "x")
except FileExistsError as e:
    print(e)
