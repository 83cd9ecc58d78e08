package bench

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sandfault/sandfault/runtime/session"
)

// BenchmarkTrue is the smallest process.
func BenchmarkTrue(b *testing.B) {
	x := open(b)
	beside(b, "true_vs_forkexec", 100, x.exec("true"), native(b, "/", "/bin/true"))
}

// BenchmarkShell is a shell that does nothing.
func BenchmarkShell(b *testing.B) {
	x := open(b)
	beside(b, "sh_vs_bash", 50, x.exec("sh", "-c", ":"), native(b, "/", "/bin/bash", "-c", ":"))
}

// BenchmarkPrint is the start of an interpreter.
func BenchmarkPrint(b *testing.B) {
	x := open(b)
	needsPython(b, x)
	beside(b, "python_print_vs_native", 10, x.exec("python3", "-c", "print(1)"),
		native(b, "/", "/usr/bin/python3", "-c", "print(1)"))
}

// BenchmarkScript is W5: a small program over a CSV file.
func BenchmarkScript(b *testing.B) {
	x := open(b)
	needsPython(b, x)
	dir := b.TempDir()
	for _, name := range []string{"data.csv", "w5.py"} {
		data := input(b, name)
		if _, err := x.do(&session.Request{Op: session.OpUpload, Path: name, Data: data}); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	beside(b, "python_w5_vs_native", 5, x.exec("python3", "w5.py"), native(b, dir, "/usr/bin/python3", "w5.py"))
}

// BenchmarkAdditions is W8: what interpretation itself costs.
func BenchmarkAdditions(b *testing.B) {
	x := open(b)
	needsPython(b, x)
	code := string(input(b, "w8.py"))
	beside(b, "python_w8_vs_native", 1, x.exec("python3", "-c", code), native(b, "/", "/usr/bin/python3", "-c", code))
}

// BenchmarkCoreutils is W3: twenty commands with pipes in one script.
func BenchmarkCoreutils(b *testing.B) {
	x, script := open(b), string(input(b, "w3.sh"))
	beside(b, "w3_vs_native", 5, x.exec("bash", "-c", script), native(b, b.TempDir(), "/bin/bash", "-c", script))
}

// needsPython skips where the interpreter is not installed.
func needsPython(b *testing.B, x *box) {
	b.Helper()
	if _, err := x.do(&session.Request{Op: session.OpRunCode, Language: "python", Code: "1"}); err != nil {
		b.Skip("python3 is not installed (make guests): ", err)
	}
}
