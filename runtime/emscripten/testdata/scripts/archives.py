import io, tarfile, zipfile, os, gzip
with zipfile.ZipFile("a.zip", "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("d/x.txt", "hello " * 50); z.writestr("y", b"\0\1")
with zipfile.ZipFile("a.zip") as z:
    print(z.namelist(), z.read("y"), z.getinfo("d/x.txt").file_size, z.testzip()); z.extractall("out")
print(sorted(os.listdir("out")), open("out/d/x.txt").read()[:11], zipfile.is_zipfile("a.zip"))
with tarfile.open("a.tar.gz", "w:gz") as t:
    t.add("out", arcname="in"); i = tarfile.TarInfo("mem"); i.size = 3; t.addfile(i, io.BytesIO(b"abc"))
with tarfile.open("a.tar.gz") as t:
    print(sorted(t.getnames()), t.extractfile("mem").read()); t.extractall("tout", filter="data") if hasattr(tarfile, "data_filter") else t.extractall("tout")
print(sorted(os.listdir("tout")), sorted(os.listdir("tout/in")))
with gzip.open("g.gz", "wt") as f:
    f.write("text\n" * 3)
print(gzip.open("g.gz", "rt").readlines())
try:
    zipfile.ZipFile(io.BytesIO(b"not a zip"))
except zipfile.BadZipFile as e:
    print(e)
