package workflow

import "go.yaml.in/yaml/v3"

// Workflow is what an agent does against one sandbox: steps, and what each should give.
type Workflow struct {
	ID       string
	Kind     string // free word for readers, such as "paths"
	Layer    string // where the author expects a failure to lie; for readers
	Summary  string
	Domain   string     // of the generator; "" for a workflow written by hand or recorded
	Profile  *yaml.Node // extends the profile that it is played under; nil = nothing
	Steps    []Step
	Expect   []Expect // as long as Steps
	Verified bool     // the expectations were checked on a real Linux
	File     string   // where it was read; for errors, no part of the workflow
}

// Op is the operation of a step: the key under which it stands.
type Op string

// The operations of a workflow.
const (
	OpRun      Op = "run"
	OpRunCode  Op = "run_code"
	OpWrite    Op = "write_file"
	OpRead     Op = "read_file"
	OpUpload   Op = "upload"
	OpDownload Op = "download"
	OpList     Op = "list"
	OpRemove   Op = "remove"
	OpRestart  Op = "restart"
	OpParallel Op = "parallel"
)

// Step is one operation. Which fields count depends on Op.
type Step struct {
	Op      Op
	Session string // a sandbox of its own with the same profile; "" = the main one

	Path string  // file API; bytes
	Data []byte  // write_file, upload
	Mode *uint32 // write_file, upload: permission bits; nil = by the umask

	Cmd       string   // run
	Language  string   // run_code: python, bash, javascript
	Code      string   // run_code
	Context   string   // run_code: the name of an interpreter that is kept; "" = a fresh one
	Cwd       string   // run, run_code; "" = the profile's
	Env       []EnvVar // run, run_code, in the order of the file
	Stdin     []byte   // run, run_code; nil = at end of file
	TimeoutNS int64    // run, run_code, virtual; 0 = none given

	Parallel []Step // parallel: none of them parallel or restart
}

// EnvVar sets an environment variable, or removes it where Value is nil.
type EnvVar struct {
	Name  string
	Value *string
}

// Expect is what a step should give. Nil fields are not checked.
type Expect struct {
	Exit              []int
	Stdout, Stderr    *string
	StdoutContains    []string
	StdoutNotContains []string
	StderrContains    []string
	StdoutBase64      []byte // HasStdoutBase64 tells nil from empty
	HasStdoutBase64   bool
	StdoutSHA256      *string
	StdoutSize        *int64
	StderrSize        *int64
	TimedOut          *bool
	Truncated         *bool
	MaxWallNS         *int64
	MinWallNS         *int64
	OK                *bool
	Error             *string // errno name
	Content           *string
	ContentBase64     []byte
	HasContentBase64  bool
	SHA256            *string
	Size              *int64
	Mode              *uint32
	Entries           []string // names, any order
	HasEntries        bool
	Errno, Note       string   // for readers
	Parallel          []Expect // of a parallel step's children
}
