package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// sdiff shows two files beside each other, or merges them with -o by what standard input says.
type sdiff struct {
	*patch
	c     *diffColumns
	out   *linux.Writer
	quiet bool // s: common lines are not shown
}

func sdiffMain(r *run) int {
	r.usageStatus, r.usageLine = 2, r.name+": "
	d := newDiff(r)
	d.style = 'y'
	output := ""
	opts, words := r.options("a/text b/ignore-space-change B/ignore-blank-lines d/minimal !/diff-program: " +
		"E/ignore-tab-expansion " +
		"H/speed-large-files i/ignore-case I:/ignore-matching-lines l/left-column o:/output " +
		"s/suppress-common-lines t/expand-tabs /tabsize: w:/width W/ignore-all-space " +
		"Z/ignore-trailing-space /strip-trailing-cr v/version")
	own := r.name
	for _, o := range opts {
		if o.name == "o" {
			output = o.value
			continue
		}
		if name, ok := sdiffNames[o.name]; ok {
			o.name = name
		}
		r.name = strings.TrimSuffix(own, baseName(own)) + "diff" // which is what sdiff runs
		r.usageLine = r.name + ": "
		d.option(o)
	}
	r.name, r.usageLine = own, own+": "
	switch {
	case len(words) == 0:
		r.usage("missing operand after '%s'", lastWord(r))
	case len(words) == 1:
		r.usage("missing operand after '%s'", words[0])
	case len(words) > 2:
		r.usage("extra operand '%s'", words[2])
	}
	if output == "" {
		r.name = strings.TrimSuffix(own, baseName(own)) + "diff"
		d.pair(words[0], words[1], true)
		return d.status
	}
	return d.merge(words[0], words[1], output)
}

// sdiffNames are sdiff's options that diff calls otherwise.
var sdiffNames = map[string]string{"w": "W", "W": "w", "l": "left-column", "s": "suppress-common-lines"}

// merge is sdiff -o.
func (d *diff) merge(a, b, output string) int {
	a, b = d.beside(a, b), d.beside(b, a)
	textA, okA := d.read(a)
	textB, okB := d.read(b)
	if !okA || !okB {
		return 2
	}
	f, err := linux.OpenFile(output, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		d.r.dieErr(2, err, "%s", output)
	}
	p := &patch{d: d, a: d.lines(textA), b: d.lines(textB), names: [2]string{a, b}}
	p.hunks = lineDiff(d.keys(p.a), d.keys(p.b))
	p.trivial = d.trivial(p)
	s := &sdiff{patch: p, c: p.layout(), out: linux.NewWriter(f.Fd), quiet: d.suppressCommon}
	status := s.all()
	if err := s.out.Flush(); err != nil {
		d.r.dieErr(2, err, "%s", output)
	}
	return status
}

// beside is a name, or that of the other file in the directory of this name.
func (d *diff) beside(name, other string) string {
	if st, err := d.stat(name); err == nil && st.IsDir() {
		return join(name, baseName(other))
	}
	return name
}

func (s *sdiff) all() int {
	done, status := hunk{}, 0
	for i, h := range s.hunks {
		if s.trivial[i] {
			continue
		}
		status = 1
		s.common(hunk{done.a1, h.a0, done.b1, h.b0})
		s.d.suppressCommon = false
		s.c.changed(h)
		if !s.ask(h) {
			return 2
		}
		done = h
	}
	s.common(hunk{done.a1, len(s.a), done.b1, len(s.b)})
	return status
}

func (s *sdiff) common(h hunk) {
	s.d.suppressCommon = s.quiet
	s.c.common(h)
	s.write(s.a[h.a0:h.a1])
}

func (s *sdiff) write(lines [][]byte) {
	for _, l := range lines {
		_, _ = s.out.Write(l)
	}
}

// ask obeys commands until one decides; false ends the merge.
func (s *sdiff) ask(h hunk) bool {
	for {
		s.d.r.print("%")
		_ = s.d.r.out.Flush()
		line, ok := readLine()
		if !ok {
			return false
		}
		switch command := strings.TrimLeft(line, " \t"); {
		case command == "l" || command == "1":
			s.write(s.a[h.a0:h.a1])
			return true
		case command == "r" || command == "2":
			s.write(s.b[h.b0:h.b1])
			return true
		case command == "s":
			s.quiet = true
		case command == "v":
			s.quiet = false
		case command == "q":
			return false
		case strings.HasPrefix(command, "e"):
			s.d.r.unsupported("-o with an editor")
		default:
			s.d.r.stderr(sdiffCommands)
		}
	}
}

const sdiffCommands = "ed:\tEdit then use both versions, each decorated with a header.\n" +
	"eb:\tEdit then use both versions.\nel or e1:\tEdit then use the left version.\n" +
	"er or e2:\tEdit then use the right version.\ne:\tDiscard both versions then edit a new one.\n" +
	"l or 1:\tUse the left version.\nr or 2:\tUse the right version.\n" +
	"s:\tSilently include common lines.\nv:\tVerbosely include common lines.\nq:\tQuit.\n"

// readLine reads a line of standard input byte by byte.
func readLine() (string, bool) {
	var b bytes.Buffer
	for c := []byte{0}; ; {
		if n, err := linux.Read(0, c); n == 0 || err != nil {
			return "", false
		}
		if c[0] == '\n' {
			return b.String(), true
		}
		b.WriteByte(c[0])
	}
}
