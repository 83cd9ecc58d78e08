"""fork_exec, by which subprocess and multiprocessing make their children."""
import os
import posix

from _sandfault import device
from _sandfault.builtin import builtin, path
from _sandfault.device import error
from _sandfault.processes import (CHDIR, CLOSE, DUP2, GONE, SETPGROUP, SETSID, STAGE_ACTION, STAGE_CLONE, VFORK, current_environment, first,
                                  spawn)

_DEFAULTED = 1 << 12 | 1 << 24  # SIGPIPE and SIGXFSZ, which this interpreter ignores


def _child_fd(fd, low):
    """A descriptor that is not overwritten before its turn."""
    return posix.dup(fd) if 0 <= fd < low else fd


def open_descriptors():
    try:
        return [int(n) for n in posix.listdir("/proc/self/fd")]
    except OSError:
        return []


def _is_kept(fd):
    try:
        return posix.get_inheritable(fd)
    except OSError:
        return False


@builtin("_posixsubprocess")
def fork_exec(args, executable_list, close_fds, pass_fds, cwd, env_list, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite,
              errpipe_read, errpipe_write, restore_signals, call_setsid, pgid_to_set, gid, extra_groups, uid, child_umask,
              preexec_fn, allow_vfork=True, /):
    argv = [path(a) for a in args]
    env = current_environment() if env_list is None else list(env_list)
    flags = (SETSID if call_setsid else 0) | (SETPGROUP if pgid_to_set >= 0 else 0)
    if allow_vfork and preexec_fn is None and uid is None and gid is None and extra_groups is None:
        flags |= VFORK
    flags |= _preexec(preexec_fn)
    _identity(uid, gid, extra_groups)
    # The pipe that tells of errors is among them, for a child that writes to it.
    own = [c2pwrite, errwrite]
    c2pwrite = _child_fd(c2pwrite, 1)
    errwrite = _child_fd(errwrite, 2)
    actions = [(DUP2, fd, n, b"", 0, 0) for n, fd in enumerate((p2cread, c2pwrite, errwrite)) if fd != -1]
    gone = (p2cwrite, c2pread, errread, errpipe_read)  # the parent's ends
    pass_fds = [fd for fd in pass_fds if fd not in gone]
    actions += [(DUP2, fd, fd, b"", 0, 0) for fd in pass_fds if fd != errpipe_write]  # to itself: it stays open over exec
    if cwd is not None:
        actions.append((CHDIR, 0, 0, path(cwd), 0, 0))
    if close_fds:
        actions += [(CLOSE, fd, 0, b"", 0, 0) for fd in open_descriptors() if fd > 2 and fd not in pass_fds and _is_kept(fd)]
    old_umask = posix.umask(child_umask) if child_umask >= 0 else None
    try:
        pid, number, stage = spawn(first(list(executable_list)), argv, env, flags, max(pgid_to_set, 0), 0,
                                   _DEFAULTED if restore_signals else 0, 0, actions)
    finally:
        if old_umask is not None:
            posix.umask(old_umask)
        for mine, theirs in zip(own, (c2pwrite, errwrite)):
            if mine != theirs:
                posix.close(theirs)
    if not number:
        return pid
    if stage == STAGE_CLONE:
        raise error(number)
    what = b"noexec:chdir" if stage == STAGE_ACTION else b""
    posix.write(errpipe_write, b"OSError:%X:%s" % (number, what))
    return GONE


def _preexec(function):
    """A function that should run in the child: the usual ones are flags, others cannot be had."""
    if function is None:
        return 0
    if function in (os.setsid, posix.setsid):
        return SETSID
    if function in (os.setpgrp, posix.setpgrp):
        return SETPGROUP
    device.unsupported("subprocess preexec_fn")
    return 0


def _identity(uid, gid, groups):
    if uid in (None, os.getuid()) and gid in (None, os.getgid()) and groups is None:
        return
    if os.getuid() != 0:
        raise error(1)
    device.unsupported("subprocess as another user")
