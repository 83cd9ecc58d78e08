package shell

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// reading is what read was asked for.
type reading struct {
	raw     bool
	array   string
	delim   byte
	chars   int // -n, -N: at most so many; 0: no limit
	exact   bool
	prompt  string
	timeout int64 // ns; -1: none
	fd      int
	names   []string
	bad     string // what is wrong with an option's argument
}

// timedOut is the exit code of a read that took too long, as if SIGALRM had ended it.
const timedOut = 128 + int(primitives.SIGALRM)

func (r *reading) option(c byte, arg string) {
	switch c {
	case 'r':
		r.raw = true
	case 'a':
		r.array = arg
	case 'd':
		r.delim = 0
		if arg != "" {
			r.delim = arg[0]
		}
	case 'n', 'N':
		r.chars, r.exact = r.number(arg, "number"), c == 'N'
		if r.chars == 0 {
			r.chars = -1
		}
	case 'p':
		r.prompt = arg
	case 't':
		f, err := strconv.ParseFloat(arg, 64)
		if arg == "" {
			f, err = 0, nil
		}
		if err != nil || f < 0 {
			r.bad = arg + ": invalid timeout specification"
		}
		r.timeout = int64(math.Round(f * second))
	case 'u':
		r.fd = r.number(arg, "file descriptor specification")
	}
}

func (r *reading) number(arg, what string) int {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 {
		r.bad = arg + ": invalid " + what
	}
	return n
}

func read(sh *Shell, args []string) int {
	r := reading{delim: '\n', timeout: -1}
	rest, ok := sh.options(args, "ersa:d:i:n:N:p:t:u:", r.option)
	switch {
	case !ok:
		return 2
	case r.bad != "":
		return sh.fail(r.bad)
	}
	for _, name := range rest {
		if validTarget(name) {
			continue
		}
		if sh.dash {
			sh.complain("read", name+": bad variable name")
			sh.endSpecial()
			return 2
		}
		return sh.fail("`" + name + "': not a valid identifier")
	}
	if sh.dash && len(rest) == 0 {
		sh.complain("read", "arg count")
		return 2
	}
	r.names = rest
	return sh.doRead(&r)
}

func (sh *Shell) doRead(r *reading) int {
	if r.fd > 0 {
		if _, err := linux.Fcntl(r.fd, linux.FGetfd, 0); err != nil {
			return sh.fail(itoa(r.fd) + ": invalid file descriptor: " + reason(err))
		}
	}
	if r.timeout == 0 {
		return sh.ready(r.fd)
	}
	if r.prompt != "" && linux.Isatty(r.fd) {
		sh.flush()
		sh.stderr(r.prompt)
	}
	text, quoted, status := sh.readInput(r)
	if status == 2 {
		return 1
	}
	if !sh.giveRead(r, text, quoted) {
		return 1
	}
	return status
}

// ready is read -t 0: is there input?
func (sh *Shell) ready(fd int) int {
	p := []linux.PollFd{{Fd: int32(fd), Events: linux.PollIn}}
	if n, err := linux.Poll(p, 0); err == nil && n > 0 {
		return 0
	}
	return 1
}

// readInput reads up to the delimiter. quoted marks the bytes that a backslash quoted.
func (sh *Shell) readInput(r *reading) (text []byte, quoted []bool, status int) {
	in := input{sh: sh, fd: r.fd}
	if r.timeout > 0 {
		in.deadline = sh.now() + r.timeout
	}
	if !r.exact && r.chars == 0 {
		in.start()
	}
	if r.raw && in.seek && r.delim != 0 && in.deadline == 0 {
		text, status = in.line(r.delim)
		return text, nil, status
	}
	count := 0
	for r.chars >= 0 && (r.chars == 0 || count < r.chars) {
		c, err := in.next()
		if err != nil {
			in.stop()
			return text, quoted, in.failure(err)
		}
		escaped := false
		switch {
		case c == '\\' && !r.raw:
			if c, err = in.next(); err != nil {
				in.stop()
				return text, quoted, in.failure(err)
			}
			if c == '\n' {
				continue
			}
			escaped = true
		case c == r.delim && !r.exact:
			in.stop()
			return text, quoted, 0
		case c == 0:
			continue // no string holds it
		}
		text, quoted = append(text, c), append(quoted, escaped)
		if !sh.utf8 || utf8.RuneStart(c) {
			count++
			if sh.utf8 && r.chars > 0 && count == r.chars && c >= utf8.RuneSelf {
				text, quoted = in.restOfRune(text, quoted)
			}
		}
	}
	in.stop()
	return text, quoted, 0
}

