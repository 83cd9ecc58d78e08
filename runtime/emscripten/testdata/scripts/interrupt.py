import os, signal
def work():
    os.kill(os.getpid(), signal.SIGINT)
work()
