"""Cursor."""
from _operator import attrgetter, index
from _warnings import warn_explicit as _warn
import sys

from _sandfault.builtin import own
from _sandfault.sql import adapt, errors, wire
from _sandfault.sql.statement import prepared

_PARSE_DECLTYPES, _PARSE_COLNAMES = 1, 2
_ALL = 1 << 62
_MASK_BITS = 63
UNSET = object()


def warn(text, category=DeprecationWarning):
    """Warns of the line that called the module."""
    f = sys._getframe(1)
    while f is not None and (own(f) or f.f_code.co_filename == "<_sqlite3>"):
        f = f.f_back
    if f is None:
        _warn(text, category, "<sys>", 0, "sys", {})
        return
    _warn(text, category, f.f_code.co_filename, f.f_lineno, f.f_globals.get("__name__", "<sys>"),
          f.f_globals.setdefault("__warningregistry__", {}))


def _readonly(self, value):
    raise AttributeError("readonly attribute")


def _member(name):
    return property(attrgetter(name), _readonly, _readonly)


class Cursor:
    """SQLite database cursor class."""
    __slots__ = ("_connection", "_description", "_arraysize", "_lastrowid", "_rowcount", "row_factory", "_ready", "_closed", "_locked",
                 "_statement", "_row", "_odd", "_mode", "_casts", "_mask", "__weakref__")

    connection, description, lastrowid, rowcount = map(_member, ("_connection", "_description", "_lastrowid", "_rowcount"))

    @property
    def arraysize(self):
        return self._arraysize

    @arraysize.setter
    def arraysize(self, value):
        self._arraysize = index(value)

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self._ready = self._closed = self._locked = False
        self._statement = self._row = self._connection = self._description = self._lastrowid = self.row_factory = None
        self._rowcount, self.arraysize = -1, 1
        return self

    def __init__(self, connection, /):
        from_class = type(connection)
        if not issubclass(from_class, _connections[0]):
            raise TypeError("Cursor() argument 1 must be sqlite3.Connection, not " + from_class.__name__)
        if self._locked:
            raise errors.ProgrammingError("Recursive use of cursors not allowed.")
        self._connection = connection
        self._statement = self._row = None
        self._closed = False
        self._description = None
        self._lastrowid = None
        self._rowcount = -1
        self.arraysize = 1
        self.row_factory = None
        self._casts = ()
        self._mask = 0
        connection._check_thread()
        connection._cursor_made(self)
        self._ready = True

    def __del__(self):
        s = self._statement
        if s is not None and s.active:
            s.reset()

    def _check(self):
        if not self._ready:
            raise errors.ProgrammingError("Base Cursor.__init__ not called.")
        if self._closed:
            raise errors.ProgrammingError("Cannot operate on a closed cursor.")
        self._connection._check()
        if self._locked:
            raise errors.ProgrammingError("Recursive use of cursors not allowed.")

    def execute(self, sql, parameters=(), /):
        """Executes an SQL statement."""
        if not isinstance(sql, str):
            raise TypeError("execute() argument 1 must be str, not " + adapt.named_type(sql))
        self._check()
        self._locked = True
        try:
            c, s = self._connection, self._begin(sql)
            if c._autocommit == -1 and s.dml and c._level is not None and c._alone:
                c._run("BEGIN " + c._level)
            self._rowcount = 0 if s.dml else -1
            self._lastrowid = self._bind_and_step(c, s, parameters)
            if not s.active:
                self._statement = None
        except BaseException:
            self._failed()
            raise
        finally:
            self._locked = False
        return self

    def executemany(self, sql, seq_of_parameters, /):
        """Repeatedly executes an SQL statement."""
        if not isinstance(sql, str):
            raise TypeError("executemany() argument 1 must be str, not " + adapt.named_type(sql))
        self._check()
        self._locked = True
        try:
            rows = iter(seq_of_parameters)
            c, s = self._connection, self._begin(sql)
            if s.reads:
                raise errors.ProgrammingError("executemany() can only execute DML statements.")
            if c._autocommit == -1 and s.dml and c._level is not None and c._alone:
                c._run("BEGIN " + c._level)
            self._rowcount = 0 if s.dml else -1
            for parameters in rows:
                self._bind_and_step(c, s, parameters)
            if not s.active:
                self._statement = None
        except BaseException:
            self._failed()
            raise
        finally:
            self._locked = False
        return self

    def _begin(self, sql):
        """The statement of a text, reset."""
        self._description = None
        self._row = None
        old, self._statement = self._statement, None
        if old is not None:
            old.reset()
        c = self._connection
        s = c._cached(sql)
        if s.active:
            s = prepared(c, sql)
        self._statement = s
        return s

    def _failed(self):
        s, self._statement = self._statement, None
        if s is not None:
            s.reset()
        self._row = None
        self._rowcount = -1

    def _bind_and_step(self, c, s, parameters):
        """Executes a statement up to its first row, and gives the last row id."""
        values = adapt.bound(parameters, s, warn)
        self._mode = mode = c._mode
        detect = c._detect
        if detect and s.columns is not None:
            self._cast(c, s)
        elif not detect:
            self._mask = 0
        if not s.handle:
            return c._last
        s.active = True
        try:
            row, found, odd, last, changes, columns = c._on(s.number, wire.EXECUTE, s.handle, values, mode, self._mask)
        except Refused as e:
            raise self._why(s, parameters, *e.args) from None
        c._last = last
        if columns is not None:
            s.columns = columns
            if detect:
                old = self._mask
                self._cast(c, s)
                if row and self._mask != old:
                    found, odd = c._on(s.number, wire.ROW, s.handle, mode, self._mask)
        if self._description is None and s.columns is not None:
            self._describe(c, s)
        if row:
            self._row, self._odd = found, odd
        else:
            if s.dml:
                self._rowcount += changes
            s.active = False
        return last

    def _why(self, s, parameters, i, reason):
        if isinstance(parameters, dict):
            return adapt.refused(i, reason, parameters[s.names[i][1:]])
        return adapt.refused(i, reason, parameters[i])

    def _describe(self, c, s):
        columns = s.columns
        if c._detect & _PARSE_COLNAMES:
            names = []
            for name, _ in columns:
                head, bracket, _ = name.partition("[")
                names.append(head[:-1] if bracket and head[-1:] == " " else head)
        else:
            names = [name for name, _ in columns]
        self._description = tuple([(name, None, None, None, None, None, None) for name in names])

    def _cast(self, c, s):
        """Finds the converters of a statement's columns."""
        casts, mask = [], 0
        for i, (name, declared) in enumerate(s.columns):
            f = None
            if c._detect & _PARSE_COLNAMES:
                before, bracket, rest = name.rpartition("[") if name.count("[") == 1 else _innermost(name)
                if bracket and "]" in rest:
                    f = adapt.converters.get(rest.partition("]")[0].upper())
            if f is None and c._detect & _PARSE_DECLTYPES and declared is not None:
                f = adapt.converters.get(declared.partition(" ")[0].partition("(")[0].upper())
            casts.append(f)
            if f is not None:
                mask |= 1 << min(i, _MASK_BITS - 1)
        self._casts, self._mask = tuple(casts), mask

    def executescript(self, sql_script, /):
        """Executes multiple SQL statements at once."""
        if not isinstance(sql_script, str):
            raise TypeError("executescript() argument must be str, not " + adapt.named_type(sql_script))
        text = sql_script.encode()
        if b"\0" in text:
            raise ValueError("embedded null character")
        self._check()
        c = self._connection
        if len(text) > c._call(wire.LIMIT, 1, -1):
            raise errors.DataError("query string is too large")
        if c._autocommit == -1 and not c._alone:
            c._run("COMMIT")
        c._call(wire.SCRIPT, sql_script)
        return self

    def __iter__(self):
        return self

    def __next__(self):
        row = self._fetch()
        if row is None:
            raise StopIteration
        return row

    def _fetch(self):
        self._check()
        s, row = self._statement, self._row
        if s is None:
            return None
        if row is None:
            s.reset()
            self._statement = None
            return None
        c = self._connection
        if c._mode != self._mode:
            self._mode = c._mode
            row, self._odd = c._on(s.number, wire.ROW, s.handle, self._mode, self._mask)
        if self._odd or self._mask or self._mode == 2:
            self._locked = True
            try:
                row = self._converted(c, s, row)
            finally:
                self._locked = False
        try:
            more, self._row, self._odd, c._last, changes, columns = c._on(s.number, wire.STEP, s.handle, self._mode, self._mask)
        except BaseException:
            self._over(s)
            raise
        if not more:
            if s.dml:
                self._rowcount = changes
            self._over(s)
        if self.row_factory is not None:
            return self.row_factory(self, row)
        return row

    def _over(self, s):
        """SQLite has reset a statement."""
        s.active = False
        self._statement = self._row = None

    def _converted(self, c, s, row):
        """A row with converters and the text factory applied."""
        out = []
        casts = self._casts if self._mask else ()
        factory = c._text_factory
        for i, v in enumerate(row):
            f = casts[i] if i < len(casts) else None
            if f is not None:
                if v is not None:
                    v = f(v)
            elif v.__class__ is tuple:
                v = v[0]
                if factory is str:
                    raise errors.OperationalError(_undecodable(s.columns[i][0], v))
                v = v if factory is bytes else factory(v)
            elif casts and v.__class__ is bytes and self._mask >> min(i, _MASK_BITS - 1) & 1:
                v = c._on(s.number, wire.ROW, s.handle, self._mode, 0)[0][i]
            out.append(v)
        return tuple(out)

    def fetchone(self):
        """Fetches one row from the resultset."""
        return self._fetch()

    def fetchmany(self, size=UNSET):
        """Fetches several rows from the resultset."""
        if size is UNSET:
            size = self.arraysize
        size = index(size)
        return self._several(size if size > 0 else _ALL)

    def fetchall(self):
        """Fetches all rows from the resultset."""
        return self._several(_ALL)

    def _several(self, most):
        found = []
        row = self._fetch()
        while row is not None:
            found.append(row)
            if len(found) >= most:
                break
            c, s = self._connection, self._statement
            if (s is not None and self._row is not None and most - len(found) > 1 and not self._mask and not self._odd and not s.dml
                    and self.row_factory is None and self._mode < 2 and c._mode == self._mode):
                self._bulk(c, s, found, most)
                if len(found) >= most:
                    break
            row = self._fetch()
        return found

    def _bulk(self, c, s, found, most):
        """Fetches what nothing of the caller's can come between."""
        more, rows, odd, failed, _ = c._on(s.number, wire.ROWS, s.handle, self._mode, 0, min(most - len(found), 1 << 20))
        rows = (self._row, *rows)
        self._odd = odd
        if more:
            self._row, rows = rows[-1], rows[:-1]
        else:
            self._over(s)
        if failed is not None:
            raise errors.of(failed[1], failed[2])
        if odd:
            rows = [self._converted(c, s, row) for row in rows]
        found.extend(rows)

    def setinputsizes(self, sizes, /):
        """Required by DB-API. Does nothing in sqlite3."""

    def setoutputsize(self, size, column=None, /):
        """Required by DB-API. Does nothing in sqlite3."""

    def close(self):
        """Closes the cursor."""
        if self._locked:
            raise errors.ProgrammingError("Recursive use of cursors not allowed.")
        if not self._ready:
            raise errors.ProgrammingError("Base Cursor.__init__ not called.")
        self._connection._check()
        s, self._statement = self._statement, None
        if s is not None:
            s.reset()
        self._row = None
        self._closed = True


def _innermost(name):
    """The last bracket that opens before one closes."""
    start = -1
    for i, ch in enumerate(name):
        if ch == "[":
            start = i
        elif ch == "]" and start >= 0:
            return name[:start], "[", name[start + 1:]
    return name, "", ""


def _undecodable(column, text):
    message = b"Could not decode to UTF-8 column '%s' with text '%s'" % (column.encode(), text)
    return message[:199].decode("ascii", "replace")


class Refused(Exception):
    """A parameter was refused: which one, and why."""


_connections = []  # the class Connection, once it is there
errors.public(Cursor)
