package emscripten_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// oursIs is the version that the sandbox has.
const oursIs = "3.13"

// needsOurs marks, as its first line, a script that uses what the version of the sandbox brought: it is not
// compared with an older interpreter.
const needsOurs = "# " + oursIs

// reference is the interpreter of this machine with which ours is compared: $SANDFAULT_PYTHON, or one of our
// version where it can be found, or else whatever /usr/bin/python3 is.
type reference struct {
	path, version string
	prefix        string // of its library
}

var findReference = sync.OnceValue(func() reference {
	var paths []string
	if p := os.Getenv("SANDFAULT_PYTHON"); p != "" {
		paths = append(paths, p)
	}
	if p, err := exec.LookPath("python" + oursIs); err == nil {
		paths = append(paths, p)
	}
	paths = append(paths, "/usr/bin/python"+oursIs, "/usr/local/bin/python"+oursIs)
	roots := []string{os.Getenv("PYENV_ROOT")}
	if home, err := os.UserHomeDir(); err == nil {
		roots = append(roots, filepath.Join(home, ".pyenv"))
	}
	for _, root := range roots {
		found, _ := filepath.Glob(filepath.Join(root, "versions", oursIs+".*", "bin", "python3"))
		slices.Sort(found)
		paths = append(paths, found...)
	}
	var other reference
	for _, p := range append(paths, "/usr/bin/python3") {
		r, ok := ask(p)
		switch {
		case !ok:
		case r.same():
			return r
		case other.path == "":
			other = r
		}
	}
	return other
})

// ask finds out what an interpreter is.
func ask(path string) (reference, bool) {
	const question = "import sys, os; print(*sys.version_info[:2], sep='.'); print(os.path.dirname(os.__file__))"
	b, err := exec.Command(path, "-c", question).Output() //nolint:gosec // an interpreter of this machine
	version, prefix, ok := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return reference{path, version, prefix}, err == nil && ok && path != ""
}

// same reports whether it is of our version, so that all it says can be compared.
func (r reference) same() bool { return r.version == oursIs }

// machineReference returns the interpreter to compare with, or skips the test.
func machineReference(t *testing.T) reference {
	t.Helper()
	r := findReference()
	switch {
	case r.path == "" && os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1":
		t.Fatal("no python3 on this machine to compare with")
	case r.path == "":
		t.Skip("no python3 on this machine to compare with")
	case !r.same():
		t.Logf("compared with Python %s, not %s: of standard error the last line alone", r.version, oursIs)
	}
	return r
}

var (
	libraryFrame = regexp.MustCompile(`^(\s*(?:[|+-]\s*)*)File "[^"]*/lib/python` + oursIs + `/([^"]*)", line \d+, in .*`)
	frozenFrame  = regexp.MustCompile(`^\s*File "<frozen ([^>]*)>", line \d+, in .*`)
	anyFrame     = regexp.MustCompile(`^\s*(?:[|+-]\s*)*File "`)
	address      = regexp.MustCompile(` at 0x[0-9a-f]{5,16}\b`) // of an object: another in each run
	noted        = regexp.MustCompile(`^[^:\n]*(/[^:\n]*):\d+: (\w+Warning:)`)
)

// testsTook is how long unittest says that tests took, which is chance on the machine.
var testsTook = regexp.MustCompile(`^(Ran \d+ tests?) in \d+\.\d+s$`)

// likeness is what of standard error has to be equal. Frames of the library are named without their lines:
// another patch release has others.
func likeness(said string) string {
	var out []string
	inLibrary, depth := false, 0
	for line := range strings.SplitSeq(said, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " |+-"))
		switch {
		case libraryFrame.MatchString(line):
			m := libraryFrame.FindStringSubmatch(line)
			line, inLibrary, depth = m[1]+"library "+m[2], true, indent
		case frozenFrame.MatchString(line):
			inLibrary, depth = true, indent
			line = "frozen " + frozenFrame.FindStringSubmatch(line)[1]
		case anyFrame.MatchString(line):
			inLibrary = false
		case inLibrary && indent > depth:
			continue // its source, or the marks under it
		default:
			inLibrary = false
		}
		line = testsTook.ReplaceAllString(line, "$1")
		out = append(out, noted.ReplaceAllString(address.ReplaceAllString(line, " at 0x"), "$1: $2"))
	}
	return strings.Join(out, "\n")
}

func TestWhatOfErrorsIsCompared(t *testing.T) {
	t.Parallel()
	const text = `Traceback (most recent call last):
  File "/tmp/script.py", line 2, in <module>
    json.loads("{")
    ~~~~~~~~~~^^^^^
  File "%LIB/json/__init__.py", line %N, in loads
%SOURCE  File "/tmp/script.py", line 3, in f
    g()
json.decoder.JSONDecodeError: Expecting property name at 0x7f0011223344
`
	fill := func(lib, n, source string) string {
		return strings.NewReplacer("%LIB", lib, "%N", n, "%SOURCE", source).Replace(text)
	}
	here := fill("/usr/lib/python3.13", "1", "")
	there := fill("/x/lib/python3.13", "346", "    return _default_decoder.decode(s)\n           ~~~^^^\n")
	if likeness(here) != likeness(there) {
		t.Errorf("%s\n%s", likeness(here), likeness(there))
	}
	if other := strings.Replace(here, "g()", "h()", 1); likeness(here) == likeness(other) {
		t.Error("a difference in the script is not seen")
	}
}
