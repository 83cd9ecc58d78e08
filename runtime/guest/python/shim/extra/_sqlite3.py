"""SQLite's module, see the package sql."""
from _sandfault.sql import adapt as _adapting, constants as _constants, cursor as _cursor, wire as _wire
from _sandfault.sql.adapt import PrepareProtocol, adapters, converters
from _sandfault.sql.blob import Blob
from _sandfault.sql.connection import LEGACY_TRANSACTION_CONTROL, Connection, positional as _positional
from _sandfault.sql.cursor import Cursor
from _sandfault.sql.errors import (DatabaseError, DataError, Error, IntegrityError, InterfaceError, InternalError, NotSupportedError,
                                   OperationalError, ProgrammingError, Warning)
from _sandfault.sql.row import Row

globals().update(_constants.VALUES)

PARSE_DECLTYPES, PARSE_COLNAMES = 1, 2
sqlite_version = "3.54.1"
threadsafety = 3
_deprecated_version = "2.6.0"


def connect(*args, **kwargs):
    """Opens a connection to the SQLite database file database."""
    _positional(len(args), "sqlite3.connect")
    factory = args[5] if len(args) > 5 else kwargs.get("factory", Connection)
    return factory(*args, **kwargs)


def complete_statement(statement):
    """Checks if a string contains a complete SQL statement."""
    if not isinstance(statement, str):
        raise TypeError("complete_statement() argument 'statement' must be str, not " + type(statement).__name__)
    return _wire.call(_wire.COMPLETE, statement)[1]


def enable_callback_tracebacks(enable, /):
    """Enables or disables callback functions throwing errors to stderr."""
    _wire.tracebacks = bool(enable)


def register_adapter(type, adapter, /):
    """Registers a function to adapt Python objects to SQLite values."""
    _adapting.register_adapter(type, adapter)


def register_converter(typename, converter, /):
    """Registers a function to convert SQLite values to Python objects."""
    _adapting.register_converter(typename, converter)


def adapt(*args):
    """Adapts given object to given protocol."""
    return _adapting.adapt(*args)


def _settle():
    import sys
    from _sandfault.sql import errors
    errors.internal([m for name, m in sys.modules.items() if name.startswith("_sandfault.sql.")])


_settle()
