// Package cformat is printf(3): what directives are made of and how numbers and texts look under them, and
// the numbers and escapes of C that go with it. The shell, the tools and awk share it.
package cformat
