"""The time zone of a process, which the host looks up; the names and offsets that time tells of it."""
import os
import posix
import time

from _sandfault.builtin import builtin
from _sandfault.device import raw

_YEAR = (365 * 24 + 6) * 3600
_tzset = raw("tzset")


def _tell():
    """A winter's and a summer's day tell the names, as they do under glibc."""
    start = int(time.time()) // _YEAR * _YEAR
    january, july = time.localtime(start), time.localtime(start + _YEAR // 2)
    winter, summer = -january.tm_gmtoff, -july.tm_gmtoff
    names = (january.tm_zone, july.tm_zone)
    if winter < summer:  # the south
        winter, summer, names = summer, winter, names[::-1]
    time.timezone, time.altzone, time.daylight, time.tzname = winter, summer, int(winter != summer), names


@builtin("time")
def tzset():
    tz = os.environb._data.get(b"TZ")
    b = bytearray(tz or b"")
    _tzset(b, len(b), tz is not None)
    _tell()


def _formatting(original):
    """Of a tuple that names no zone, glibc takes the one of the process."""
    @builtin("time")
    def strftime(format, *date):
        if date and type(date[0]) is tuple and len(date[0]) == 9 and isinstance(format, str) and ("%Z" in format or "%z" in format):
            t = date[0]
            name = time.tzname[t[8] > 0] if t[8] in (0, 1) else ""
            date = (time.struct_time(t + (name, 0)),)
        return original(format, *date)

    return strftime


def adopt():
    """At the start of a process, as the import of time does it there."""
    if b"TZ" in os.environb._data:
        tzset()
        return
    try:
        posix.stat("/etc/localtime")
    except OSError:
        return
    _tell()


def install():
    time.tzset, time.strftime = tzset, _formatting(time.strftime)
