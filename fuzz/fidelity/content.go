package fidelity

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// maxUnpacked bounds what is unpacked of one archive, bytes, and maxNested how deep archives in archives go.
const (
	maxUnpacked = 16 << 20
	maxNested   = 4
)

// ContentRules tells what is taken out of the contents of files beside what Rules take out of texts.
func ContentRules() []Rule {
	return []Rule{
		{Name: "archive", Doc: "gzip, zip and tar files are compared by what is in them: names, modes, " +
			"owners, contents; members' times and the compressor's choices are left out"},
		{Name: "sqlite-version", Doc: "the number of the library's version that SQLite writes at byte 96"},
		{Name: "pid-file", Doc: "the number that is all there is in a file called pid, or " +
			"something with .pid"},
	}
}

// Content returns the contents of a file without what the rules take out.
func Content(s *Scene, data []byte) string { return content(s, data, maxNested) }

var (
	pidFile   = regexp.MustCompile(`(?:^|[./])pid$`)
	pidNumber = regexp.MustCompile(`^[0-9]{1,10}\n?$`)
)

// FileContent is Content for a file whose name is known.
func FileContent(s *Scene, name string, data []byte) string {
	if pidFile.MatchString(name) && pidNumber.Match(data) {
		return "<pid>"
	}
	return Content(s, data)
}

func content(s *Scene, data []byte, depth int) string {
	const tarMagicAt = 257
	var out string
	err := errors.ErrUnsupported
	switch {
	case depth == 0:
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		out, err = gzipContent(s, data, depth)
	case isZip(data):
		out, err = zipContent(s, data, depth)
	case len(data) > tarMagicAt && bytes.HasPrefix(data[tarMagicAt:], []byte("ustar")):
		out, err = tarContent(s, data, depth)
	case bytes.HasPrefix(data, []byte("SQLite format 3\x00")):
		out, err = sqliteContent(data), nil
	}
	if err != nil { // what cannot be unpacked is compared as it is
		return Normal(s, data)
	}
	return out
}

var errTooLarge = errors.New("too large to unpack")

func readAll(in io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(in, maxUnpacked+1))
	if err == nil && len(b) > maxUnpacked {
		err = errTooLarge
	}
	return b, err
}

func gzipContent(s *Scene, data []byte, depth int) (string, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	b, err := readAll(z)
	return fmt.Sprintf("gzip %q\n%s", z.Name, content(s, b, depth-1)), err
}

// isZip knows a zip file by its beginning; a line that names an interpreter may stand before it.
func isZip(data []byte) bool {
	const most = 256 // bytes of such a line
	if head := data[:min(len(data), most)]; bytes.HasPrefix(head, []byte("#!")) {
		data = data[bytes.IndexByte(head, '\n')+1:]
	}
	return bytes.HasPrefix(data, []byte("PK\x03\x04"))
}

func zipContent(s *Scene, data []byte, depth int) (string, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", err
	}
	var out strings.Builder
	if first, _, _ := bytes.Cut(data, []byte("\n")); bytes.HasPrefix(first, []byte("#!")) {
		fmt.Fprintf(&out, "%s\n", first)
	}
	total := 0
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			return "", err
		}
		b, err := readAll(in)
		if err != nil {
			return "", err
		}
		if total += len(b); total > maxUnpacked {
			return "", errTooLarge
		}
		fmt.Fprintf(&out, "zip %q mode %s comment %q\n%s\n", f.Name, f.Mode(), f.Comment,
			content(s, b, depth-1))
	}
	return out.String(), nil
}

func tarContent(s *Scene, data []byte, depth int) (string, error) {
	t := tar.NewReader(bytes.NewReader(data))
	var out strings.Builder
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return out.String(), nil
		}
		if err != nil {
			return "", err
		}
		b, err := readAll(t)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "tar %q type %c mode %04o owner %d:%d %s:%s link %q\n%s\n", h.Name, h.Typeflag,
			h.Mode, h.Uid, h.Gid, h.Uname, h.Gname, h.Linkname, content(s, b, depth-1))
	}
}

func sqliteContent(data []byte) string {
	const versionAt, versionEnd = 96, 100
	b := bytes.Clone(data)
	if len(b) >= versionEnd {
		clear(b[versionAt:versionEnd])
	}
	return string(b)
}
