"""Connection."""
import posix
import sys
from _functools import partial
from _thread import RLock, get_ident
from _weakref import ref

from _sandfault import device
from _sandfault.sql import cursor as cursors, errors, wire
from _sandfault.sql.adapt import simple
from _sandfault.sql.arguments import (LEGACY_TRANSACTION_CONTROL, answered, control, keywords, level, milliseconds, name as encoded,
                                       positional, three, wait)
from _sandfault.sql.blob import Blob
from _sandfault.sql.cursor import UNSET, Cursor, Refused, warn
from _sandfault.sql.statement import prepared

_READWRITE, _CREATE, _URI = 2, 4, 0x40
_DETERMINISTIC = 0x800
_LOAD_EXTENSION = 1005  # of sqlite3_db_config: the library lacks what it is for

# Options of sqlite3_db_config that are switches.
_SWITCHES = frozenset((1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015, 1016, 1017))


_PARAMETERS = frozenset(("database", "timeout", "detect_types", "isolation_level", "check_same_thread", "factory", "cached_statements",
                         "uri", "autocommit"))


class Connection:
    """SQLite database connection object."""
    __slots__ = ("_id", "_ready", "_thread", "_same_thread", "_detect", "_level", "_autocommit", "_alone", "_last", "_self", "_cache",
                 "_size", "_cursors", "_blobs", "_functions", "_groups", "_trace", "_authorizer", "_progress", "_text_factory", "_mode",
                 "_held", "_lock", "_loading", "row_factory", "__weakref__")

    Warning, Error, InterfaceError, DatabaseError, DataError = errors.ALL[:5]
    OperationalError, IntegrityError, InternalError, ProgrammingError, NotSupportedError = errors.ALL[5:]

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self._id, self._ready, self._same_thread = None, False, False
        return self

    def __init__(self, *args, **kwargs):
        positional(len(args), "_sqlite3.Connection")
        if not args and "database" not in kwargs:
            raise TypeError("Connection() missing required argument 'database' (pos 1)")
        for name in kwargs:
            if name not in _PARAMETERS:
                raise TypeError("Connection() got an unexpected keyword argument '%s'" % name)
        self._open(*args, **kwargs)

    def _open(self, database, timeout=5.0, detect_types=0, isolation_level="", check_same_thread=True, factory=None,
              cached_statements=128, uri=False, *, autocommit=LEGACY_TRANSACTION_CONTROL):
        name = posix.fspath(database) if not isinstance(database, (str, bytes)) else database
        name = name.encode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()) if isinstance(name, str) else name
        if b"\0" in name:
            raise ValueError("embedded null byte")
        timeout = float(timeout)
        begins, mode = level(isolation_level), control(autocommit)
        if self._ready and self._id is not None:
            self._close(any(r() is not None and r()._statement is not None and r()._statement.active for r in self._cursors))
        self._ready = False
        sys.audit("sqlite3.connect", database)
        self._held, self._lock = 0, RLock()
        self._thread, self._same_thread = get_ident(), bool(check_same_thread)
        self._detect, self._level, self._autocommit = detect_types, begins, mode
        self._alone, self._last = True, 0
        self._self = self  # until it is closed it is for the collector to find, as one in C is
        self._cache, self._size = {}, max(cached_statements, 0)
        self._cursors, self._blobs, self._functions, self._groups = [], [], {}, {}
        self._trace = self._authorizer = self._progress = self.row_factory = None
        self._text_factory, self._mode, self._loading = str, 0, False
        flags = _READWRITE | _CREATE | (_URI if uri else 0)
        answer = wire.call(wire.OPEN, name, flags, milliseconds(timeout))
        if answer[0] != wire.DONE:
            raise errors.of(answer[1], answer[2])
        self._id = answer[1]
        wire.connections[self._id] = ref(self)
        self._ready = True
        sys.audit("sqlite3.connect/handle", self)
        if mode is False:
            self._run("BEGIN")

    def __del__(self):
        if self._id is None:
            return
        warn("unclosed database in %r" % (self,), ResourceWarning)
        try:
            self._close()
        except BaseException as e:
            sys.unraisablehook(wire.UnraisableHookArgs((type(e), e, e.__traceback__, None, self)))

    def __call__(self, sql=UNSET, /):
        self._check()
        if sql is UNSET:
            raise TypeError("function missing required argument 'sql' (pos 1)")
        return prepared(self, sql)


    def _call(self, op, *args):
        """Makes a call of SQLite on the connection, and gives its result."""
        return self._on(self._id, op, *args)

    def _on(self, number, op, *args):
        """The same on the connection of a number: one that was opened anew has statements of the one before."""
        if self._held and self._held != get_ident():
            with self._lock:
                pass
        answer = wire.call(op, number, *args)
        kind = answer[0]
        if kind == wire.DONE:
            self._alone = answer[2]
            return answer[1]
        if kind == wire.REFUSED:
            raise Refused(answer[1], answer[2])
        if len(answer) > 4:
            self._alone = answer[4]
        raise errors.of(answer[1], answer[2])

    def _check_thread(self):
        if self._same_thread and self._thread != get_ident():
            raise errors.ProgrammingError(
                "SQLite objects created in a thread can only be used in that same thread. The object was created in thread id %d and "
                "this is thread id %d." % (self._thread, get_ident()))

    def _check_open(self):
        if not self._ready:
            raise errors.ProgrammingError("Base Connection.__init__ not called.")
        if self._id is None:
            raise errors.ProgrammingError("Cannot operate on a closed database.")

    def _check(self):
        self._check_thread()
        self._check_open()

    def _cached(self, sql):
        """The statement of a text; those used last are kept."""
        cache = self._cache
        s = cache.pop(sql, None)
        if s is None:
            s = prepared(self, sql)
            while len(cache) >= self._size > 0:
                del cache[next(iter(cache))]
        if self._size:
            cache[sql] = s
        return s

    def _run(self, sql):
        handle = self._call(wire.PREPARE, sql)[0]
        try:
            self._call(wire.EXECUTE, handle, (), 0, 0)
        finally:
            wire.call(wire.FINALIZE, self._id, handle)

    def _cursor_made(self, c):
        self._cursors = [r for r in self._cursors if r() is not None] if len(self._cursors) > 200 else self._cursors
        self._cursors.append(ref(c))

    def cursor(self, factory=Cursor):
        """Returns a cursor for the connection."""
        return self._cursor(factory)

    def _cursor(self, factory=Cursor):
        self._check()
        c = factory(self)
        if not issubclass(type(c), Cursor):
            raise TypeError("factory must return a cursor, not " + type(c).__name__)
        if self.row_factory is not None:
            c.row_factory = self.row_factory
        return c

    def execute(self, sql, parameters=UNSET, /):
        """Executes an SQL statement."""
        c = self._cursor()
        return c.execute(sql) if parameters is UNSET else c.execute(sql, parameters)

    def executemany(self, sql, parameters, /):
        """Repeatedly executes an SQL statement."""
        return self._cursor().executemany(sql, parameters)

    def executescript(self, sql_script, /):
        """Executes multiple SQL statements at once."""
        return self._cursor().executescript(sql_script)

    def commit(self):
        """Commits any pending transaction to the database."""
        self._check()
        self._finish("COMMIT")

    def rollback(self):
        """Rolls back to the start of any pending transaction."""
        self._check()
        self._finish("ROLLBACK")

    def _finish(self, how):
        if self._autocommit == LEGACY_TRANSACTION_CONTROL:
            if not self._alone:
                self._run(how)
        elif self._autocommit is False:
            self._run(how)
            self._run("BEGIN")

    def close(self):
        """Closes the database connection."""
        self._check_thread()
        if not self._ready:
            raise errors.ProgrammingError("Base Connection.__init__ not called.")
        if self._id is not None:
            self._close()

    def _close(self, used=False):
        for b in self._blobs:
            if b() is not None:
                b()._gone()
        if self._autocommit is False and not self._alone:
            self._run("ROLLBACK")
        number, self._id = self._id, None
        self._cache.clear()
        self._self = None
        if not used:
            wire.connections.pop(number, None)
            wire.call(wire.CLOSE, number)
        self._functions.clear()
        self._groups.clear()
        self._trace = self._authorizer = self._progress = None

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, value, traceback, /):
        if type is None and value is None and traceback is None:
            try:
                self.commit()
            except BaseException as e:
                try:
                    self.rollback()
                except BaseException as second:
                    second.__context__ = e
                    raise
                raise
        else:
            self.rollback()
        return False

    @property
    def isolation_level(self):
        self._check_open()
        return self._level

    @isolation_level.setter
    def isolation_level(self, value):
        if value is None:
            self._level = None
            # An open transaction is committed, as it was when there was no other way to.
            self._check()
            self._finish("COMMIT")
            return
        self._level = level(value)

    @isolation_level.deleter
    def isolation_level(self):
        raise AttributeError("cannot delete attribute")

    @property
    def total_changes(self):
        self._check_open()
        return self._call(wire.TOTALS)

    @property
    def in_transaction(self):
        self._check_open()
        return not self._alone

    @property
    def autocommit(self):
        self._check()
        return self._autocommit

    @autocommit.setter
    def autocommit(self, value):
        self._check()
        value = control(value)
        if value is True:
            if not self._alone:
                self._run("COMMIT")
        elif value is False and self._alone:
            self._run("BEGIN")
        self._autocommit = value

    @property
    def text_factory(self):
        return self._text_factory

    @text_factory.setter
    def text_factory(self, value):
        self._text_factory = value
        self._mode = 0 if value is str else 1 if value is bytes else 2

    def interrupt(self):
        """Aborts any pending database operation."""
        self._check_open()
        self._call(wire.INTERRUPT)

    def iterdump(self, *, filter=None):
        """Returns an iterator to dump the database in SQL text."""
        self._check_open()
        from sqlite3.dump import _iterdump
        return _iterdump(self, filter=filter)

    def _number(self, f):
        n = len(self._functions) + 1
        self._functions[n] = f
        return n

    def create_function(self, *args, deterministic=False, **kwargs):
        """Creates a new function."""
        keywords(kwargs, "create_function", "name", "narg", "func")
        name, narg, func = three("create_function", ("name", "narg", "func"), args, kwargs)
        self._check()
        number = self._number(func)
        try:
            self._call(wire.FUNCTION, encoded(name), narg, _DETERMINISTIC if deterministic else 0, number)
        except errors.Error:
            raise errors.OperationalError("Error creating function") from None

    def create_aggregate(self, *args, **kwargs):
        """Creates a new aggregate."""
        keywords(kwargs, "create_aggregate", "name", "n_arg", "aggregate_class")
        name, narg, cls = three("create_aggregate", ("name", "n_arg", "aggregate_class"), args, kwargs)
        self._check()
        try:
            self._call(wire.AGGREGATE, encoded(name), narg, self._number(cls), 0)
        except errors.Error:
            raise errors.OperationalError("Error creating aggregate") from None

    def create_window_function(self, name, num_params, aggregate_class, /):
        """Creates or redefines an aggregate window function."""
        self._check()
        number = 0 if aggregate_class is None else self._number(aggregate_class)
        try:
            self._call(wire.AGGREGATE, encoded(name), num_params, number, 1)
        except errors.InterfaceError:
            raise errors.ProgrammingError("bad parameter or other API misuse") from None

    def create_collation(self, name, callback, /):
        """Creates a collation function."""
        self._check()
        if callback is not None and not callable(callback):
            raise TypeError("parameter must be callable")
        self._call(wire.COLLATION, encoded(name), 0 if callback is None else self._number(callback))

    def set_authorizer(self, *args, **kwargs):
        """Sets the authorizer callback."""
        keywords(kwargs, "set_authorizer", "authorizer_callback")
        f, = three("set_authorizer", ("authorizer_callback",), args, kwargs)
        self._check()
        self._authorizer = f
        self._call(wire.AUTHORIZER, 0 if f is None else 1)

    def set_progress_handler(self, *args, **kwargs):
        """Sets the progress handler callback."""
        keywords(kwargs, "set_progress_handler", "progress_handler")
        f, n = three("set_progress_handler", ("progress_handler", "n"), args, kwargs)
        self._check()
        self._progress = f
        self._call(wire.PROGRESS, 0 if f is None else max(n, 0))

    def set_trace_callback(self, *args, **kwargs):
        """Sets the trace callback."""
        keywords(kwargs, "set_trace_callback", "trace_callback")
        f, = three("set_trace_callback", ("trace_callback",), args, kwargs)
        self._check()
        self._trace = f
        self._call(wire.TRACE, 0 if f is None else 1)

    def enable_load_extension(self, enable, /):
        """Enables dynamic loading of SQLite extension modules."""
        sys.audit("sqlite3.enable_load_extension", self, bool(enable))
        self._check()
        self._loading = bool(enable)

    def load_extension(self, name, /, *, entrypoint=None):
        """Loads an SQLite extension module."""
        sys.audit("sqlite3.load_extension", self, name)
        self._check()
        if not self._loading:
            raise errors.OperationalError("not authorized")
        device.unsupported("extensions of SQLite in Python")
        raise errors.OperationalError("%s.so: cannot open shared object file: No such file or directory" % name)

    def getlimit(self, category, /):
        """Gets connection run-time limits."""
        return self.setlimit(category, -1)

    def setlimit(self, category, limit, /):
        """Sets connection run-time limits."""
        self._check()
        old = self._call(wire.LIMIT, category, limit)
        if old < 0:
            raise errors.ProgrammingError("'category' is out of bounds")
        return old

    def getconfig(self, op, /):
        """Queries a boolean connection configuration option."""
        return bool(self._configure(op, -1))

    def setconfig(self, op, enable=True, /):
        """Sets a boolean connection configuration option."""
        if self._configure(op, 1 if enable else 0) != bool(enable):
            raise errors.OperationalError("Unable to set config")

    def _configure(self, op, value):
        self._check()
        if op not in _SWITCHES:
            raise ValueError("unknown config 'op': %d" % op)
        if op == _LOAD_EXTENSION:
            self._loading = self._loading if value < 0 else bool(value)
            return self._loading
        return self._call(wire.CONFIGURE, op, value)

    def serialize(self, *, name="main"):
        """Serializes a database into a byte string."""
        self._check()
        try:
            return self._call(wire.SERIALIZE, encoded(name))
        except errors.Error:
            if not self._alone:
                device.unsupported("sqlite3.Connection.serialize within a transaction")
            raise errors.OperationalError("unable to serialize '%s'" % name) from None

    def deserialize(self, data, /, *, name="main"):
        """Loads a serialized database."""
        self._check()
        data = data.encode() if isinstance(data, str) else simple(data)
        if not self._alone:
            device.unsupported("sqlite3.Connection.deserialize within a transaction")
        elif self._file(name):
            # It would leave the file alone from then on.
            device.unsupported("sqlite3.Connection.deserialize over a file")
            raise errors.OperationalError("unable to deserialize '%s'" % name)
        self._call(wire.DESERIALIZE, encoded(name), data)

    def _file(self, name):
        """The file of a database; nothing if it is in memory."""
        handle = self._call(wire.PREPARE, "SELECT file FROM pragma_database_list WHERE name = ?")[0]
        try:
            row = self._call(wire.EXECUTE, handle, (name,), 0, 0)
            return row[0] and row[1][0]
        finally:
            wire.call(wire.FINALIZE, self._id, handle)

    def blobopen(self, table, column, row, /, *, readonly=False, name="main"):
        """Opens and returns a BLOB object."""
        self._check()
        if not -1 << 63 <= row < 1 << 63:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        handle, size = self._call(wire.BLOB_OPEN, encoded(name), encoded(table), encoded(column), row, 0 if readonly else 1)
        b = Blob._made(self, handle, size)
        self._blobs = [r for r in self._blobs if r() is not None]
        self._blobs.append(ref(b))
        return b

    def backup(self, target, *, pages=-1, progress=None, name="main", sleep=0.25):
        """Makes a backup of the database."""
        if not isinstance(target, Connection):
            raise TypeError("backup() argument 'target' must be sqlite3.Connection, not " + type(target).__name__)
        sleep = float(sleep)
        self._check()
        if target is self:
            raise ValueError("target cannot be the same connection instance")
        target._check_open()
        if progress is not None and not callable(progress):
            raise TypeError("progress argument must be a callable")
        number = target._call(wire.BACKUP, b"main", self._id, encoded(name))
        code = 0
        try:
            while code in (0, 5, 6):
                code, remaining, total = answered(wire.call(wire.BACKUP_STEP, number, pages or -1))
                if progress is not None:
                    progress(code & 0xFF, remaining, total)
                if code & 0xFF in (5, 6):
                    wait(sleep)
        finally:
            answer = wire.call(wire.BACKUP_FINISH, number)
        if code & 0xFF not in (0, 101):
            raise errors.of(code, errors.TEXTS.get(code & 0xFF, "unknown error"))
        answered(answer)


cursors._connections.append(Connection)
errors.public(Connection)
Connection.__call__.__signature__ = "($self, sql, /)"
