package shell

import "strings"

// getoptState is where getopts is within an argument with several letters.
type getoptState struct{ place int }

// getopts reads the next option of the parameters, or of the arguments given.
func getopts(sh *Shell, args []string) int {
	for len(args) > 1 && args[1] == "--" {
		args = args[1:]
	}
	if len(args) < 3 {
		if sh.dash {
			sh.complain("getopts", "Usage: getopts optstring var [arg...]")
			sh.endSpecial()
			return 2
		}
		return sh.usageError("")
	}
	spec, name := args[1], args[2]
	list := sh.params
	if len(args) > 3 {
		list = args[3:]
	}
	if !validName(name) {
		sh.fail("`" + name + "': not a valid identifier")
		return 1
	}
	silent := strings.HasPrefix(spec, ":")
	spec = strings.TrimPrefix(spec, ":")
	ind := atoi(sh.text("OPTIND"))
	if ind < 1 {
		ind = 1
	}
	place := sh.getopt.place
	if place == 0 {
		if ind > len(list) || len(list[ind-1]) < 2 || list[ind-1][0] != '-' {
			return sh.endOptions(name, ind)
		}
		if list[ind-1] == "--" {
			return sh.endOptions(name, ind+1)
		}
		place = 1
	}
	arg := list[ind-1]
	if place >= len(arg) {
		return sh.endOptions(name, ind)
	}
	c := arg[place : place+1]
	place++
	next := func() {
		if place >= len(arg) {
			ind++
			place = 0
		}
	}
	at := strings.Index(spec, c)
	sh.unset("OPTARG")
	value := c
	switch {
	case at < 0 || c == ":":
		next()
		value = "?"
		if silent {
			sh.setVar("OPTARG", c)
		} else if sh.text("OPTERR") != "0" {
			sh.getoptError("illegal option -- "+c, "Illegal option -"+c)
		}
	case at+1 < len(spec) && spec[at+1] == ':':
		switch {
		case place < len(arg):
			sh.setVar("OPTARG", arg[place:])
			ind++
		case ind < len(list):
			sh.setVar("OPTARG", list[ind])
			ind += 2
		default:
			ind++
			value = "?"
			if silent {
				value = ":"
				sh.setVar("OPTARG", c)
			} else if sh.text("OPTERR") != "0" {
				sh.getoptError("option requires an argument -- "+c, "No arg for -"+c+" option")
			}
		}
		place = 0
	default:
		next()
	}
	sh.setVar("OPTIND", itoa(ind))
	sh.getopt.place = place
	if !sh.setVar(name, value) {
		return 1
	}
	return 0
}

func (sh *Shell) getoptError(text, dash string) {
	if sh.dash {
		sh.stderr(dash + "\n")
		return
	}
	sh.stderr(sh.arg0 + ": " + text + "\n")
}

// endOptions says that there are no more options.
func (sh *Shell) endOptions(name string, ind int) int {
	sh.setVar("OPTIND", itoa(ind))
	sh.getopt.place = 0
	if !sh.dash {
		sh.unset("OPTARG")
	}
	sh.setVar(name, "?")
	return 1
}

// let evaluates its arguments.
func let(sh *Shell, args []string) int {
	if len(args) < 2 {
		return sh.fail("expression expected")
	}
	args = args[1:]
	if args[0] == "--" {
		args = args[1:]
	}
	var n int64
	for _, a := range args {
		var ok bool
		if n, ok = sh.arithmetic(a); !ok {
			return 1
		}
	}
	if n == 0 {
		return 1
	}
	return 0
}
