"""Makes the interpreter's library fit the sandbox: see the package's Go documentation.

It is imported once, before any script, in a world that no script sees, and leaves no name behind.
"""

import sys


def prepare():
    from _sandfault import adopt, builtin, gaps, imports, modules, ospatch, polling, sigpatch, preload, processes, sockpatch, threads, zones
    ospatch.install()
    processes.install()
    sigpatch.install()
    gaps.install()
    polling.install()
    modules.install()
    threads.install()
    zones.install()
    sockpatch.install()
    modules.finish()
    preload.run()
    imports.install()
    adopt.install()
    builtin.forget()


try:
    prepare()
except BaseException:
    sys.excepthook(*sys.exc_info())
    raise
