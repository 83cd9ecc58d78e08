package kernel

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// maxHosts is how much of /etc/hosts is read, in bytes.
const maxHosts = 64 << 10

// hostsFile returns the IPv4 addresses that /etc/hosts has for a name, hosts(5). localhost is there even
// where the file does not say so, as glibc has it.
func (k *Kernel) hostsFile(p *Process, name string) []netip.Addr {
	name = strings.TrimSuffix(name, ".")
	is := func(w string) bool { return strings.EqualFold(w, name) }
	var found []netip.Addr
	for line := range strings.SplitSeq(k.readText(p, "/etc/hosts"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) < 2 || !slices.ContainsFunc(words[1:], is) {
			continue
		}
		if a, err := netip.ParseAddr(words[0]); err == nil && a.Is4() {
			found = append(found, a)
		}
	}
	if len(found) == 0 && (is("localhost") || strings.HasSuffix(strings.ToLower(name), ".localhost")) {
		found = []netip.Addr{loopback(afInet)}
	}
	return found
}

// readText returns a small file as p may read it, or "".
func (k *Kernel) readText(p *Process, path string) string {
	f, err := k.ns.Open(&p.cred, k.ns.Root(), path, primitives.O_RDONLY, 0)
	if err != nil {
		return ""
	}
	b := make([]byte, min(f.Size(), maxHosts))
	n, err := f.ReadAt(b, 0)
	if f.Close() != nil || err != nil {
		return ""
	}
	return string(b[:n])
}

func itoa(n uint64) string { return strconv.FormatUint(n, 10) }
