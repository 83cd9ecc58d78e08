package session

import (
	"io"
	"slices"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// Op is what a request asks for.
type Op string

// The operations of a sandbox's tool layer.
const (
	OpRun      Op = "run"      // a shell line
	OpRunCode  Op = "run_code" // a fresh interpreter, or a kept one
	OpWrite    Op = "write_file"
	OpRead     Op = "read_file"
	OpUpload   Op = "upload"   // as write_file, bytes of a file outside
	OpDownload Op = "download" // as read_file, exact bytes
	OpList     Op = "list"
	OpRemove   Op = "remove"
	OpRestart  Op = "restart" // all processes gone, fresh files but for what persists
	OpExec     Op = "exec"    // a program with arguments, found by the PATH of the environment
)

// runs reports whether the operation is a command, which is a process.
func (o Op) runs() bool { return o == OpRun || o == OpRunCode || o == OpExec }

// Request is one operation.
type Request struct {
	Op Op

	Path string  // file API; relative paths start at the session's working directory
	Data []byte  // write_file, upload
	Mode *uint32 // write_file: mode bits to set; nil = by the umask

	Argv     []string // exec
	Cmd      string   // run
	Language string   // run_code: python, bash or javascript
	Code     string   // run_code
	Context  string   // run_code: the kept interpreter that executes it, by name; "" = a fresh one
	Cwd      string   // run, run_code; "" = the profile's. In a context, cwd, env and stdin are its own.
	Env      []EnvChange
	Stdin    []byte           // run, run_code; nil = at end of file
	Timeout  time.Duration    // virtual; 0 = the profile's, or none
	User     *kernel.Identity // of a command; nil = the profile's
	Live     *Streams         // where output goes as it comes, beside the response; nil = nowhere
}

// EnvChange sets or removes one environment variable of a command.
type EnvChange struct {
	Name, Value string
	Remove      bool
}

// Streams take a command's output while it runs. Nothing is kept in the response then.
type Streams struct{ Stdout, Stderr io.Writer }

// Response is the answer to one request.
type Response struct {
	// Started tells a command that ran from one that could not start; then Err says why.
	Started   bool
	Exit      int // exit code, or 128 plus the signal
	Stdout    []byte
	Stderr    []byte
	TimedOut  bool
	Stuck     bool // TimedOut, without any limit: no process could ever go on
	Truncated bool

	Err     primitives.Errno  // of the file API, or why a command could not start
	Message string            // the tool layer's own words for Err, "" if it has none
	Cause   *primitives.Cause // what denied Err
	Data    []byte            // read_file, download
	Mode    uint32            // permission bits of what was read
	Entries []string          // list: names, sorted, bytes

	Wall time.Duration // virtual
	// Denials are what primitives refused while the request was served, in order, without
	// repeats, to whatever process.
	Denials []Denial
}

// Denial is one refusal inside the sandbox.
type Denial struct {
	Sysno primitives.Sysno
	Errno primitives.Errno
	Cause primitives.Cause
}

// Handler answers a request.
type Handler func(*Request) Response

// Middleware wraps a handler: the tool layer's own behaviour, faults included.
type Middleware func(next Handler) Handler

// Chain puts middlewares around a handler; the first is the outermost.
func Chain(h Handler, ms ...Middleware) Handler {
	for _, m := range slices.Backward(ms) {
		h = m(h)
	}
	return h
}

// failed is the response to a request that an error ended.
func failed(err error) Response {
	return Response{Err: primitives.ErrnoOf(err), Cause: primitives.CauseOf(err)}
}
