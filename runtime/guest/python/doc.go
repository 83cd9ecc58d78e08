// Package python knows the one build of CPython that the sandbox runs: its digests, the addresses and places
// in its code that starting it needs, what is changed in it at load, where its library lies in an image, and
// the modules that stand in for what the build left out. It holds none of the build's bytes.
//
// # What is changed
//
// The build is for a browser. Left as it is, a script would see a platform that no sandbox has, error numbers
// that are not Linux's, a sleep that spins, and a stack of 64 KiB. Each edit is pinned to the bytes that it
// replaces and all of them to the digest, so that another build is refused and never half changed.
package python

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// The build: package just-bash of the npm registry, and the files in it.
const (
	Package = "just-bash"
	Version = "3.4.2"

	// Integrity is the registry's own digest of the package.
	//
	//nolint:lll // one word
	Integrity = "sha512-T0Vpy7YRgCjxJdqG3tkxn0ZnIDLJvVwb8hH4L+6NVdp+Te27jQxjxnszW9ODjEKbWxWujj83rP5S0GQxCSufgg=="

	WasmPath = "package/vendor/cpython-emscripten/python.wasm"
	ZipPath  = "package/vendor/cpython-emscripten/python313.zip"

	WasmDigest = "b2b1a3f18a6fe035d609e3aa47e9508b55729e5f3ebbd2a40d467c0cd3200eee"
	ZipDigest  = "00b6fb26ce2157860ce0eaae6849ea2b673f32ca06456503176e8d1fe8be4915"
)

// CheckWasm refuses bytes that are not the build's interpreter.
func CheckWasm(b []byte) error { return check("python.wasm", b, WasmDigest) }

// CheckZip refuses bytes that are not the build's library.
func CheckZip(b []byte) error { return check("python313.zip", b, ZipDigest) }

func check(name string, b []byte, want string) error {
	sum := sha256.Sum256(b)
	if got := hex.EncodeToString(sum[:]); got != want {
		return fmt.Errorf("%s: its SHA-256 is %s, not %s", name, got, want)
	}
	return nil
}
