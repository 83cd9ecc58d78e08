package runtime

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var updateZones = flag.Bool("update-zones", false, "write zones.tar.gz anew from this Go's time zones")

// TestZonesAreGos compares the archive with the time zones of the Go that runs the test.
func TestZonesAreGos(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("no go command")
	}
	r, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib/time/zoneinfo.zip"))
	if err != nil {
		t.Skip(err)
	}
	defer r.Close()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewWriter(z)
	list := slices.Clone(r.File)
	slices.SortFunc(list, func(x, y *zip.File) int { return strings.Compare(x.Name, y.Name) })
	var want []baseFile
	for _, f := range list {
		if strings.HasSuffix(f.Name, "/") || f.Name == "UTC" || f.Name == "Etc/UTC" {
			continue // the base has these
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, baseFile{"/usr/share/zoneinfo/" + f.Name, 0o644, string(data)})
		h := &tar.Header{Name: f.Name, Mode: 0o644, Size: int64(len(data)), Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if *updateZones {
		if err := os.WriteFile("zones.tar.gz", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !slices.Equal(zoneFiles(), want) {
		t.Error("zones.tar.gz is not this Go's: go test ./runtime -run TestZonesAreGos -update-zones")
	}
}

// TestZonesTellTime reads a zone as programs do, also one that must differ.
func TestZonesTellTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 7, 1, 12, 0, 0, 0, time.UTC)
	want := map[string]string{"Asia/Tokyo": "21:00", "America/New_York": "08:00", "Europe/Berlin": "14:00"}
	for _, f := range zoneFiles() {
		name := strings.TrimPrefix(f.path, "/usr/share/zoneinfo/")
		loc, err := time.LoadLocationFromTZData(name, []byte(f.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if text, ok := want[name]; ok && at.In(loc).Format("15:04") != text {
			t.Errorf("%s: %s, want %s", name, at.In(loc).Format("15:04"), text)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestDamagedZonesAreAnError(t *testing.T) {
	t.Parallel()
	if _, err := unpackZones(zonesArchive[:len(zonesArchive)/2]); err == nil {
		t.Error("half an archive was read")
	}
}
