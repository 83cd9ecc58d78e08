"""Adapters, converters, and how parameters become values of SQLite's."""
from _sandfault.sql import errors

adapters = {}
converters = {}

_BASIC = frozenset((int, float, str, bytearray, bytes, type(None)))
_SIMPLE = frozenset((int, float, str, bytes, type(None)))  # what travels as it is
_adapting = False  # one of the basic types has an adapter


class PrepareProtocol:
    """PEP 246 style object adaption protocol type."""
    __slots__ = ()


PrepareProtocol.__module__ = "sqlite3"
_MISSING = object()


def register_adapter(type, adapter, /):
    global _adapting
    if type in _BASIC:
        _adapting = True
    adapters[type, PrepareProtocol] = adapter


def register_converter(typename, converter, /):
    if not isinstance(typename, str):
        raise TypeError("register_converter() argument 1 must be str, not " + named_type(typename))
    converters[typename.upper()] = converter


def named_type(v):
    return "None" if v is None else type(v).__name__


def convert(obj, proto, alt):
    """adapt: what an object is for a protocol."""
    f = adapters.get((type(obj), proto))
    if f is not None:
        return f(obj)
    for owner, name, argument in ((proto, "__adapt__", obj), (obj, "__conform__", proto)):
        f = getattr(owner, name, None)
        if f is None:
            continue
        try:
            r = f(argument)
        except TypeError:
            continue
        if r is not None:
            return r
    if alt is not _MISSING:
        return alt
    raise errors.ProgrammingError("can't adapt")


def adapt(obj, proto=PrepareProtocol, alt=_MISSING, /):
    return convert(obj, proto, alt)


def values(parameters):
    """What a sequence of parameters binds: values that can travel."""
    if not _adapting and _SIMPLE.issuperset(map(type, parameters)):
        return tuple(parameters)
    return tuple([value(parameters[i], i + 1) for i in range(len(parameters))])


def value(p, position):
    kind = type(p)
    if kind in _SIMPLE and not _adapting:
        return p
    if _adapting or kind is not bytearray:
        p = convert(p, PrepareProtocol, p)
        kind = type(p)
    if kind in _SIMPLE:
        return p
    if isinstance(p, int):
        return int.__pos__(p)
    if isinstance(p, float):
        return float.__pos__(p)
    if isinstance(p, str):
        return str.__str__(p)
    try:
        return simple(p)
    except TypeError:
        raise errors.ProgrammingError("Error binding parameter %d: type '%s' is not supported" % (position, kind.__name__)) from None


def simple(p):
    """The bytes of a buffer."""
    view = memoryview(p)
    if not view.c_contiguous:
        raise BufferError("memoryview: underlying buffer is not C-contiguous")
    return view.tobytes()


def named(parameters, statement):
    """What a mapping of parameters binds."""
    found = []
    for i, name in enumerate(statement.names or (None,) * statement.count, 1):
        if name is None:
            raise errors.ProgrammingError(
                "Binding %d has no name, but you supplied a dictionary (which has only names)." % i)
        name = name[1:]
        try:
            p = parameters[name]
        except LookupError:
            raise errors.ProgrammingError("You did not supply a value for binding parameter :%s." % name) from None
        found.append(value(p, i))
    return tuple(found)


def _sequence(parameters):
    cls = type(parameters)
    return not isinstance(parameters, dict) and hasattr(cls, "__getitem__") and hasattr(cls, "__len__")


def bound(parameters, statement, warn):
    """What parameters of any form bind."""
    cls = parameters.__class__
    if cls is tuple or cls is list or _sequence(parameters):
        n = len(parameters)
        if n != statement.count:
            raise errors.ProgrammingError(
                "Incorrect number of bindings supplied. The current statement uses %d, and there are %d supplied." % (statement.count, n))
        if statement.names is not None:
            for i, name in enumerate(statement.names, 1):
                if name is not None and name[0] != "?":
                    warn("Binding %d ('%s') is a named parameter, but you supplied a sequence which requires nameless (qmark) "
                         "placeholders. Starting with Python 3.14 an sqlite3.ProgrammingError will be raised." % (i, name))
        if cls is not tuple and cls is not list:
            parameters = [parameters[i] for i in range(n)]
        return values(parameters)
    if isinstance(parameters, dict):
        return named(parameters, statement)
    raise errors.ProgrammingError("parameters are of unsupported type")


def refused(position, reason, parameter):
    """The exception of a parameter that cannot be bound."""
    if reason == 1:
        return OverflowError("Python int too large to convert to SQLite INTEGER")
    if reason == 2:
        try:
            parameter.encode()
        except UnicodeEncodeError as e:
            errors.strip(e)
            return e
    return errors.ProgrammingError(
        "Error binding parameter %d: type '%s' is not supported" % (position + 1, type(parameter).__name__))
