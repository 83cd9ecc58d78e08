"""The last step of a start: a process takes the interpreter over. What a start on Linux reads from the process is read now."""
import atexit
import builtins
import gc
import os
import posix
import site
import sys

from _sandfault import device, imports, processes, sigpatch, zones
from _sandfault.preload import STARTUP

NAME = "_sandfault.adopt"

_import = builtins.__import__
_finders = list(sys.meta_path)
_base = None
_startup = frozenset(STARTUP) - {"__main__", "sys", "builtins"}


def _sitepackages(prefixes=None):
    """Where packages lie on Debian."""
    found = []
    for p in site.PREFIXES if prefixes is None else prefixes:
        if p and p not in found:
            found.append(p)
    return [d for p in found for d in (_SITE_PACKAGES if p == "/usr" else [p + "/lib/python3.13/site-packages"])]


def install():
    """Waits for the import that announces a process."""
    global _base
    _sitepackages.__name__ = _sitepackages.__qualname__ = "getsitepackages"
    _sitepackages.__module__ = "site"
    site.getsitepackages = _sitepackages
    _base = [p for p in sys.path if p.startswith("/usr/lib/python3") and "dist-packages" not in p]
    for finder in sys.path_importer_cache.values():
        if hasattr(finder, "invalidate_caches"):
            finder.invalidate_caches()  # a session may have put files there, at the time that the image has
    gc.collect()
    gc.freeze()
    builtins.__import__ = _announced
    device.prepared()


def _announced(name, *args, **kwargs):
    if name != NAME:
        return _import(name, *args, **kwargs)
    builtins.__import__ = _import
    try:
        _main()
        _environment()
        zones.adopt()
        _arguments()
        _streams()
        sigpatch.adopt()
        _site()
        atexit.register(_retire)
    except BaseException as e:
        device.unsupported("start of Python: " + repr(e))
    return builtins


def _main():
    """A module that is not frozen: what a script leaves in a frozen one would have no end."""
    old = sys.modules["__main__"]
    new = type(sys)("__main__")
    new.__dict__.clear()
    new.__dict__.update(old.__dict__)
    sys.modules["__main__"] = new


def _environment():
    old = dict(os.environb._data)
    new = {}
    for item in device.environment():
        k, eq, v = item.partition(b"=")
        if eq:
            new.setdefault(k, v)
    _coerce(new)
    data = os.environ._data
    data.clear()
    data.update(new)
    for k in old:
        if k not in new:
            posix.unsetenv(k)
    for k, v in new.items():
        if old.get(k) != v:
            posix.putenv(k, v)
    processes.changes.clear()
    posix.environ.clear()
    posix.environ.update(new)


def _coerce(env):
    """PEP 538: what finds itself in the C locale goes on, with its children, in C.UTF-8."""
    if env.get(b"LC_ALL") or env.get(b"PYTHONCOERCECLOCALE") == b"0" and not sys.flags.ignore_environment:
        return
    if (env.get(b"LC_CTYPE") or env.get(b"LANG")) not in (b"C.UTF-8", b"C.utf8"):
        env[b"LC_CTYPE"] = b"C.UTF-8"


def _arguments():
    job = device.job()
    if not job:
        return  # the interpreter has read its command line itself
    first, count = job.split(b"\0")
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


_USER_PACKAGES = "/lib/python3.13/site-packages"
_SITE_PACKAGES = ("/usr/local/lib/python3.13/dist-packages", "/usr/lib/python3/dist-packages",
                  "/usr/lib/python3.13/dist-packages")


def _site():
    """What site does with the environment and the files of the session."""
    flags = sys.flags
    path = list(_base)
    extra = None if flags.ignore_environment else os.environ.get("PYTHONPATH")
    if extra:
        path[:0] = extra.split(":")
    sys.path[:] = path
    if flags.no_site:
        return
    if extra:
        site.removeduppaths()
    site.USER_SITE = _user_site()
    site.USER_BASE = site.USER_SITE.removesuffix(_USER_PACKAGES)
    names = []
    site.ENABLE_USER_SITE = site.check_enableusersite()
    if site.ENABLE_USER_SITE:
        names += _add(site.USER_SITE)
    for d in _SITE_PACKAGES:
        names += _add(d)
    for name in ("sitecustomize", "usercustomize"):
        if extra or any(n.startswith(name) for n in names):
            if name == "sitecustomize":
                site.execsitecustomize()
            elif site.ENABLE_USER_SITE:
                site.execusercustomize()


def _user_site():
    base = os.environ.get("PYTHONUSERBASE") if not sys.flags.ignore_environment else None
    return (base or os.path.expanduser("~") + "/.local") + _USER_PACKAGES


def _add(directory):
    """Puts a directory of packages on the path, if it is there, and gives its names."""
    try:
        names = posix.listdir(directory)
    except OSError:
        return []
    if any(n.endswith(".pth") for n in names):
        site.addsitedir(directory)
    elif directory not in sys.path:
        sys.path.append(directory)
    return names


_kept = []


def _retire():
    """The last thing at exit: the library's own modules are not taken apart, for nobody would see it."""
    modules = sys.modules
    for name in [n for n, m in modules.items() if n in imports.waiting or n in _startup]:
        _kept.append(modules.pop(name))
