import fcntl, grp, os, pwd, resource, time
print(pwd.getpwnam("root").pw_uid, grp.getgrgid(0).gr_name, type(pwd.getpwuid(0)).__name__)
for f in (lambda: pwd.getpwnam("nobody-here"), lambda: pwd.getpwuid(54321), lambda: grp.getgrnam("none")):
    try:
        f()
    except KeyError as e:
        print(e)
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE); resource.setrlimit(resource.RLIMIT_NOFILE, (20, hard)); print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
fds = []
try:
    while True:
        fds.append(os.open("/dev/null", os.O_RDONLY))
except OSError as e:
    print(e)
[os.close(f) for f in fds]; resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
try:
    resource.setrlimit(resource.RLIMIT_NOFILE, (10, 5))
except ValueError as e:
    print(e)
f = open("lock", "w"); g = open("lock", "w"); fcntl.flock(f, fcntl.LOCK_EX)
try:
    fcntl.flock(g, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError as e:
    print(e)
fcntl.flock(f, fcntl.LOCK_UN); fcntl.flock(g, fcntl.LOCK_EX | fcntl.LOCK_NB); fcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
r, w = os.pipe(); print(fcntl.fcntl(r, fcntl.F_GETFD), os.get_inheritable(r), os.get_blocking(r)); os.set_blocking(r, False)
try:
    os.read(r, 1)
except BlockingIOError as e:
    print(e)
os.close(r)
try:
    os.write(w, b"x")
except BrokenPipeError as e:
    print(e)
t = time.process_time(); sum(range(10 ** 5)); print(time.process_time() > t, resource.getrusage(resource.RUSAGE_SELF).ru_utime >= 0)
os.mkfifo("fifo"); d = os.dup(w); print(os.path.exists("fifo"), d > w, os.isatty(0), os.getpgid(0) == os.getpgrp(), os.getsid(0) == os.getsid(os.getpid()))
