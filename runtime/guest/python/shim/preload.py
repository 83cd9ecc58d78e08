"""Imports ahead what scripts import most, and sets it aside for imports.py."""
import atexit
import builtins
import sys

from _sandfault import gaps, imports, sockpatch, spawning

# What Debian's python3 has loaded when a script begins, of the modules that may be loaded by now.
STARTUP = """sys builtins _frozen_importlib _imp _thread _warnings _weakref _io marshal posix _frozen_importlib_external time zipimport
_codecs codecs encodings.aliases encodings encodings.utf_8 encodings.ascii encodings.latin_1 _signal _abc abc io __main__ _stat stat _collections_abc
genericpath posixpath os.path os _sitebuiltins site""".split()

MODULES = """__future__ _collections_abc abc argparse array ast asyncio base64 binascii bisect bz2 calendar cmath codeop collections collections.abc
concurrent.futures concurrent.futures.thread configparser contextlib contextvars copy copyreg csv dataclasses datetime dbm.sqlite3 decimal difflib dis
email.message email.parser email.utils enum errno fcntl fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib
grp gzip hashlib heapq hmac html html.parser http http.client http.cookies http.server importlib importlib.abc importlib.machinery importlib.util
importlib.metadata inspect io ipaddress itertools json keyword linecache locale logging logging.handlers marshal math mimetypes mmap
multiprocessing multiprocessing.context multiprocessing.queues multiprocessing.synchronize multiprocessing.spawn
multiprocessing.popen_spawn_posix multiprocessing.connection multiprocessing.resource_tracker concurrent.futures.process numbers opcode operator pathlib pickle pkgutil platform pprint profile pwd queue quopri random re reprlib resource
runpy secrets select selectors ssl shelve shlex shutil signal socket socketserver sqlite3 stat statistics string struct subprocess tarfile
tempfile textwrap threading time timeit token tokenize tomllib traceback tracemalloc types typing unicodedata unittest unittest.mock urllib.error urllib.parse
urllib.request urllib.response urllib.robotparser uuid warnings weakref xml.etree.ElementTree xml.dom.minidom xml.sax zipfile zlib""".split()


def _tracking(original):
    needs = imports.needs

    def note(importer, name):
        wanted = needs.setdefault(importer, [])
        parts = name.split(".")
        for i in range(1, len(parts) + 1):
            n = ".".join(parts[:i])
            if n != importer and n not in wanted:
                wanted.append(n)

    def tracking(name, globals=None, locals=None, fromlist=(), level=0):
        importer = globals.get("__name__") if globals else None
        if not importer or importer.startswith("_sandfault"):
            return original(name, globals, locals, fromlist, level)
        full = name
        if level:
            base = globals.get("__package__") or importer.rpartition(".")[0]
            for _ in range(level - 1):
                base = base.rpartition(".")[0]
            full = base + "." + name if name else base
        if full:
            note(importer, full)
        m = original(name, globals, locals, fromlist, level)
        for item in fromlist or ():
            if full + "." + item in sys.modules:
                note(importer, full + "." + item)
        return m

    return tracking


def run():
    original = builtins.__import__
    builtins.__import__ = _tracking(original)
    register, atexit.register = atexit.register, _registered
    try:
        for name in MODULES:
            try:
                __import__(name, {"__name__": "__preload__"})
            except ImportError as e:
                print("preload", name, repr(e), file=sys.stderr)
    finally:
        builtins.__import__, atexit.register = original, register
        imports.needs.pop("__preload__", None)
    sockpatch.finish()
    spawning.install()
    gaps.finish()
    _set_aside()


def _registered(function, *args, **kwargs):
    """What a module wants done at exit is registered when a process gets the module."""
    imports.at_exit.setdefault(function.__module__, []).append((function, args, kwargs))
    return function


def _set_aside():
    imports.loaded.update((name, m) for name, m in sys.modules.items() if name in STARTUP and name != "__main__")
    for name in list(sys.modules):
        if name in STARTUP or name.startswith("_sandfault"):
            continue
        m = sys.modules.pop(name)
        if name == "__mp_main__":
            continue  # another name of __main__, which must not be held at the end
        if name.startswith(("sysconfig", "_sysconfig")):
            continue  # it knows the user's home
        imports.waiting[name] = m
        parent, _, child = name.rpartition(".")
        p = imports.waiting.get(parent) or sys.modules.get(parent)
        if p is None:
            continue
        if getattr(p, child, None) is m:
            delattr(p, child)
            imports.attached.add(name)
        if not hasattr(p, "__path__"):  # no package: it made this module itself, as pyexpat makes pyexpat.model
            imports.needs.setdefault(parent, []).append(name)


def seed(m):
    m.seed()


def main_twice(m):
    sys.modules["__mp_main__"] = sys.modules["__main__"]


def started(m):
    import time
    m._startTime = time.time_ns()


imports.fixups["random"] = seed
imports.fixups["multiprocessing"] = main_twice
imports.fixups["logging"] = started
