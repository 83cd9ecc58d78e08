package main

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// bytesBindings turn text into bytes and back.
func (e *engine) bytesBindings() map[string]native {
	return map[string]native{
		"encode": func(c goja.FunctionCall) goja.Value {
			return e.buffer(encode(c.Argument(0), c.Argument(1).String()))
		},
		"decode": func(c goja.FunctionCall) goja.Value {
			b := e.bytes(c.Argument(0))
			return decode(e.vm, b, c.Argument(1).String())
		},
		"validUTF8": func(c goja.FunctionCall) goja.Value {
			return e.vm.ToValue(utf8.Valid(e.bytes(c.Argument(0))))
		},
	}
}

// units are the UTF-16 code units of a string, lone surrogates among them.
func units(v goja.Value) []uint16 {
	s, ok := v.ToString().(goja.String)
	if !ok {
		return nil
	}
	list := make([]uint16, s.Length())
	for i := range list {
		list[i] = s.CharAt(i)
	}
	return list
}

// encode is Buffer.from of a string.
func encode(v goja.Value, encoding string) []byte {
	switch encoding {
	case "latin1", "ascii":
		u := units(v)
		b := make([]byte, len(u))
		for i, c := range u {
			b[i] = byte(c)
		}
		return b
	case "utf16le":
		u := units(v)
		b := make([]byte, 0, 2*len(u))
		for _, c := range u {
			b = append(b, byte(c), byte(c>>8))
		}
		return b
	case "hex":
		s := v.String()
		b, _ := hex.DecodeString(s[:len(s)&^1]) // up to the first that is no digit, as node does
		return b
	case "base64", "base64url":
		return fromBase64(v.String())
	}
	return []byte(string(utf16.Decode(units(v))))
}

// fromBase64 takes both alphabets, ignores what belongs to neither and stops at the padding.
func fromBase64(s string) []byte {
	s, _, _ = strings.Cut(s, "=")
	s = strings.Map(func(c rune) rune {
		switch {
		case c == '-':
			return '+'
		case c == '_':
			return '/'
		case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '+', c == '/':
			return c
		}
		return -1
	}, s)
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	b, _ := base64.RawStdEncoding.DecodeString(s)
	return b
}

// decode is toString of a Buffer.
func decode(vm *goja.Runtime, b []byte, encoding string) goja.Value {
	switch encoding {
	case "latin1":
		return latin1(b, 0xff)
	case "ascii":
		return latin1(b, 0x7f)
	case "utf16le":
		u := make([]uint16, len(b)/2)
		for i := range u {
			u[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		}
		return goja.StringFromUTF16(u)
	case "hex":
		return vm.ToValue(hex.EncodeToString(b))
	case "base64":
		return vm.ToValue(base64.StdEncoding.EncodeToString(b))
	case "base64url":
		return vm.ToValue(base64.RawURLEncoding.EncodeToString(b))
	}
	return vm.ToValue(toValid(b))
}

func latin1(b []byte, mask byte) goja.Value {
	u := make([]uint16, len(b))
	for i, c := range b {
		u[i] = uint16(c & mask)
	}
	return goja.StringFromUTF16(u)
}

// toValid replaces each maximal part of a broken sequence by U+FFFD, as the Encoding standard does.
func toValid(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		if r, n := utf8.DecodeRune(b); r != utf8.RuneError || n > 1 {
			s.Write(b[:n])
			b = b[n:]
			continue
		}
		s.WriteRune(utf8.RuneError)
		b = b[broken(b):]
	}
	return s.String()
}

// broken is the length of the maximal part of a broken sequence at the beginning of b.
func broken(b []byte) int {
	need, low, high := 0, byte(0x80), byte(0xbf)
	switch c := b[0]; {
	case c >= 0xc2 && c <= 0xdf:
		need = 1
	case c >= 0xe0 && c <= 0xef:
		need = 2
		switch c {
		case 0xe0:
			low = 0xa0
		case 0xed:
			high = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		need = 3
		switch c {
		case 0xf0:
			low = 0x90
		case 0xf4:
			high = 0x8f
		}
	}
	n := 1
	for n <= need && n < len(b) && b[n] >= low && b[n] <= high {
		low, high = 0x80, 0xbf
		n++
	}
	return n
}
