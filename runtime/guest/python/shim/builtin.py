"""Functions in Python that pass for built-in ones: their frames stand in no traceback."""
import sys

_modules = []


def builtin(module, name=None):
    """Makes a function that belongs to a module. What it raises looks as if the caller's line had raised it: a bare `raise`
    adds no entry for its own frame."""

    def wrap(f):
        file = f.__code__.co_filename

        def call(*args, **kwargs):
            try:
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
        return call

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
