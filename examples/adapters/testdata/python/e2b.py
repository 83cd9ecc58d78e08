"""A stub of E2B's SDK: the errors of its base package."""


class SandboxException(Exception):
    pass


class TimeoutException(SandboxException):
    pass


class NotFoundException(SandboxException):
    pass


class CommandExitException(SandboxException):
    def __init__(self, stdout, stderr, exit_code, error=None):
        super().__init__(f"Command exited with code {exit_code}")
        self.stdout, self.stderr, self.exit_code, self.error = stdout, stderr, exit_code, error
