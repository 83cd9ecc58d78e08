"""Numbers beyond 32 bits where a size is asked for."""
import io
import itertools
import operator
import sys

M = sys.maxsize


class Hint:
    def __iter__(self):
        return iter([1, 2])

    def __length_hint__(self):
        return M


def show(what):
    try:
        print(what, "->", repr(eval(what))[:100])
    except Exception as e:
        print(what, "->", type(e).__name__, e)


def extended():
    a = [0]
    a.extend(Hint())
    return a


for what in """
'a b c'.split(None, M)
'aXbXc'.rsplit('X', M - 3)
'abc'.replace('b', 'x', 2**40)
'abc'.find('c', 0, 2**40)
list(enumerate('ab', 2**40))
next(itertools.count(2**40))
list(itertools.islice(range(5), 2**40))
next(itertools.islice(itertools.count(), 1, 2**40, 2**40))
[1][2**40]
[1, 2].index(2, -2**40, 2**40)
[1, 2, 3][-2**40:2**40]
[1].pop(2**40)
[1].insert(2**70, 1)
'a' * 2**40
[0] * 2**50
1 >> 2**40
-5 >> 2**70
range(2**40)[5:2**39]
range(2**70).index(2**69)
slice(0, 2**40).indices(2**39)
'a b'.split(None, 2**63)
io.BytesIO(b'abc').read(2**40)
extended()
round(1.5, 2**40)
""".strip().splitlines():
    show(what)
