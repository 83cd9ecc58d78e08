// Package network is the network around a sandbox: a small world of named hosts, what of it a
// profile lets a session reach, and the services that answer there. Loopback is the kernel's.
//
// Nothing here waits or keeps time. A service is a function from bytes to bytes; the kernel delivers them
// after the host's round-trip time.
package network
