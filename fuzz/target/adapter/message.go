package adapter

// Protocol is the version of the protocol that this package speaks.
const Protocol = 1

// Op is what a request asks for.
type Op string

// The operations of the protocol.
const (
	OpHello   Op = "hello"    // who are you; the first request of a process
	OpStart   Op = "start"    // make a sandbox
	OpRun     Op = "run"      // a shell line
	OpRunCode Op = "run_code" // a fresh interpreter
	OpWrite   Op = "write"    // a file, by the file API
	OpRead    Op = "read"
	OpList    Op = "list"
	OpRemove  Op = "remove"
	OpRestart Op = "restart" // all processes end, files go but for what persists
	OpStop    Op = "stop"    // the sandbox is not needed any more
)

// Ops returns the operations, in the order of the documentation.
func Ops() []Op {
	return []Op{
		OpHello, OpStart, OpRun, OpRunCode, OpWrite, OpRead, OpList, OpRemove, OpRestart, OpStop,
	}
}

// runs reports whether the operation starts a command.
func (o Op) runs() bool { return o == OpRun || o == OpRunCode }

// Request is one line to the adapter. Whatever may hold any bytes travels in base64, so that an adapter
// needs to undo no JSON escapes; a field that is not given is left out; what is short comes before what may
// be long, so that a shell script can cut it out.
type Request struct {
	ID        int64          `json:"id"` // from 1, each once in the life of a process
	Op        Op             `json:"op"`
	Protocol  int            `json:"protocol,omitempty"`   // hello
	Session   *int           `json:"session,omitempty"`    // all but hello: a sandbox; 0 = the main one
	Name      string         `json:"name,omitempty"`       // start: the session's name; "" = the main one
	Seed      string         `json:"seed,omitempty"`       // start: hex, for an adapter with random choices
	TimeoutMS int64          `json:"timeout_ms,omitempty"` // run, run_code; 0 = none
	Language  string         `json:"language,omitempty"`   // run_code: python, bash, javascript
	Mode      string         `json:"mode,omitempty"`       // write: octal permission bits; "" = by the umask
	Path      []byte         `json:"path_base64,omitzero"`
	Cwd       []byte         `json:"cwd_base64,omitzero"`     // run, run_code; nil = the sandbox's own
	Env       [][]byte       `json:"env_base64,omitempty"`    // run, run_code: NAME=value
	Unset     [][]byte       `json:"unset_base64,omitempty"`  // run, run_code: NAME
	Cmd       []byte         `json:"cmd_base64,omitzero"`     // run
	Code      []byte         `json:"code_base64,omitzero"`    // run_code
	Stdin     []byte         `json:"stdin_base64,omitzero"`   // run, run_code; nil = at end of file
	Content   []byte         `json:"content_base64,omitzero"` // write
	Profile   map[string]any `json:"profile,omitempty"`       // start: the settings, by their keys
}

// Answer is one line from the adapter: what came of the request with the same id. Fields that are not known
// are ignored.
type Answer struct {
	ID       int64 `json:"id"`
	Protocol int   `json:"protocol,omitempty"` // hello
	// Name identifies the adapter in reports; Overlap says that it takes a request before it answered the
	// last one. Both are hello's.
	Name    string `json:"name,omitempty"`
	Overlap bool   `json:"overlap,omitempty"`

	Unsupported string `json:"unsupported,omitempty"` // a feature that the adapter or its sandbox lacks
	Aborted     string `json:"aborted,omitempty"`     // trouble of the adapter's own: no login, no network
	Error       string `json:"error,omitempty"`       // errno name: what the sandbox refused
	Message     string `json:"message,omitempty"`     // the sandbox's words for the error

	Exit      *int   `json:"exit,omitempty"` // run, run_code
	Stdout    []byte `json:"stdout_base64,omitzero"`
	Stderr    []byte `json:"stderr_base64,omitzero"`
	TimedOut  bool   `json:"timed_out,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
	WallMS    *int64 `json:"wall_ms,omitempty"` // left out: measured here

	Content []byte   `json:"content_base64,omitzero"` // read
	Mode    string   `json:"mode,omitempty"`          // read: octal permission bits, where known
	Entries [][]byte `json:"entries_base64,omitzero"` // list
}
