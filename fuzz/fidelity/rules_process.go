package fidelity

import "regexp"

// deaths are what bash says of a child that a signal ended; a command may follow without a blank.
const deaths = `Killed|Terminated|Hangup|Aborted|Segmentation fault|Interrupt|CPU time limit exceeded|` +
	`File size limit exceeded|Broken pipe|User defined signal`

var (
	// deathNotice is `bash: line 3: 42 Killed command`, jobNotice `[1] 42`, pidWord `pid 42`, `PID: 42`,
	// `pid=42`.
	deathNotice = regexp.MustCompile(`(?m)^((?:[\w/.-]*: )?line [0-9]+: ) *[0-9]+( (?:` + deaths + `))`)
	jobNotice   = regexp.MustCompile(`(?m)^(\[[0-9]+\][+-]? +)[0-9]+$`)
	pidWord     = regexp.MustCompile(`\b((?:p|P|pp|PP)(?:id|ID)(?:: |=| ))[0-9]+\b`)
)

func pid(_ *Scene, text string) string {
	for _, p := range []*regexp.Regexp{deathNotice, jobNotice} {
		text = p.ReplaceAllString(text, "$1<pid>$2")
	}
	return pidWord.ReplaceAllString(text, "$1<pid>")
}

var (
	// mktempName is what mktemp(1) makes without a template, sedName what sed -i could not make, pythonTemp
	// what Python's tempfile makes.
	mktempName = regexp.MustCompile(`(/tmp\.)[A-Za-z0-9]{10}\b`)
	sedName    = regexp.MustCompile(`(temporary file \S*/sed)[A-Za-z0-9]{6}\b`)
	pythonTemp = regexp.MustCompile(`(/tmp/tmp)[a-z0-9_]{8}\b`)
)

func tempName(_ *Scene, text string) string {
	text = mktempName.ReplaceAllString(text, "$1<random>")
	text = sedName.ReplaceAllString(text, "$1<random>")
	return pythonTemp.ReplaceAllString(text, "$1<random>")
}
