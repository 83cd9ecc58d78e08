"""fork_exec, by which subprocess makes its children."""
from _sandfault.forkexec import fork_exec
