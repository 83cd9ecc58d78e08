"""What a build of Debian's would tell about itself."""
build_time_vars = {
    "ABIFLAGS": "", "AR": "x86_64-linux-gnu-gcc-ar", "BINDIR": "/usr/bin", "BINLIBDEST": "/usr/lib/python3.13", "CC": "x86_64-linux-gnu-gcc",
    "CFLAGS": "-O2 -Wall", "EXT_SUFFIX": ".cpython-313-x86_64-linux-gnu.so", "HAVE_FORK": 1, "INCLUDEPY": "/usr/include/python3.13",
    "LDSHARED": "x86_64-linux-gnu-gcc -shared", "LIBDEST": "/usr/lib/python3.13", "LIBDIR": "/usr/lib", "MULTIARCH": "x86_64-linux-gnu",
    "Py_DEBUG": 0, "Py_ENABLE_SHARED": 0, "Py_GIL_DISABLED": 0, "SHLIB_SUFFIX": ".so", "SIZEOF_VOID_P": 8, "SOABI": "cpython-313-x86_64-linux-gnu",
    **dict.fromkeys("""HAVE_GETENTROPY HAVE_GETRANDOM HAVE_GETRANDOM_SYSCALL HAVE_VFORK PY_COERCE_C_LOCALE PY_SUPPORT_TIER WITH_DECIMAL_CONTEXTVAR
    WITH_DOC_STRINGS WITH_FREELISTS WITH_MIMALLOC ENABLE_IPV6""".split(), 1),
    **dict.fromkeys("Py_HASH_ALGORITHM Py_TRACE_REFS WITH_DTRACE WITH_VALGRIND WITH_LIBINTL ALT_SOABI".split(), 0),
    "SIZEOF_DOUBLE": 8, "SIZEOF_FLOAT": 4, "SIZEOF_INT": 4, "SIZEOF_LONG": 8, "SIZEOF_LONG_DOUBLE": 16, "SIZEOF_LONG_LONG": 8,
    "SIZEOF_OFF_T": 8, "SIZEOF_PID_T": 4, "SIZEOF_SHORT": 2, "SIZEOF_SIZE_T": 8, "SIZEOF_TIME_T": 8, "SIZEOF_WCHAR_T": 4,
    "CXX": "x86_64-linux-gnu-g++", "CCSHARED": "-fPIC", "LDFLAGS": "-Wl,-z,relro", "LDCXXSHARED": "x86_64-linux-gnu-g++ -shared",
    "LIBRARY": "libpython3.13.a", "LDLIBRARY": "libpython3.13.so", "INSTSONAME": "libpython3.13.so.1.0", "LIBM": "-lm", "SHELL": "/bin/sh -e",
    "OPT": "-DNDEBUG -g -O3 -Wall", "PY_CFLAGS": "-DNDEBUG -g -O3 -Wall", "MACHDEP": "linux", "PLATLIBDIR": "lib", "HOST_GNU_TYPE":
    "x86_64-pc-linux-gnu", "BUILD_GNU_TYPE": "x86_64-pc-linux-gnu", "PY_BUILTIN_HASHLIB_HASHES": '"md5,sha1,sha2,sha3,blake2"',
    "LDVERSION": "3.13", "PYTHONFRAMEWORK": "", "TEST_MODULES": "no", "TZPATH": "/usr/share/zoneinfo:/usr/lib/zoneinfo:/usr/share/lib/zoneinfo:/etc/zoneinfo", "VERSION": "3.13", "WITH_PYMALLOC": 1, "exec_prefix": "/usr", "prefix": "/usr", "py_version_short": "3.13",
}
