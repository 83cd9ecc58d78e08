"""Threads: see the package's documentation."""


def install():
    pass
