package runtime

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"sync"
)

// zonesArchive has the time zones that Go brings (lib/time/zoneinfo.zip of its distribution; the tz
// database is in the public domain): go test ./runtime -run TestZonesAreGos -update-zones.
//
//go:embed zones.tar.gz
var zonesArchive []byte

// zoneFiles are the compiled time zones of the base image, as Debian's tzdata has them below
// /usr/share/zoneinfo.
//
//nolint:gochecknoglobals // read once, for all images
var zoneFiles = sync.OnceValue(func() []baseFile {
	files, err := unpackZones(zonesArchive)
	if err != nil {
		panic(err) // the archive is a part of this program
	}
	return files
})

func unpackZones(archive []byte) ([]baseFile, error) {
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, fmt.Errorf("time zones: %w", err)
	}
	var files []baseFile
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("time zones: %w", err)
		}
		b, err := io.ReadAll(t)
		if err != nil {
			return nil, fmt.Errorf("time zones: %s: %w", h.Name, err)
		}
		files = append(files, baseFile{"/usr/share/zoneinfo/" + h.Name, 0o644, string(b)})
	}
}
