package tool

import (
	"crypto/hmac"
	"crypto/md5"  //nolint:gosec // asked for by name
	"crypto/sha1" //nolint:gosec // asked for by name
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const opensslVersion = "OpenSSL 3.0.19 27 Jan 2026 (Library: OpenSSL 3.0.19 27 Jan 2026)\n"

// opensslDigests are the digests by name, with the names that they are shown by.
var opensslDigests = map[string]struct {
	shown string
	make  func() hash.Hash
}{
	"md5": {"MD5", md5.New}, "sha1": {"SHA1", sha1.New}, "sha224": {"SHA2-224", sha256.New224},
	"sha256": {"SHA2-256", sha256.New}, "sha384": {"SHA2-384", sha512.New384}, "sha512": {
		"SHA2-512",
		sha512.New,
	},
}

// opensslMain is what scripts use of OpenSSL 3.0: digests, base64 and random bytes.
func opensslMain(r *run) int {
	if len(r.args) == 0 {
		r.unsupported("help")
	}
	name, args := r.args[0], r.args[1:]
	switch name {
	case "version":
		if len(args) > 0 && args[0] != "-v" {
			r.unsupported("version " + args[0])
		}
		r.print(opensslVersion)
		return 0
	case "rand":
		return r.opensslRand(args)
	case "base64":
		return r.opensslBase64(args)
	case "enc":
		if i := opensslWord(args, "-base64", "-a"); i >= 0 && len(args) > 0 {
			return r.opensslBase64(append(args[:i:i], args[i+1:]...))
		}
		r.unsupported("enc with a cipher")
	case "dgst":
		return r.opensslDigest("", args)
	}
	if _, ok := opensslDigests[name]; ok {
		return r.opensslDigest(name, args)
	}
	for known := range strings.FieldsSeq("req x509 s_client s_server genrsa genpkey rsa pkey ec ecparam " +
		"dsa ca verify " +
		"pkcs12 pkcs8 pkcs7 passwd speed ciphers list crl asn1parse dhparam pkeyutl rsautl smime cms ts " +
		"prime errstr " +
		"kdf mac info fipsinstall storeutl engine ocsp srp nseq rehash spkac pkeyparam gendsa crl2pkcs7 " +
		"sess_id help") {
		if name == known {
			r.unsupported(name)
		}
	}
	r.stderr("Invalid command '" + name + "'; type \"help\" for a list.\n")
	return 1
}

func opensslWord(list []string, words ...string) int {
	return slices.IndexFunc(list, func(s string) bool { return slices.Contains(words, s) })
}

func (r *run) opensslRand(args []string) int {
	form, out, count := "", 1, ""
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-hex" || a == "-base64":
			form = a
		case a == "-out" && i+1 < len(args):
			i++
			out = r.opensslCreate(args[i])
		case strings.HasPrefix(a, "-"):
			r.unsupported("rand " + a)
		default:
			count = a
		}
	}
	n := 0
	if count != "" {
		v, err := strconv.Atoi(count)
		if err != nil || v < 0 {
			r.stderr("rand: Can't parse \"" + count + "\" as a number\nrand: Use -help for summary.\n")
			return 1
		}
		n = v
	}
	b := make([]byte, n)
	if err := linux.Getrandom(b); err != nil {
		r.dieErr(1, err, "rand")
	}
	switch form {
	case "-hex":
		b = append([]byte(hex.EncodeToString(b)), '\n')
	case "-base64":
		b = base64Lines(b, opensslColumns)
	}
	return r.opensslWrite(out, b)
}

const opensslColumns = 64

func base64Lines(b []byte, columns int) []byte {
	text := base64.StdEncoding.EncodeToString(b)
	var out []byte
	for len(text) > 0 && columns > 0 {
		n := min(columns, len(text))
		out = append(append(out, text[:n]...), '\n')
		text = text[n:]
	}
	return append(out, text...)
}

func (r *run) opensslCreate(name string) int {
	const writeOnly, create, truncate = 1, 0o100, 0o1000
	f, err := linux.OpenFile(name, writeOnly|create|truncate, 0o666)
	if err != nil {
		r.stderr("Can't open \"" + name + "\" for writing, " + errnoText(err) + "\n")
		panic(exit(1))
	}
	return f.Fd
}

