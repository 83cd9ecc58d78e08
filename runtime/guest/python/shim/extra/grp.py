"""The group database, as getgrgid(3) reads it from /etc/group."""
from _sandfault.records import record

struct_group = record("grp.struct_group", "gr_name gr_passwd gr_gid gr_mem")


def _all():
    try:
        with open("/etc/group", encoding="utf-8", errors="surrogateescape") as f:
            lines = f.read().split("\n")
    except OSError:
        return []
    entries = []
    for line in lines:
        f = line.split(":")
        if len(f) == 4 and not line.startswith("#"):
            try:
                entries.append(struct_group((f[0], f[1], int(f[2]), [m for m in f[3].split(",") if m])))
            except ValueError:
                pass
    return entries


def getgrall():
    return _all()


def getgrnam(name):
    if not isinstance(name, str):
        raise TypeError("getgrnam() argument must be str, not " + type(name).__name__)
    if "\0" in name:
        raise ValueError("embedded null byte")
    for e in _all():
        if e.gr_name == name:
            return e
    raise KeyError("getgrnam(): name not found: %r" % name)


def getgrgid(id):
    if not hasattr(id, "__index__"):
        raise TypeError("gid should be integer, not " + type(id).__name__)
    gid = id.__index__()
    for e in _all():
        if e.gr_gid == gid:
            return e
    raise KeyError("getgrgid(): gid not found: %d" % gid)
