"""fork_exec, by which subprocess makes its children."""
from _sandfault.processes import fork_exec
