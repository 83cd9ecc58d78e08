package tool

import (
	"bufio"
	"encoding/base64"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const uuLine = 45 // bytes of a line

// uuencodeMain is that of sharutils 4.15.2.
func uuencodeMain(r *run) int {
	opts, words := r.sharOptions("m/base64 e/encode-file-name", "uuencode (GNU sharutils) - encode a file "+
		"into "+
		"email friendly text\nUsage:  uuencode [ -<flag> | --<name> ]... [<in-file>] <output-name>\n")
	mime, hidden := false, false
	for _, o := range opts {
		mime = mime || o.name == "m"
		hidden = hidden || o.name == "e"
	}
	mode := 0o666 &^ currentUmask()
	f := &linux.File{Fd: 0}
	switch len(words) {
	case 1:
		if st, err := linux.Fstat(0); err == nil && st.IsRegular() {
			mode = st.Mode & 0o777
		}
	case 2:
		var err error
		if f, err = linux.OpenFile(words[0], primitives.O_RDONLY, 0); err != nil {
			r.stderr(sprintf("uuencode fatal error:\nfserr %d (%s) performing 'freopen of stdin' on %s\n",
				int(primitives.ErrnoOf(err)), primitives.ErrnoOf(err).Text(), words[0]))
			return 1
		}
		if st, err := linux.Fstat(f.Fd); err == nil {
			mode = st.Mode & 0o777
		}
	default:
		r.sharUsage()
	}
	name := words[len(words)-1]
	begin := "begin"
	if mime {
		begin += "-base64"
	}
	if hidden {
		begin += "-encoded"
		name = base64.StdEncoding.EncodeToString([]byte(name))
	}
	r.printf("%s %o %s\n", begin, mode, name)
	r.uuencode(f, mime)
	if mime {
		r.print("====\n")
	} else {
		r.print("`\nend\n")
	}
	return 0
}

func (r *run) uuencode(f io.Reader, mime bool) {
	in := bufio.NewReaderSize(f, inputSize)
	line := make([]byte, uuLine)
	for {
		n, err := io.ReadFull(in, line)
		if n > 0 {
			if mime {
				r.print(base64.StdEncoding.EncodeToString(line[:n]), "\n")
			} else {
				r.print(uuText(line[:n]), "\n")
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				r.dieErr(1, err, "read error")
			}
			return
		}
	}
}

func uuText(b []byte) string {
	digit := func(n byte) byte {
		if n &= 63; n == 0 {
			return '`'
		}
		return n + ' '
	}
	out := []byte{digit(byte(len(b)))}
	for len(b) > 0 {
		var g [3]byte
		n := copy(g[:], b)
		b = b[n:]
		out = append(out, digit(g[0]>>2), digit(g[0]<<4|g[1]>>4), digit(g[1]<<2|g[2]>>6), digit(g[2]))
	}
	return string(out)
}

// sharOptions reads options as sharutils does, whose words are those of another library.
func (r *run) sharOptions(spec, usage string) ([]option, []string) {
	r.usageStatus = 64
	r.usageLine = usage
	r.usageTry = "Try '" + r.which + " --help' for more information.\n"
	for _, a := range r.args {
		switch a {
		case "--version", "-v":
			r.print(r.which, " (GNU sharutils) 4.15.2\n")
			unsupportedNote(r.which + " " + a)
			panic(exit(0))
		case "--help", "-h", "-!", "--more-help":
			unsupportedNote(r.which + " " + a)
			r.print(usage)
			panic(exit(0))
		}
	}
	return r.options(spec)
}

func (r *run) sharUsage() {
	r.stderr(r.usageLine + r.usageTry)
	panic(exit(64))
}

// uudecoder decodes one input.
type uudecoder struct {
	r      *run
	lines  *lineReader
	name   string
	output string
	force  bool // -o
}

// uudecodeMain is that of sharutils 4.15.2.
func uudecodeMain(r *run) int {
	opts, words := r.sharOptions("o:/output-file c/ignore-chmod", "uudecode (GNU sharutils) - decode an "+
		"encoded "+
		"file\nUsage:  uudecode [ -<flag> [<val>] | --<name>[{=| }<val>] ]... [<file>...]\n")
	output, force := "", false
	for _, o := range opts {
		if o.name == "o" {
			output, force = o.value, true
		}
	}
	if len(words) == 0 {
		words = []string{"-"}
	}
	for _, w := range words {
		f, err := openInput(w)
		if err != nil {
			r.message(w + ": " + primitives.ErrnoOf(err).Text())
			r.status = 4
			continue
		}
		d := &uudecoder{r: r, lines: newLineReader(f, '\n'), name: w, output: output, force: force}
		if w == "-" {
			d.name = "standard input"
		}
		d.decode()
		closeInput(f)
	}
	return r.status
}

func (d *uudecoder) fatal(text string) {
	end := "\n"
	if text == "Short file" { // as its own format has it
		end = ""
	}
	d.r.stderr("uudecode fatal error:\n" + d.name + ": " + text + end)
	panic(exit(2))
}

func (d *uudecoder) decode() {
	begin, mode, name := d.begin()
	if d.force {
		name = d.output
	}
	var out io.Writer = struct{ io.Writer }{d.r.out}
	if name != "-" && name != "/dev/stdout" {
		f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
		if err != nil {
			d.r.stderr(sprintf("uudecode fatal error:\nfserr %d (%s) performing 'freopen' on %s\n",
				int(primitives.ErrnoOf(err)), primitives.ErrnoOf(err).Text(), name))
			panic(exit(4))
		}
		_ = linux.Fchmod(f.Fd, mode)
		w := linux.NewWriter(f.Fd)
		defer func() {
			if err := w.Flush(); err != nil {
				d.r.dieErr(2, err, "%s", name)
			}
			_ = f.Close()
		}()
		out = w
	}
	if strings.HasPrefix(begin, "begin-base64") {
		d.base64(out)
	} else {
		d.classic(out)
	}
}

// begin looks for the line that begins the data.
func (d *uudecoder) begin() (begin string, mode uint32, name string) {
	for {
		line, _, err := d.lines.next()
		if err != nil {
			d.fatal("Invalid or missing 'begin' line")
		}
		words := strings.SplitN(strings.TrimRight(string(line), "\r"), " ", 3)
		if len(words) < 3 || !strings.HasPrefix(words[0], "begin") {
			continue
		}
		n, err := strconv.ParseUint(words[1], 8, 32)
		kind := strings.TrimSuffix(words[0], "-encoded")
		if err != nil || kind != "begin" && kind != "begin-base64" {
			continue
		}
		name = words[2]
		if kind != words[0] {
			if b, err := base64.StdEncoding.DecodeString(name); err == nil {
				name = string(b)
			}
		}
		return kind, uint32(n) & 0o777, name
	}
}

func (d *uudecoder) classic(out io.Writer) {
	for {
		line, _, err := d.lines.next()
		if err != nil {
			d.fatal("Short file")
		}
		if len(line) == 0 {
			continue
		}
		value := func(i int) byte {
			if i >= len(line) {
				return 0
			}
			return (line[i] - ' ') & 63
		}
		n := int(value(0))
		if n == 0 {
			break
		}
		var b []byte
		for i := 1; len(b) < n; i += 4 {
			b = append(b, value(i)<<2|value(i+1)>>4, value(i+1)<<4|value(i+2)>>2, value(i+2)<<6|value(i+3))
		}
		_, _ = out.Write(b[:n])
	}
	line, _, err := d.lines.next()
	if err != nil || strings.TrimRight(string(line), "\r") != "end" {
		d.fatal("No 'end' line")
	}
}

func (d *uudecoder) base64(out io.Writer) {
	var rest []byte
	for {
		line, _, err := d.lines.next()
		if err != nil {
			d.r.stderr("uudecode fatal error:\nfserr 2 (No such file or directory) performing '%s: Short " +
				"file' on " +
				d.name + "\n")
			panic(exit(2))
		}
		text := strings.TrimRight(string(line), "\r")
		if strings.HasPrefix(text, "====") {
			return
		}
		rest = append(rest, strings.ReplaceAll(text, " ", "")...)
		whole := len(rest) / 4 * 4
		b := make([]byte, base64.StdEncoding.DecodedLen(whole))
		n, err := base64.StdEncoding.Decode(b, rest[:whole])
		if err != nil {
			d.fatal("illegal line")
		}
		_, _ = out.Write(b[:n])
		rest = append([]byte(nil), rest[whole:]...)
	}
}
