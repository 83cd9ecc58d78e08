import atexit, sys
atexit.register(print, "atexit")
class D:
    def __del__(self):
        print("del at exit")
d = D()
sys.stderr.write("to stderr\n")
sys.exit("message")
