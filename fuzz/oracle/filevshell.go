package oracle

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// FileAgainstShell compares the two ways to a file: what the file API stored or gave, and what a
// sha256sum inside the sandbox says of the same file.
type FileAgainstShell struct{}

// Name implements Oracle.
func (FileAgainstShell) Name() string { return "file-against-shell" }

// Judge implements Oracle.
func (FileAgainstShell) Judge(c *Case) []Failure {
	var out []Failure
	stored := contents{}
	inside := map[file]string{} // digests that commands printed
	c.each(func(step, child int, s *workflow.Step, _ *workflow.Expect, o *workflow.Outcome) {
		switch s.Op {
		case workflow.OpRun:
			for name, sum := range digests(s.Cmd, o.Stdout) {
				f := file{s.Session, path.Clean(name)}
				if want, ok := stored[f]; ok && hexSum(want) != sum {
					out = append(out, Failure{
						Step: step, Child: child, Field: "sha256", Broken: true,
						Expected: "sha256 " + hexSum(want) + " of what was stored", Got: sum,
					})
				}
				inside[f] = sum
			}
		case workflow.OpDownload, workflow.OpRead:
			if want, ok := inside[fileOf(s)]; ok && o.Error == "" && hexSum(o.Data) != want {
				out = append(out, Failure{
					Step: step, Child: child, Field: "content", Broken: true,
					Expected: "sha256 " + want + " as a command inside saw it", Got: describe(o.Data),
				})
			}
		}
		stored.follow(s, o)
		invalidate(inside, s)
	})
	return out
}

// invalidate forgets digests that a step may have made stale.
func invalidate(inside map[file]string, s *workflow.Step) {
	switch s.Op {
	case workflow.OpWrite, workflow.OpUpload, workflow.OpRemove:
		delete(inside, fileOf(s))
	case workflow.OpRunCode:
		clear(inside)
	case workflow.OpRestart:
		clear(inside)
	case workflow.OpRun:
		if !readsOnly(s.Cmd) {
			clear(inside)
		}
	}
}

// digests reads the lines that `sha256sum FILE...` printed, by file name.
func digests(cmd string, stdout []byte) map[string]string {
	out := map[string]string{}
	if !strings.HasPrefix(strings.TrimSpace(cmd), "sha256sum ") || !readsOnly(cmd) {
		return out
	}
	for line := range strings.Lines(string(stdout)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if _, err := hex.DecodeString(sum); ok && err == nil && len(sum) == 2*sha256.Size {
			out[name] = sum
		}
	}
	return out
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
