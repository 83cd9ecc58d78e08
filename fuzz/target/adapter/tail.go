package adapter

import (
	"strings"
	"sync"
)

// maxStderr is how much of an adapter's standard error is kept: the end, bytes.
const maxStderr = 8 << 10

// tail keeps the end of what is written to it. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	kept []byte
	cut  bool
}

// Write implements io.Writer; it never fails, so that an adapter that talks a lot is not held up.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(b)
	if len(b) > maxStderr {
		b, t.cut = b[len(b)-maxStderr:], true
	}
	if over := len(t.kept) + len(b) - maxStderr; over > 0 {
		t.kept, t.cut = append(t.kept[:0], t.kept[over:]...), true
	}
	t.kept = append(t.kept, b...)
	return n, nil
}

// String is what is shown behind an error: "" if nothing was said.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.kept), "\uFFFD"))
	if text != "" && t.cut {
		text = "..." + text
	}
	return text
}
