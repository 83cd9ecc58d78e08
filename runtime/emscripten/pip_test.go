package emscripten_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/kernel"
	"github.com/sandfault/sandfault/runtime/session"
)

// TestPipAndAFolderOfWheels compares pip here with what a real one said.
func TestPipAndAFolderOfWheels(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("testdata/pip/session.sh")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/pip/want.txt")
	if err != nil {
		t.Fatal(err)
	}
	s, m := sandbox(t, warmEngine(t), nil)
	r := s.Do(&session.Request{
		Op: session.OpRun, Cmd: "export PIP='pip --break-system-packages'; cd /tmp; {\n" + string(script) + "\n} 2>&1",
		User: &kernel.Identity{}, Timeout: time.Minute,
	})
	if string(r.Stdout) != string(want) {
		t.Errorf("%s", differences(string(r.Stdout), string(want)))
	}
	lacksNothing(t, m)
}

// TestPipAsAUser is about who may not write where packages are, and what then is found.
func TestPipAsAUser(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cmd, want string
		change    func(*primitives.Profile)
	}{
		{
			"pip install --no-index -f w alpha; python3 -c 'import alpha, sys; print(alpha.V)'; alpha-cmd; ~/.local/bin/alpha-cmd; pip uninstall -y alpha; " +
				"find ~/.local -type f",
			"Defaulting to user installation because normal site-packages is not writeable\nLooking in links: w\n" +
				"Processing ./w/alpha-1.0-py3-none-any.whl\nInstalling collected packages: alpha\n" +
				"  WARNING: The script alpha-cmd is installed in '/home/user/.local/bin' which is not on PATH.\n  Consider adding this " +
				"directory to PATH or, if you prefer to suppress this warning, use --no-warn-script-location.\n" +
				"Successfully installed alpha-1.0\n1\nbash: line 1: alpha-cmd: command not found\nmain\n" +
				"Found existing installation: alpha 1.0\nUninstalling alpha-1.0:\n  Successfully uninstalled alpha-1.0\n",
			nil,
		},
		{
			"chmod 500 ~; pip install -q --no-index -f w --no-warn-script-location alpha 2>&1; echo $?",
			"WARNING: The directory '/home/user/.cache/pip' or its parent directory is not owned or is not writable by the current user. " +
				"The cache has been disabled. Check the permissions and owner of that directory. If executing pip with sudo, you should use " +
				"sudo's -H flag.\n" +
				"ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/home/user/.local/lib/python3.13/site-packages'\n" +
				"Consider using the `--user` option or check the permissions.\n\n1\n",
			nil,
		},
		{
			"printf 'no\\n' | pip uninstall beta; pip install --no-index -f w -t t alpha; PYTHONPATH=t python3 -c 'import alpha; print(alpha.V)'; ls t t/bin",
			"WARNING: Skipping beta as it is not installed.\nLooking in links: w\nProcessing ./w/alpha-1.0-py3-none-any.whl\n" +
				"Installing collected packages: alpha\nSuccessfully installed alpha-1.0\n1\nt:\n__pycache__\nalpha-1.0.dist-info\nalpha.py\nbin\n\n" +
				"t/bin:\nalpha-cmd\n",
			nil,
		},
	} {
		s, m := sandbox(t, warmEngine(t), c.change)
		home := s.Do(&session.Request{Op: session.OpRun, Cmd: "echo $HOME"})
		const wheel = `
import os, zipfile
os.mkdir("w")
with zipfile.ZipFile("w/alpha-1.0-py3-none-any.whl", "w") as z:
    z.writestr("alpha.py", "V = 1\ndef main(): print('main')\n")
    z.writestr("alpha-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: alpha\nVersion: 1.0\n")
    z.writestr("alpha-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    z.writestr("alpha-1.0.dist-info/entry_points.txt", "[console_scripts]\nalpha-cmd = alpha:main\n")
`
		if r := s.Do(&session.Request{Op: session.OpRunCode, Language: "python", Code: wheel}); r.Exit != 0 {
			t.Fatalf("%s", r.Stderr)
		}
		r := s.Do(&session.Request{Op: session.OpRun, Cmd: "exec 2>&1; " + c.cmd, Timeout: time.Minute})
		want := strings.ReplaceAll(c.want, "/home/user", strings.TrimSpace(string(home.Stdout)))
		if string(r.Stdout) != want {
			t.Errorf("%s\n%s", c.cmd, differences(string(r.Stdout), want))
		}
		lacksNothing(t, m)
	}
}
