import glob, pathlib, shutil, tempfile, os, fnmatch
p = pathlib.Path("top"); (p / "sub").mkdir(parents=True); (p / "a.txt").write_text("one\ntwo"); (p / "sub" / "b.bin").write_bytes(bytes(range(5)))
print(sorted(str(x) for x in p.rglob("*")), (p / "a.txt").read_text().splitlines(), (p / "sub/b.bin").stat().st_size)
print(p.exists(), p.is_dir(), (p / "a.txt").suffix, (p / "a.txt").with_suffix(".md"), pathlib.PurePosixPath("/a/../b").parts)
print(sorted(glob.glob("top/**", recursive=True)), fnmatch.filter(["a.py", "b.txt"], "*.py"))
shutil.copytree("top", "copy"); print(sorted(os.listdir("copy"))); shutil.copy2("top/a.txt", "c.txt"); shutil.move("c.txt", "copy/sub"); print(sorted(os.listdir("copy/sub")))
shutil.make_archive("arch", "zip", "copy"); shutil.unpack_archive("arch.zip", "out"); print(sorted(os.listdir("out")))
shutil.make_archive("arch", "gztar", "copy"); shutil.rmtree("copy"); print(os.path.exists("copy"))
with tempfile.TemporaryDirectory() as d:
    print(os.path.isdir(d), d.startswith(tempfile.gettempdir()))
print(os.path.exists(d))
with tempfile.NamedTemporaryFile("w+", suffix=".t") as f:
    f.write("x"); f.flush(); print(os.path.getsize(f.name), f.name.endswith(".t"))
with tempfile.SpooledTemporaryFile(4) as f:
    f.write(b"12345678"); f.seek(0); print(f.read())
print(shutil.which("sh") is not None, shutil.which("nope"))
try:
    (p / "none").read_text()
except FileNotFoundError as e:
    print(e)
(p / "a.txt").unlink(); (p / "a.txt").unlink(missing_ok=True); print(list(p.iterdir()))
