"""The password database, as getpwuid(3) reads it from /etc/passwd."""
from _sandfault.records import record

struct_passwd = record("pwd.struct_passwd", "pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell")


def _all():
    try:
        with open("/etc/passwd", encoding="utf-8", errors="surrogateescape") as f:
            lines = f.read().split("\n")
    except OSError:
        return []
    entries = []
    for line in lines:
        f = line.split(":")
        if len(f) == 7 and not line.startswith("#"):
            try:
                entries.append(struct_passwd((f[0], f[1], int(f[2]), int(f[3]), f[4], f[5], f[6])))
            except ValueError:
                pass
    return entries


def getpwall():
    return _all()


def getpwnam(name, /):
    if not isinstance(name, str):
        raise TypeError("getpwnam() argument must be str, not " + type(name).__name__)
    if "\0" in name:
        raise ValueError("embedded null byte")
    for e in _all():
        if e.pw_name == name:
            return e
    raise KeyError("getpwnam(): name not found: %r" % name)


def getpwuid(uid, /):
    if not hasattr(uid, "__index__"):
        raise TypeError("uid should be integer, not " + type(uid).__name__)
    uid = uid.__index__()
    if not 0 <= uid < 1 << 32:
        raise KeyError("getpwuid(): uid not found")
    for e in _all():
        if e.pw_uid == uid:
            return e
    raise KeyError("getpwuid(): uid not found: %d" % uid)
