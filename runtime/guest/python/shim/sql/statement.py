"""Prepared statements, and what begins a text of SQL."""
from _sandfault.sql import errors, wire

_DML = ("insert", "update", "delete", "replace")


def stripped(sql):
    """The text without the blanks and comments at its beginning; None if nothing else is in it."""
    i, n = 0, len(sql)
    while i < n:
        c = sql[i]
        if c in " \t\f\n\r":
            i += 1
        elif c == "-" and sql.startswith("--", i):
            i = sql.find("\n", i)
            if i < 0:
                return None
        elif c == "/" and sql.startswith("/*", i):
            i = sql.find("*/", i + 2)
            if i < 0:
                return None
            i += 2
        else:
            return sql[i:]
    return None


class Statement:
    """A prepared statement. It is of the database that its connection had when it was made."""
    __slots__ = ("connection", "number", "handle", "count", "names", "reads", "dml", "columns", "active", "__weakref__")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'sqlite3.Statement' instances")

    def __del__(self):
        if self.handle and self.number in wire.connections:
            wire.call(wire.FINALIZE, self.number, self.handle)

    def reset(self):
        if self.active and self.number in wire.connections:
            self.connection._on(self.number, wire.RESET, self.handle, 0)
        self.active = False


def prepared(connection, sql):
    """The statement of a text."""
    if not isinstance(sql, str):
        raise TypeError("argument 1 must be str, not " + type(sql).__name__)
    text = sql.encode()
    if len(text) > connection._call(wire.LIMIT, 1, -1):
        raise errors.DataError("query string is too large")
    if b"\0" in text:
        raise errors.ProgrammingError("the query contains a null character")
    s = object.__new__(Statement)
    s.handle = 0
    s.handle, tail, s.count, columns, s.reads, s.names = connection._call(wire.PREPARE, sql)
    s.connection, s.number = connection, connection._id
    if tail < len(text) and stripped(text[tail:].decode()) is not None:
        raise errors.ProgrammingError("You can only execute one statement at a time.")
    begin = stripped(sql)
    s.dml = begin is not None and begin[:7].lower().startswith(_DML)
    s.columns = None
    s.active = False  # it stands at a row
    return s


errors.public(Statement)
