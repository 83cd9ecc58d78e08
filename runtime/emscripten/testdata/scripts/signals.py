import os, signal, sys, time
def handler(n, frame):
    print("got", signal.Signals(n).name, flush=True)
signal.signal(signal.SIGUSR1, handler); os.kill(os.getpid(), signal.SIGUSR1)
signal.signal(signal.SIGALRM, handler); signal.alarm(1); t = time.time(); time.sleep(1.5); print(1.4 < time.time() - t < 60)
signal.setitimer(signal.ITIMER_REAL, 0.05); signal.pause()
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN)
print(repr(signal.signal(signal.SIGUSR2, signal.SIG_IGN)), repr(signal.getsignal(signal.SIGUSR2))); os.kill(os.getpid(), signal.SIGUSR2)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
print(signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})); os.kill(os.getpid(), signal.SIGUSR1); print(signal.sigpending())
print(signal.sigwait({signal.SIGUSR1})); signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
try:
    os.kill(2 ** 22 + 5, 0)
except ProcessLookupError as e:
    print(e)
def leave(n, frame):
    sys.exit(7)
signal.signal(signal.SIGTERM, leave)
try:
    os.kill(os.getpid(), signal.SIGTERM)
finally:
    print("finally")
