"""Arguments of a connection's methods, checked as those in C do."""
import time

from _sandfault.sql import errors, wire
from _sandfault.sql.cursor import warn

LEGACY_TRANSACTION_CONTROL = -1
_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")


def level(value):
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError("isolation_level must be str or None")
    if str.upper(value) not in _LEVELS or not str.isascii(value):
        raise ValueError("isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'")
    return str.upper(value)


def control(value):
    if value is True or value is False:
        return value
    if isinstance(value, int) and value == LEGACY_TRANSACTION_CONTROL:
        return LEGACY_TRANSACTION_CONTROL
    raise ValueError("autocommit must be True, False, or sqlite3.LEGACY_TRANSACTION_CONTROL")


def positional(given, function):
    if given > 1:
        warn("Passing more than 1 positional argument to %s() is deprecated. Parameters 'timeout', 'detect_types', 'isolation_level', "
             "'check_same_thread', 'factory', 'cached_statements' and 'uri' will become keyword-only parameters in Python 3.15." % function)


def keywords(kwargs, function, *names):
    """The deprecation of parameters by name that will be by position alone."""
    if any(n in kwargs for n in names):
        quoted = ["'%s'" % n for n in names]
        listed = quoted[0] if len(names) == 1 else ", ".join(quoted[:-1]) + " and " + quoted[-1]
        warn("Passing keyword argument%s %s to _sqlite3.Connection.%s() is deprecated. Parameter%s %s will become positional-only in "
             "Python 3.15." % (("", listed, function, "", listed) if len(names) == 1 else ("s", listed, function, "s", listed)))


def answered(answer):
    if answer[0] != wire.DONE:
        raise errors.of(answer[1], answer[2])
    return answer[1]


def wait(seconds):
    time.sleep(seconds)


def milliseconds(seconds):
    return max(min(int(seconds * 1000), (1 << 31) - 1), -1 << 31)


def name(text):
    if not isinstance(text, str):
        raise TypeError("argument 1 must be str, not " + type(text).__name__)
    b = text.encode()
    if b"\0" in b:
        raise ValueError("embedded null character")
    return b


def three(function, names, args, kwargs):
    """The arguments of a method that takes them by place or by name."""
    if len(args) > len(names):
        raise TypeError("%s() takes at most %d arguments (%d given)" % (function, len(names), len(args)))
    found = list(args)
    for i, n in enumerate(names[len(args):], len(args) + 1):
        if n not in kwargs:
            raise TypeError("%s() missing required argument '%s' (pos %d)" % (function, n, i))
        found.append(kwargs.pop(n))
    for n in kwargs:
        raise TypeError("%s() got an unexpected keyword argument '%s'" % (function, n))
    return found
