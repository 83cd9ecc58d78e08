"""Exceptions, and which of them an error of SQLite's is."""
from _sandfault.builtin import _FOLDER, own
from _sandfault.sql.constants import NAMES


def _make(name, base, doc=None):
    return type(name, (base,), {"__module__": "sqlite3", "__doc__": doc})


Warning = _make("Warning", Exception)
Error = _make("Error", Exception)
InterfaceError = _make("InterfaceError", Error)
DatabaseError = _make("DatabaseError", Error)
InternalError = _make("InternalError", DatabaseError)
OperationalError = _make("OperationalError", DatabaseError)
ProgrammingError = _make("ProgrammingError", DatabaseError)
IntegrityError = _make("IntegrityError", DatabaseError)
DataError = _make("DataError", DatabaseError)
NotSupportedError = _make("NotSupportedError", DatabaseError)

ALL = (Warning, Error, InterfaceError, DatabaseError, DataError, OperationalError, IntegrityError, InternalError, ProgrammingError,
       NotSupportedError)

_KINDS = {}
for _kind, _codes in ((InternalError, (2, 12)), (OperationalError, (1, 3, 4, 5, 6, 8, 9, 10, 13, 14, 15, 16, 17)), (DatabaseError, (11,)),
                      (DataError, (18,)), (IntegrityError, (19, 20)), (InterfaceError, (21, 25)), (MemoryError, (7,))):
    for _code in _codes:
        _KINDS[_code] = _kind

# What sqlite3_errstr says of primary codes.
TEXTS = {1: "SQL logic error", 3: "access permission denied", 4: "query aborted", 5: "database is locked", 6: "database table is locked",
         8: "attempt to write a readonly database", 9: "interrupted", 10: "disk I/O error", 11: "database disk image is malformed",
         12: "unknown operation", 13: "database or disk is full", 14: "unable to open database file", 15: "locking protocol",
         17: "database schema has changed", 18: "string or blob too big", 19: "constraint failed", 20: "datatype mismatch",
         21: "bad parameter or other API misuse", 22: "large file support is disabled", 23: "authorization denied",
         25: "column index out of range", 26: "file is not a database"}


def of(code, message):
    """The exception of an error of SQLite's."""
    kind = _KINDS.get(code & 0xFF, DatabaseError)
    if kind is MemoryError:
        return MemoryError()
    e = kind(message)
    e.sqlite_errorcode = code
    e.sqlite_errorname = NAMES.get(code, "unknown")
    return e


def hidden(f):
    """A method of which no frame stands in a traceback, as of one in C."""

    def call(*args, **kwargs):
        try:
            return f(*args, **kwargs)
        except BaseException as e:
            strip(e)
            raise

    call.__name__, call.__qualname__, call.__doc__ = f.__name__, f.__qualname__, f.__doc__
    call.__module__ = "sqlite3"
    call.__wrapped__ = f
    return call


def strip(e):
    tb = e.__traceback__
    while tb is not None and own(tb.tb_frame):
        tb = tb.tb_next
    e.__traceback__ = tb


def public(cls):
    """A class whose methods are hidden and that passes for one of the module's."""
    cls.__module__ = "sqlite3"
    cls.__qualname__ = cls.__name__
    for name, value in list(vars(cls).items()):
        if type(value) is type(hidden) and (name[:1] != "_" or name[:2] == "__"):
            value.__qualname__ = cls.__name__ + "." + name
            setattr(cls, name, hidden(value))
        elif name == "__new__" and cls.__name__ != "Connection":
            value.__func__.__qualname__ = cls.__name__ + ".__new__"
            cls.__new__ = staticmethod(hidden(value.__func__))
        elif isinstance(value, property):
            setattr(cls, name, property(*(hidden(f) if type(f) is type(hidden) else f for f in (value.fget, value.fset, value.fdel)), value.__doc__))
    return cls


def internal(modules):
    """Lets the warnings of what is called back pass over the frames of this package, as they do over importlib's."""
    file = _FOLDER + "importlib/_bootstrap"

    def moved(code):
        consts = tuple([moved(c) if type(c) is type(code) else c for c in code.co_consts])
        return code.replace(co_filename=file, co_consts=consts)

    def visit(f):
        if type(f) is type(internal) and own_code(f.__code__) and f.__name__ != "warn":
            f.__code__ = moved(f.__code__)
            visit(getattr(f, "__wrapped__", None))

    for m in modules:
        for value in list(vars(m).values()):
            visit(value)
            if isinstance(value, type) and value.__module__.startswith(("_sandfault", "sqlite3")):
                for f in vars(value).values():
                    for part in (f, getattr(f, "__func__", None), getattr(f, "fget", None), getattr(f, "fset", None)):
                        visit(part)


def own_code(code):
    return code.co_filename.startswith(_FOLDER)
