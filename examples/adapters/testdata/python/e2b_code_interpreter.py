"""A stub of E2B's code interpreter, with the call shapes of its public Python SDK."""
import os, shutil
from types import SimpleNamespace as Shape

import stub
from e2b import CommandExitException, NotFoundException, SandboxException, TimeoutException


def refused(e):
    kind = NotFoundException if isinstance(e, FileNotFoundError) else SandboxException
    return kind(f"error opening file: {e.strerror.lower()}")


class Handle:
    def __init__(self, ran):
        self.ran = ran

    def kill(self):
        stub.record("handle.kill")
        return True

    def wait(self, on_stdout=None, on_stderr=None):
        code, out, err = self.ran
        for text, to in ((out, on_stdout), (err, on_stderr)):
            if text and to:
                to(text)
        if code is None:
            raise TimeoutException("deadline exceeded")
        if code != 0:
            raise CommandExitException(out, err, max(code, -1))
        return Shape(stdout=out, stderr=err, exit_code=0)


class Commands:
    def __init__(self, box):
        self.box = box

    def run(self, cmd, background=False, envs=None, cwd=None, timeout=60):
        stub.record("commands.run", cmd=cmd, background=background, envs=envs, cwd=cwd, timeout=timeout)
        handle = Handle(self.box.run(["bash", "-c", cmd], cwd, envs, timeout or None))
        return handle if background else handle.wait()


class Files:
    def __init__(self, box):
        self.box = box

    def call(self, name, path, work, **more):
        stub.record("files." + name, path=path, **more)
        try:
            return work(self.box.home / path)
        except OSError as e:
            raise refused(e) from None

    def write(self, path, data):
        def work(to):
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(data)
        return self.call("write", path, work, data=data)

    def read(self, path, format="text"):
        return self.call("read", path, lambda p: bytearray(p.read_bytes()), format=format)

    def list(self, path):
        return self.call("list", path, lambda p: [Shape(name=n) for n in os.listdir(p)])

    def remove(self, path):
        return self.call("remove", path, lambda p: shutil.rmtree(p) if p.is_dir() else p.unlink())


class Sandbox:
    def __init__(self):
        self.box = stub.Box()
        self.commands, self.files = Commands(self.box), Files(self.box)

    @classmethod
    def create(cls, timeout=300):
        stub.record("Sandbox.create", timeout=timeout)
        return cls()

    def kill(self):
        stub.record("kill")
        self.box.end()

    def create_code_context(self, cwd=None, language=None, envs=None):
        stub.record("create_code_context", cwd=cwd, language=language, envs=envs)
        return Shape(cwd=cwd, language=language, envs=envs)

    def run_code(self, code, context=None, timeout=None, on_stdout=None, on_stderr=None):
        stub.record("run_code", code=code, timeout=timeout)
        program = {"python": ["python3", "-c"], "bash": ["bash", "-c"]}[context.language]
        exit_code, out, err = self.box.run([*program, code], context.cwd, context.envs, timeout or None)
        for text, to in ((out, on_stdout), (err, on_stderr)):
            if text:
                to(Shape(line=text))
        if exit_code is None:
            raise TimeoutException("execution timed out")
        return Shape(error=Shape(name="SystemExit", value=str(exit_code), traceback="") if exit_code else None)
