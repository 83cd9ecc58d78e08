import io, lzma, os, shutil, subprocess, tarfile, zipfile
data = b"hello world " * 5000
ways = ({}, {"preset": 9}, {"preset": 0, "check": lzma.CHECK_SHA256}, {"check": lzma.CHECK_NONE}, {"check": lzma.CHECK_CRC32}, {"format": lzma.FORMAT_ALONE},
        {"format": lzma.FORMAT_RAW, "filters": [{"id": lzma.FILTER_LZMA2, "preset": 3}]},
        {"format": lzma.FORMAT_RAW, "filters": [{"id": lzma.FILTER_DELTA, "dist": 4}, {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16}]})
for how in ways:
    for text in (b"", b"x", data, bytes(range(256)) * 300):
        packed = lzma.compress(text, **how)
        back = {k: v for k, v in how.items() if k in ("format", "filters")}
        d = lzma.LZMADecompressor(**back)
        print(lzma.decompress(packed, **back) == text, d.decompress(packed + b"tail") == text, d.eof, d.needs_input, d.unused_data, d.check)
c = lzma.LZMACompressor(); packed = c.compress(data[:7]) + c.compress(data[7:]) + c.flush()
d = lzma.LZMADecompressor(); print(b"".join(d.decompress(packed[i:i + 9]) for i in range(0, len(packed), 9)) == data, d.eof)
d = lzma.LZMADecompressor(); print(len(d.decompress(packed, 10)), d.eof, d.needs_input, len(d.decompress(b"", 59000)), len(d.decompress(b"")), d.eof)
with lzma.open("a.xz", "wt") as f: f.write("one\n" * 2)
with lzma.open("a.xz", "at") as f: f.write("two\n")
with lzma.open("a.xz", "rt") as f: print(f.readlines())
with lzma.LZMAFile("a.xz") as f: print(f.seek(3), f.read(4), f.peek()[:2], f.tell(), f.seekable(), f.writable())
with open("b.xz", "wb") as f: f.write(lzma.compress(b"1") + lzma.compress(b"2"))
print(lzma.open("b.xz").read(), subprocess.run(["xz", "-dc", "a.xz"], capture_output=True).stdout)
print(lzma.decompress(subprocess.run(["xz"], input=b"from xz", capture_output=True).stdout))
os.mkdir("d"); open("d/f", "w").write("content" * 100)
print(shutil.make_archive("arch", "xztar", "."[:0] or None, "d")[-11:], tarfile.open("arch.tar.xz").getnames(), shutil.unpack_archive("arch.tar.xz", "out"), os.listdir("out/d"))
with zipfile.ZipFile("z.zip", "w", zipfile.ZIP_LZMA) as z: z.writestr("x", data)
print(zipfile.ZipFile("z.zip").read("x") == data, zipfile.ZipFile("z.zip").testzip(), zipfile.ZipFile("z.zip").infolist()[0].compress_type)
def told(f, *args, **kwargs):
    try: print(f(*args, **kwargs))
    except Exception as e: print(type(e).__name__, e)
for bad in (b"", b"\xffjunk" * 20, packed[:-5], packed[:30] + b"\0" * 20 + packed[50:], packed[:-20] + b"x" * 20): told(lzma.decompress, bad)
for kwargs in ({"preset": 10}, {"preset": 1, "filters": []}, {"format": 9}, {"format": lzma.FORMAT_RAW}, {"format": lzma.FORMAT_ALONE, "check": 4}, {"check": 7}, {"filters": [{"id": 99}]},
               {"filters": [{}]}, {"filters": [5]}, {"filters": [{"id": lzma.FILTER_LZMA2, "nope": 1}]}, {"preset": "a"}, {"filters": [{"id": lzma.FILTER_LZMA2}] * 5}):
    told(lzma.compress, b"", **kwargs)
told(lzma.LZMADecompressor, lzma.FORMAT_RAW); told(lzma.LZMADecompressor, lzma.FORMAT_XZ, filters=[]); told(lzma.LZMADecompressor, 7); told(c.flush); told(c.compress, b""); told(d.decompress, b"")
told(lzma.open, "nope.xz"); told(lzma.open, "a.xz", "rb", preset=1); told(lzma.open, "a.xz", "q"); told(lzma.is_check_supported, 2); print(issubclass(lzma.LZMAError, Exception), lzma.LZMAError.__module__)
lzma.decompress(b"not a stream at all")