// input reads bytes no further than they are wanted: others may read the same file after us.
type input struct {
	sh       *Shell
	fd       int
	deadline int64
	seek     bool // what was read too much can be given back
	buf      []byte
	at       int
	one      [1]byte
}

const inputSize = 512

func (in *input) start() {
	if k := &in.sh.seeks; k.known && k.fd == in.fd {
		in.seek = k.can
		return
	}
	_, err := linux.Lseek(in.fd, 0, linux.SeekCur)
	in.seek = err == nil
	in.sh.seeks = seekable{fd: in.fd, can: in.seek, known: true}
}

// seekable remembers whether a descriptor can be positioned, as long as no redirection changes any.
type seekable struct {
	fd         int
	can, known bool
}

// stop gives back what was read and not wanted.
func (in *input) stop() {
	if n := len(in.buf) - in.at; n > 0 {
		_, _ = linux.Lseek(in.fd, int64(-n), linux.SeekCur)
	}
	in.buf = nil
}

func (in *input) next() (byte, error) {
	if in.at < len(in.buf) {
		in.at++
		return in.buf[in.at-1], nil
	}
	b := in.one[:]
	if in.seek {
		if in.buf == nil {
			in.buf = in.sh.readBuffer[:0]
		}
		b = in.sh.readBuffer[:]
	}
	for {
		if in.deadline > 0 {
			if err := in.wait(); err != nil {
				return 0, err
			}
		}
		n, err := linux.Read(in.fd, b)
		switch {
		case isErrno(err, primitives.EINTR):
			if in.sh.interrupted() {
				return 0, err
			}
			continue
		case err != nil:
			return 0, err
		case n == 0:
			in.buf, in.at = in.buf[:0], 0
			return 0, primitives.OK
		}
		if in.seek {
			in.buf, in.at = b[:n], 1
		}
		return b[0], nil
	}
}

// line reads up to a delimiter, in blocks.
func (in *input) line(delim byte) (text []byte, status int) {
	defer in.stop()
	for {
		if _, err := in.next(); err != nil {
			return text, in.failure(err)
		}
		in.at--
		rest := in.buf[in.at:]
		n := bytes.IndexByte(rest, delim)
		if n < 0 {
			n = len(rest)
		} else if text == nil && bytes.IndexByte(rest[:n], 0) < 0 { // nothing need be copied
			in.at += n + 1
			return rest[:n], 0
		}
		for _, c := range rest[:n] {
			if c != 0 {
				text = append(text, c)
			}
		}
		in.at += n
		if n < len(rest) {
			in.at++
			return text, 0
		}
	}
}

// wait waits for input until the deadline.
func (in *input) wait() error {
	left := in.deadline - in.sh.now()
	if left <= 0 {
		return primitives.ETIMEDOUT
	}
	p := []linux.PollFd{{Fd: int32(in.fd), Events: linux.PollIn}}
	n, err := linux.Poll(p, int((left+999_999)/1_000_000))
	if err == nil && n == 0 {
		return primitives.ETIMEDOUT
	}
	return nil
}

// restOfRune completes a character of several bytes.
func (in *input) restOfRune(text []byte, quoted []bool) ([]byte, []bool) {
	start := len(text) - 1
	for !utf8.FullRune(text[start:]) {
		c, err := in.next()
		if err != nil {
			break
		}
		text, quoted = append(text, c), append(quoted, false)
	}
	return text, quoted
}

