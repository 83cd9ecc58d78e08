package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// permitted reports what keeps pip from the system's folders, and goes to the user's if that helps.
func (p *pip) permitted() bool {
	if text, err := readFile(pipManaged); err == nil && !p.breakSystem && p.target == "" {
		p.managed(string(text))
		return false
	}
	if p.user || p.target != "" || p.writable(pipLocal) {
		return true
	}
	p.say("Defaulting to user installation because normal site-packages is not writeable")
	p.user = true
	return true
}

// writable asks about a folder, or the nearest above it that is there.
func (p *pip) writable(dir string) bool {
	for ; dir != "/"; dir = dirName(dir) {
		if _, err := linux.Stat(dir); err == nil {
			break
		}
	}
	return linux.Access(dir, primitives.W_OK) == nil
}

// managed prints the error of PEP 668 with the text of the distribution.
func (p *pip) managed(file string) {
	_, text, _ := strings.Cut(file, "Error=")
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	p.r.stderr("error: externally-managed-environment\n\n× This environment is externally managed\n╰─> " + lines[0] + "\n")
	for _, l := range lines[1:] {
		l = strings.TrimSuffix(strings.TrimPrefix(l, " "), "\n")
		if l == "." {
			l = ""
		}
		p.r.stderr("    " + l + "\n")
	}
	p.r.stderr("\nnote: If you believe this is a mistake, please contact your Python installation or OS distribution provider. " +
		"You can override this, at the risk of breaking your Python installation or OS, by passing --break-system-packages.\n" +
		"hint: See PEP 668 for the detailed specification.\n")
}

// warnOfCache tells of a folder for the cache that pip may not write to.
func (p *pip) warnOfCache() {
	dir := join(p.r.getenv("HOME"), ".cache")
	if v := p.r.getenv("XDG_CACHE_HOME"); v != "" {
		dir = v
	}
	dir = join(dir, "pip")
	if p.noCache || p.r.getenv("PIP_NO_CACHE_DIR") != "" || !strings.HasPrefix(dir, "/") || p.owns(dir) {
		return
	}
	p.r.stderr("WARNING: The directory '" + dir + "' or its parent directory is not owned or is not writable by the current user. " +
		"The cache has been disabled. Check the permissions and owner of that directory. If executing pip with sudo, you should " +
		"use sudo's -H flag.\n")
}

// owns asks about a folder, or the nearest above it that is there: root's own, or one that may be written to.
func (p *pip) owns(dir string) bool {
	st, err := linux.Stat(dir)
	for ; err != nil && dir != "/"; st, err = linux.Stat(dir) {
		dir = dirName(dir)
	}
	if linux.Geteuid() == 0 {
		return err == nil && st.UID == 0
	}
	return linux.Access(dir, primitives.W_OK) == nil
}
