import abc, contextlib, dataclasses, enum, functools, typing, weakref, copy, operator
@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = 0
    tags: list = dataclasses.field(default_factory=list, compare=False)
print(Point(1, 2), Point(1) < Point(2), dataclasses.asdict(Point(3)), dataclasses.replace(Point(1), y=5))
class Color(enum.Enum):
    RED = 1
    BLUE = enum.auto()
print(Color.RED, Color(2), list(Color), Color["BLUE"].value)
class Base(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
try:
    Base()
except TypeError as e:
    print(str(e)[:40])
@contextlib.contextmanager
def managed():
    print("enter")
    try:
        yield 1
    finally:
        print("exit")
with managed() as m, contextlib.suppress(KeyError):
    print(m); {}["k"]
@functools.lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(50), fib.cache_info(), functools.reduce(operator.mul, range(1, 8)), functools.partial(pow, 2)(5))
class Meta(type):
    def __new__(mcs, name, bases, ns):
        ns["made"] = name; return super().__new__(mcs, name, bases, ns)
class M(metaclass=Meta):
    __slots__ = ("a",)
print(M.made, hasattr(M(), "__dict__"))
class D:
    def __del__(self):
        print("deleted")
d = D(); r = weakref.ref(d); del d; print(r())
def gen():
    try:
        x = yield 1; print("sent", x); yield from [2, 3]
    except GeneratorExit:
        print("closed")
g = gen(); print(next(g), g.send("v")); g.close()
match {"kind": "circle", "r": 2}:
    case {"kind": "circle", "r": r}:
        print("circle", r)
a = [1, [2]]; b = copy.deepcopy(a); b[1].append(3); print(a, b, (lambda *p, **k: (p, k))(1, z=2))
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("wrapped") from e
except ValueError as e:
    print(repr(e.__cause__))
try:
    raise ExceptionGroup("group", [ValueError(1), TypeError(2)])
except* ValueError as g:
    print(g.exceptions)
except* TypeError as g:
    print(g.exceptions)
print(sorted([Point(2), Point(1)], key=lambda p: p.x), typing.get_type_hints(Point)["x"])