// failure turns what ended a read early into its exit code; 2 is an error that has been reported.
func (in *input) failure(err error) int {
	switch e := primitives.ErrnoOf(err); e {
	case primitives.OK:
		return 1
	case primitives.ETIMEDOUT:
		return timedOut
	case primitives.EINTR:
		return 128 + in.sh.nextPending()
	default:
		in.sh.fail("read error: " + itoa(in.fd) + ": " + e.Text())
		return 2
	}
}

// listTarget reports whether a name may become an indexed array; what is wrong with it has been reported.
func (sh *Shell) listTarget(name string) bool {
	switch {
	case !validName(name):
		sh.fail("`" + name + "': not a valid identifier")
		return false
	case sh.lookup(name).has(associative):
		sh.fail(name + ": not an indexed array")
		return false
	}
	return true
}

// giveRead splits what was read and assigns it.
func (sh *Shell) giveRead(r *reading, text []byte, quoted []bool) bool {
	s := string(text)
	switch {
	case r.array != "":
		return sh.listTarget(r.array) && sh.setList(r.array, sh.cut(s, quoted, 0))
	case len(r.names) == 0:
		return sh.setVar("REPLY", s)
	case r.exact:
		if !sh.assignTarget(r.names[0], s) {
			return false
		}
		for _, name := range r.names[1:] {
			sh.assignTarget(name, "")
		}
		return true
	}
	fields := sh.cut(s, quoted, len(r.names))
	for i, name := range r.names {
		value := ""
		if i < len(fields) {
			value = fields[i]
		}
		if !sh.assignTarget(name, value) {
			return false
		}
	}
	return true
}

// assignTarget assigns to a name that may have a subscript.
func (sh *Shell) assignTarget(name, value string) bool {
	base, index, found := strings.Cut(name, "[")
	if found && strings.HasSuffix(index, "]") {
		base, _, _ = sh.target(base)
		return sh.assignElement(base, sh.expandIndex(base, index[:len(index)-1]), value, false)
	}
	return sh.setVar(name, value)
}

// cut splits what read has read into at most limit fields, the last of which takes the rest.
func (sh *Shell) cut(s string, quoted []bool, limit int) (fields []string) {
	t := sh.ifs
	plain := func(i int) bool { return quoted == nil || !quoted[i] }
	space := func(i int) bool { return t.space[s[i]] && plain(i) }
	delim := func(i int) bool { return t.other[s[i]] && plain(i) }
	i := 0
	for i < len(s) && space(i) {
		i++
	}
	for i < len(s) {
		start := i
		if limit > 0 && len(fields) == limit-1 {
			return append(fields, sh.lastField(s, quoted, start))
		}
		for i < len(s) && !space(i) && !delim(i) {
			i++
		}
		fields = append(fields, s[start:i])
		for i < len(s) && space(i) {
			i++
		}
		if i < len(s) && delim(i) {
			i++
			for i < len(s) && space(i) {
				i++
			}
		}
	}
	return fields
}

// lastField is the rest of the line for the last variable: without the white space at its end, and
// without one delimiter there if it is the only one.
func (sh *Shell) lastField(s string, quoted []bool, start int) string {
	t := sh.ifs
	end := len(s)
	plain := func(i int) bool { return quoted == nil || !quoted[i] }
	for end > start && t.space[s[end-1]] && plain(end-1) {
		end--
	}
	if end == start || !t.other[s[end-1]] || !plain(end-1) {
		return s[start:end]
	}
	for i := start; i < end-1; i++ {
		if (t.other[s[i]] || t.space[s[i]]) && plain(i) {
			return s[start:end]
		}
	}
	return s[start : end-1]
}

// readLine reads a line from fd for the shell itself; false at the end of the input.
func (sh *Shell) readLine(fd int) (string, bool) {
	in := input{sh: sh, fd: fd}
	in.start()
	defer in.stop()
	var b []byte
	for {
		c, err := in.next()
		if err != nil {
			return string(b), false
		}
		if c == '\n' {
			return string(b), true
		}
		b = append(b, c)
	}
}
