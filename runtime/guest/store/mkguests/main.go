// Command mkguests builds the guests whose sources are part of this module, compares them with SHA256SUMS
// and keeps them in the user's cache. `make guests` runs it.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/src/box/tool"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

func main() {
	record := flag.Bool("record", false, "write SHA256SUMS and applets.txt anew, after a change of sources")
	embed := flag.Bool("embed", false, "put the guests where a build with the tag embedguests finds them")
	flag.Parse()
	if err := run(*record, *embed); err != nil {
		fmt.Fprintln(os.Stderr, "mkguests:", err)
		os.Exit(1)
	}
}

// Places in the module; mkguests runs in its root.
const (
	sumsFile = "runtime/guest/SHA256SUMS"
	applets  = "runtime/guest/applets.txt"
	embedDir = "runtime/guest/store/embedded"
)

func run(record, embed bool) error {
	s, err := store.New(store.Options{})
	if err != nil {
		return err
	}
	if record {
		if err := writeApplets(); err != nil {
			return err
		}
	}
	for _, name := range []string{guest.Box, guest.Node, guest.Git, guest.SQLite} {
		if err := produce(s, name, record, embed); err != nil {
			return err
		}
	}
	return nil
}

// produce builds one guest, compares or records its digest, and embeds it if that is wanted.
func produce(s *store.Store, name string, record, embed bool) error {
	fmt.Fprintf(os.Stderr, "building guest %s ...\n", name) // a minute, where Go has kept nothing of it
	wasm, err := s.Build(name)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(wasm)
	fmt.Printf("%s  %s.wasm  %d bytes\n", hex.EncodeToString(sum[:]), name, len(wasm))
	if record {
		if err := writeSum(name+".wasm", hex.EncodeToString(sum[:])); err != nil {
			return err
		}
	} else if err := guest.Check(name, wasm); err != nil {
		return fmt.Errorf("%w (did its sources change? then: make guests RECORD=1)", err)
	}
	if !embed {
		return nil
	}
	if err := os.MkdirAll(embedDir, 0o755); err != nil {
		return err
	}
	packed, err := pack(wasm)
	if err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	}
	return os.WriteFile(filepath.Join(embedDir, name+".wasm.gz"), packed, 0o644)
}

// pack compresses a guest, so that a program that has all of them in it stays small.
func pack(wasm []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(wasm); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// writeApplets writes the names of box's programs.
func writeApplets() error {
	names := append([]string{"bash", "dash"}, tool.Names()...)
	slices.Sort(names)
	return os.WriteFile(applets, []byte(strings.Join(names, "\n")+"\n"), 0o644)
}

// writeSum replaces the line of a file, or adds it.
func writeSum(file, digest string) error {
	old, err := os.ReadFile(sumsFile)
	if err != nil {
		return err
	}
	line := digest + "  " + file + "\n"
	var b strings.Builder
	found := false
	for l := range strings.Lines(string(old)) {
		if strings.HasSuffix(strings.TrimSpace(l), "  "+file) {
			l, found = line, true
		}
		b.WriteString(l)
	}
	if !found {
		b.WriteString(line)
	}
	if b.String() == string(old) {
		return nil
	}
	return os.WriteFile(sumsFile, []byte(b.String()), 0o644)
}
