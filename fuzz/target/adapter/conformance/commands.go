package conformance

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sandfault/sandfault/fuzz/target/adapter"
)

func commandChecks() []Check {
	return slices.Concat(outcomeChecks(), inputChecks(), codeChecks())
}

// outcomeChecks are about what a command is and what comes back of it.
func outcomeChecks() []Check {
	return []Check{
		{
			"exit-code", "the exit code of a command comes back",
			"give the command's own code as `exit`, not the SDK's", exitCode,
		},
		{"signal", "a killed command has exit 128 plus the signal", "add 128 to the signal", killed},
		{
			"command-text", "a command reaches the shell byte for byte",
			"hand the decoded cmd_base64 to `bash -c` as one argument", commandText,
		},
		{
			"command-bytes", "a command that is no UTF-8 reaches the shell byte for byte",
			"pass it as bytes; where only text can be passed, by base64: see docs/ADAPTERS.md", commandBytes,
		},
		{
			"stderr-apart", "standard error is kept apart from standard output",
			"take both streams separately", stderrApart,
		},
		{
			"stdout-bytes", "all 256 bytes come back on standard output",
			"take output as bytes, never as text, and encode all of it", stdoutBytes,
		},
		{
			"timeout", "at timeout_ms the command is killed: timed_out, exit 124, what it printed by then",
			"kill the command and all that it started, and keep what was read", timeout,
		},
		{
			"background", "a call ends when its main process ends, though a child holds its output open",
			"wait for the process, not for the end of its pipes", background,
		},
		{
			"large-output", "a megabyte of output comes back whole",
			"do not cut output, or say `truncated`", largeOutput,
		},
	}
}

// inputChecks are about what a command is given: input, variables, a directory.
func inputChecks() []Check {
	return []Check{
		{
			"stdin-bytes", "standard input reaches the command byte for byte",
			"feed the decoded stdin_base64 and close the pipe", stdinBytes,
		},
		{
			"stdin-empty", "without stdin_base64, and with an empty one, a command reads the end of file",
			"give it /dev/null, not a pipe that stays open", stdinEmpty,
		},
		{
			"env", "variables are set and removed for one command",
			"split env_base64 at the first =; remove those of unset_base64", env,
		},
		{
			"env-bytes", "a variable that is no UTF-8 reaches the command byte for byte",
			"as for command-bytes: export it from base64 in front of the command", envBytes,
		},
		{"cwd", "a command starts in cwd_base64", "change into it before the command, in the sandbox", cwd},
		{
			"cwd-bytes", "a command starts in a directory whose name is no UTF-8",
			"as for command-bytes: cd there from base64 in front of the command", cwdBytes,
		},
	}
}

// codeChecks are about run_code.
func codeChecks() []Check {
	return []Check{
		{
			"code-python", "run_code runs Python in a fresh interpreter",
			"answer `unsupported` if there is none; keep no state", codePython,
		},
		{"code-bash", "run_code runs bash", "as `run` with code_base64", codeBash},
		{
			"code-bytes", "code that is no UTF-8 reaches its interpreter byte for byte",
			"as for command-bytes, or by a file that is written as bytes", codeBytes,
		},
		{
			"code-unknown", "a language that is not known is unsupported",
			"answer {\"id\":N,\"unsupported\":\"run_code in NAME\"}", codeUnknown,
		},
	}
}

func exitCode(p *probe) error {
	return first(p.gives("exit 0", "", 0), p.gives("exit 7", "", 7), p.gives("exit 255", "", 255))
}

func killed(p *probe) error { return p.gives("kill -9 $$", "", 137) }

func commandText(p *probe) error {
	const text = "a'b\"c\\d $HOME `x` \u00fc\u4e16 *\ttab"
	quoted := "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	return first(
		p.gives("printf %s "+quoted, text, 0),
		p.gives("cat <<'END'\n"+text+"\n\nEND\n# the end", text+"\n\n", 0),
	)
}

func stderrApart(p *probe) error {
	a, err := p.run("echo out; echo err >&2; echo out")
	if err != nil {
		return err
	}
	return first(
		sameCode(a, 0), sameBytes("stdout", []byte("out\nout\n"), a.Stdout),
		sameBytes("stderr", []byte("err\n"), a.Stderr))
}

// octal is a format of printf(1) that prints b.
func octal(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		_, _ = fmt.Fprintf(&s, `\%03o`, c)
	}
	return "'" + s.String() + "'"
}

func stdoutBytes(p *probe) error { return p.gives("printf "+octal(every()), string(every()), 0) }

// hex is what od -An -v -tx1 prints of b, without white space.
func hex(b []byte) string { return fmt.Sprintf("%x", b) }

const dump = "od -An -v -tx1 | tr -d ' \\n'"

