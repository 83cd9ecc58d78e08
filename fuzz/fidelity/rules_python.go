package fidelity

import (
	"regexp"
	"slices"
	"strings"
)

// frame is a frame's line of a traceback: indentation, file, and what follows it.
var frame = regexp.MustCompile(`^(\s*)File "([^"]*)", line [0-9]+(?:, in .*)?$`)

// tracebackSource drops what stands below a frame and is indented further than it.
func tracebackSource(_ *Scene, text string) string {
	if !strings.Contains(text, `File "`) {
		return text
	}
	var out []string
	below := -1 // indentation of the frame above, -1 outside a traceback
	for line := range strings.SplitSeq(text, "\n") {
		if m := frame.FindStringSubmatch(line); m != nil {
			below = len(m[1])
		} else if below >= 0 && indentation(line) > below {
			continue
		} else {
			below = -1
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

var libraryPath = regexp.MustCompile(
	`^(?:<frozen [^>]*>|/usr(?:/local)?/lib/python3(?:\.[0-9]+|[0-9]+\.zip)?/.*)$`)

// libraryFrames drops frames of Python's library. It runs after tracebackSource.
func libraryFrames(_ *Scene, text string) string {
	if !strings.Contains(text, `File "`) {
		return text
	}
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		m := frame.FindStringSubmatch(line)
		if m != nil && libraryPath.MatchString(m[2]) && !strings.Contains(m[2], "-packages/") {
			continue
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

var comprehension = regexp.MustCompile(`(?m)^ *File "[^"\n]*", line [0-9]+, in <(?:list|dict|set)comp>\n`)

// comprehensionFrames drops frames that Python 3.11 has and 3.13 has not. It runs after tracebackSource.
func comprehensionFrames(_ *Scene, text string) string {
	return comprehension.ReplaceAllString(text, "")
}

var suggestion = regexp.MustCompile(
	`(?m)^((?:Name|Attribute|Import|Key|Type)Error: .*?)\. (?:Or d|D)id you (?:mean|forget)\b.*\?$`)

func pythonSuggestion(_ *Scene, text string) string { return suggestion.ReplaceAllString(text, "$1") }

var pythonWord = regexp.MustCompile(`\b([Pp]ython ?)3\.[0-9]+(?:\.[0-9]+)?\b|\b(cpython-)3[0-9]+\b`)

func pythonVersion(_ *Scene, text string) string {
	return pythonWord.ReplaceAllString(text, "${1}${2}<version>")
}

var gnuVersion = regexp.MustCompile(
	`(?m)^((?:GNU )?[a-z0-9]+(?:, version| \((?:GNU [A-Za-z ]+|Debian [^)]*)\)|, ) ?)` +
		`[0-9]+\.[0-9][^\s]*(?: \([^)]*\))?$`)

func programVersion(_ *Scene, text string) string {
	return gnuVersion.ReplaceAllString(text, "$1<version>")
}

var objectAt = regexp.MustCompile(`(<[^<>\n]{1,200} at )0x[0-9a-f]{5,16}\b`)

func address(_ *Scene, text string) string { return objectAt.ReplaceAllString(text, "${1}<address>") }

var printedSet = regexp.MustCompile(`\{'[^'{}\n:]*'(?:, '[^'{}\n:]*')+\}`)

// setOrder sorts the members of sets of strings, which are printed with braces and without colons.
func setOrder(_ *Scene, text string) string {
	return printedSet.ReplaceAllStringFunc(text, func(set string) string {
		members := strings.Split(set[1:len(set)-1], ", ")
		slices.Sort(members)
		return "{" + strings.Join(members, ", ") + "}"
	})
}

// boundary is what email.generator makes: fifteen signs, a number of nineteen digits, two signs.
var boundary = regexp.MustCompile(`={15}[0-9]{19}==`)

func mimeBoundary(_ *Scene, text string) string { return boundary.ReplaceAllString(text, "<boundary>") }
