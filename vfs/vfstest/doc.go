// Package vfstest is a conformance suite for afero file systems that claim to behave like Linux.
//
// The suite asks what programs rely on: which calls fail, what the failures match, what is left
// afterwards. A file system that is known to answer otherwise lists the checks with the reason;
// such a check must then fail, so that a list cannot outlive its reasons.
package vfstest