func stdinBytes(p *probe) error {
	a, err := p.command(&adapter.Request{Cmd: []byte(dump), Stdin: every()})
	if err != nil {
		return err
	}
	return first(sameCode(a, 0), sameBytes("stdin, in hex,", []byte(hex(every())), a.Stdout))
}

func stdinEmpty(p *probe) error {
	if err := p.gives("cat; echo end", "end\n", 0); err != nil {
		return err
	}
	a, err := p.command(&adapter.Request{Cmd: []byte("cat; echo end"), Stdin: []byte{}})
	if err != nil {
		return err
	}
	return sameBytes("stdout", []byte("end\n"), a.Stdout)
}

func env(p *probe) error {
	const value = "x y=\"z\"\n'$HOME'"
	a, err := p.command(&adapter.Request{
		Cmd: []byte(`printf '%s|%s' "$SANDFAULT_A" "${HOME-unset}"`),
		Env: [][]byte{[]byte("SANDFAULT_A=" + value)}, Unset: [][]byte{[]byte("HOME")},
	})
	if err != nil {
		return err
	}
	return first(
		sameBytes("stdout", []byte(value+"|unset"), a.Stdout),
		p.gives(`printf '%s' "${SANDFAULT_A-gone}"`, "gone", 0))
}

func cwd(p *probe) error {
	if err := p.setup("mkdir -p '" + p.dir + "/a b'"); err != nil {
		return err
	}
	a, err := p.command(&adapter.Request{Cmd: []byte("pwd"), Cwd: []byte("/tmp")})
	if err != nil {
		return err
	}
	b, err := p.command(&adapter.Request{Cmd: []byte("basename \"$PWD\""), Cwd: p.path("a b")})
	if err != nil {
		return err
	}
	return first(
		sameBytes("pwd", []byte("/tmp\n"), a.Stdout), sameBytes("a relative cwd", []byte("a b\n"), b.Stdout))
}

func timeout(p *probe) error {
	begin := time.Now()
	a, err := p.command(&adapter.Request{Cmd: []byte("echo partial; sleep 60; echo late"), TimeoutMS: 1500})
	if err != nil {
		return err
	}
	if !a.TimedOut || a.Exit != nil && *a.Exit != 124 {
		return &mismatch{"timed_out and exit 124", describe(a)}
	}
	if spent := time.Since(begin); spent > 30*time.Second {
		return &mismatch{"an answer soon after 1.5 s", "one after " + spent.Round(time.Second).String()}
	}
	return sameBytes("stdout", []byte("partial\n"), a.Stdout)
}

func background(p *probe) error {
	begin := time.Now()
	a, err := p.command(&adapter.Request{Cmd: []byte("sleep 25 & echo begun"), TimeoutMS: 60_000})
	if err != nil {
		return err
	}
	if spent := time.Since(begin); spent > 15*time.Second {
		return &mismatch{"an answer at once", "one after " + spent.Round(time.Second).String()}
	}
	return first(sameCode(a, 0), sameBytes("stdout", []byte("begun\n"), a.Stdout))
}

func largeOutput(p *probe) error {
	const cmd = "head -c 1000000 /dev/zero | tr '\\0' a"
	a, err := p.run(cmd)
	if err != nil {
		return err
	}
	if a.Truncated {
		return &lacking{fmt.Sprintf("1,000,000 bytes of output: it was cut at %d", len(a.Stdout))}
	}
	return first(sameCode(a, 0), sameBytes("stdout", bytes.Repeat([]byte("a"), 1_000_000), a.Stdout))
}

func (p *probe) code(language, code string) (*adapter.Answer, error) {
	return p.command(&adapter.Request{Op: adapter.OpRunCode, Language: language, Code: []byte(code)})
}

func codePython(p *probe) error {
	a, err := p.code("python",
		"import sys\nleft = 1\nprint('out')\nprint('err', file=sys.stderr)\nsys.exit(3)")
	if err != nil {
		return err
	}
	if err := first(
		sameCode(a, 3), sameBytes("stdout", []byte("out\n"), a.Stdout),
		sameBytes("stderr", []byte("err\n"), a.Stderr),
	); err != nil {
		return err
	}
	a, err = p.code("python", "print('left' in globals())")
	if err != nil {
		return err
	}
	return sameBytes("a variable of the last interpreter", []byte("False\n"), a.Stdout)
}

func codeBash(p *probe) error {
	a, err := p.code("bash", "x=(1 2 3)\necho ${#x[@]}\nexit 4")
	if err != nil {
		return err
	}
	return first(sameCode(a, 4), sameBytes("stdout", []byte("3\n"), a.Stdout))
}

func codeUnknown(p *probe) error {
	a, err := p.do(&adapter.Request{Op: adapter.OpRunCode, Language: "befunge", Code: []byte("@")})
	if lack := (*lacking)(nil); asLacking(err, &lack) {
		return nil
	}
	if err != nil {
		return err
	}
	return &mismatch{"unsupported", describe(a)}
}
