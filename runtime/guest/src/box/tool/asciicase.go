package tool

// asciiUpper is b with the letters of ASCII as capitals, as toupper(3) of single bytes has them in C and
// C.UTF-8.
func asciiUpper(b []byte) []byte { return shiftCase(b, 'a', 'z', 'A'-'a') }

// asciiLower is the reverse.
func asciiLower(b []byte) []byte { return shiftCase(b, 'A', 'Z', 'a'-'A') }

func shiftCase(b []byte, from, to byte, by int) []byte {
	out := make([]byte, len(b))
	for i, c := range b {
		if from <= c && c <= to {
			c += byte(by)
		}
		out[i] = c
	}
	return out
}
