package mcp

import (
	"context"
	"fmt"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// aboutOutput is how results of commands are to be read.
const aboutOutput = `The result has exit_code (128 plus the number for a signal), stdout, stderr, timed_out,
	truncated (the sandbox cut the output), denials. Output that is no UTF-8 comes as stdout_base64 or
	stderr_base64 instead. Of longer output there is the first MiB and the SHA-256 of all of it
	(stdout_cut_sha256): write such to a file and use download_file. An exit code other than 0 is no error
	of the call; an error says that the command could not start.`

func (s *Server) commandTools() []tool {
	return []tool{
		{mcpgo.NewTool("run_command", append([]mcpgo.ToolOption{
			sessionArgument(), alters(),
			about(`Runs a shell line (bash -c) in the sandbox and waits until it ends. Each call is a shell
				of its own: variables and the working directory do not carry over, files and background
				processes do. ` + aboutOutput),
			textArgument("command", "the line, such as `ls -la | head`", mcpgo.Required()),
		}, commandOptions()...)...), s.runCommand},
		{mcpgo.NewTool("run_code", append([]mcpgo.ToolOption{
			sessionArgument(), alters(),
			about(`Runs source text in a fresh interpreter in the sandbox and waits until it ends. Variables
				do not carry over to the next call, unless both name the same context. ` + aboutOutput),
			mcpgo.WithString("language", mcpgo.Required(), mcpgo.Enum(workflow.Languages()...)),
			textArgument("code", "the source text", mcpgo.Required()),
			textArgument("context", `name of an interpreter that is kept, as the kernel of a notebook: it
				starts with the first call that names it, its variables stay from call to call, the value of
				a last expression is printed, an exception (exit_code 1) leaves it alive, and a time limit
				interrupts it. python only, without cwd, env and stdin; left out, a fresh interpreter`),
		}, commandOptions()...)...), s.runCode},
	}
}

// commandOptions are the arguments that all commands may have.
func commandOptions() []mcpgo.ToolOption {
	return []mcpgo.ToolOption{
		textArgument("cwd", "working directory; left out, the profile's"),
		mcpgo.WithObject("env", mcpgo.Description("environment variables to set, by name; null removes one"),
			mcpgo.AdditionalProperties(map[string]any{"type": []string{"string", "null"}})),
		mcpgo.WithNumber("timeout_s", mcpgo.Description(prose(`seconds of the sandbox's own clock after
			which everything that the call started is killed, with exit code 124; left out, the profile's`))),
		textArgument("stdin", "what the command reads as standard input; left out, nothing"),
		textArgument("stdin_base64", "the same as bytes in base64"),
	}
}

func (s *Server) runCommand(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	step := &workflow.Step{Op: workflow.OpRun, Cmd: a.text("command", workflow.MaxTextBytes)}
	a.command(step)
	return s.step(ctx, a, step, (*played).command)
}

func (s *Server) runCode(ctx context.Context, a *arguments) (*mcpgo.CallToolResult, error) {
	step := &workflow.Step{Op: workflow.OpRunCode, Language: a.text("language", maxWord)}
	step.Code = a.text("code", workflow.MaxTextBytes)
	step.Context = a.text("context", maxWord)
	a.command(step)
	return s.step(ctx, a, step, (*played).command)
}

// command reads the arguments that all commands may have.
func (a *arguments) command(step *workflow.Step) {
	step.Cwd = a.text("cwd", workflow.MaxPathBytes)
	step.Env = a.env("env")
	step.TimeoutNS = a.seconds("timeout_s")
	step.Stdin = a.bytes("stdin", maxPayload)
}

// commandAnswer is what a command gives. Of an output there is the text or the bytes, and the digest of the
// whole where it was too long for a result.
type commandAnswer struct {
	common
	ExitCode     int     `json:"exit_code"`
	TimedOut     bool    `json:"timed_out"`
	Truncated    bool    `json:"truncated"`
	Stdout       *string `json:"stdout,omitempty"`
	StdoutBase64 *string `json:"stdout_base64,omitempty"`
	StdoutBytes  int     `json:"stdout_bytes"`
	StdoutSHA256 string  `json:"stdout_cut_sha256,omitempty"`
	Stderr       *string `json:"stderr,omitempty"`
	StderrBase64 *string `json:"stderr_base64,omitempty"`
	StderrBytes  int     `json:"stderr_bytes"`
	StderrSHA256 string  `json:"stderr_cut_sha256,omitempty"`
}

// command is the result of a command.
func (p *played) command() *mcpgo.CallToolResult {
	o := &p.outcome
	if !o.Started {
		return p.failed()
	}
	out, err := newStream(o.Stdout), newStream(o.Stderr)
	answer := commandAnswer{
		common: p.common(), ExitCode: o.Exit, TimedOut: o.TimedOut, Truncated: o.Truncated,
		Stdout: out.Text, StdoutBase64: out.Base64, StdoutBytes: out.Bytes, StdoutSHA256: out.SHA256,
		Stderr: err.Text, StderrBase64: err.Base64, StderrBytes: err.Bytes, StderrSHA256: err.SHA256,
	}
	text := fmt.Sprintf("exit %d", o.Exit)
	if o.TimedOut {
		text += ", timed out"
	}
	if o.Truncated {
		text += ", output truncated by the sandbox"
	}
	text += " " + answer.where() + out.shown("stdout") + err.shown("stderr") + answer.notes()
	return result(answer, "%s", text)
}
