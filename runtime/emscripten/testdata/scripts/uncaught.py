def f(n):
    return 10 / n
def g():
    return f(0)
print("before")
g()
