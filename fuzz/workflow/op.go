package workflow

import "slices"

// Ops returns the operations, in the order of the documentation.
func Ops() []Op {
	return []Op{
		OpRun, OpRunCode, OpWrite, OpRead, OpUpload, OpDownload, OpList, OpRemove, OpRestart, OpParallel,
	}
}

// Languages returns the languages of run_code.
func Languages() []string { return []string{"python", "bash", "javascript"} }

func knownLanguage(name string) bool { return slices.Contains(Languages(), name) }

func opNames() []string {
	var names []string
	for _, op := range Ops() {
		names = append(names, string(op))
	}
	return names
}

// Writes reports whether the operation carries a payload to the sandbox.
func (op Op) Writes() bool { return op == OpWrite || op == OpUpload }

// Reads reports whether the operation brings a payload back.
func (op Op) Reads() bool { return op == OpRead || op == OpDownload }

// Runs reports whether the operation starts a command.
func (op Op) Runs() bool { return op == OpRun || op == OpRunCode }
