package fidelity

import (
	"time"
	"unicode/utf8"
)

// Scene is what a rule may know of the side that a text is from.
type Scene struct {
	Began time.Time // by the sandbox's own clock, when the first step began
}

// Rule takes out of a text one thing in which two machines differ that behave alike. A rule is as narrow as
// its example: it knows the words or the form around what it takes out, so that a real difference stays.
type Rule struct {
	Name string
	Doc  string // what is taken out, and why it tells nothing
	take func(s *Scene, text string) string
}

// Rules returns the rules in the order in which they apply. There is no other normalisation.
func Rules() []Rule {
	return []Rule{
		{"traceback-source", "the source lines and carets that Python repeats below a frame: 3.11 and 3.13 " +
			"choose other ones; the frame's file and line stay", tracebackSource},
		{"library-frames", "frames inside Python's own library, whose lines move between versions; the " +
			"program's frames and the exception stay", libraryFrames},
		{
			"comprehension-frames", "frames of comprehensions, which have none of their own since 3.12",
			comprehensionFrames,
		},
		{
			"python-suggestion", "`Did you mean ...?` after an exception's text: later versions know more",
			pythonSuggestion,
		},
		{"python-version", "the version after the word Python and in its folders' names", pythonVersion},
		{"program-version", "versions after a GNU program's name, as --version prints them", programVersion},
		{"address", "addresses in Python's texts of objects", address},
		{"set-order", "the order of a printed set of strings: it hangs on Python's hash seed", setOrder},
		{"clock", "dates and times of the sandbox's own present, in the usual forms; others stay", clock},
		{"epoch", "seconds, or fractions of them, since 1970 of the sandbox's own present", epoch},
		{"duration", "measured times: of `time`, of dd, and after words such as `took`", duration},
		{"pid", "process ids where a shell reports a job or a death, and after the word pid", pid},
		{"temp-name", "the random part of names that mktemp, Python's tempfile and sed -i make", tempName},
		{
			"mime-boundary", "the random number in the boundaries that Python's email package makes",
			mimeBoundary,
		},
	}
}

// maxText is the length in bytes up to which a text is normalised. What is longer is compared as it is.
const maxText = 1 << 20

// Normal returns a text without what the rules take out. What is no text stays as it is.
func Normal(s *Scene, text []byte) string {
	out := string(text)
	if len(text) > maxText || !utf8.Valid(text) {
		return out
	}
	for _, r := range Rules() {
		out = r.take(s, out)
	}
	return out
}
