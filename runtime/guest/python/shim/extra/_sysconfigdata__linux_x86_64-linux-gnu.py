"""What a build of Debian's would tell about itself."""
build_time_vars = {
    "ABIFLAGS": "", "AR": "x86_64-linux-gnu-gcc-ar", "BINDIR": "/usr/bin", "BINLIBDEST": "/usr/lib/python3.13", "CC": "x86_64-linux-gnu-gcc",
    "CFLAGS": "-O2 -Wall", "EXT_SUFFIX": ".cpython-313-x86_64-linux-gnu.so", "HAVE_FORK": 1, "INCLUDEPY": "/usr/include/python3.13",
    "LDSHARED": "x86_64-linux-gnu-gcc -shared", "LIBDEST": "/usr/lib/python3.13", "LIBDIR": "/usr/lib", "MULTIARCH": "x86_64-linux-gnu",
    "Py_DEBUG": 0, "Py_ENABLE_SHARED": 0, "Py_GIL_DISABLED": 0, "SHLIB_SUFFIX": ".so", "SIZEOF_VOID_P": 8, "SOABI": "cpython-313-x86_64-linux-gnu",
    "TZPATH": "/usr/share/zoneinfo:/usr/lib/zoneinfo:/usr/share/lib/zoneinfo:/etc/zoneinfo", "VERSION": "3.13", "WITH_PYMALLOC": 1, "exec_prefix": "/usr", "prefix": "/usr", "py_version_short": "3.13",
}
