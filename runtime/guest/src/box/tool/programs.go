package tool

// programs are the tools by name.
var programs = map[string]program{
	"false": falseMain,
	"true":  trueMain,
}
