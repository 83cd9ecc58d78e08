"""Functions in Python that pass for built-in ones: their frames stand in no traceback, and they are objects of that type."""
import sys

from _sandfault import native

# Of these all functions are built-in ones. Others are methods of a class, or functions of the library in Python.
_EXTENSIONS = frozenset("""_csv _hashlib _locale _lzma _multiprocessing _posixshmem _posixsubprocess _signal _socket _sqlite3 _thread fcntl grp posix pwd
resource select syslog time""".split())


def builtin(module, name=None):
    """Makes a function that belongs to a module. What it raises looks as if the caller's line had raised it: a bare `raise`
    adds no entry for its own frame."""

    def wrap(f):
        file = f.__code__.co_filename
        # A parameter may bear the name of one of the shim's own functions, with a _ behind it.
        renamed = {n.rstrip("_"): n for n in f.__code__.co_varnames[:f.__code__.co_argcount] if n.endswith("_")}

        def call(*args, **kwargs):
            try:
                if renamed:
                    kwargs = {renamed.get(k, k): v for k, v in kwargs.items()}
                return f(*args, **kwargs)
            except BaseException as e:
                tb = e.__traceback__
                while tb is not None and (tb.tb_frame.f_code.co_filename == file or own(tb.tb_frame)):
                    tb = tb.tb_next
                e.__traceback__ = tb  # what is left is a handler's of a signal, or of what it was given to call
                raise

        call.__name__ = call.__qualname__ = name or f.__name__
        call.__module__ = module
        call.__doc__ = f.__doc__
        return native.function(call, f) if module in _EXTENSIONS else call

    return wrap


_FOLDER = __file__.rpartition("/")[0] + "/"


def own(frame):
    """Whether a frame is the shim's."""
    return frame.f_code.co_filename.startswith(_FOLDER)


def publish(functions, *modules):
    """Puts functions into modules under their names."""
    for f in functions:
        for m in modules:
            setattr(m, f.__name__, f)


def path(p, name="path"):
    """A path as bytes: what PyUnicode_FSConverter does."""
    import posix
    if not isinstance(p, (str, bytes)):
        p = posix.fspath(p)
    b = p.encode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()) if isinstance(p, str) else bytes(p)
    if b"\0" in b:
        raise ValueError("embedded null byte")
    return b


def integer(v, what="an integer"):
    try:
        return v.__index__()
    except AttributeError:
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(v).__name__) from None


def forget():
    """Takes the shim out of the modules that a script can list."""
    for name in list(sys.modules):
        if name == "_sandfault" or name.startswith("_sandfault."):
            del sys.modules[name]
