package tool

import (
	"bytes"
	"encoding/hex"
	"io"
	"math"
	"strings"

	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type sums struct {
	r                                     *run
	label                                 string
	algorithm, size                       int
	binary, tag, zero                     bool
	check, quiet, status, strict, warning bool
	ignoreMissing, text                   bool
	mode                                  bool // -b or -t was given
}

// digestBlake2b stands for the hash that the host does not make.
const digestBlake2b = -1

func sumsProgram(label string, algorithm, size int) program {
	return func(r *run) int {
		r.lineBuffered = true
		s := &sums{r: r, label: label, algorithm: algorithm, size: size}
		spec := "b/binary c/check /tag t/text z/zero /ignore-missing /quiet /status /strict w/warn"
		if algorithm == digestBlake2b {
			spec += " l:/length"
		}
		opts, files := r.options(spec)
		for _, o := range opts {
			switch o.name {
			case "l":
				s.length(o.value)
			case "b":
				s.binary, s.mode = true, true
			case "c":
				s.check = true
			case "tag":
				s.tag, s.text = true, false
			case "t":
				s.binary, s.text, s.mode = false, true, true
			case "z":
				s.zero = true
			case "ignore-missing":
				s.ignoreMissing = true
			case "quiet":
				s.quiet = true
			case "status":
				s.status = true
			case "strict":
				s.strict = true
			case "w":
				s.warning = true
			}
		}
		if !s.check && (s.quiet || s.status || s.strict || s.warning || s.ignoreMissing) {
			name := map[bool]string{
				s.ignoreMissing: "ignore-missing", s.strict: "strict",
				s.warning: "warn", s.quiet: "quiet",
				s.status: "status",
			}[true]
			r.usage("the --%s option is meaningful only when verifying checksums", name)
		}
		switch {
		case s.tag && s.check:
			r.usage("the --tag option is meaningless when verifying checksums")
		case s.mode && s.check:
			r.usage("the --binary and --text options are meaningless when verifying checksums")
		case s.zero && s.check:
			r.usage("the --zero option is not supported when verifying checksums")
		case s.tag && s.text:
			r.usage("--tag does not support --text mode")
		}
		if len(files) == 0 {
			files = []string{"-"}
		}
		for _, name := range files {
			if s.check {
				s.verify(name)
			} else {
				s.file(name)
			}
		}
		return r.status
	}
}

var (
	md5sumMain    = sumsProgram("MD5", abi.DigestMD5, 16)
	sha1sumMain   = sumsProgram("SHA1", abi.DigestSHA1, 20)
	sha224sumMain = sumsProgram("SHA224", abi.DigestSHA224, 28)
	sha256sumMain = sumsProgram("SHA256", abi.DigestSHA256, 32)
	sha384sumMain = sumsProgram("SHA384", abi.DigestSHA384, 48)
	sha512sumMain = sumsProgram("SHA512", abi.DigestSHA512, 64)
	b2sumMain     = sumsProgram("BLAKE2b", digestBlake2b, 64)
)

// length is b2sum -l: bits, of which 0 means all.
func (s *sums) length(v string) {
	bits := s.r.amount(v, "", "invalid length", 0, math.MaxUint64)
	switch {
	case bits > 512:
		s.r.message("invalid length: " + s.r.curly(v))
		s.r.die(1, "maximum digest length for %s is 512 bits", s.r.curly("BLAKE2b"))
	case bits%8 != 0:
		s.r.message("invalid length: " + s.r.curly(v))
		s.r.die(1, "length is not a multiple of 8")
	case bits > 0 && bits < 512:
		s.size, s.label = int(bits/8), sprintf("BLAKE2b-%d", bits)
	}
}

func (s *sums) hash(name string) (string, error) {
	f, err := openInput(name)
	if err != nil {
		return "", err
	}
	defer closeInput(f)
	if s.algorithm == digestBlake2b {
		h := newBlake2b(s.size)
		_, err = io.CopyBuffer(h, struct{ io.Reader }{f}, make([]byte, inputSize))
		return hex.EncodeToString(h.Sum()), err
	}
	h := &linux.Digest{Algorithm: s.algorithm}
	if _, err := io.CopyBuffer(h, struct{ io.Reader }{f}, make([]byte, inputSize)); err != nil {
		return "", err
	}
	sum, err := h.Sum()
	return hex.EncodeToString(sum), err
}

func (s *sums) file(name string) {
	sum, err := s.hash(name)
	if err != nil {
		s.r.warnErr(err, "%s", s.r.plain(name))
		return
	}
	end := string([]byte{delimiter(s.zero)})
	mark, escaped := "", name
	if !s.zero && hasAny(name, "\\\n\r") {
		mark = "\\"
		escaped = strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\r", "\\r").Replace(name)
	}
	if s.tag {
		s.r.print(mark, s.label, " (", escaped, ") = ", sum, end)
		return
	}
	kind := " "
	if s.binary {
		kind = "*"
	}
	s.r.print(mark, sum, " ", kind, escaped, end)
}

// parse takes a line of a list apart.
func (s *sums) parse(line string) (sum, name string, ok bool) {
	if s.algorithm == digestBlake2b {
		s.lengthOf(strings.TrimLeft(line, " \t\\"))
	}
	line = strings.TrimLeft(line, " \t")
	escaped := strings.HasPrefix(line, "\\")
	line = strings.TrimPrefix(line, "\\")
	if rest, found := strings.CutPrefix(line, s.label+" ("); found {
		i := strings.LastIndex(rest, ") = ")
		if i < 0 {
			return "", "", false
		}
		name, sum = rest[:i], rest[i+4:]
	} else {
		var found bool
		sum, name, found = strings.Cut(line, " ")
		if !found || name == "" || name[0] != ' ' && name[0] != '*' {
			return "", "", false
		}
		name = name[1:]
	}
	if escaped {
		name = strings.NewReplacer("\\\\", "\\", "\\n", "\n", "\\r", "\r").Replace(name)
	}
	_, err := hex.DecodeString(sum)
	return strings.ToLower(sum), name, err == nil && len(sum) == 2*s.size
}

// lengthOf takes the length of a hash from the line that holds it.
func (s *sums) lengthOf(line string) {
	if rest, ok := strings.CutPrefix(line, "BLAKE2b"); ok {
		s.size, s.label = 64, "BLAKE2b"
		if bits, _, ok := strings.Cut(strings.TrimPrefix(rest, "-"), " "); ok && isDigits(bits) {
			s.size, s.label = min(atoi(bits)/8, 64), "BLAKE2b-"+bits
		}
		return
	}
	sum, _, _ := strings.Cut(line, " ")
	s.size, s.label = min(len(sum)/2, 64), "BLAKE2b"
}

func (s *sums) verify(list string) {
	f, err := openInput(list)
	if err != nil {
		s.r.warnErr(err, "%s", s.r.plain(list))
		return
	}
	defer closeInput(f)
	label := list
	if list == "-" {
		label = "standard input"
	}
	text, err := readAll(f)
	if err != nil {
		s.r.warnErr(err, "%s: read error", s.r.plain(label))
		return
	}
	var good, wrong, unreadable, malformed int
	for n, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		if bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		sum, name, ok := s.parse(strings.TrimSuffix(string(line), "\r"))
		if !ok {
			if malformed++; s.warning {
				s.r.message(sprintf("%s: %d: improperly formatted %s checksum line", s.r.plain(label), n+1,
					s.label))
			}
			continue
		}
		s.compare(sum, name, &good, &wrong, &unreadable)
	}
	s.summary(label, good, wrong, unreadable, malformed)
}

