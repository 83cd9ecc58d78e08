"""Processes: os and _posixsubprocess over posix_spawn, wait4, kill and execve."""
import os
import posix
from _struct import pack

from _sandfault import device
from _sandfault.builtin import builtin, integer, path, publish
from _sandfault.device import checked, error, raw

# Flags and actions of a spawn request (package abi).
SETSID, SETPGROUP, VFORK, SETSIGMASK = 1, 2, 4, 8
DUP2, CLOSE, OPEN, CHDIR = 1, 2, 3, 4
STAGE_CLONE, STAGE_ACTION, STAGE_EXEC = 1, 2, 3

GONE = 0x7FFFFFFF  # no process has this number

_spawn = raw("posix_spawn")
_execve = raw("execve")
_wait4 = raw("wait4")
_kill = checked("kill")
_sigaction = raw("sigaction")
_pidfd_open = checked("pidfd_open")


def _string(b):
    return pack("<I", len(b)) + b


def _list(items):
    return pack("<I", len(items)) + b"".join(_string(b) for b in items)


def request(file, argv, env, flags=0, pgroup=0, ignore=0, default=0, mask=0, actions=()):
    parts = [pack("<I", flags), _string(file), _list(argv), _list(env), pack("<iQQQI", pgroup, ignore, default, mask, len(actions))]
    for kind, fd, newfd, name, oflags, mode in actions:
        parts.append(pack("<iii", kind, fd, newfd) + _string(name) + pack("<iI", oflags, mode))
    parts.append(pack("<I", 0))
    return bytearray(b"".join(parts))


def spawn(*args, **kwargs):
    """The new process's number, or an error number and the stage that failed."""
    r, stage = request(*args, **kwargs), bytearray(4)
    pid = _spawn(r, len(r), stage)
    if pid < 0:
        return 0, -pid, stage[0]
    return pid, 0, 0


changes = {}  # what putenv and unsetenv did to the environment, which need not show in os.environ


def _tracking():
    put, unset = posix.putenv, posix.unsetenv

    @builtin("posix")
    def putenv(name, value, /):
        put(name, value)
        changes[path(name)] = path(value)

    @builtin("posix")
    def unsetenv(name, /):
        unset(name)
        changes[path(name)] = None

    return [putenv, unsetenv]


def current_environment():
    env = dict(os.environb._data)
    env.update(changes)
    return [k + b"=" + v for k, v in env.items() if v is not None]


def environment(env):
    list_ = []
    for k, v in env.items():
        k, v = path(k), path(v)
        if b"=" in k:
            raise ValueError("illegal environment variable name")
        list_.append(k + b"=" + v)
    return list_


def arguments(argv, name):
    if not isinstance(argv, (list, tuple)):
        raise TypeError("%s: argv must be a tuple or list" % name if name.startswith("posix")
                        else "%s() arg 2 must be a tuple or list" % name)
    argv = [path(a) for a in argv]
    if not argv or not argv[0]:
        raise ValueError("%s() arg 2 %s" % (name, "must not be empty" if not argv else "first element cannot be empty"))
    return argv


# Waiting.

_WNOHANG = 1


def _wait(pid, options, rusage=None):
    status = bytearray(4)
    r = _wait4(pid, status, options, rusage if rusage is not None else 0)
    if r < 0:
        raise error(-r)
    return r, int.from_bytes(status, "little") if r else 0


def usage(b):
    import resource
    return resource.struct_rusage(device.usage(b))


@builtin("posix")
def waitpid(pid, options, /):
    return _wait(integer(pid), integer(options))


@builtin("posix")
def wait():
    return _wait(-1, 0)


@builtin("posix")
def wait3(options):
    b = bytearray(32)
    return (*_wait(-1, options, b), usage(b))


@builtin("posix")
def wait4(pid, options):
    b = bytearray(32)
    return (*_wait(pid, options, b), usage(b))


@builtin("posix")
def waitid(idtype, id, options, /):
    pid = {0: -1, 1: id, 2: -id}[idtype]
    got, status = _wait(pid, options & ~4)
    if not got:
        return None
    code, value = (1, status >> 8 & 255) if status & 127 == 0 else (2, status & 127)
    return posix.waitid_result((got, os.getuid(), 17, value, code))


# Signals to processes.


def _int(v):
    """A C int."""
    v = integer(v)
    if v >= 1 << 31:
        raise OverflowError("signed integer is greater than maximum")
    if v < -1 << 31:
        raise OverflowError("signed integer is less than minimum")
    return v


@builtin("posix")
def kill(pid, signal, /):
    _kill(_int(pid), _int(signal))


@builtin("posix")
def killpg(pgid, signal, /):
    _kill(-_int(pgid), _int(signal))


@builtin("posix")
def abort():
    _sigaction(6, 0)
    _kill(os.getpid(), 6)


# Becoming another program.


@builtin("posix")
def execv(path_, argv, /):
    _exec("execv", path_, argv, current_environment())


@builtin("posix")
def execve(path, argv, env):
    _exec("execve", path, argv, environment(env))


def _exec(name, file, argv, env):
    b = path(file)
    r = request(b, arguments(argv, name), env)
    n = _execve(r, len(r))
    raise error(-n, file) if name == "execve" else error(-n)


