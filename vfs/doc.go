// Package vfs is the file system of a sandbox: inodes and names, path walk, permissions, mounts,
// quotas. It answers as Linux does, with Linux's errors in Linux's order of checks, and names the
// primitive behind every denial (see primitives.Cause).
//
// The nouns are Linux's own. A [Filesystem] is a tree of inodes with one device number and one
// quota: a tmpfs, or a root file system over an [Image]. A [Namespace] joins file systems by mounts
// and resolves paths for an identity. A [File] is an open inode; its offset belongs to whoever
// opened it. A [Node] is what something else implements: /proc, /sys, devices.
//
// There is no clock, no lock and no goroutine in here. A Namespace, its Filesystems and Files belong
// to one goroutine at a time; an Image never changes and may be below any number of them at once.
//
// Errors are primitives.Errno values, or *primitives.Denied where a rule of the sandbox refused.
package vfs
