// Package session is PID 1 of a machine: it plays the steps that an agent's tool layer plays
// against a real sandbox. A step is a Request; the answer is a Response. Commands become
// processes, the file API makes the same system calls as a guest would, under its own identity
// and its own rules. What tool layers get wrong (encodings, cut payloads, lying exit codes)
// are middlewares between Request and Response, switched on by the profile's faults.
//
// [New] makes the session of a machine and [Session.Do] plays one request; [Session.DoAll] plays several
// that an agent made at the same time. In a [Response], Started tells a command that ran, whatever its
// exit code, from one that could not start. Err is for the file API, and for commands that could not
// start: OK, or the errno. Cause says which primitive decided it by which of its rules; without a cause
// nobody denied anything, such as for a name that is not there. Denials lists what was refused to any
// process while the request was served.
package session
