package domain

import (
	"fmt"
	"strings"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Builder collects the steps of one workflow.
type Builder struct {
	params *gopter.GenParameters
	w      *workflow.Workflow
	names  int // made so far, so that no two fragments use the same file
}

// draw takes a value from one of gopter's generators.
func draw[T any](b *Builder, g gopter.Gen) T {
	for {
		if v, ok := g(b.params).Retrieve(); ok {
			return v.(T) // the caller names the generator's type
		}
	}
}

// Between draws a number from lo to hi, both included.
func (b *Builder) Between(lo, hi int) int { return draw[int](b, gen.IntRange(lo, hi)) }

// Chance is true num times of den.
func (b *Builder) Chance(num, den int) bool { return b.Between(1, den) <= num }

// Pick draws one of the words.
func (b *Builder) Pick(words ...string) string { return words[b.Between(0, len(words)-1)] }

// Word draws a word of the vocabulary.
func (b *Builder) Word() string { return b.Pick(vocabulary()...) }

// vocabulary is what names are made of.
func vocabulary() []string {
	return []string{
		"alpha", "report", "sales", "input", "batch", "metrics", "draft", "users", "orders", "notes",
		"config", "result", "sample", "events", "index", "ledger", "survey", "matrix", "audit", "trace",
	}
}

// Name draws a file name that no other fragment of this workflow has, with the given ending.
func (b *Builder) Name(ending string) string {
	b.names++
	return fmt.Sprintf("%s%d%s", b.Word(), b.names*10+b.Between(0, 9), ending)
}

// UnicodeName is Name with letters beyond ASCII, a space or a dash that is none.
func (b *Builder) UnicodeName(ending string) string {
	b.names++
	part := b.Pick("résumé", "отчёт", "会议", "naïve plan", "Übersicht", "año–2024", "données finales", "日報")
	return fmt.Sprintf("%s %d%s", part, b.names, ending)
}

// Bytes draws n bytes of any value.
func (b *Builder) Bytes(n int) []byte {
	out := make([]byte, n)
	b.params.Rng.Read(out)
	return out
}

// Lines draws n lines of words, with a newline at the end of each.
func (b *Builder) Lines(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "%s %s %d\n", b.Word(), b.Word(), i*7+b.Between(0, 6))
	}
	return s.String()
}

// add appends a step with what it should give.
func (b *Builder) add(s workflow.Step, e workflow.Expect) {
	b.w.Steps = append(b.w.Steps, s)
	b.w.Expect = append(b.w.Expect, e)
}

// Run adds a shell line that ends with code 0 and prints stdout.
func (b *Builder) Run(cmd, stdout string) {
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: cmd}, printed(0, stdout))
}

// RunOK adds a shell line of which only the exit code counts.
func (b *Builder) RunOK(cmd string) {
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: cmd}, workflow.Expect{Exit: []int{0}})
}

// RunExit adds a shell line with its exit code and output.
func (b *Builder) RunExit(cmd string, code int, stdout string) {
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: cmd}, printed(code, stdout))
}

// Python adds a script that ends with code 0 and prints stdout.
func (b *Builder) Python(code, stdout string) {
	b.add(workflow.Step{Op: workflow.OpRunCode, Language: "python", Code: code}, printed(0, stdout))
}

// PythonOK adds a script of which only the exit code counts.
func (b *Builder) PythonOK(code string) {
	b.add(workflow.Step{Op: workflow.OpRunCode, Language: "python", Code: code}, workflow.Expect{Exit: []int{0}})
}

func printed(code int, stdout string) workflow.Expect {
	return workflow.Expect{Exit: []int{code}, Stdout: &stdout}
}

// Upload adds the transfer of a file into the sandbox.
func (b *Builder) Upload(path string, content []byte) {
	b.add(workflow.Step{Op: workflow.OpUpload, Path: path, Data: content}, fine())
}

// Write adds a file that the agent writes as text.
func (b *Builder) Write(path, content string) {
	b.add(workflow.Step{Op: workflow.OpWrite, Path: path, Data: []byte(content)}, fine())
}

// Download adds the transfer of a file out of the sandbox, which must be these bytes.
func (b *Builder) Download(path string, content []byte) {
	b.add(workflow.Step{Op: workflow.OpDownload, Path: path},
		workflow.Expect{ContentBase64: content, HasContentBase64: true})
}

// Read adds a look at a text file.
func (b *Builder) Read(path, content string) {
	b.add(workflow.Step{Op: workflow.OpRead, Path: path}, workflow.Expect{Content: &content})
}

// List adds a directory listing with exactly these names.
func (b *Builder) List(path string, names ...string) {
	b.add(workflow.Step{Op: workflow.OpList, Path: path}, workflow.Expect{Entries: names, HasEntries: true})
}

// Remove adds the removal of a file.
func (b *Builder) Remove(path string) {
	b.add(workflow.Step{Op: workflow.OpRemove, Path: path}, fine())
}

// Restart adds a restart of the session.
func (b *Builder) Restart() { b.add(workflow.Step{Op: workflow.OpRestart}, workflow.Expect{}) }

// Parallel adds children that start at the same time.
func (b *Builder) Parallel(steps []workflow.Step, expect []workflow.Expect) {
	b.add(workflow.Step{Op: workflow.OpParallel, Parallel: steps}, workflow.Expect{Parallel: expect})
}

// last returns the step that was added last and its expectation, for what the methods above do not set.
func (b *Builder) last() (*workflow.Step, *workflow.Expect) {
	return &b.w.Steps[len(b.w.Steps)-1], &b.w.Expect[len(b.w.Expect)-1]
}

func fine() workflow.Expect {
	ok := true
	return workflow.Expect{OK: &ok}
}

// sprintf is fmt.Sprintf; fragments are mostly text with holes.
func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

func upper(s string) string { return strings.ToUpper(s) }
