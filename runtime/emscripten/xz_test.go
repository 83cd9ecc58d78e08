package emscripten

import (
	"bytes"
	"errors"
	"testing"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// TestStreamsEnd cuts streams at every place: the end is found once all is there, and what follows is left.
func TestStreamsEnd(t *testing.T) {
	t.Parallel()
	s := det.NewSeed(1).Stream("xz")
	noise := make([]byte, 200_000)
	for i := range noise {
		noise[i] = byte(s.Uint64())
	}
	p := lzma.Properties{LC: 3, PB: 2}
	for _, data := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("words "), 40_000), noise} {
		for _, c := range []struct {
			format uint32
			check  byte
		}{{formatXZ, xz.CRC64}, {formatXZ, xz.None}, {formatXZ, xz.SHA256}, {formatRaw2, 0}} {
			var b bytes.Buffer
			w, err := packer(&b, c.format, c.check, 1<<16, &p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write(data); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			checkStream(t, c.format, b.Bytes(), data)
		}
	}
}

func checkStream(t *testing.T, format uint32, packed, data []byte) {
	t.Helper()
	free := func(int64) {}
	long := append(bytes.Clone(packed), "tail"...)
	out, used, err := unpack(free, format, 1<<16, 0, long)
	if err != nil || used != len(packed) || !bytes.Equal(out, data) {
		t.Errorf("format %d, %d bytes: %d of %d, %v", format, len(data), used, len(packed), err)
	}
	for n := 1; n < len(packed); n += 1 + len(packed)/97 {
		if _, _, err := unpack(free, format, 1<<16, 0, packed[:n]); !errors.Is(err, primitives.EAGAIN) {
			t.Errorf("format %d, %d of %d bytes: %v", format, n, len(packed), err)
		}
	}
}

// FuzzUnpack wants an error or data, and never more than there was room for, of any bytes.
func FuzzUnpack(f *testing.F) {
	f.Add(uint32(formatXZ), []byte(xzMagic+"\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00"))
	f.Add(uint32(formatAlone), []byte("\x5d\x00\x00\x80\x00\xff\xff\xff\xff\xff\xff\xff\xff\x00"))
	f.Add(uint32(formatRaw2), []byte("\x01\x00\x01ab\x00"))
	f.Fuzz(func(t *testing.T, format uint32, data []byte) {
		spent := int64(0)
		_, used, err := unpack(func(n int64) { spent += n }, format, 1<<16, 0x5d, data)
		if err == nil && (used < 0 || used > len(data)) {
			t.Errorf("used %d of %d", used, len(data))
		}
	})
}
