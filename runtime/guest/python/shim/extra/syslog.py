"""The system log, to which nobody listens here: /dev/log is not there."""
LOG_EMERG, LOG_ALERT, LOG_CRIT, LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO, LOG_DEBUG = range(8)
(LOG_KERN, LOG_USER, LOG_MAIL, LOG_DAEMON, LOG_AUTH, LOG_SYSLOG, LOG_LPR, LOG_NEWS, LOG_UUCP, LOG_CRON,
 LOG_AUTHPRIV) = (n << 3 for n in range(11))
LOG_LOCAL0, LOG_LOCAL1, LOG_LOCAL2, LOG_LOCAL3, LOG_LOCAL4, LOG_LOCAL5, LOG_LOCAL6, LOG_LOCAL7 = (n << 3 for n in range(16, 24))
LOG_PID, LOG_CONS, LOG_ODELAY, LOG_NDELAY, LOG_NOWAIT, LOG_PERROR = 1, 2, 4, 8, 16, 32


def syslog(*args):
    pass


def openlog(ident="", logoption=0, facility=LOG_USER):
    pass


def closelog():
    pass


def setlogmask(maskpri, /):
    return 255


def LOG_MASK(pri, /):
    return 1 << pri


def LOG_UPTO(pri, /):
    return (1 << pri + 1) - 1
