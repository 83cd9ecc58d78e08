//go:build !wasip1

package tool_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/sidebyside"
)

// TestFetching: curl and wget fetch over real sockets what a server of the test gives.
func TestFetching(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/hello", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "hello "+r.Method+" "+r.Header.Get("X-Own")+"\n")
	})
	mux.HandleFunc("/post", func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		_, _ = w.Write(append([]byte(r.Header.Get("Content-Type")+" "), b...))
	})
	mux.HandleFunc("/chunks", func(w http.ResponseWriter, _ *http.Request) {
		for range 3 {
			_, _ = io.WriteString(w, strings.Repeat("x", 1000))
			w.(http.Flusher).Flush()
		}
	})
	mux.HandleFunc("/cookies", func(w http.ResponseWriter, r *http.Request) {
		for _, c := range []string{
			"sid=abc; HttpOnly; Path=/", "plain=1", "p=2; Path=/sub; Max-Age=3600", "gone=3; Max-Age=0", "sec=5; Secure",
			"e=7; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "old=8; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "noval", "x=",
			"other=9; Domain=example.org",
		} {
			w.Header().Add("Set-Cookie", c)
		}
		_, _ = io.WriteString(w, r.Header.Get("Cookie")+"\n")
	})
	mux.HandleFunc("/sub/", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Header.Get("Cookie")+"\n")
	})
	mux.Handle("/there", http.RedirectHandler("/hello", http.StatusFound))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	dir := t.TempDir()
	self, err := os.Executable()
	sidebyside.Must(t, err)
	for _, name := range []string{"curl", "wget"} {
		sidebyside.Must(t, os.Symlink(self, filepath.Join(dir, name)))
	}
	for _, c := range []struct{ command, want string }{
		{"curl -s URL/hello", "hello GET \n"},
		{"curl -s -H 'X-Own: v' URL/hello", "hello GET v\n"},
		{"curl -s -d a=1 -d b=2 URL/post", "application/x-www-form-urlencoded a=1&b=2"},
		{"curl -s -G -d a=1 URL/hello", "hello GET \n"},
		{"curl -s -X PUT URL/hello", "hello PUT \n"},
		{"curl -s -L URL/there", "hello GET \n"},
		{"curl -s -o f URL/hello; cat f", "hello GET \n"},
		{"curl -s -O URL/hello; cat hello", "hello GET \n"},
		{"curl -s URL/chunks | wc -c", "3000\n"},
		{"curl -sI URL/hello | head -1", "HTTP/1.1 200 OK\r\n"},
		{"curl -s -o /dev/null -w '%{http_code}' URL/none", "404"},
		{"curl -sSf URL/none 2>&1; echo $?", "curl: (22) The requested URL returned error: 404\n22\n"},
		{"curl -s -c j URL/cookies; tail -n +5 j | sed 's/[0-9]\\{10\\}/T/' | cut -f2-", "\n" +
			"FALSE\t/\tFALSE\t0\tx\t\nFALSE\t/\tFALSE\tT\te\t7\nFALSE\t/\tTRUE\t0\tsec\t5\n" +
			"FALSE\t/sub\tFALSE\tT\tp\t2\nFALSE\t/\tFALSE\t0\tplain\t1\nFALSE\t/\tFALSE\t0\tsid\tabc\n"},
		{"curl -s -c j URL/cookies; curl -s -b j URL/sub/a", "\np=2; plain=1; sid=abc; sec=5; e=7; x=\n"},
		{
			"curl -s -c j URL/cookies -b a=b -b c=d; grep -c HttpOnly_ j; curl -s -b j -b q=r URL/cookies",
			"a=b;c=d\n1\nplain=1; sid=abc; sec=5; e=7; x=; q=r\n",
		},
		{
			"curl -s -b '' URL/cookies URL/cookies; curl -s -b none URL/sub/; curl -s -c no/j URL/sub/",
			"\nplain=1; sec=5; sid=abc; x=; e=7\n\n\n",
		},
		{"curl -s -o f -w '%{content_type}|%{redirect_url}|%{num_redirects}|%{method}|%{filename_effective}' " +
			"URL/there | sed 's/1:[0-9]*/1/'", "text/html; charset=utf-8|http://127.0.0.1/hello|0|GET|f"},
		{
			"curl -sL -w '%{redirect_url}|%{num_redirects}|%{http_version}|%{scheme}|%{exitcode}' URL/there",
			"hello GET \n|1|1.1|HTTP|0",
		},
		{"wget -qO- URL/there", "hello GET \n"},
		{"wget -q URL/chunks; wc -c < chunks", "3000\n"},
		{"wget -q URL/none; echo $?", "8\n"},
		{"wget -qS -O f URL/hello 2>&1 | head -1", "  HTTP/1.1 200 OK\n"},
		{"http_proxy=URL wget -qO- http://nosuch.invalid/hello", "hello GET \n"},
		{"http_proxy=URL no_proxy=nosuch.invalid wget -q http://nosuch.invalid/hello; echo $?", "4\n"},
		{"http_proxy=URL wget --no-proxy -q http://nosuch.invalid/hello; echo $?", "4\n"},
		{
			"https_proxy=URL wget https://nosuch.invalid/ 2>&1 | tail -1",
			"Proxy tunneling failed: Not FoundUnable to establish SSL connection.\n",
		},
	} {
		cmd := exec.Command("bash", "-c", strings.ReplaceAll(c.command, "URL", server.URL))
		cmd.Dir = t.TempDir()
		cmd.Env = []string{"PATH=" + dir + ":/usr/bin:/bin", "LANG=C.UTF-8"}
		out, err := cmd.Output()
		if err != nil || string(out) != c.want {
			t.Errorf("%s: %q, %v; want %q", c.command, out, err, c.want)
		}
	}
}

// TestPip: without a network pip says so six times over, and then what that means.
func TestPip(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	self, err := os.Executable()
	sidebyside.Must(t, err)
	sidebyside.Must(t, os.Symlink(self, filepath.Join(dir, "pip")))
	run := func(command string) string {
		cmd := exec.Command("bash", "-c", command)
		cmd.Env = []string{"PATH=" + dir, "HOME=" + dir, "https_proxy=http://127.0.0.1:1"}
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	out := run("pip install --retries 1 --break-system-packages nosuch; echo $?")
	for _, want := range []string{
		"WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after " +
			"connection broken by " +
			"'ProxyError('Cannot connect to proxy.', " +
			"NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at ",
		"Failed to establish a new connection: [Errno 111] Connection refused'))': /simple/nosuch/\n",
		"ERROR: Could not find a version that satisfies the requirement nosuch (from versions: none)\n" +
			"ERROR: No matching distribution found for nosuch\n1\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("got %q, want %q in it", out, want)
		}
	}
	if out := run("pip install --break-system-packages -r nope.txt"); out !=
		"ERROR: Could not open requirements file: [Errno 2] No such file or directory: 'nope.txt'\n" {
		t.Errorf("got %q", out)
	}
	if out := run("pip --version"); !strings.HasPrefix(out, "pip ") {
		t.Errorf("got %q", out)
	}
}
