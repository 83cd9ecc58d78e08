// Package session is PID 1 of a machine: it plays the steps that an agent's tool layer plays
// against a real sandbox. A step is a Request; the answer is a Response. Commands become
// processes, the file API makes the same system calls as a guest would, under its own identity
// and its own rules. What tool layers get wrong (encodings, cut payloads, lying exit codes)
// are middlewares between Request and Response, switched on by the profile's faults.
package session