func (s *sums) compare(sum, name string, good, wrong, unreadable *int) {
	if s.ignoreMissing {
		if _, err := linux.Stat(name); err != nil {
			return
		}
	}
	got, err := s.hash(name)
	switch {
	case err != nil:
		*unreadable++
		s.r.warnErr(err, "%s", s.r.plain(name))
		if !s.status {
			s.r.print(name, ": FAILED open or read\n")
		}
	case got != sum:
		*wrong++
		if !s.status {
			s.r.print(name, ": FAILED\n")
		}
	default:
		*good++
		if !s.status && !s.quiet {
			s.r.print(name, ": OK\n")
		}
	}
}

func (s *sums) summary(label string, good, wrong, unreadable, malformed int) {
	say := func(n int, one, many string) {
		if n == 1 {
			s.r.message("WARNING: 1 " + one)
		} else if n > 1 {
			s.r.message(sprintf("WARNING: %d %s", n, many))
		}
	}
	if good+wrong+unreadable == 0 && !(s.ignoreMissing && malformed == 0) {
		s.r.warn("%s: no properly formatted checksum lines found", s.r.plain(label))
		return
	}
	if !s.status {
		say(malformed, "line is improperly formatted", "lines are improperly formatted")
		say(unreadable, "listed file could not be read", "listed files could not be read")
		say(wrong, "computed checksum did NOT match", "computed checksums did NOT match")
	}
	if s.ignoreMissing && good == 0 {
		s.r.warn("%s: no file was verified", s.r.plain(label))
	}
	if wrong+unreadable > 0 || s.strict && malformed > 0 {
		s.r.status = 1
	}
}
