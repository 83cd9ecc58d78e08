package tool

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type dd struct {
	r                         *run
	in, out                   *linux.File
	from, to                  string
	inSize, outSize           uint64
	bothSizes                 bool // bs=: blocks go through as they are
	count, skip, seek         uint64
	countBytes, skipBytes     bool
	seekBytes, counted        bool
	conv, inFlags, outFlags   []string
	status                    string
	inFull, inPart            uint64
	outFull, outPart, written uint64
	buffer                    []byte
	start                     int64
	records                   ddRecords
}

func ddMain(r *run) int {
	d := &dd{r: r, inSize: 512, outSize: 512}
	_, words := r.options("")
	for _, word := range words {
		d.operand(word)
	}
	d.exclusive()
	d.open()
	d.start = linux.ClockGettime(linux.ClockMonotonic)
	code := d.copy()
	d.report()
	return code
}

func (d *dd) operand(word string) {
	name, value, ok := strings.Cut(word, "=")
	if !ok {
		d.r.usage("unrecognized operand %s", d.r.curly(word))
	}
	switch name {
	case "if":
		d.from = value
	case "of":
		d.to = value
	case "bs":
		d.inSize, _ = d.number(value, true)
		d.outSize = d.inSize
		d.bothSizes = true
	case "ibs":
		d.inSize, _ = d.number(value, true)
	case "obs":
		d.outSize, _ = d.number(value, true)
	case "count":
		d.count, d.countBytes = d.number(value, false)
		d.counted = true
	case "skip", "iseek":
		d.skip, d.skipBytes = d.number(value, false)
	case "seek", "oseek":
		d.seek, d.seekBytes = d.number(value, false)
	case "conv":
		d.conv = append(d.conv, d.flags(value, "conversion", "notrunc", "sync", "ucase", "lcase", "swab",
			"noerror", "fsync", "ascii", "ebcdic", "ibm", "block", "unblock",
			"fdatasync", "excl", "nocreat", "sparse")...)
	case "iflag":
		d.inFlags = d.flags(value, "input flag", "fullblock", "count_bytes", "skip_bytes", "nonblock",
			"direct",
			"nofollow", "sync", "dsync", "noatime", "nocache", "directory", "append", "noctty")
	case "oflag":
		d.outFlags = d.flags(value, "output flag", "append", "seek_bytes", "direct", "dsync", "sync",
			"nonblock",
			"noctty", "nofollow", "nocache", "directory", "noatime")
	case "status":
		if d.status = value; value != "none" && value != "noxfer" && value != "progress" {
			d.r.usage("invalid status level: %s", d.r.curly(value))
		}
	case "cbs":
		n, _ := d.number(value, true)
		d.records.size = int(min(n, 1<<30))
	default:
		d.r.usage("unrecognized operand %s", d.r.curly(word))
	}
}

// number reads 4k, 2x512, and 10B, which counts bytes.
func (d *dd) number(value string, positive bool) (n uint64, inBytes bool) {
	total := uint64(1)
	text, inBytes := strings.CutSuffix(value, "B")
	if inBytes && !isDigits(text) {
		text, inBytes = value, false
	}
	for part := range strings.SplitSeq(text, "x") {
		v, ok := parseSize(part)
		if !ok {
			d.r.die(1, "invalid number: %s", d.r.curly(value))
		}
		total *= v
	}
	if positive && total == 0 || total > math.MaxInt64 {
		d.r.die(1, "invalid number: %s", d.r.curly(value))
	}
	return total, inBytes
}

func (d *dd) flags(value, what string, known ...string) []string {
	list := strings.Split(value, ",")
	for _, f := range list {
		switch {
		case slices.Contains(known, f):
		default:
			d.r.usage("invalid %s: %s", what, d.r.curly(f))
		}
	}
	return list
}

func (d *dd) has(flag string) bool { return slices.Contains(d.conv, flag) }

