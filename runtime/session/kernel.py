# The program of a kept interpreter (kept.go). It reads cells from descriptor 3, each its length in eight bytes and its
# text, executes them in one namespace, and answers on descriptor 4 with two bytes: whether a cell needs more than
# Python, and its exit code.


def kernel():
    import ast
    import builtins
    import io
    import linecache
    import os
    import signal
    import sys
    import traceback
    import types

    source, answers = 3, 4
    pipes = {fd: os.fstat(fd)[:3] for fd in (source, answers)}
    exit_, fstat, get, put = os._exit, os.fstat, os.read, os.write
    own = globals()
    await_ = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    loop = None

    def through(fd, call, arg):
        """A call on a descriptor of ours. A cell that closed it has ended the interpreter; what it opened in its
        place must not be read or written."""
        try:
            if fstat(fd)[:3] == pipes[fd]:
                return call(fd, arg)
        except OSError:
            pass
        exit_(1)

    def read(n):
        parts = []
        while n:
            part = through(source, get, min(n, 1 << 20))
            if not part:
                exit_(0)
            parts.append(part)
            n -= len(part)
        return b"".join(parts)

    def complete(coroutine):
        nonlocal loop
        import asyncio
        if loop is None or loop.is_closed():
            loop = asyncio.new_event_loop()
            asyncio.set_event_loop(loop)
        return loop.run_until_complete(coroutine)

    def evaluate(tree, name, how, space):
        code = compile(tree, name, how, await_)
        value = eval(code, space)
        return complete(value) if code.co_flags & 0x80 else value

    def run(text, name, space):
        body = compile(text, name, "exec", ast.PyCF_ONLY_AST | await_)
        last = None
        if body.body and isinstance(body.body[-1], ast.Expr) and not text.rstrip().endswith(b";"):
            last = ast.Expression(body.body.pop().value)
        evaluate(body, name, "exec", space)
        if last is not None:
            sys.displayhook(evaluate(last, name, "eval", space))

    def trim(e):
        """Takes our frames off an exception, and off those that it came of."""
        seen = set()
        while e is not None and id(e) not in seen:
            seen.add(id(e))
            tb = e.__traceback__
            while tb is not None and tb.tb_frame.f_globals is own:
                tb = tb.tb_next
            e.__traceback__ = tb
            e = e.__cause__ or e.__context__

    def show(e):
        trim(e)
        sys.excepthook(type(e), e, e.__traceback__)

    def flush():
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()

    def reopen():
        """site's exit() closes standard input, which is there for the cells that follow."""
        if sys.stdin is not None and sys.stdin is sys.__stdin__ and sys.stdin.closed:
            buffer = open(0, "rb", closefd=False)
            buffer.raw.name = "<stdin>"
            sys.stdin = sys.__stdin__ = io.TextIOWrapper(buffer, encoding, errors)
            sys.stdin.mode = "r"

    def code_of(e):
        if e.code is None or isinstance(e.code, int):
            return (e.code or 0) & 0xff
        print(e.code, file=sys.stderr)
        return 1

    def magic(e, text):
        """Whether a line is IPython's and not Python's: %timeit, !ls."""
        lines = text.splitlines()
        n = e.lineno or 0
        return e.filename == name and 0 < n <= len(lines) and lines[n - 1].lstrip()[:1] in (b"%", b"!")

    encoding, errors = sys.stdin.encoding, sys.stdin.errors
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)
    for fd in (source, answers):
        os.set_inheritable(fd, False)
    del sys.orig_argv[1:]  # which are not the cells'
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    handler, number = signal.signal(signal.SIGINT, signal.SIG_IGN), 0
    while True:
        text = read(int.from_bytes(read(8), "little"))
        number += 1
        name, lacks, code = "<cell %d>" % number, 0, 0
        lines = text.decode("utf-8", "replace").splitlines(True)
        linecache.cache[name] = len(text), None, lines, name
        try:
            try:
                signal.signal(signal.SIGINT, handler)
                run(text, name, main.__dict__)
            except SystemExit as e:
                code = code_of(e)
                reopen()
            except SyntaxError as e:
                code, lacks = 1, magic(e, text)
                show(e)
            except BaseException as e:
                code = 1
                show(e)
            flush()
        except BaseException as e:
            code = 1
            try:
                trim(e)
                traceback.print_exception(e)
            except BaseException:
                pass  # there is nowhere left to say it
        finally:
            handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        through(answers, put, bytes((lacks, code)))


kernel()
