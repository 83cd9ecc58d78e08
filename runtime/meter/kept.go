package meter

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Kept is where rewritten modules lie between host processes. What Load returns must be what Save was given,
// or nothing: it is run.
type Kept interface {
	Load(key [sha256.Size]byte) ([]byte, bool)
	Save(key [sha256.Size]byte, b []byte) error
}

// RewriteKept is Rewrite, which is done once for a module, its options and this package as it is: later calls
// find the result in k.
func RewriteKept(k Kept, wasm []byte, o Options) ([]byte, *Info, error) {
	if o.oneByOne || o.direct {
		return nil, nil, errors.New("rewrite module: what tests alone ask for is not kept")
	}
	key, err := keptKey(wasm, &o)
	if err != nil {
		return nil, nil, err
	}
	if b, ok := k.Load(key); ok {
		if code, info, err := decodeKept(b, wasm); err == nil {
			return code, info, nil
		}
	}
	code, info, err := Rewrite(wasm, o)
	if err != nil {
		return nil, nil, err
	}
	b, err := encodeKept(code, info)
	if err == nil {
		err = k.Save(key, b)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("keep the rewritten module: %w", err)
	}
	return code, info, nil
}

// ownSources are what this package was built from, so that nobody meets what another rewriter has written.
//
//go:embed *.go
var ownSources embed.FS

func ownDigest() (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	names, err := fs.Glob(ownSources, "*.go")
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		b, err := ownSources.ReadFile(name)
		if err != nil {
			return sum, err
		}
		_, _ = fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
	}
	return [sha256.Size]byte(h.Sum(nil)), err
}

func keptKey(wasm []byte, o *Options) (key [sha256.Size]byte, err error) {
	own, err := ownDigest()
	if err != nil {
		return key, err
	}
	options, err := json.Marshal(o)
	if err != nil {
		return key, err
	}
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%x %d %d\n%s", own, len(options), len(wasm), options)
	h.Write(wasm)
	return [sha256.Size]byte(h.Sum(nil)), nil
}

// keptHead stands before the code.
type keptHead struct {
	Info     Info // without Data, which lie in the module
	Segments []keptSegment
}

type keptSegment struct{ Offset, File, Size uint32 }

func encodeKept(code []byte, info *Info) ([]byte, error) {
	head := keptHead{Info: *info}
	head.Info.Data = nil
	for _, s := range info.Data {
		head.Segments = append(head.Segments, keptSegment{s.Offset, s.File, uint32(len(s.Bytes))})
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&head); err != nil {
		return nil, err
	}
	b.Write(code)
	return b.Bytes(), nil
}

var errKept = errors.New("a kept module is damaged")

func decodeKept(b, wasm []byte) ([]byte, *Info, error) {
	r := bytes.NewReader(b)
	var head keptHead
	if err := gob.NewDecoder(r).Decode(&head); err != nil {
		return nil, nil, err
	}
	code := b[len(b)-r.Len():]
	info := &head.Info
	for _, s := range head.Segments {
		if uint64(s.File)+uint64(s.Size) > uint64(len(wasm)) {
			return nil, nil, errKept
		}
		info.Data = append(info.Data, Segment{s.Offset, s.File, wasm[s.File:][:s.Size]})
	}
	return code, info, nil
}