func (d *dd) open() {
	r := d.r
	d.countBytes = d.countBytes || slices.Contains(d.inFlags, "count_bytes")
	d.skipBytes = d.skipBytes || slices.Contains(d.inFlags, "skip_bytes")
	d.seekBytes = d.seekBytes || slices.Contains(d.outFlags, "seek_bytes")
	d.in, d.out = &linux.File{Fd: 0}, &linux.File{Fd: 1}
	var err error
	if d.from != "" {
		flags := primitives.O_RDONLY
		if slices.Contains(d.inFlags, "directory") {
			flags |= primitives.O_DIRECTORY
		}
		if d.in, err = linux.OpenFile(d.from, flags, 0); err != nil {
			r.dieErr(1, err, "failed to open %s", r.quoted(d.from))
		}
	} else {
		d.from = "standard input"
	}
	offset := d.seek
	if !d.seekBytes {
		offset *= d.outSize
	}
	if d.to != "" {
		d.openOutput(offset)
	} else {
		d.to = "standard output"
	}
	d.skipInput()
	if offset == 0 {
		return
	}
	if _, err := d.out.Seek(int64(offset), linux.SeekCur); err != nil {
		r.message(r.quoted(d.to) + ": cannot seek: " + primitives.ErrnoOf(err).Text())
		d.start = linux.ClockGettime(linux.ClockMonotonic)
		d.report()
		panic(exit(1))
	}
}

func (d *dd) openOutput(offset uint64) {
	flags := primitives.O_WRONLY
	if !d.has("nocreat") {
		flags |= primitives.O_CREAT
	}
	if d.has("excl") {
		flags |= primitives.O_EXCL
	}
	truncate := !d.has("notrunc")
	if truncate && offset == 0 {
		flags |= primitives.O_TRUNC
	}
	if slices.Contains(d.outFlags, "append") {
		flags |= primitives.O_APPEND
	}
	f, err := linux.OpenFile(d.to, flags, 0o666)
	if err != nil {
		d.r.dieErr(1, err, "failed to open %s", d.r.quoted(d.to))
	}
	d.out = f
	if truncate && offset > 0 {
		if err := linux.Ftruncate(f.Fd, int64(offset)); err != nil {
			d.r.dieErr(1, err, "failed to truncate to %d bytes in output file %s", offset, d.r.quoted(d.to))
		}
	}
}

func (d *dd) skipInput() {
	n := d.skip
	if !d.skipBytes {
		n *= d.inSize
	}
	if n == 0 {
		return
	}
	if size, ok := sizeLeft(d.in); ok {
		if n > uint64(size) {
			d.r.message(d.r.plain(d.from) + ": cannot skip to specified offset")
			n = uint64(size)
		}
		_, _ = d.in.Seek(int64(n), linux.SeekCur)
		return
	}
	if got, err := io.CopyN(io.Discard, d.in, int64(n)); err != nil && uint64(got) < n {
		d.r.message(d.r.plain(d.from) + ": cannot skip to specified offset")
	}
}

func (d *dd) copy() int {
	buf := make([]byte, d.inSize)
	full := slices.Contains(d.inFlags, "fullblock")
	for left := d.count; !d.counted || left > 0; {
		want := d.inSize
		if d.counted && d.countBytes {
			want = min(want, left)
		}
		n, err := d.read(buf[:want], full)
		if err != nil && n == 0 {
			if err == io.EOF {
				break
			}
			d.r.message("error reading " + d.r.quoted(d.from) + ": " + primitives.ErrnoOf(err).Text())
			if !d.has("noerror") {
				d.flush()
				return 1
			}
		}
		if d.counted && d.countBytes {
			left -= uint64(n)
		} else {
			left--
		}
		if uint64(n) == d.inSize {
			d.inFull++
		} else {
			d.inPart++
		}
		block := buf[:n]
		if d.has("sync") {
			clear(buf[n:])
			block = buf
		}
		if !d.write(d.records.convert(d.convert(block))) {
			return 1
		}
	}
	if !d.write(d.records.finish()) || !d.flush() {
		return 1
	}
	if d.has("fsync") || d.has("fdatasync") {
		if err := linux.Fsync(d.out.Fd); err != nil {
			d.r.message("fsync failed for " + d.r.quoted(d.to) + ": " + primitives.ErrnoOf(err).Text())
			return 1
		}
	}
	return 0
}

