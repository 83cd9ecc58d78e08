"""The last step of a start: a process takes the interpreter over. What a start on Linux reads from the process is read now."""
import builtins
import gc
import os
import posix
import site
import sys

from _sandfault import device, imports, sigpatch

NAME = "_sandfault.adopt"

_import = builtins.__import__
_finders = list(sys.meta_path)
_base = None


def _sitepackages(prefixes=None):
    """Where packages lie on Debian."""
    found = []
    for p in site.PREFIXES if prefixes is None else prefixes:
        if p and p not in found:
            found.append(p)
    lists = [["/usr/local/lib/python3.13/dist-packages", "/usr/lib/python3/dist-packages", "/usr/lib/python3.13/dist-packages"]
             if p == "/usr" else [p + "/lib/python3.13/site-packages"] for p in found]
    return [d for list_ in lists for d in list_]


def install():
    """Waits for the import that announces a process."""
    global _base
    _sitepackages.__name__ = _sitepackages.__qualname__ = "getsitepackages"
    _sitepackages.__module__ = "site"
    site.getsitepackages = _sitepackages
    _base = [p for p in sys.path if p.startswith("/usr/lib/python3") and "dist-packages" not in p]
    gc.collect()
    gc.freeze()
    builtins.__import__ = _announced
    device.prepared()


def _announced(name, *args, **kwargs):
    if name != NAME:
        return _import(name, *args, **kwargs)
    builtins.__import__ = _import
    try:
        _environment()
        _arguments()
        _streams()
        sigpatch.adopt()
        _site()
    except BaseException as e:
        device.unsupported("start of Python: " + repr(e))
    return builtins


def _environment():
    old = dict(os.environb._data)
    new = {}
    for item in device.environment():
        k, eq, v = item.partition(b"=")
        if eq:
            new.setdefault(k, v)
    data = os.environ._data
    data.clear()
    data.update(new)
    for k in old:
        if k not in new:
            posix.unsetenv(k)
    for k, v in new.items():
        if old.get(k) != v:
            posix.putenv(k, v)
    posix.environ.clear()
    posix.environ.update(new)


def _arguments():
    first, count = device.job().split(b"\0")
    argv = [os.fsdecode(a) for a in device.arguments()]
    sys.orig_argv[:] = argv
    sys.argv[:] = [os.fsdecode(first)] + argv[int(count):]


def _streams():
    """Standard streams were opened on pipes; what they are opened on now may be another thing."""
    for fd, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            kind = posix.fstat(fd).st_mode & 0o170000
        except OSError:
            setattr(sys, name, None)
            setattr(sys, "__" + name + "__", None)
            continue
        if kind in (0o010000, 0o140000) or kind == 0o020000 and not posix.isatty(fd):
            continue
        _open_stream(fd, name, mode)


def _open_stream(fd, name, mode):
    old = getattr(sys, name)
    raw_write = not hasattr(old.buffer, "raw")  # -u
    import _io
    buffer = _io.open(fd, mode + "b", 0 if raw_write else -1, closefd=False)
    if not raw_write:
        buffer.raw.name = "<%s>" % name
    else:
        buffer.name = "<%s>" % name
    stream = _io.TextIOWrapper(buffer, old.encoding, old.errors, newline=None if mode == "r" else "\n",
                               line_buffering=name == "stderr" or posix.isatty(fd), write_through=raw_write)
    stream.mode = mode
    setattr(sys, name, stream)
    setattr(sys, "__" + name + "__", stream)


def _site():
    """What site does with the environment and the files of the session."""
    flags = sys.flags
    path = list(_base)
    if not flags.ignore_environment:
        extra = os.environ.get("PYTHONPATH")
        if extra:
            path[:0] = extra.split(":")
    sys.path[:] = path
    if flags.no_site:
        return
    site.ENABLE_USER_SITE = site.USER_SITE = site.USER_BASE = None
    known = site.removeduppaths()
    known = site.addusersitepackages(known)
    site.addsitepackages(known)
    site.execsitecustomize()
    if site.ENABLE_USER_SITE:
        site.execusercustomize()
