"""The module _sqlite3 in Python, over the guest sqlite3 as a library within the process (library.go)."""
