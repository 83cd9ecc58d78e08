"""Named tuples that look like C's struct sequences."""


def record(name, fields):
    fields = fields.split()

    class Record(tuple):
        __slots__ = ()
        n_fields = n_sequence_fields = len(fields)
        n_unnamed_fields = 0
        __match_args__ = tuple(fields)

        def __new__(cls, values):
            values = tuple(values)
            if len(values) != len(fields):
                raise TypeError("%s() takes a %d-sequence (%d-sequence given)" % (name, len(fields), len(values)))
            return tuple.__new__(cls, values)

        def __repr__(self):
            return name + "(" + ", ".join("%s=%r" % p for p in zip(fields, self)) + ")"

        def __reduce__(self):
            return (type(self), (tuple(self),))

    for i, f in enumerate(fields):
        setattr(Record, f, property(lambda self, i=i: tuple.__getitem__(self, i)))
    Record.__module__, _, Record.__name__ = name.rpartition(".")
    Record.__qualname__ = Record.__name__
    return Record
