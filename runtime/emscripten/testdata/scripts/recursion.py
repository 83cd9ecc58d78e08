import sys, json
def f(n):
    return f(n + 1)
try:
    f(0)
except RecursionError as e:
    print(type(e).__name__)
l = []
for _ in range(500):
    l = [l]
print(len(repr(l)), len(json.dumps(l)))
class C:
    def __repr__(self):
        return repr(self)
try:
    repr(C())
except RecursionError:
    print("repr")
try:
    json.loads("[" * 100000)
except RecursionError:
    print("json")
d = {}
for _ in range(100):
    d = {"k": d}
print(d == d, str(d).count("k"))
def g(n):
    return 0 if n == 0 else 1 + g(n - 1)
print(g(900)); sys.setrecursionlimit(5000); print(g(4000))
