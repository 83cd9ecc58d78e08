package tool

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const sortSpec = "b/ignore-leading-blanks d/dictionary-order f/ignore-case g/general-numeric-sort " +
	"i/ignore-nonprinting " +
	"M/month-sort h/human-numeric-sort n/numeric-sort R/random-sort /random-source: r/reverse /sort: " +
	"V/version-sort " +
	"/batch-size: c C /check? /compress-program: !/debug /files0-from: k:/key m/merge o:/output s/stable " +
	"S:/buffer-size t:/field-separator T:/temporary-directory /parallel: u/unique z/zero-terminated y:"

type sorter struct {
	r                     *run
	global                sortKey
	keys                  []*sortKey
	separator             int // -1: blanks
	delim                 byte
	unique, stable, merge bool
	check                 byte // 0, c or C
	output                string
	files0                string
	salt                  []byte
	input                 sortInput
}

func sortMain(r *run) int {
	r.usageStatus = 2
	s := &sorter{r: r, separator: -1, delim: '\n'}
	r.args = oldKeys(r.args)
	opts, files := r.options(sortSpec)
	for _, o := range opts {
		s.option(o)
	}
	s.inherit()
	if s.files0 != "" {
		files = s.listed(files)
	}
	if s.check != 0 {
		if len(files) > 1 {
			r.die(2, "extra operand %s not allowed with -%c", r.quoted(files[1]), s.check)
		}
		if s.output != "" {
			r.die(2, "options '-%co' are incompatible", s.check)
		}
		return s.checkFile(append(files, "-")[0])
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if s.merge {
		return s.write(s.mergeFiles(files))
	}
	for _, name := range files {
		s.read(name)
	}
	return s.write(s.sorted())
}

func (s *sorter) option(o option) {
	r := s.r
	switch o.name {
	case "c", "C":
		s.setCheck(o.name[0])
	case "check":
		check := byte('c')
		if o.given && r.choose("--check", o.value, "quiet|silent", "diagnose-first") == "quiet" {
			check = 'C'
		}
		s.setCheck(check)
	case "files0-from":
		s.files0 = o.value
	case "k":
		s.keys = append(s.keys, s.parseKey(o.value))
	case "m":
		s.merge = true
	case "o":
		if s.output != "" && s.output != o.value {
			r.die(2, "multiple output files specified")
		}
		s.output = o.value
	case "s":
		s.stable = true
	case "sort":
		word := r.choose("--sort", o.value, "general-numeric", "human-numeric", "month", "numeric",
			"random", "version")
		s.global.set(map[string]byte{
			"general-numeric": 'g', "human-numeric": 'h', "month": 'M', "numeric": 'n', "random": 'R',
			"version": 'V',
		}[word], true, true)
	case "t":
		s.setSeparator(o.value)
	case "u":
		s.unique = true
	case "z":
		s.delim = 0
	case "S", "parallel", "batch-size", "random-source":
		s.tuning(o)
	case "T", "compress-program", "y":
		// They choose how GNU sort works, not what comes out.
	default:
		s.global.set(o.name[0], true, true)
	}
}

func (s *sorter) setSeparator(v string) {
	old := s.separator
	defer func() {
		if old >= 0 && old != s.separator {
			s.r.die(2, "incompatible tabs")
		}
	}()
	switch {
	case v == "":
		s.r.die(2, "empty tab")
	case v == `\0`:
		s.separator = 0
	case len(v) > 1:
		s.r.die(2, "multi-character tab %s", s.r.curly(v))
	default:
		s.separator = int(v[0])
	}
}

// inherit gives keys without options of their own the global ones.
func (s *sorter) inherit() {
	for _, k := range s.keys {
		if k.plain() {
			place := *k
			*k = s.global
			k.startField, k.startChar = place.startField, place.startChar
			k.endField, k.endChar = place.endField, place.endChar
		}
		s.incompatible(k)
	}
	s.incompatible(&s.global)
	if len(s.keys) == 0 && !s.global.plain() {
		key := s.global
		key.endField = -1
		s.keys = []*sortKey{&key}
	}
	s.salt = make([]byte, 16)
	for _, k := range s.keys {
		if k.order == 'R' {
			_ = linux.Getrandom(s.salt)
		}
	}
}

func (s *sorter) incompatible(k *sortKey) {
	if len(k.orders) > 1 || len(k.orders) == 1 && (k.dictionary || k.printing) && k.order != 'V' &&
		k.order != 'R' {
		letters := ""
		for _, c := range "dfghiMnRV" {
			given := strings.ContainsRune(k.orders, c)
			switch c {
			case 'd':
				given = k.dictionary
			case 'f':
				given = k.fold
			case 'i':
				given = k.printing && !k.dictionary
			}
			if given {
				letters += string(c)
			}
		}
		s.r.die(2, "options '-%s' are incompatible", letters)
	}
}

func (s *sorter) compare(a, b *sortLine) int {
	if order := s.compareKeys(a, b); order != 0 || s.stable || s.unique {
		return order
	}
	order := bytes.Compare(a.text, b.text)
	if s.global.reverse {
		return -order
	}
	return order
}

func (s *sorter) compareKeys(a, b *sortLine) int {
	for i, k := range s.keys {
		x, y := a.key, b.key
		if i > 0 {
			x, y = s.keyText(k, a.text), s.keyText(k, b.text)
		}
		if order := k.compare(x, y, s.salt); order != 0 {
			if k.reverse {
				return -order
			}
			return order
		}
	}
	if len(s.keys) > 0 {
		return 0
	}
	if s.unique || s.stable {
		order := bytes.Compare(a.text, b.text)
		if s.global.reverse {
			return -order
		}
		return order
	}
	return 0
}

func (s *sorter) write(order []sortRef) int {
	out := s.r.out
	if s.output != "" {
		f, err := linux.OpenFile(s.output, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
		if err != nil {
			s.r.dieErr(2, err, "open failed: %s", s.r.plain(s.output))
		}
		out = linux.NewWriter(f.Fd)
	}
	var last sortLine
	for i, ref := range order {
		if s.unique {
			line := s.input.line(ref.index)
			if i > 0 && s.compareKeys(&last, &line) == 0 {
				continue
			}
			last = line
		}
		_, _ = out.Write(s.input.whole(ref.index))
	}
	if err := out.Flush(); err != nil {
		name := "standard output"
		if s.output != "" {
			name = s.output
		}
		s.r.out.Err = nil
		failed := "fflush"
		if out.Early() {
			failed, name = "write", s.r.plain(name)
		} else {
			name = s.r.quoted(name)
		}
		s.r.message(failed + " failed: " + name + ": " + primitives.ErrnoOf(err).Text())
		if s.output == "" || out.Early() {
			s.r.message("write error")
		}
		return 2
	}
	return 0
}

func (s *sorter) checkFile(name string) int {
	f, err := openInput(name)
	if err != nil {
		s.r.dieErr(2, err, "open failed: %s", s.r.plain(name))
	}
	defer closeInput(f)
	lines := newLineReader(f, s.delim)
	var last sortLine
	var kept [2][]byte // the line and the one before
	for n := 1; ; n++ {
		text, _, err := lines.next()
		if errors.Is(err, io.EOF) {
			return 0
		}
		if err != nil {
			s.r.dieErr(2, err, "read failed: %s", s.r.plain(name))
		}
		kept[n&1] = append(kept[n&1][:0], text...)
		line := s.line(kept[n&1])
		if n > 1 {
			order := s.compare(&last, &line)
			if order > 0 || s.unique && order == 0 {
				if s.check == 'c' {
					_ = s.r.out.Flush()
					s.r.stderr(sprintf("%s: %s:%d: disorder: %s%c", s.r.name, s.r.plain(name), n, line.text,
						s.delim))
				}
				return 1
			}
		}
		last = line
	}
}