func (r *run) opensslWrite(fd int, b []byte) int {
	if fd == 1 {
		_, _ = r.out.Write(b)
		return 0
	}
	f := linux.File{Fd: fd}
	if _, err := f.Write(b); err != nil {
		return 1
	}
	_ = f.Close()
	return 0
}

func (r *run) opensslRead(name string) []byte {
	f := &linux.File{Fd: 0}
	var err error
	if name != "" {
		f, err = linux.OpenFile(name, 0, 0)
	}
	var b []byte
	if err == nil {
		b, err = readAll(f)
	}
	if err != nil {
		r.stderr("Can't open \"" + name + "\" for reading, " + errnoText(err) + "\n")
		panic(exit(1))
	}
	return b
}

func (r *run) opensslBase64(args []string) int {
	decode, columns, in, out := false, opensslColumns, "", 1
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-d":
			decode = true
		case a == "-e", a == "-a", a == "-base64":
		case a == "-A":
			columns = 0
		case a == "-in" && i+1 < len(args):
			i++
			in = args[i]
		case a == "-out" && i+1 < len(args):
			i++
			out = r.opensslCreate(args[i])
		default:
			r.unsupported("base64 " + a)
		}
	}
	b := r.opensslRead(in)
	if !decode {
		return r.opensslWrite(out, base64Lines(b, columns))
	}
	if columns > 0 && !strings.Contains(string(b), "\n") {
		b = nil // openssl waits for the end of a line
	}
	text := strings.Join(strings.Fields(string(b)), "")
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		data = nil // as openssl does: nothing, and no word of it
	}
	return r.opensslWrite(out, data)
}

// opensslRun is what a digest is asked for.
type opensslRun struct {
	name, form string // form is -r, -c, -binary or empty
	key        *string
	files      []string
	shown      string
}

func (r *run) opensslDigest(name string, args []string) int {
	d := opensslRun{name: name}
	for i := 0; i < len(args); i++ {
		a := args[i]
		_, known := opensslDigests[strings.TrimPrefix(a, "-")]
		switch {
		case strings.HasPrefix(a, "-") && known:
			d.name = a[1:]
		case a == "-r" || a == "-c" || a == "-binary":
			d.form = a
		case a == "-hex":
		case a == "-hmac" && i+1 < len(args):
			i++
			d.key = &args[i]
		case strings.HasPrefix(a, "-"):
			r.unsupported("dgst " + a)
		default:
			d.files = append(d.files, a)
		}
	}
	if d.name == "" {
		d.name, d.shown = "sha256", "SHA256"
	}
	if d.shown == "" {
		d.shown = opensslDigests[d.name].shown
	}
	if len(d.files) == 0 {
		r.opensslOne(&d, "stdin", &linux.File{Fd: 0}, d.shown)
	}
	label := d.shown
	if d.key != nil {
		label = "HMAC-" + label
	}
	for _, file := range d.files {
		f, err := linux.OpenFile(file, 0, 0)
		if err != nil {
			r.stderr(file + ": " + errnoText(err) + "\n")
			r.status = 1
			continue
		}
		r.opensslOne(&d, file, f, label)
		_ = f.Close()
	}
	return r.status
}

func (r *run) opensslOne(d *opensslRun, name string, f *linux.File, label string) {
	h := opensslDigests[d.name].make()
	if d.key != nil {
		h = hmac.New(opensslDigests[d.name].make, []byte(*d.key))
	}
	if _, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{f}, make([]byte,
		inputSize)); err != nil {
		r.stderr("Read error in " + name + "\n")
		r.status = 1
		return
	}
	sum := h.Sum(nil)
	switch d.form {
	case "-binary":
		_, _ = r.out.Write(sum)
	case "-r":
		r.print(hex.EncodeToString(sum), " *", name, "\n")
	case "-c":
		parts := make([]string, len(sum))
		for i, b := range sum {
			parts[i] = hex.EncodeToString([]byte{b})
		}
		r.print(label, "(", name, ")= ", strings.Join(parts, ":"), "\n")
	default:
		r.print(label, "(", name, ")= ", hex.EncodeToString(sum), "\n")
	}
}
