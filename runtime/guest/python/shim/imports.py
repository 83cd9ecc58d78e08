"""Imports of modules that were imported ahead. A script finds sys.modules as it is after a real start; when it imports a
module that waits here, it gets it at once, provided that the search along sys.path would end in the library.

Its functions bear the name of importlib's own file, so that their frames are left out of tracebacks as importlib's are."""
import _frozen_importlib as bootstrap
import _frozen_importlib_external as external
import atexit
import sys

from _sandfault import device

LIBRARY = "/usr/lib/python3.13"

# Modules that CPython on Debian has and this build lacks.
_MISSING = {"ctypes", "_ctypes", "readline", "curses", "_curses", "venv", "ensurepip", "dbm.gnu",
            "dbm.ndbm"}

waiting = {}  # name -> module
needs = {}  # name -> the names that it imports, in order
given = set()  # names of modules that a process got: a second import of one is by the library's file, as reloading tests want
loaded = {}  # name -> module, of those that a start has loaded
attached = set()  # names of modules that are attributes of their packages; unittest.main is not: its name stands for a class there
fixups = {}  # name -> what to do when a process gets it
at_exit = {}  # name -> what it registered with atexit

after = {}  # name -> what to do once it was imported

_original = bootstrap._find_and_load
_finders = None


def install():
    global _finders
    _finders = list(sys.meta_path)
    for f in (_find_and_load, _from_script, _adopt, _shadowed, _known, closure):
        f.__code__ = f.__code__.replace(co_filename=_original.__code__.co_filename)
    bootstrap._find_and_load = _find_and_load


def _find_and_load(name, import_):
    if name in waiting and name not in given and name not in sys.modules and _adopt(name):
        return sys.modules[name]
    try:
        m = _original(name, import_)
        if name in after:
            after[name](m)
        return m
    except ModuleNotFoundError as e:
        if e.name == name and name in _MISSING and (name == "_ctypes" or _from_script(name.lstrip("_"))):
            device.unsupported("Python module " + name.lstrip("_"))
        raise


def _from_script(package):
    """Whether the import of a package stands in a script, not in the library, which knows how to do without it."""
    f = sys._getframe(1)
    while f is not None:
        file = f.f_code.co_filename
        if not file.startswith(("<frozen importlib", LIBRARY + "/" + package)):
            return not file.startswith((LIBRARY, "<frozen"))
        f = f.f_back
    return True


def closure(name):
    """The modules that wait and that an import of name brings in, in the order in which they begin. None if the script put
    another module, or None, in the place of one that they got: then each has to be imported anew."""
    order, seen, modules = [], set(), sys.modules
    changed = False

    def visit(n):
        nonlocal changed
        if n in seen:
            return
        if n in modules or n in given or n not in waiting:
            here = modules.get(n)
            changed = changed or here is not (waiting[n] if n in waiting else loaded.get(n, here))
            return
        seen.add(n)
        parent = n.rpartition(".")[0]
        if parent:
            visit(parent)
        order.append(n)
        for m in needs.get(n, ()):
            visit(m)

    visit(name)
    return None if changed else order


def _adopt(name):
    if sys.meta_path != _finders:
        return False
    order = closure(name)
    if order is None or _shadowed([n for n in order if "." not in n and n not in sys.builtin_module_names]):
        return False
    modules = sys.modules
    for n in order:
        modules[n] = m = waiting[n]
        given.add(n)
        parent, _, child = n.rpartition(".")
        if n in attached and parent in modules:
            setattr(modules[parent], child, m)
    for n in order:
        if n in fixups:
            fixups[n](modules[n])
        for function, args, kwargs in at_exit.get(n, ()):
            atexit.register(function, *args, **kwargs)
    return name in modules


def _shadowed(names):
    """Whether an entry of sys.path before the library has a module of one of these names."""
    cached = external.PathFinder._path_importer_cache
    for entry in sys.path:
        if entry == LIBRARY:
            return False
        finder = cached(entry) if isinstance(entry, str) else None
        if finder is None:
            continue
        first = True
        for name in names:
            # The first look refreshes what a FileFinder knows of its directory; then most names are not in it.
            if first or finder.__class__ is not external.FileFinder or _known(finder, name):
                if finder.find_spec(name) is not None:
                    return True
                first = False
    return True  # the library is not on the path at all


def _known(finder, name):
    cache = finder._path_cache
    if name in cache:
        return True
    for suffix, _ in finder._loaders:
        if name + suffix in cache:
            return True
    return False
