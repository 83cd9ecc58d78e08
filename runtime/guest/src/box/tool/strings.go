package tool

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// stringsMain follows binutils' strings, for characters of a byte.
func stringsMain(r *run) int {
	opts, files := r.options("a/all n:/bytes t:/radix o f/print-file-name w/include-all-whitespace " +
		"!e:/encoding !d/data !s:/output-separator 1 2 3 4 5 6 7 8 9")
	least, radix, named, white := 4, "", false, false
	for _, o := range opts {
		switch o.name {
		case "n":
			if least = atoi(o.value); least < 1 {
				r.die(1, "invalid minimum string length %s", o.value)
			}
		case "t":
			radix = o.value
		case "o":
			radix = "o"
		case "f":
			named = true
		case "w":
			white = true
		case "a":
		default:
			least = atoi(o.name)
		}
	}
	r.inputs(files, func(name string, f *linux.File) error {
		b, err := readAll(f)
		if err != nil {
			return err
		}
		if name == "-" {
			name = "{standard input}"
		}
		start := 0
		for i := 0; i <= len(b); i++ {
			if i < len(b) && (b[i] >= ' ' && b[i] <= '~' || b[i] == '\t' ||
				white && strings.IndexByte("\n\r\v\f", b[i]) >= 0) {
				continue
			}
			if i-start >= least {
				if named {
					r.print(name, ": ")
				}
				switch radix {
				case "d":
					r.printf("%7d ", start)
				case "o":
					r.printf("%7o ", start)
				case "x":
					r.printf("%7x ", start)
				}
				r.print(string(b[start:i]), "\n")
			}
			start = i + 1
		}
		return nil
	})
	return r.status
}
