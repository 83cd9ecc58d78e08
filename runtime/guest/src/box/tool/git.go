package tool

import (
	"strconv"

	"github.com/sandfault/sandfault/runtime/guest/src/box/git"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// gitMain hands over to package git, which has its own messages.
func gitMain(r *run) int {
	return git.Main(append([]string{r.name}, r.args...), git.Host{
		Zone:        r.zone(),
		Unsupported: linux.Unsupported,
		Reach:       r.gitReach,
	})
}

// gitReach says in the words of git's HTTP client why a host cannot be reached; empty if it can be.
func (r *run) gitReach(host, port string) string {
	n, err := strconv.Atoi(port)
	if err != nil {
		n = 443
	}
	fd, eai, errno := linux.ConnectHost(host, n)
	switch {
	case eai != 0:
		return "Could not resolve host: " + host
	case errno != nil:
		return sprintf("Failed to connect to %s port %s after 0 ms: Couldn't connect to server", host, port)
	}
	_ = linux.Close(fd)
	return ""
}
