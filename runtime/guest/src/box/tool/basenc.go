package tool

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"math/bits"
	"strings"
)

var errBase = errors.New("invalid input")

// basencCodings are the encodings of basenc that have no program of their own.
func basencCodings() map[string]*baseCoding {
	url := base64.URLEncoding
	return map[string]*baseCoding{
		"base64url": {
			encode: url.EncodeToString, decode: url.Decode, group: 4, bytes: 3,
			letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=",
		},
		"base32hex": {
			encode: base32.HexEncoding.EncodeToString, decode: base32.HexEncoding.Decode, group: 8, bytes: 5,
			letters: "0123456789ABCDEFGHIJKLMNOPQRSTUV=",
		},
		"base16": {
			encode: func(b []byte) string { return strings.ToUpper(hex.EncodeToString(b)) },
			decode: func(dst, src []byte) (int, error) {
				if strings.ToUpper(string(src)) != string(src) {
					return 0, errBase
				}
				return hex.Decode(dst, src)
			}, group: 2, bytes: 1, letters: "0123456789ABCDEF",
		},
		"base2msbf": bitCoding(false),
		"base2lsbf": bitCoding(true),
		"z85":       {encode: z85Encode, decode: z85Decode, group: 5, bytes: 4, letters: z85Digits},
	}
}

// bitCoding writes every bit as a digit, the highest first or the lowest.
func bitCoding(lowFirst bool) *baseCoding {
	turn := func(b byte) byte {
		if lowFirst {
			return bits.Reverse8(b)
		}
		return b
	}
	return &baseCoding{
		encode: func(b []byte) string {
			var s strings.Builder
			for _, c := range b {
				s.WriteString(sprintf("%08b", turn(c)))
			}
			return s.String()
		},
		decode: func(dst, src []byte) (int, error) {
			var v byte
			for _, c := range src {
				if c != '0' && c != '1' {
					return 0, errBase
				}
				v = v<<1 | (c - '0')
			}
			dst[0] = turn(v)
			return 1, nil
		}, group: 8, bytes: 1, letters: "01",
	}
}

const z85Digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

func z85Encode(b []byte) string {
	var out strings.Builder
	for ; len(b) >= 4; b = b[4:] {
		v := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
		var group [5]byte
		for i := 4; i >= 0; i-- {
			group[i] = z85Digits[v%85]
			v /= 85
		}
		out.Write(group[:])
	}
	return out.String()
}

func z85Decode(dst, src []byte) (int, error) {
	var v uint64
	for _, c := range src {
		i := strings.IndexByte(z85Digits, c)
		if i < 0 {
			return 0, errBase
		}
		v = v*85 + uint64(i)
	}
	if len(src) != 5 || v > 1<<32-1 {
		return 0, errBase
	}
	dst[0], dst[1], dst[2], dst[3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
	return 4, nil
}

func basencMain(r *run) int {
	codings := basencCodings()
	codings["base64"], codings["base32"] = base64Coding, base32Coding
	opts, files := r.options("/base64 /base64url /base32 /base32hex /base16 /base2msbf " +
		"/base2lsbf /z85 " + baseSpec)
	var rest []option
	var c *baseCoding
	for _, o := range opts {
		if coding, ok := codings[o.name]; ok {
			c = coding
			continue
		}
		rest = append(rest, o)
	}
	if c == nil {
		r.usage("missing encoding type")
	}
	if c.letters == z85Digits {
		c.whole = "invalid input (length must be multiple of 4 characters)"
	}
	return c.run(r, rest, files)
}
