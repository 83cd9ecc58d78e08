"""Calls of SQLite, and what it asks back. See library/calls.go for the form of both."""
import posix
import sys
import time
from _struct import Struct
from _thread import get_ident
from marshal import dumps, loads

from _sandfault import device
from _sandfault.sql import errors
from _sandfault.sql.adapt import simple

_FD, _TAG = device._FD, device._TAG
_function = device.number("sqlite")
_pack, _unpack = Struct("<8q").pack, Struct("<q").unpack_from
_readv = posix.readv
_ROOM = 1 << 15
_spare = []  # buffers for answers

(RESUME, OPEN, CLOSE, PREPARE, EXECUTE, STEP, ROWS, RESET, FINALIZE, SCRIPT, ROW, LIMIT, CONFIGURE, FUNCTION, AGGREGATE, COLLATION,
 AUTHORIZER, PROGRESS, TRACE, TIMEOUT, INTERRUPT, TOTALS, BLOB_OPEN, BLOB_READ, BLOB_WRITE, BLOB_CLOSE, SERIALIZE, DESERIALIZE,
 BACKUP, BACKUP_STEP, BACKUP_FINISH, COMPLETE, VERSION) = range(33)

DONE, QUESTION, ERROR, REFUSED, PANIC = range(5)

connections = {}  # number -> weak reference


def _exchange(request):
    b = bytearray(dumps(request, 2))
    out = _spare.pop() if _spare else bytearray(_ROOM)
    head = bytearray(_pack(_function, _TAG | 1, len(b), _TAG | 2, _ROOM, 0, 0, 0))
    _readv(_FD, (head, b, out))
    n = _unpack(head)[0]
    if 0 < n <= _ROOM:
        answer = loads(out)
        _spare.append(out)
        return answer
    if n <= 0:
        raise errors.OperationalError("unable to open database file")
    large = bytearray(n)
    head = bytearray(_pack(_function, 0, 0, _TAG | 1, n, 0, 0, 0))
    _readv(_FD, (head, large))
    return loads(large)


def call(*request):
    """Makes a call and answers what is asked meanwhile. Gives the answer, whose first is DONE, ERROR or REFUSED."""
    answer = _exchange(request)
    if answer[0] == QUESTION:
        answer = _asked(answer, connections.get(request[1]))
    if answer[0] == PANIC:
        if "out of memory" in answer[1]:
            raise MemoryError
        device.unsupported("sqlite3 in Python: " + answer[1])
        raise errors.InternalError(answer[1])
    return answer


def _asked(answer, connection):
    """Answers questions until the call ends. Meanwhile the connection is the thread's."""
    connection = connection and connection()
    raised = []
    if connection is not None:
        connection._lock.acquire()
        before, connection._held = connection._held, get_ident()
    try:
        while answer[0] == QUESTION:
            answer = _exchange((RESUME, answer[1], *_reply(answer, raised)))
    finally:
        if connection is not None:
            connection._held = before
            connection._lock.release()
    if raised:
        raise raised[0]
    return answer


def _reply(question, raised):
    kind = question[2]
    if kind == 1:
        try:
            time.sleep(question[3] / 1000)
        except BaseException as e:
            raised.append(e)  # of a signal's handler: the call ends before it is told
        return ()
    connection = connections[question[3]]()
    return _ANSWERS[kind](connection, *question[4:])


def _trace(connection, text, plain):
    f = connection._trace
    if f is not None:
        if text is None:
            failure(errors.DataError("Expanded SQL string exceeds the maximum string length"), f)
            text = plain
        try:
            f(text)
        except BaseException as e:
            failure(e, f)
    return ()


tracebacks = False
_told = []


def _unraisable():
    """The type of what sys.unraisablehook is given, which has no name."""
    class Failing:
        def __del__(self):
            raise ValueError

    hook, sys.unraisablehook = sys.unraisablehook, lambda args: _told.append(type(args))
    try:
        Failing()
    finally:
        sys.unraisablehook = hook
    return _told.pop()


UnraisableHookArgs = _unraisable()


