package primitives_test

import (
	"net/netip"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

func TestSenderOfADatagram(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, told       string
		inet6, truncated bool
	}{
		{"", "", false, false},
		{"", "", true, true}, // of a local socket
		{"127.0.0.1:80", "127.0.0.1:80", false, false},
		{"10.1.2.3:65535", "10.1.2.3:65535", false, true},
		{"0.0.0.0:1", "0.0.0.0:1", false, false},
		{"127.0.0.1:80", "[::ffff:127.0.0.1]:80", true, false},
		{"[::ffff:127.0.0.1]:80", "127.0.0.1:80", false, false},
		{"[::1]:7", "[::1]:7", true, true},
	} {
		var from, want netip.AddrPort
		if test.from != "" {
			from, want = netip.MustParseAddrPort(test.from), netip.MustParseAddrPort(test.told)
		}
		got, truncated := primitives.UnpackSender(primitives.PackSender(from, test.inet6, test.truncated))
		if got != want || truncated != test.truncated {
			t.Errorf("%+v: %v %v", test, got, truncated)
		}
	}
}
