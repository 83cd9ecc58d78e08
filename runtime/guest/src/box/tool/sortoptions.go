package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// setCheck takes -c or -C; both at once are refused.
func (s *sorter) setCheck(c byte) {
	if s.check != 0 && s.check != c {
		s.r.die(2, "options '-cC' are incompatible")
	}
	s.check = c
}

// tuning takes the options that choose how GNU sort works and not what comes out: they are only
// looked at.
func (s *sorter) tuning(o option) {
	r := s.r
	switch o.name {
	case "S":
		number := strings.TrimSuffix(o.value, "%")
		if _, bad := parseAmount(number, "EgGkKmMPtTYZb"); bad != 0 || number == "" || number[0] < '0' ||
			number[0] > '9' {
			suffix := "suffix in "
			if strings.TrimLeft(number, "0123456789") == number {
				suffix = "" // there are no digits
			}
			r.die(2, "invalid %s-S argument '%s'", suffix, o.value)
		}
	case "parallel":
		n, bad := parseAmount(o.value, "")
		switch bad {
		case 0:
		case primitives.EOVERFLOW:
			r.die(2, "memory exhausted")
		default:
			r.die(2, "invalid --parallel argument '%s'", o.value)
		}
		if n == 0 {
			r.die(2, "number in parallel must be nonzero")
		}
	case "batch-size":
		n, bad := parseAmount(o.value, "")
		if most := openFilesMax() - 3; bad == primitives.EOVERFLOW || bad == 0 && n > most {
			r.message("--batch-size argument " + r.curly(o.value) + " too large")
			r.die(2, "maximum --batch-size argument with current rlimit is %d", most)
		}
		if bad != 0 {
			r.die(2, "invalid --batch-size argument '%s'", o.value)
		}
		if n < 2 {
			r.message("invalid --batch-size argument " + r.curly(o.value))
			r.die(2, "minimum --batch-size argument is %s", r.curly("2"))
		}
	case "random-source":
		f, err := openInput(o.value)
		if err != nil {
			r.dieErr(2, err, "open failed: %s", r.plain(o.value))
		}
		closeInput(f)
	}
}

// listed are the files that --files0-from names.
func (s *sorter) listed(files []string) []string {
	if len(files) == 0 {
		f, err := openInput(s.files0)
		if err != nil {
			s.r.dieErr(2, err, "open failed: %s", s.r.plain(s.files0))
		}
		if s.files0 != "-" {
			closeInput(f)
		}
	}
	names := s.r.zeroList(s.files0, files)
	switch {
	case s.r.status != 0:
		panic(exit(2))
	case len(names) == 0:
		s.r.die(2, "no input from %s", s.r.quoted(s.files0))
	}
	return names
}

// oldKeys writes the keys of old, +1 -2 with fields from 0, as -k 2,2.
func oldKeys(args []string) []string {
	var list []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "-y" && i+1 < len(args) && !isDigits(args[i+1]) {
			a = "-y0" // its value is a number, if any
		}
		if a == "--" {
			return append(list, args[i:]...)
		}
		start, ok := oldPosition(a, "+", true)
		if !ok {
			list = append(list, a)
			continue
		}
		if i+1 < len(args) {
			if end, ok := oldPosition(args[i+1], "-", false); ok {
				start += "," + end
				i++
			}
		}
		list = append(list, "-k", start)
	}
	return list
}

// oldPosition turns F[.C][LETTERS] after its sign into the form of -k.
func oldPosition(word, sign string, start bool) (string, bool) {
	rest, ok := strings.CutPrefix(word, sign)
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	field, err := strconv.Atoi(rest[:digits])
	if !ok || err != nil {
		return "", false
	}
	rest = rest[digits:]
	char := 0
	if after, ok := strings.CutPrefix(rest, "."); ok {
		digits = len(after) - len(strings.TrimLeft(after, "0123456789"))
		char, _ = strconv.Atoi("0" + after[:digits])
		rest = after[digits:]
	}
	if strings.Trim(rest, "bdfghiMnrRV") != "" {
		return "", false
	}
	switch {
	case start:
		return strconv.Itoa(field+1) + "." + strconv.Itoa(char+1) + rest, true
	case char == 0:
		return strconv.Itoa(max(field, 1)) + rest, true
	}
	return strconv.Itoa(field+1) + "." + strconv.Itoa(char) + rest, true
}

// openFilesMax is how many files this process may have open.
func openFilesMax() uint64 {
	const rlimitNofile = 7
	limit, err := linux.Prlimit(0, rlimitNofile, nil)
	if err != nil {
		return 1024
	}
	return limit[0]
}
