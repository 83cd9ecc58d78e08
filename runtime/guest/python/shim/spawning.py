"""multiprocessing without fork: children are started anew, and get what a fork would have left them as far as it can be sent."""
import sys

from _sandfault import device
from _sandfault.builtin import builtin


def install():
    """After multiprocessing was imported."""
    import multiprocessing.context as context
    import multiprocessing.popen_spawn_posix
    import multiprocessing.spawn as spawn
    context._default_context._default_context = context._concrete_contexts["spawn"]
    prepare, data, check = spawn.prepare, spawn.get_preparation_data, spawn._check_not_importing_main

    @builtin("multiprocessing.spawn")
    def get_preparation_data(name):
        if _unsendable():
            device.unsupported("multiprocessing from standard input or a code context, with its own functions")
            raise device.error(38)
        d = data(name)
        d.pop("init_main_from_path", None)
        if "init_main_from_name" not in d:
            d["sandfault_main"] = _main()
        return d

    def prepare_(d):
        prepare(d)
        main = d.get("sandfault_main")
        if main is not None:
            _become(main)

    def check_():
        try:
            check()
        except RuntimeError:
            device.unsupported("multiprocessing from the main module of a child")
            raise

    spawn.get_preparation_data, spawn.prepare, spawn._check_not_importing_main = get_preparation_data, prepare_, check_


def _unsendable():
    """Whether the main module has definitions that no child can be given, for its text is nowhere to be read.
    A child that is sent one by name would end at once, and a pool put another in its place for ever."""
    import types
    main = sys.modules["__main__"]
    return _source() is None and getattr(main, "__spec__", None) is None and any(
        isinstance(v, (types.FunctionType, type)) and v.__module__ == "__main__" for v in list(vars(main).values()))


def _source():
    """The text of the script that runs, or None."""
    main = sys.modules["__main__"]
    path = getattr(main, "__file__", None)
    if path:
        try:
            with open(path, encoding="utf-8") as f:
                return f.read()
        except (OSError, ValueError):
            return None
    argv = sys.orig_argv
    return argv[argv.index("-c") + 1] if "-c" in argv[:-1] else None


# Modules of which the values are data, wherever they are: a descriptor or a lock is not.
_DATA = {"builtins", "__main__", "array", "collections", "datetime", "decimal", "enum", "fractions", "functools", "ipaddress", "operator",
         "pathlib", "random", "re", "statistics", "time", "types", "uuid", "zoneinfo"}


def _dumps(value):
    import io
    import pickle

    class Pickler(pickle.Pickler):
        def reducer_override(self, obj):
            if not isinstance(obj, type) and type(obj).__module__.partition(".")[0] not in _DATA:
                raise pickle.PicklingError(type(obj).__name__)
            return NotImplemented

    b = io.BytesIO()
    Pickler(b).dump(value)
    return b.getvalue()


def _main():
    """The definitions of the script, its variables that can be sent, and the names of those that cannot."""
    import types
    sent, lost = {}, []
    for name, value in list(vars(sys.modules["__main__"]).items()):
        if name.startswith("__") or isinstance(value, (types.ModuleType, types.FunctionType, type)):
            continue
        try:
            sent[name] = _dumps(value)
        except Exception:
            lost.append(name)
    return _source(), getattr(sys.modules["__main__"], "__file__", None), sent, lost


def _become(main):
    import ast
    import pickle
    import types
    source, path, sent, lost = main
    module = types.ModuleType("__mp_main__")
    if path:
        module.__file__ = path
    sys.modules["__main__"] = sys.modules["__mp_main__"] = module
    if source is not None:
        keep = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
        tree = ast.parse(source, path or "<string>")
        tree.body = [n for n in tree.body if isinstance(n, keep)]
        exec(compile(tree, path or "<string>", "exec"), module.__dict__)
    for name, value in sent.items():
        try:
            setattr(module, name, pickle.loads(value))
        except Exception:
            lost.append(name)
    _confess(lost)


def _confess(lost):
    """A child that misses a variable which a fork would have had must not look like a failure of the script."""
    import multiprocessing.process as process
    run = process.BaseProcess.run

    def run_(self):
        try:
            run(self)
        except NameError as e:
            if e.name in lost:
                device.unsupported("multiprocessing: a variable that cannot be sent to a child")
            e.__traceback__ = e.__traceback__.tb_next
            raise
        except BaseException as e:
            e.__traceback__ = e.__traceback__.tb_next
            raise

    process.BaseProcess.run = run_
