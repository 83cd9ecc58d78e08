"""Row."""
from _sandfault.sql import errors
from _sandfault.sql.cursor import Cursor


class Row:
    __slots__ = ("_data", "_description")

    def __new__(cls, cursor, data, /):
        if not issubclass(type(cursor), Cursor):
            raise TypeError("Row() argument 1 must be sqlite3.Cursor, not " + type(cursor).__name__)
        if not isinstance(data, tuple):
            raise TypeError("Row() argument 2 must be tuple, not " + type(data).__name__)
        self = object.__new__(cls)
        self._data, self._description = data, cursor._description
        return self

    def __getitem__(self, key):
        if isinstance(key, int):
            return self._data[key]
        if isinstance(key, str):
            for i, column in enumerate(self._description or ()):
                name = column[0]
                if name == key or len(name) == len(key) and name.isascii() and key.isascii() and name.lower() == key.lower():
                    return self._data[i]
            raise IndexError("No item with that key")
        if isinstance(key, slice):
            return self._data[key]
        raise IndexError("Index must be int or string")

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter(self._data)

    def keys(self):
        """Returns the keys of the row."""
        return [column[0] for column in self._description or ()]

    def __hash__(self):
        return hash(self._description) ^ hash(self._data)

    def __eq__(self, other):
        if not isinstance(other, Row):
            return NotImplemented
        return self._description == other._description and self._data == other._data

    def __ne__(self, other):
        if not isinstance(other, Row):
            return NotImplemented
        return not self.__eq__(other)


errors.public(Row)
