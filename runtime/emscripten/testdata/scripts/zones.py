# Local time by rules of POSIX, which need no files.
import datetime, email.utils, os, subprocess, sys, time
def show(zone):
    os.environ["TZ"] = zone
    time.tzset()
    print(zone, time.tzname, time.timezone, time.altzone, time.daylight)
    for t in (0, 1e9, 1711846799, 1711846800, 1729987200, 1729990800, -2**31, 4e9):
        local = time.localtime(t)
        print(t, tuple(local), local.tm_zone, local.tm_gmtoff, time.strftime("%c %Z %z", local), time.mktime(local), time.ctime(t))
        d = datetime.datetime.fromtimestamp(t)
        print(d, d.astimezone(), d.timestamp(), datetime.datetime.fromtimestamp(t, datetime.timezone.utc).astimezone().tzinfo)
    for month, day, hour in ((3, 31, 2), (10, 27, 2), (3, 10, 2), (11, 3, 1), (7, 1, 12), (1, 1, 12)):
        print([time.mktime((2024, month, day, hour, 30, 0, 0, 0, summer)) for summer in (-1, 0, 1)])
        print(*(datetime.datetime(2024, month, day, hour, 30, fold=fold).astimezone() for fold in (0, 1)))
    print(email.utils.localtime(datetime.datetime(2024, 7, 1, 12)), email.utils.formatdate(1e9, True))
    print(time.strftime("%Z %z", (2024, 7, 1, 0, 0, 0, 0, 183, 0)), time.strptime("2024 " + time.tzname[0], "%Y %Z").tm_isdst)
for zone in ("UTC0", "EST5EDT,M3.2.0,M11.1.0", "CET-1CEST,M3.5.0,M10.5.0/3", "AEST-10AEDT-11,M10.5.0,M3.5.0", "<+0330>-3:30", "XYZ", ""):
    show(zone)
code = "import time, datetime; print(time.tzname, time.timezone, time.localtime(0).tm_hour, datetime.datetime.fromtimestamp(0))"
print(subprocess.run([sys.executable, "-c", code], env={"TZ": "JST-9"}, capture_output=True, text=True).stdout)
os.environ["TZ"] = "CET-1"
print(time.localtime(0).tm_hour, subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
del os.environ["TZ"]
time.tzset()
print(time.localtime(0).tm_hour)
