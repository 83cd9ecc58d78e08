"""Objects of the type of built-in functions that call functions in Python.

A class that has a function as an attribute makes a method of one in Python, not of a built-in one; and the two do not look alike. Such
an object is made from a bound method of the function that it shall call, the layout of which is known: the definition that it
points to is replaced by one of our own, which calls the object that the method is bound to (edits.go, builtinEdits)."""
import sys
from _struct import Struct

from _sandfault import device

_poke, _peek = device.raw("poke"), device.raw("peek")
_definition = Struct("<4I").pack

# Offsets on 32 bits.
_COUNT, _IMMORTAL = 0, 0x3FFFFFFF
_METHOD_DEFINITION, _METHOD_MODULE, _METHOD_CALL = 8, 16, 24
_FUNCTION_OWNER, _FUNCTION_CALL = 60, 64
_BYTES = 16

_FAST_WITH_KEYWORDS = 0x82
_call = _peek(id(print) + _METHOD_CALL)  # of functions with such a definition


def function(f, original):
    """The built-in function that calls f, with the signature of original, or of what it takes the place of."""
    b = f.__reduce_ex__
    name, module = f.__name__, f.__module__
    old = getattr(sys.modules.get(module), name, None)
    doc = _documentation(name, original, old if type(old) is type(b) else None)
    label = _kept(name.encode() + b"\0") + _BYTES
    text = _kept(doc.encode() + b"\0") + _BYTES if doc else 0
    definition = _definition(label, _peek(id(f) + _FUNCTION_CALL), _FAST_WITH_KEYWORDS, text)
    _poke(id(b) + _METHOD_DEFINITION, _kept(definition) + _BYTES)
    _poke(id(b) + _METHOD_MODULE, _kept(module))
    _poke(id(b) + _METHOD_CALL, _call)
    _poke(_kept(f) + _FUNCTION_OWNER, _kept(sys.modules[module]) if module in sys.modules else id(None))
    _kept(b)
    return b


def _kept(o):
    """The address of an object that is never freed."""
    _poke(id(o) + _COUNT, _IMMORTAL)
    return id(o)


def _documentation(name, f, old):
    """A text that begins with the signature, as inspect reads it from built-in functions."""
    signature, doc = _signature(f), f.__doc__
    if old is not None:
        signature, doc = old.__text_signature__ or signature, old.__doc__ or doc
    if not signature:
        return doc
    return "%s%s\n--\n\n%s" % (name, signature, doc or "")


def _signature(f):
    code, defaults = f.__code__, f.__defaults__ or ()
    names, n, only = code.co_varnames, code.co_argcount, code.co_posonlyargcount
    if code.co_flags & 12:
        return None  # *args or **kwargs: what it takes is not told by its names
    parts = ["$module"] + ([] if only or not n else ["/"])
    first = n - len(defaults)
    for i in range(n):
        if i >= first and not isinstance(defaults[i - first], (int, float, str, bytes, type(None))):
            return None
        parts.append(names[i].rstrip("_") + ("" if i < first else "=%r" % (defaults[i - first],)))
        if i + 1 == only:
            parts.append("/")
    if code.co_kwonlyargcount:
        parts.append("*")
        for k in names[n:n + code.co_kwonlyargcount]:
            known = f.__kwdefaults__ or {}
            parts.append(k + ("=%r" % known[k] if k in known else ""))
    return "(%s)" % ", ".join(parts)