@builtin("posix")
def fork():
    _, number, stage = spawn(b"/proc/self/fork", [b"fork"], [])
    if stage == STAGE_CLONE:
        raise error(number)
    device.unsupported("os.fork in Python")
    raise error(38)


@builtin("posix")
def forkpty():
    fork()


@builtin("posix")
def pidfd_open(pid, flags=0):
    return _pidfd_open(integer(pid), flags, 0)


@builtin("posix")
def system(command):
    """As system(3), with the environment as the script made it: os.environ changes libc's, of which the kernel knows nothing."""
    old = [_sigaction(s, 1) for s in (2, 3)]
    pid, _, stage = spawn(b"/bin/sh", [b"sh", b"-c", path(command)], current_environment(), VFORK, default=1 << 1 | 1 << 2)
    status = 127 << 8  # also if no process can be made: glibc takes posix_spawn(3)'s failure for an exit by 127
    while pid:
        try:
            _, status = _wait(pid, 0)
            break
        except InterruptedError:
            continue
    for s, disposition in zip((2, 3), old):
        _sigaction(s, disposition)
    return status


_ACTIONS = {0: ("open", 5), 1: ("close", 2), 2: ("dup2", 3)}


def _actions(file_actions):
    actions = []
    for action in file_actions or ():
        if not isinstance(action, tuple) or not action:
            raise TypeError("Each file_actions element must be a non-empty tuple")
        kind, *rest = action
        name, count = _ACTIONS.get(integer(kind), ("", 0))
        if not name:
            raise TypeError("Unknown file_actions identifier")
        if len(action) != count:
            raise TypeError("A%s %s file_action tuple must have %d elements" % ("n" if name == "open" else "", name, count))
        if kind == 0:
            fd, file, flags, mode = rest
            actions.append((OPEN, 0, integer(fd), path(file), integer(flags), integer(mode)))
        elif kind == 1:
            actions.append((CLOSE, integer(rest[0]), 0, b"", 0, 0))
        else:
            actions.append((DUP2, integer(rest[0]), integer(rest[1]), b"", 0, 0))
    return actions


def _mask(signals):
    v = 0
    for s in signals:
        s = integer(s)
        if not 0 < s < 65:
            raise ValueError("signal number %d out of range [1; 64]" % s)
        v |= 1 << s - 1
    return v


def _posix_spawn(name, file, candidates, argv, env, file_actions=(), setpgroup=None, resetids=False, setsid=False,
                 setsigmask=(), setsigdef=(), scheduler=None):
    argv = arguments(argv, name)
    env = environment(env) if env is not None else current_environment()
    flags = VFORK | (SETPGROUP if setpgroup is not None else 0) | (SETSID if setsid else 0) | (SETSIGMASK if setsigmask else 0)
    pid, number, _ = spawn(first(candidates), argv, env, flags, 0 if setpgroup is None else integer(setpgroup), 0, _mask(setsigdef), _mask(setsigmask),
                           _actions(file_actions))
    if number:
        raise error(number, file)
    return pid


@builtin("posix")
def posix_spawn(path_, argv, env, /, **kwargs):
    return _posix_spawn("posix_spawn", path_, [path(path_)], argv, env, **kwargs)


@builtin("posix")
def posix_spawnp(path_, argv, env, /, **kwargs):
    b = path(path_)
    candidates = [b] if b"/" in b else [os.path.join(os.fsencode(d), b) for d in os.get_exec_path()]
    return _posix_spawn("posix_spawnp", path_, candidates, argv, env, **kwargs)


def first(candidates):
    """The first of some files that is there, as a search along PATH ends."""
    for c in candidates[:-1]:
        try:
            posix.stat(c)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            pass
        return c
    return candidates[-1]


def _spawnvef(mode, file, args, env, func):
    if not isinstance(args, (tuple, list)):
        raise TypeError("argv must be a tuple or a list")
    if not args or not args[0]:
        raise ValueError("argv first element cannot be empty")
    search = func in (os.execvp, os.execvpe)
    try:
        pid = (posix_spawnp if search else posix_spawn)(file, args, os.environ if env is None else env)
    except OSError:
        pid = None
    if mode == os.P_NOWAIT:
        return pid if pid is not None else GONE
    if pid is None:
        return 127
    while True:
        _, status = waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            return os.waitstatus_to_exitcode(status)


def install():
    functions = [system, waitpid, wait, wait3, wait4, waitid, kill, killpg, abort, execv, execve, fork, forkpty, pidfd_open, posix_spawn, posix_spawnp]
    publish(functions + _tracking(), posix, os)
    os._spawnvef = _spawnvef
    for name in ("posix_spawn", "posix_spawnp"):
        os.__all__.append(name)
    posix.POSIX_SPAWN_OPEN, posix.POSIX_SPAWN_CLOSE, posix.POSIX_SPAWN_DUP2 = 0, 1, 2
    os.POSIX_SPAWN_OPEN, os.POSIX_SPAWN_CLOSE, os.POSIX_SPAWN_DUP2 = 0, 1, 2
    os.supports_fd.discard(os.execve)
