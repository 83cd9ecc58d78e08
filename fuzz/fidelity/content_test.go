package fidelity

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
)

func zipped(t *testing.T, when time.Time, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Modified: when, Method: zip.Deflate})
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t *testing.T, when time.Time, level int, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	if err == nil {
		z.ModTime = when
		_, err = z.Write(data)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarred(t *testing.T, when time.Time, mode int64, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	err := w.WriteHeader(&tar.Header{Name: "f", Mode: mode, Size: int64(len(text)), ModTime: when, Format: tar.FormatUSTAR})
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestContent has for every rule of contents what must become one, and what must stay two.
func TestContent(t *testing.T) {
	t.Parallel()
	emulator, reference := scenes()
	x, y := emulator.Began, reference.Began
	database := func(version byte, text string) []byte {
		b := append([]byte("SQLite format 3\x00"), make([]byte, 100)...)
		b[99] = version
		return append(b, text...)
	}
	for _, tc := range []struct {
		name string
		a, b []byte
		same bool
	}{
		{"zip, times", zipped(t, x, "f", "text"), zipped(t, y, "f", "text"), true},
		{"zip, contents", zipped(t, x, "f", "text"), zipped(t, x, "f", "tent"), false},
		{"zip, names", zipped(t, x, "f", "text"), zipped(t, x, "g", "text"), false},
		{
			"zip with an interpreter", append([]byte("#!/bin/a\n"), zipped(t, x, "f", "text")...),
			append([]byte("#!/bin/a\n"), zipped(t, y, "f", "text")...), true,
		},
		{
			"zip with another interpreter", append([]byte("#!/bin/a\n"), zipped(t, x, "f", "text")...),
			append([]byte("#!/bin/b\n"), zipped(t, x, "f", "text")...), false,
		},
		{
			"gzip, times and levels", gzipped(t, x, 1, []byte(strings.Repeat("ab", 99))),
			gzipped(t, y, 9, []byte(strings.Repeat("ab", 99))), true,
		},
		{"gzip, contents", gzipped(t, x, 1, []byte("a")), gzipped(t, x, 1, []byte("b")), false},
		{"tar, times", tarred(t, x, 0o644, "text"), tarred(t, y, 0o644, "text"), true},
		{"tar, modes", tarred(t, x, 0o644, "text"), tarred(t, x, 0o600, "text"), false},
		{"tar in gzip", gzipped(t, x, 6, tarred(t, x, 0o644, "a")), gzipped(t, y, 6, tarred(t, y, 0o644, "a")), true},
		{"a text in a tar", tarred(t, x, 0o644, "at 2026-05-17T09:41:07Z"), tarred(t, y, 0o644, "at 2026-11-30T23:45:52Z"), true},
		{"sqlite, version", database(1, "t"), database(2, "t"), true},
		{"sqlite, rows", database(1, "t"), database(1, "u"), false},
		{"no archive after all", []byte("\x1f\x8b1"), []byte("\x1f\x8b2"), false},
		{"text", []byte("on 2026-05-17"), []byte("on 2026-11-30"), true},
	} {
		if got := Content(emulator, tc.a) == Content(reference, tc.b); got != tc.same {
			t.Errorf("%s: the same: %v, want %v", tc.name, got, tc.same)
		}
	}
}

func TestPidFiles(t *testing.T) {
	t.Parallel()
	emulator, reference := scenes()
	for _, tc := range []struct {
		name, a, b string
		same       bool
	}{
		{"/w/pid", "12\n", "4711\n", true},
		{"/run/server.pid", "12", "4711\n", true},
		{"/w/pid", "12\n", "none\n", false},
		{"/w/pid", "12 34\n", "12 35\n", false},
		{"/w/rapid", "12\n", "13\n", false},
	} {
		a, b := FileContent(emulator, tc.name, []byte(tc.a)), FileContent(reference, tc.name, []byte(tc.b))
		if (a == b) != tc.same {
			t.Errorf("%s: %q and %q become %q and %q", tc.name, tc.a, tc.b, a, b)
		}
	}
}

func TestContentIsBounded(t *testing.T) {
	t.Parallel()
	s, _ := scenes()
	bomb := gzipped(t, s.Began, 9, make([]byte, maxUnpacked+1))
	if got := Content(s, bomb); got != string(bomb) {
		t.Errorf("%d bytes were unpacked", len(got))
	}
	nested := []byte("core")
	for range maxNested + 1 {
		nested = gzipped(t, s.Began, 6, nested)
	}
	if got := Content(s, nested); strings.Count(got, "gzip \"\"") != maxNested {
		t.Errorf("%q", got)
	}
}

// leaver leaves one file, which downloads bring, and counts how often it was played.
func leaver(data func(play int) []byte) target.Target {
	plays := 0
	return runs(func(p target.Plan) (*target.Run, error) {
		plays++
		b := data(plays)
		run, err := target.Fake(func(_ target.Plan, s workflow.Step) workflow.Outcome {
			if s.Op == workflow.OpDownload {
				return workflow.Outcome{Data: b}
			}
			return workflow.Outcome{Started: true}
		}).Play(context.Background(), p)
		run.Tree = []target.Entry{{Path: "/w/f", Mode: 0o100644, Size: int64(len(b)), SHA256: fmt.Sprintf("%x", b)}}
		return run, err
	})
}

// TestFilesAreLookedInto: files that differ in nothing but times agree, others are told in their own words, and
// what the reference does not leave twice is flaky.
func TestFilesAreLookedInto(t *testing.T) {
	t.Parallel()
	always := func(text string) target.Target { return leaver(func(int) []byte { return []byte(text) }) }
	for _, tc := range []struct {
		name  string
		a, b  target.Target
		want  []string // the emulator's side of the differences
		flaky int
	}{
		{"a stamp", leaver(func(int) []byte { return []byte("2026-05-17") }), always("2026-11-30"), nil, 0},
		{"another text", always("one\ntwo\n"), always("one\nthree\n"), []string{"/w/f: one\ntwo\n"}, 0},
		{"another every time", always("x"), leaver(func(n int) []byte { return []byte{byte('0' + n)} }), nil, 1},
	} {
		sum := playAt(t, tc.a, tc.b, commands("w", "a"))
		var got []string
		for _, f := range sum.Differences {
			got = append(got, f.Example.Differences[0].Emulator)
		}
		if !slices.Equal(got, tc.want) || sum.Apart.Flaky != tc.flaky {
			t.Errorf("%s: %q, flaky %d", tc.name, got, sum.Apart.Flaky)
		}
	}
}

// TestFetched: where the file API does not reach, a command brings a file.
func TestFetched(t *testing.T) {
	t.Parallel()
	k := &Case{}
	if s := fetch(k, "/a/b"); s.Op != workflow.OpDownload || s.Path != "/a/b" {
		t.Errorf("%+v", s)
	}
	k.Profile.Interface.RelativeOnly, k.Profile.Paths.Cwd = true, "/w"
	if s := fetch(k, "/w/x/y"); s.Op != workflow.OpDownload || s.Path != "x/y" {
		t.Errorf("%+v", s)
	}
	if s := fetch(k, "/a/it's"); s.Cmd != `base64 '/a/it'\''s'` {
		t.Errorf("%+v", s)
	}
	for _, tc := range []struct {
		got  workflow.Outcome
		data string
		ok   bool
	}{
		{workflow.Outcome{Data: []byte("x")}, "x", true},
		{workflow.Outcome{Started: true, Stdout: []byte("aGVs\nbG8=\n")}, "hello", true},
		{workflow.Outcome{Error: "EACCES"}, "", false},
		{workflow.Outcome{Started: true, Exit: 1}, "", false},
		{workflow.Outcome{Started: true, Stdout: []byte("aGVs"), Truncated: true}, "", false},
		{workflow.Outcome{Started: true, Stdout: []byte("???")}, "", false},
	} {
		if data, ok := fetched(&tc.got); ok != tc.ok || ok && string(data) != tc.data {
			t.Errorf("%+v: %q, %v", tc.got, data, ok)
		}
	}
}
