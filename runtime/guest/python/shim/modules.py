"""Modules that are extensions on Linux and that this build lacks: they are in Python, and pass for built-in ones."""
import _frozen_importlib as bootstrap
import sys

from _sandfault.builtin import builtin

NAMES = ("fcntl", "grp", "pwd", "resource", "_posixsubprocess", "_posixshmem", "_multiprocessing", "_lzma", "_sqlite3", "ssl", "syslog",
         "_sysconfigdata__linux_x86_64-linux-gnu")

_made = {}


class _Loader:
    """Gives what was made ahead."""

    @staticmethod
    def create_module(spec):
        return _made[spec.name]

    @staticmethod
    def exec_module(module):
        pass


def _make(name):
    loader = bootstrap.BuiltinImporter
    spec = bootstrap.ModuleSpec(name, loader, origin="built-in")
    m = type(sys)(name)
    m.__spec__, m.__loader__, m.__package__ = spec, loader, ""
    sys.modules[name] = m  # for its functions to know
    with open("/usr/lib/python3.13/_sandfault/extra/" + name + ".py", encoding="utf-8") as f:
        exec(compile(f.read(), "<%s>" % name, "exec"), m.__dict__)
    for key, value in list(vars(m).items()):
        if callable(value) and not isinstance(value, (type, type(print))) and not key.startswith("__") and getattr(value, "__module__", "") == name:
            if not key.startswith("_"):
                setattr(m, key, builtin(name)(value))


    m.__dict__.pop("__builtins__", None)
    sys.modules.pop(name)
    return m


def install():
    for name in NAMES:
        if name != "ssl":
            _made[name] = _make(name)
    sys.builtin_module_names = tuple(sorted(sys.builtin_module_names + tuple(n for n in NAMES if n[0] != "_" and n != "ssl")))
    importer = bootstrap.BuiltinImporter
    find, create, execute = importer.find_spec, importer.create_module, importer.exec_module

    def find_spec(fullname, path=None, target=None):
        if fullname in _made:
            return bootstrap.spec_from_loader(fullname, importer, origin="built-in")
        return find(fullname, path, target)

    def create_module(spec):
        return _made[spec.name] if spec.name in _made else create(spec)

    def exec_module(module):
        return None if module.__name__ in _made else execute(module)

    importer.find_spec = staticmethod(find_spec)
    importer.create_module = staticmethod(create_module)
    importer.exec_module = staticmethod(exec_module)


def finish():
    """Makes what imports modules of the library, which were mended by then."""
    _made["ssl"] = _make("ssl")
