# 3.13: what calls of os say of arguments that they do not take.
import os, posix, select, signal
def told(f, *args, **kwargs):
    try: print(f(*args, **kwargs))
    except Exception as e: print(type(e).__name__, e)
true = ("/bin/true", ["true"], {})
for actions in ([None], [()], [(None,)], [(12345,)], [(os.POSIX_SPAWN_CLOSE,)], [(os.POSIX_SPAWN_CLOSE, 1, 2)], [(os.POSIX_SPAWN_CLOSE, None)],
                [(os.POSIX_SPAWN_OPEN, 3, "a\0", 0, 0)]):
    told(os.posix_spawn, *true, file_actions=actions)
for more in ({"setpgroup": "023"}, {"setsigmask": 34}, {"setsigmask": ["j"]}, {"setsigmask": [65]}, {"setsigdef": [0]}, {"setsigdef": 1}):
    told(os.posix_spawn, *true, **more)
for mask in ([-10], "0X", map(int, "0X"), [1 << 128], [1 << 40]): told(os.sched_setaffinity, 0, mask)
told(os.sched_setaffinity, -1, [0])
for priority in (214748364700, -214748364700): told(os.sched_setparam, 0, os.sched_param(priority))
for d in (0, 0x801, 0xFFFFF12345678): print(os.major(d), os.minor(d))
for d in (-2, 2**64, 1.5): told(os.major, d); told(os.minor, d)
print(os.makedev(8, 1), os.makedev(0xABCDE, 0x12345678), os.makedev(0, 0))
told(os.makedev, 2**32, 0); told(os.makedev, 0, -2)
e = select.epoll(); r, w = os.pipe(); e.register(w); e2 = select.epoll.fromfd(e.fileno()); print([v for _, v in e2.poll(0)])
os.close(w); told(e.unregister, w); told(e.modify, w, 1); e.close(); told(e2.poll, 0)
for pid in (1 << 40, -1 << 40, "1"): told(os.kill, pid, 0); told(os.killpg, pid, 0)
import subprocess
print(subprocess.run("cat <&3", shell=True, pass_fds=[3], stdout=-1, stderr=-1).returncode)
