import sys
print(sys.stdin.isatty(), sys.stdin.read(), sys.argv)
try:
    input("prompt")
except EOFError as e:
    print(e)
