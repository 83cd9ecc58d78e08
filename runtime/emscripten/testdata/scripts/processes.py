import multiprocessing as mp
from concurrent.futures import ProcessPoolExecutor
def square(n):
    return n * n
def put(q, n):
    q.put((n, square(n)))
def fail():
    raise SystemExit(4)
if __name__ == "__main__":
    q = mp.Queue(); ps = [mp.Process(target=put, args=(q, i)) for i in range(3)]
    [p.start() for p in ps]; print(sorted(q.get() for _ in ps)); [p.join() for p in ps]; print([p.exitcode for p in ps])
    with mp.Pool(2) as pool:
        print(pool.map(square, range(5)), pool.apply(square, (9,)))
    with ProcessPoolExecutor(2) as ex:
        print(list(ex.map(square, [1, 2, 3])))
    p = mp.Process(target=fail); p.start(); p.join(); print(p.exitcode)
    a, b = mp.Pipe(); a.send([1, "x"]); print(b.recv())
    lock = mp.Lock()
    with lock:
        print(lock.acquire(block=False))
