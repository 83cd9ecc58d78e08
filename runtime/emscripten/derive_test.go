package emscripten

import (
	"crypto/sha1" //nolint:gosec // of the RFC's test vectors
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"testing"
)

// TestDerivedKeys has the test vectors of RFC 6070 and RFC 7914.
func TestDerivedKeys(t *testing.T) {
	t.Parallel()
	var spent int64
	spend := func(n int64) { spent += n }
	for _, c := range []struct {
		digest         func() hash.Hash
		password, salt string
		count          int64
		want           string
	}{
		{sha1.New, "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"},
		{sha1.New, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"},
		{sha1.New, "pass\x00word", "sa\x00lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"},
		{sha256.New, "passwd", "salt", 1, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc" +
			"49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"},
	} {
		spent = 0
		got := pbkdf2(spend, c.digest, []byte(c.password), []byte(c.salt), c.count, len(c.want)/2)
		if hex.EncodeToString(got) != c.want || spent < c.count*costDigest {
			t.Errorf("pbkdf2 %q, %d: %x, charged %d", c.password, c.count, got, spent)
		}
	}
	for _, c := range []struct {
		password, salt string
		n, r, p        int
		want           string
	}{
		{"", "", 16, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442" +
			"fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"},
		{"password", "NaCl", 1024, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162" +
			"2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"},
	} {
		spent = 0
		got := scrypt{c.n, c.r, c.p}.key(spend, []byte(c.password), []byte(c.salt), 64)
		if hex.EncodeToString(got) != c.want || spent < int64(4*c.n*c.r*c.p*costSalsa) {
			t.Errorf("scrypt %q: %x, charged %d", c.password, got, spent)
		}
	}
}
