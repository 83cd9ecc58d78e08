package domain

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
)

// PNG draws a small valid picture in RGB.
func (b *Builder) PNG(width, height int) []byte {
	var raw bytes.Buffer
	for range height {
		raw.WriteByte(0)
		raw.Write(b.Bytes(3 * width))
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(raw.Bytes()) // a bytes.Buffer takes everything
	_ = z.Close()
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	head = append(head, 8, 2, 0, 0, 0)
	out := []byte("\x89PNG\r\n\x1a\n")
	out = appendChunk(out, "IHDR", head)
	out = appendChunk(out, "IDAT", packed.Bytes())
	return appendChunk(out, "IEND", nil)
}

func appendChunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	body := append([]byte(kind), data...)
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}

// WAV draws a short mono sound of 16-bit samples.
func (b *Builder) WAV(samples int) []byte {
	data := b.Bytes(2 * samples)
	out := []byte("RIFF")
	out = binary.LittleEndian.AppendUint32(out, uint32(36+len(data)))
	out = append(out, "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"...)
	out = binary.LittleEndian.AppendUint32(out, 8000)
	out = binary.LittleEndian.AppendUint32(out, 16000)
	out = append(out, "\x02\x00\x10\x00data"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(data)))
	return append(out, data...)
}

// Gzip packs text as gzip does, without a time.
func (b *Builder) Gzip(text string) []byte {
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	_, _ = z.Write([]byte(text)) // a bytes.Buffer takes everything
	_ = z.Close()
	return buf.Bytes()
}

// Binary draws a payload of a kind that transfers get wrong, and the ending of its name.
func (b *Builder) Binary() (content []byte, ending string) {
	switch b.Between(0, 6) {
	case 0:
		return b.PNG(b.Between(1, 24), b.Between(1, 24)), ".png"
	case 1:
		return b.WAV(b.Between(8, 900)), ".wav"
	case 2:
		return b.Gzip(b.Lines(b.Between(1, 60))), ".gz"
	case 3:
		return b.Bytes(b.Between(1, 70_000)), ".bin"
	case 4:
		return []byte("head\x00middle\x00\x00tail\n" + b.Word()), ".dat"
	case 5:
		return []byte("\xff\xfe" + b.Word() + "\r\nlatin \xe9\xe8\xa0\n"), ".txt"
	default:
		return bytes.Repeat([]byte{0, 1, 127, 128, 255}, b.Between(1, 4000)), ".raw"
	}
}

func sum256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
