"""Functions of extension modules are built-in ones: as attributes of classes, to pickle, to inspect and to look at."""
import copy
import fcntl
import inspect
import os
import pickle
import pwd
import select
import signal
import time

for f in (os.getpid, os.kill, os.umask, os.waitpid, os.times, select.select, fcntl.flock, pwd.getpwnam, signal.alarm, time.thread_time):
    print(f, type(f).__name__, f.__name__, f.__qualname__, f.__module__, inspect.isbuiltin(f), inspect.isroutine(f))
    print(pickle.loads(pickle.dumps(f)) is f, copy.deepcopy(f) is f, f == f, f in {f}, f.__self__.__name__)
    try:
        print(inspect.signature(f))
    except ValueError as e:
        print(e)


class Calls:
    wait = select.select
    send = os.kill


c = Calls()
print(c.wait([], [], [], 0), c.send(os.getpid(), 0), isinstance(Calls.__dict__["wait"], type(len)))
for call in (lambda: os.kill("a", 1), lambda: os.waitpid(99999, 0), lambda: os.getpgid(-1)):
    try:
        call()
    except (TypeError, OSError) as e:
        print(type(e).__name__, e, e.__traceback__.tb_next.tb_next is None)