func (d *dd) read(b []byte, full bool) (int, error) {
	n, err := d.in.Read(b)
	for full && err == nil && n < len(b) {
		var more int
		more, err = d.in.Read(b[n:])
		n += more
	}
	return n, err
}

func (d *dd) convert(b []byte) []byte {
	b = d.records.toASCII.apply(b)
	if d.has("ucase") {
		b = asciiUpper(b)
	}
	if d.has("lcase") {
		b = asciiLower(b)
	}
	b = d.records.fromASCII.apply(b)
	if d.has("swab") {
		b = bytes.Clone(b)
		for i := 0; i+1 < len(b); i += 2 {
			b[i], b[i+1] = b[i+1], b[i]
		}
	}
	return b
}

// write hands a block on; blocks of equal size go through as they are.
func (d *dd) write(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	if d.inSize == d.outSize && len(d.buffer) == 0 && !d.records.block && !d.records.unblock {
		return d.block(b)
	}
	d.buffer = append(d.buffer, b...)
	for uint64(len(d.buffer)) >= d.outSize {
		if !d.block(d.buffer[:d.outSize]) {
			return false
		}
		d.buffer = append(d.buffer[:0], d.buffer[d.outSize:]...)
	}
	return true
}

func (d *dd) flush() bool {
	b := d.buffer
	d.buffer = nil
	return len(b) == 0 || d.block(b)
}

func (d *dd) block(b []byte) bool {
	n, err := d.out.Write(b)
	d.written += uint64(n)
	if err != nil {
		doing := "error writing "
		if !d.bothSizes { // GNU's two ways of copying say it otherwise, and one counts what got through
			if uint64(len(b)) == d.outSize { // and what is left at the end once more
				doing = "writing to "
			}
			d.outPart += uint64(min(n, 1))
		}
		d.r.message(doing + d.r.quoted(d.to) + ": " + primitives.ErrnoOf(err).Text())
		return false
	}
	if uint64(n) == d.outSize {
		d.outFull++
	} else {
		d.outPart++
	}
	return true
}

func (d *dd) report() {
	if d.status == "none" {
		return
	}
	count := func(full, part uint64) string {
		return strconv.FormatUint(full, 10) + "+" + strconv.FormatUint(part, 10) + " records "
	}
	text := count(d.inFull, d.inPart) + "in\n" + count(d.outFull, d.outPart) + "out\n"
	switch n := d.records.truncated; {
	case n == 1:
		text += "1 truncated record\n"
	case n > 1:
		text += strconv.Itoa(n) + " truncated records\n"
	}
	if d.status != "noxfer" {
		text += d.speed()
	}
	d.r.stderr(text)
}

func (d *dd) speed() string {
	n := d.written
	text := strconv.FormatUint(n, 10) + " bytes"
	if n == 1 {
		text = "1 byte"
	}
	switch {
	case n >= 1024:
		text += " (" + humanBytes(n, 1000) + ", " + humanBytes(n, 1024) + ")"
	case n >= 1000:
		text += " (" + humanBytes(n, 1000) + ")"
	}
	elapsed := linux.ClockGettime(linux.ClockMonotonic) - d.start
	rate := "Infinity B"
	if elapsed > 0 {
		rate = humanBytes(uint64(float64(n)/float64(elapsed)*1e9), 1000)
	}
	g := cformat.Directive{Prec: -1, Conv: 'g'}
	return text + " copied, " + g.Double(float64(elapsed)/1e9) + " s, " + rate +
		"/s\n"
}