def failure(e, f):
    """What an exception of a function that was called back comes to."""
    if tracebacks:
        errors.strip(e)
        sys.unraisablehook(UnraisableHookArgs((type(e), e, e.__traceback__, None, f)))


def _ended(e, message):
    if isinstance(e, MemoryError):
        return 2, None
    if isinstance(e, OverflowError):
        return 3, None
    return 1, message


def _returned(value):
    """A function's value as it travels; an exception if there is none such."""
    if value is None:
        return 0, None
    kind = type(value)
    if kind is int or kind is bool or isinstance(value, int):
        if not -1 << 63 <= value < 1 << 63:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        return 0, int.__pos__(value)
    if isinstance(value, float):
        return 0, float.__pos__(value)
    if isinstance(value, str):
        value.encode()
        return 0, str.__str__(value)
    try:
        return 0, simple(value)
    except TypeError:
        raise errors.ProgrammingError("User-defined functions cannot return '%s' values to SQLite" % kind.__name__) from None


def _arguments(values):
    for v in values:
        if v.__class__ is tuple:
            v[0].decode()
    return values


_RAISED = "user-defined function raised exception"


def _scalar(connection, number, values):
    f = connection._functions[number]
    try:
        return _returned(f(*_arguments(values)))
    except BaseException as e:
        failure(e, f)
        return _ended(e, _RAISED)


def _method(connection, number, group, name, values):
    """Calls a method of a group of rows, which is made by its first row."""
    cls = connection._functions[number]
    groups = connection._groups
    if group not in groups:
        groups[group] = None
        try:
            groups[group] = cls()
        except BaseException as e:
            failure(e, cls)
            return _ended(e, "user-defined aggregate's '__init__' method raised error")
    o = groups[group]
    if o is None:
        return 1, "user-defined aggregate's '__init__' method raised error"
    try:
        f = getattr(o, name)
    except BaseException as e:
        failure(e, cls)
        return _ended(e, "user-defined aggregate's '%s' method not defined" % name)
    try:
        f(*_arguments(values))
    except BaseException as e:
        failure(e, cls)
        return _ended(e, "user-defined aggregate's '%s' method raised error" % name)
    return 0, None


def _step(connection, number, group, values):
    return _method(connection, number, group, "step", values)


def _inverse(connection, number, group, values):
    return _method(connection, number, group, "inverse", values)


def _value(connection, number, group):
    cls = connection._functions[number]
    try:
        return _returned(connection._groups[group].value())
    except BaseException as e:
        failure(e, cls)
        return _ended(e, "user-defined aggregate's 'value' method " + ("not defined" if isinstance(e, AttributeError) else "raised error"))


def _final(connection, number, group):
    cls = connection._functions[number]
    o = connection._groups.pop(group, None)
    if o is None:
        return 0, None
    try:
        return _returned(o.finalize())
    except BaseException as e:
        failure(e, cls)
        return _ended(e, "user-defined aggregate's 'finalize' method " + ("not defined" if isinstance(e, AttributeError) else "raised error"))


def _collation(connection, number, a, b):
    f = connection._functions[number]
    try:
        r = f(*_arguments((a, b)))
        if not isinstance(r, int):
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(r).__name__)
        return ((r > 0) - (r < 0),)
    except BaseException as e:
        failure(e, f)
        return (0,)


_DENY = 1


def _authorize(connection, action, *texts):
    f = connection._authorizer
    if f is None:
        return (0,)
    try:
        r = f(action, *texts)
    except BaseException as e:
        failure(e, f)
        return (_DENY,)
    if not isinstance(r, int):
        return (_DENY,)
    if not -1 << 31 <= r < 1 << 31:
        failure(OverflowError("Python int too large to convert to C int"), f)
        return (_DENY,)
    return (int(r),)


def _progress(connection):
    f = connection._progress
    if f is None:
        return (0,)
    try:
        return (1 if f() else 0,)
    except BaseException as e:
        failure(e, f)
        return (1,)


_ANSWERS = (None, None, _trace, _scalar, _step, _inverse, _value, _final, _collation, _authorize, _progress)
