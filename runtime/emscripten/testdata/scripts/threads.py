import threading, queue, time
from concurrent.futures import ThreadPoolExecutor, as_completed
count, lock = 0, threading.Lock()
def add():
    global count
    for _ in range(2000):
        with lock:
            count += 1
ts = [threading.Thread(target=add) for _ in range(4)]
[t.start() for t in ts]; [t.join() for t in ts]; print(count)
with ThreadPoolExecutor(3) as ex:
    print(list(ex.map(lambda n: n * n, range(6))), sorted(f.result() for f in as_completed([ex.submit(pow, 2, n) for n in range(4)])))
q, out = queue.Queue(2), []
def produce():
    for i in range(5):
        q.put(i)
    q.put(None)
threading.Thread(target=produce).start()
while (x := q.get()) is not None:
    out.append(x)
print(out)
e = threading.Event(); print(e.wait(0.01)); threading.Timer(0.02, e.set).start(); print(e.wait(5))
b = threading.Barrier(3); order = []
def meet(n):
    b.wait(); order.append(n)
ts = [threading.Thread(target=meet, args=(i,)) for i in range(3)]; [t.start() for t in ts]; [t.join() for t in ts]; print(sorted(order))
def fails():
    raise ValueError("in a thread")
threading.excepthook = lambda a: print(a.exc_type.__name__, a.exc_value)
t = threading.Thread(target=fails); t.start(); t.join(); print(t.is_alive())
c = threading.Condition(); ready = []
def wait():
    with c:
        c.wait_for(lambda: ready); print("woken")
t = threading.Thread(target=wait); t.start(); time.sleep(0.01)
with c:
    ready.append(1); c.notify()
t.join()
l = threading.local(); l.x = 1
t = threading.Thread(target=lambda: print(hasattr(l, "x"))); t.start(); t.join()
s = threading.Semaphore(1); s.acquire(); print(s.acquire(blocking=False), s.acquire(timeout=0.01)); s.release()
done = False
def spin():
    while not done:
        pass
t = threading.Thread(target=spin); t.start(); time.sleep(0.05); done = True; t.join(); print("stopped", threading.active_count())
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
print("end")
