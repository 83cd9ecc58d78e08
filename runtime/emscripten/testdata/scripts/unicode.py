import os, sys, unicodedata, locale
print("caf\u00e9", "\u65e5\u672c", "\U0001f600", len("\U0001f600"), "stra\u00dfe".upper(), unicodedata.normalize("NFD", "\u00e9").encode())
print(sys.stdout.encoding, sys.getfilesystemencoding(), sys.getfilesystemencodeerrors(), locale.getpreferredencoding(False))
open("\u00fc.txt", "w").write("\u00fc"); print(sorted(os.listdir(".")), os.listdir(b"."))
os.mkdir(b"\xff"); print([n for n in os.listdir(".") if "\udcff" in n], os.path.isdir("\udcff")); os.rmdir("\udcff")
try:
    open("\ud800", "w")
except UnicodeEncodeError as e:
    print(e)
try:
    open("a\0b")
except ValueError as e:
    print(e)
print(b"\xff\xfe".decode("utf-8", "replace"), "x\u0301".encode("ascii", "backslashreplace"), bytes("\u20ac", "cp1252"), "\u00e9".encode("latin-1"))
try:
    b"\xff".decode()
except UnicodeDecodeError as e:
    print(e)
with open("bom", "w", encoding="utf-8-sig") as f:
    f.write("x")
print(open("bom", "rb").read(), open("bom", encoding="utf-8-sig").read(), open("bom", encoding="utf-16-le", errors="ignore").read()[:1] != "")
print(ascii("\u00e9"), repr("\x7f\u200b"), "\u0130".lower() == "i\u0307", sorted(["\u00e4", "z", "a"]))
