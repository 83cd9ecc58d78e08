"""Signals: dispositions and masks are the kernel's, handlers are the interpreter's."""
import _signal
import posix
import sys

from _sandfault import device
from _sandfault.builtin import builtin, integer, own, publish
from _sandfault.device import checked, error, raw

_DEFAULT, _IGNORE, _CATCH = 0, 1, 2
_sigaction = raw("sigaction")
_set, _get = _signal.signal, _signal.getsignal
_IGNORED = _signal.SIG_IGN  # this libc's, not Linux's
_signal.SIG_IGN = 1


def _bits(signals):
    v = 0
    for s in signals:
        s = int(s)
        if not 1 <= s < 65:
            raise ValueError("signal number %d out of range [1; 64]" % s)
        v |= 1 << s - 1
    return v - (v >> 63 << 64)  # as the signed number that a call carries


def _signals(v):
    return {i + 1 for i in range(64) if v >> i & 1}


@builtin("_signal")
def signal(signalnum, handler, /):
    n = integer(signalnum)
    if n in (9, 19):
        raise error(22)
    old = _set(n, _IGNORED if handler == 1 else _outside(handler) if callable(handler) else handler)
    r = _sigaction(n, _DEFAULT if handler == _signal.SIG_DFL else _IGNORE if handler == _signal.SIG_IGN else _CATCH)
    if r < 0:
        raise error(-r)
    return _handler(old)


def _handler(h):
    return 1 if h == _IGNORED else getattr(h, "sandfault_handler", h) if h.__class__ is _FUNCTION else h


_FUNCTION = type(_handler)


def _outside(handler):
    """A handler that is shown the frame of the script, if the signal came in a function that passes for a built-in one."""
    if handler is _signal.default_int_handler:
        return handler

    def call(signalnum, frame):
        while frame is not None and own(frame):
            frame = frame.f_back
        try:
            handler(signalnum, frame)
        except BaseException as e:
            e.__traceback__ = e.__traceback__.tb_next
            raise

    call.sandfault_handler = handler
    return call


@builtin("_signal")
def getsignal(signalnum, /):
    return _handler(_get(signalnum))


def _masks():
    import time
    from _thread import _count
    procmask, pending, wait = checked("sigprocmask"), checked("sigpending_blocked"), checked("rt_sigtimedwait")

    def timedwait(bits, ns):
        """Other threads go on while one waits for a signal."""
        if not _count():
            return wait(bits, ns)
        end = None if ns < 0 else time.monotonic_ns() + ns
        while True:
            try:
                return wait(bits, 0)
            except BlockingIOError:
                if end is not None and time.monotonic_ns() >= end:
                    raise
            time.sleep(0.002)

    @builtin("_signal")
    def pthread_sigmask(how, mask, /):
        return _signals(procmask(how, _bits(mask)))

    @builtin("_signal", "sigpending")
    def sigpending_():
        return _signals(pending())

    @builtin("_signal")
    def sigwait(sigset, /):
        return timedwait(_bits(sigset), -1)

    @builtin("_signal")
    def sigwaitinfo(sigset, /):
        n = timedwait(_bits(sigset), -1)
        return _signal.struct_siginfo((n, 0, 0, posix.getpid(), posix.getuid(), 0, 0))

    @builtin("_signal")
    def sigtimedwait(sigset, timeout, /):
        if timeout < 0:
            raise ValueError("timeout must be non-negative")
        try:
            n = timedwait(_bits(sigset), int(timeout * 1e9))
        except BlockingIOError:
            return None
        return _signal.struct_siginfo((n, 0, 0, posix.getpid(), posix.getuid(), 0, 0))

    return [pthread_sigmask, sigpending_, sigwait, sigwaitinfo, sigtimedwait]


def _timers():
    setitimer = checked("setitimer")
    pause = raw("pause", interruptible=True)
    state = {"interval": 0.0}

    def check(which):
        if which not in (0, 1, 2):
            raise _signal.ItimerError(22, "Invalid argument")
        if which:
            device.unsupported("ITIMER_VIRTUAL and ITIMER_PROF")

    @builtin("_signal", "setitimer")
    def setitimer_(which, seconds, interval=0.0, /):
        check(which)
        left = setitimer(which, int(seconds * 1e9), int(interval * 1e9))
        old = (left / 1e9, state["interval"])
        state["interval"] = float(interval)
        return old

    @builtin("_signal")
    def getitimer(which, /):
        check(which)
        left = setitimer(which, 0, 0)  # the kernel tells by replacing
        if left:
            setitimer(which, left, int(state["interval"] * 1e9))
        return (left / 1e9, state["interval"])

    @builtin("_signal")
    def alarm(seconds, /):
        left = setitimer(0, (integer(seconds) & 0xFFFFFFFF) * 1_000_000_000, 0)
        return -(-left // 1_000_000_000)

    @builtin("_signal", "pause")
    def pause_():
        pause()

    @builtin("_signal")
    def raise_signal(signalnum, /):
        posix.kill(posix.getpid(), integer(signalnum))

    return [setitimer_, getitimer, alarm, pause_, raise_signal]


def adopt():
    """What a new process does: Python ignores two signals and catches a third, unless that is ignored already."""
    _sigaction(13, _IGNORE)
    _sigaction(25, _IGNORE)
    for n in (1, 3, 15):
        if _sigaction(n, -1) == _IGNORE:
            _set(n, _IGNORED)
    if _sigaction(2, -1) == _IGNORE:
        _set(2, _IGNORED)
    else:
        _sigaction(2, _CATCH)


def install():
    functions = [signal, getsignal] + _masks() + _timers()
    publish(functions, _signal)
    _signal.SIGCLD, _signal.SIGUNUSED = 17, 31
    python = sys.modules.get("signal")
    if python is not None:
        publish([f for f in functions if f.__name__ in ("setitimer", "getitimer", "alarm", "pause", "raise_signal")], python)
